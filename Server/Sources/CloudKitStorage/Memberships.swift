internal import CloudKitCore
internal import GRDB

/// Which users see zones of others, and when what they see has changed: the feed of a shared database.
struct Memberships {
  struct Change {
    let zone: Int64
    let changedAt: Int64
    let isGone: Bool
  }

  private let db: Database
  private static let table = ChecksummedTable.membership
  private static let damage = table.damage
  private static let setting = table.insertion("INSERT OR REPLACE")
  /// A membership of which a bit has changed could look like one that has ended.
  private static let mayBeThere = "(isGone = 0 OR NOT \(table.isWhole))"

  init(_ db: Database) {
    self.db = db
  }

  /// The name under which a user's shared database has its changes.
  static func database(of user: String) -> String { "shared " + user }

  /// Notes that a zone has changed, for all who see it.
  func note(changeOf zone: Int64) throws {
    for user in try users(of: zone) { try set(user, zone, isGone: false) }
  }

  func begin(_ user: String, in zone: Int64) throws { try set(user, zone, isGone: false) }
  func end(_ user: String, in zone: Int64) throws { try set(user, zone, isGone: true) }

  /// Ends what all see of a zone.
  func end(in zone: Int64) throws {
    for user in try users(of: zone) { try end(user, in: zone) }
  }

  /// The users who see something of a zone.
  func users(of zone: Int64) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT user, \(Self.damage) FROM membership WHERE zone = ? AND \(Self.mayBeThere)
        """)
    return try Row.fetchAll(statement, arguments: [zone]).map { try Self.table.whole($0)[0] }
  }

  /// The zones of which a user sees something.
  func zones(of user: String) throws -> [Int64] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT zone, \(Self.damage) FROM membership WHERE user = ? AND \(Self.mayBeThere)
        """)
    return try Row.fetchAll(statement, arguments: [user]).map { try Self.table.whole($0)[0] }
  }

  /// What has changed for a user, in the order of the changes.
  func changes(
    of user: String, since: Int64, withEnded: Bool, limit: Int
  ) throws -> [Change] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT zone, changedAt, isGone, \(Self.damage) FROM membership
        WHERE user = ?1 AND (changedAt > ?2 AND (isGone = 0 OR ?3) OR NOT \(Self.table.isWhole))
        ORDER BY changedAt LIMIT ?4
        """)
    return try Row.fetchAll(statement, arguments: [user, since, withEnded, limit]).map { row in
      let row = try Self.table.whole(row)
      return Change(zone: row[0], changedAt: row[1], isGone: row[2])
    }
  }

  private func set(_ user: String, _ zone: Int64, isGone: Bool) throws {
    let change = try ZoneRow.nextChange(of: Self.database(of: user), db)
    let statement = try db.cachedStatement(sql: Self.setting)
    try statement.execute(arguments: [user, zone, change, isGone])
  }
}
