internal import GRDB
internal import StreaklineCore

/// Keeps near misses with their text, each once.
enum MissTable {
  static func store(_ batch: Batch, _ db: Database) throws {
    let insertion = try RowStatement(
      db, "INSERT INTO miss VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING")
    for miss in batch.chunk.nearMisses {
      insertion.bind(1, miss.id.description)
      insertion.bind(2, miss.game)
      insertion.bind(3, miss.userId)
      insertion.bind(4, miss.sentAt?.milliseconds)
      insertion.bind(5, miss.text)
      insertion.bind(6, String(json: miss.source.json))
      insertion.bind(7, miss.reason)
      insertion.bind(8, batch.now.milliseconds)
      try insertion.run()
    }
    let removal = try RowStatement(db, "DELETE FROM miss WHERE id = ?")
    for id in batch.settledMisses {
      removal.bind(1, id.description)
      try removal.run()
    }
  }
}
