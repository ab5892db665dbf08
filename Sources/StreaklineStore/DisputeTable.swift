internal import GRDB
internal import StreaklineCore

/// Keeps what differs from the first result of its id, once for each different content.
struct DisputeTable {
  private let insertion: RowStatement
  private let removal: RowStatement

  init(_ db: Database) throws {
    insertion = try RowStatement(
      db, "INSERT INTO dispute VALUES (?, ?, ?, ?) ON CONFLICT (id, digest) DO NOTHING")
    removal = try RowStatement(db, "DELETE FROM dispute WHERE id = ? AND digest = ?")
  }

  func add(_ record: Record, seenAt: Instant) throws {
    insertion.bind(1, record.id)
    insertion.bind(2, digest(of: record))
    insertion.bind(3, String(json: record.json))
    insertion.bind(4, seenAt.milliseconds)
    try insertion.run()
  }

  func remove(_ record: Record) throws {
    removal.bind(1, record.id)
    removal.bind(2, digest(of: record))
    try removal.run()
  }

  /// Of what makes two results differ, and not of where and when they were met.
  private func digest(of record: Record) -> String {
    let declared = RecordType.named(record.type)?.fields.map(\.name) ?? []
    let content = (declared + ["parsedData"]).map { record.fields[$0] ?? .null }
    let text = String(json: .list([.string(record.type)] + content))
    return UniqueID(namespace: .streakline, name: text).description
  }
}
