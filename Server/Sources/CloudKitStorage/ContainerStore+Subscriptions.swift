package import CloudKitCore
internal import Foundation
internal import GRDB
internal import ServerJSON

/// A subscription with the user who has it.
package struct HeldSubscription: Sendable {
  package let owner: String
  package let subscription: Subscription
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

  static func read(_ row: Row) -> HeldSubscription? {
    let value: Data = row[1]
    return Subscription(stored: Array(value)).map {
      HeldSubscription(owner: row[0], subscription: $0)
    }
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
        sql: "INSERT OR REPLACE INTO subscription VALUES (?, ?, ?, ?)",
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

  /// The subscriptions of a user in a database, or of all users.
  package func subscriptions(
    of owner: String?, in database: String
  ) async throws -> [HeldSubscription] {
    try await pool.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT owner, value FROM subscription
          WHERE "database" = ?1 AND (?2 IS NULL OR owner = ?2) ORDER BY owner, id
          """, arguments: [database, owner]
      ).compactMap(SubscriptionTable.read)
    }
  }

  package func hasSubscriptions() async throws -> Bool {
    try await pool.read { try Int.fetchOne($0, sql: "SELECT 1 FROM subscription LIMIT 1") != nil }
  }

  /// Those who see a zone of somebody else.
  package func participants(in zone: ZoneID, of owner: String) async throws -> [String] {
    try await pool.read { db in
      guard let row = try Self.zone(zone, of: owner, db), row.isShared else { return [] }
      return try String.fetchAll(
        db, sql: "SELECT user FROM membership WHERE zone = ? AND isGone = 0", arguments: [row.key])
    }
  }

  /// Whether a participant sees a record.
  package func isVisible(
    _ name: String, in zone: ZoneID, of owner: String, to participant: String
  ) async throws -> Bool {
    try await lookup([name], in: zone, of: owner, for: participant)[name] != nil
  }
}
