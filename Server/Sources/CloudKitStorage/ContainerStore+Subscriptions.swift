package import CloudKitCore
internal import Foundation
internal import GRDB
internal import ServerJSON

/// Somebody who has subscribed to what happens in a zone.
package struct Subscriber: Sendable {
  package let user: String
  /// `public`, `private` or `shared`.
  package let database: String
  package let subscriptions: [Subscription]
  /// The names of the records that the user sees, or saw before they were deleted; `nil` for all.
  package let visible: Set<String>?
}

/// The subscriptions of a container as rows.
enum SubscriptionTable {
  /// Creates the table in a file that lacks it.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS subscription(
          "database" TEXT NOT NULL, owner TEXT NOT NULL, id TEXT NOT NULL, value BLOB NOT NULL,
          PRIMARY KEY("database", owner, id)) WITHOUT ROWID
        """)
  }

  /// The subscriptions of a user in a database.
  static func read(of owner: String, in database: String, _ db: Database) throws -> [Subscription] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT value, \(damage) FROM subscription WHERE "database" = ? AND owner = ? ORDER BY id
        """)
    return try Row.fetchAll(statement, arguments: [database, owner]).compactMap { row in
      let value: Data = try table.whole(row)[0]
      return Subscription(stored: Array(value))
    }
  }

  private static let table = ChecksummedTable.subscription
  private static let damage = table.damage
  static let setting = table.insertion("INSERT OR REPLACE")

  static func owners(in database: String, _ db: Database) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: "SELECT DISTINCT owner, \(damage) FROM subscription WHERE \"database\" = ?")
    return try Row.fetchAll(statement, arguments: [database]).map { try table.whole($0)[0] }
  }
}

extension ContainerStore {
  /// Saves a subscription. One of the same id is replaced.
  ///
  /// - Parameter database: `public`, `private` or `shared`.
  package func save(
    _ subscription: Subscription, of owner: String, in database: String, mustExist: Bool
  ) async throws {
    try await write { db in
      let ids = try String.fetchAll(
        db, sql: "SELECT id FROM subscription WHERE \"database\" = ? AND owner = ?",
        arguments: [database, owner])
      guard ids.contains(subscription.id) || !mustExist else { throw Self.noSubscription }
      guard ids.contains(subscription.id) || ids.count < Subscription.most else {
        throw ServiceError.badRequest("at most \(Subscription.most) subscriptions are allowed")
      }
      try db.execute(
        sql: SubscriptionTable.setting,
        arguments: [database, owner, subscription.id, Data(subscription.json.bytes)])
    }
  }

  private static var noSubscription: ServiceError {
    ServiceError(.notFound, "subscription not found")
  }

  package func deleteSubscription(
    _ id: String, of owner: String, in database: String
  ) async throws {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM subscription WHERE \"database\" = ? AND owner = ? AND id = ?",
        arguments: [database, owner, id])
      guard db.changesCount == 1 else { throw Self.noSubscription }
    }
  }

  package func subscriptions(of owner: String, in database: String) async throws -> [Subscription] {
    try await pool.read { try SubscriptionTable.read(of: owner, in: database, $0) }
  }

  package func hasSubscriptions() async throws -> Bool {
    try await pool.read { try Int.fetchOne($0, sql: "SELECT 1 FROM subscription LIMIT 1") != nil }
  }

  /// Those who have subscribed to something in the database of a zone, and see something of the zone.
  ///
  /// - Parameters:
  ///   - owner: Empty for the public database.
  ///   - names: Of the records that have changed.
  package func subscribers(
    to zone: ZoneID, of owner: String, names: [String]
  ) async throws -> [Subscriber] {
    try await pool.read { db in
      guard !owner.isEmpty else {
        return try SubscriptionTable.owners(in: "public", db).map { user in
          Subscriber(
            user: user, database: "public",
            subscriptions: try SubscriptionTable.read(of: user, in: "public", db), visible: nil)
        }
      }
      let own = Subscriber(
        user: owner, database: "private",
        subscriptions: try SubscriptionTable.read(of: owner, in: "private", db), visible: nil)
      return try [own] + Self.participants(in: zone, of: owner, names: names, db)
    }
  }

  private static func participants(
    in zone: ZoneID, of owner: String, names: [String], _ db: Database
  ) throws -> [Subscriber] {
    guard let row = try ZoneRow.find(zone.name, of: owner, db), row.isShared else { return [] }
    return try Memberships(db).users(of: row.key).compactMap { user in
      let subscriptions = try SubscriptionTable.read(of: user, in: "shared", db)
      guard !subscriptions.isEmpty,
        let access = try ShareRows(zone: row, db: db).access(of: user)
      else { return nil }
      let rows = RecordRows(zone: row, db: db, viewer: user, access: access)
      return Subscriber(
        user: user, database: "shared", subscriptions: subscriptions,
        visible: try Set(names.filter(rows.wasVisible)))
    }
  }
}

extension RecordRows {
  /// Whether the record may be seen, or might be before it was deleted.
  fileprivate func wasVisible(_ name: String) throws -> Bool {
    try row(name).map(isVisible) ?? false
  }
}
