internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

/// What all feed sequences start with: a store as bytes, so that the tables are created once, and the
/// records that they use.
package struct FeedSample: Sendable {
  /// How many contents a result can have.
  static let scores = 4
  static let zone = "results"
  static let start = Instant(milliseconds: 1_790_000_000_000)

  let filter = PipelineFilter(pipeline: "feed", types: ["GameResult"], users: ["me"])
  /// A pipeline that is never pulled, so its feed also gives the deletions of what nobody else knows.
  let observer = PipelineFilter(pipeline: "observer", types: ["GameResult"], users: ["me"])
  /// The ids of results that the pipeline sends.
  let wanted: [String]
  /// The ids of results that it does not send.
  let others: [String]
  /// All ids in the order in which the store keeps them: by day, user and game.
  let order: [String]
  let store: [UInt8]
  let model: FeedModel
  private let records: [String: [Record]]
  private let scoresOfHashes: [Int64: Int]

  /// - Parameter folder: An empty folder.
  package init(folder: String) throws {
    var ids: [String: [String]] = [:]
    var records: [String: [Record]] = [:]
    var hashes: [Int64: Int] = [:]
    // The users and games of these come first, in this order, so the store numbers them so.
    var first: [String] = []
    for day in 0..<4 {
      for (user, game) in [("me", 0), ("me", 1), ("carol", 0)] {
        let contents = (0..<Self.scores).map {
          SimulatedRecords.result(user: user, game: game, day: day, score: $0)
        }
        let id = contents[0].id
        records[id] = contents
        for (score, record) in contents.enumerated() { hashes[record.contentHash] = score }
        if day == 3 { first.append(id) } else { ids[user, default: []].append(id) }
        ids["all", default: []].append(id)
      }
    }
    wanted = ids["me"] ?? []
    others = ids["carol"] ?? []
    order = ids["all"] ?? []
    self.records = records
    scoresOfHashes = hashes
    let path = "\(folder)/sample.db"
    let store = try Store.open(path: path, deviceID: "d1")
    for filter in [filter, observer] {
      _ = try store.changes(filter, limit: 1, now: Self.start)
    }
    let batch = Batch(
      ParsedChunk(records: first.compactMap { records[$0]?[1] }), now: Self.start)
    _ = try store.ingest(batch)
    try store.close()
    self.store = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var model = FeedModel()
    _ = model.ingest(
      first.map { ($0, 1) }, replaces: false, isWanted: { !$0.hasPrefix("carol") }, at: Self.start)
    self.model = model
  }

  func record(_ id: String, _ score: Int) -> Record {
    records[id]?[score] ?? SimulatedRecords.result(day: 0, score: score)
  }

  /// The score of a record as it was stored; -1 for another content.
  func score(_ record: Record) -> Int {
    guard let contents = records[record.id],
      let score = scoresOfHashes[record.contentHash],
      contents[score].contentHash == record.contentHash
    else { return -1 }
    return score
  }
}
