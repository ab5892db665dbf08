internal import CloudKitCore
internal import GRDB

/// Which users see zones of others, and when what they see has changed: the feed of a shared database.
struct Memberships {
  private let db: Database

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

  private func users(of zone: Int64) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: "SELECT user FROM membership WHERE zone = ? AND isGone = 0")
    return try String.fetchAll(statement, arguments: [zone])
  }

  private func set(_ user: String, _ zone: Int64, isGone: Bool) throws {
    let change = try ZoneRow.nextChange(of: Self.database(of: user), db)
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO membership VALUES (?, ?, ?, ?)")
    try statement.execute(arguments: [user, zone, change, isGone])
  }
}
