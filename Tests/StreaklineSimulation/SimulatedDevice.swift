package import StreaklineCore
internal import StreaklineStore
package import StreaklineSync

/// A device of a simulation: a real store, its clock, and what the user has done on it.
final class SimulatedDevice {
  let name: String
  let path: String
  private(set) var store: Store
  /// How far its clock is ahead, in milliseconds.
  var skew: Int64

  init(_ name: String, path: String, skew: Int64) throws(StoreError) {
    self.name = name
    self.path = path
    self.skew = skew
    store = try Store.open(path: path, deviceID: name)
  }

  /// Opens the store again after it was closed in the middle of something.
  func reopen() throws(StoreError) {
    store = try Store.open(path: path, deviceID: name)
  }

  /// The visible results as lines that are the same on all devices that hold the same.
  func results() throws(StoreError) -> [String: String] {
    var lines: [String: String] = [:]
    for record in try store.results() {
      lines[record.id] = "\(record.contentHash)"
    }
    return lines
  }

  func documents() throws(StoreError) -> [String: String] {
    var lines: [String: String] = [:]
    for document in try store.documents(type: SimulatedRecords.note.name) {
      lines[document.name] = String(decoding: document.fields.canonicalBytes, as: UTF8.self)
    }
    return lines
  }
}

/// The records of simulations.
package enum SimulatedRecords {
  package static let games = [
    (slug: "wordle", id: "550e8400-e29b-41d4-a716-446655440000"),
    (slug: "tandem", id: "41ee2b94-2f3d-54c8-8ec4-11bb25c9e5b8"),
    (slug: "weekly", id: "6bf20c5e-3a41-5d8e-9d17-520ac377e601"),
  ]
  static let note = RecordType(
    name: "Note", form: .document,
    fields: [
      RecordType.Field("text", .string), RecordType.Field("count", .int),
      RecordType.Field("tags", .strings),
    ])
  private static let first = Day(daysSinceEpoch: 20_031)

  /// A result of the day that lies `day` days after 2024-11-04; score 0 is a lost game.
  package static func result(
    user: String = "me", game: Int = 0, day: Int, score: Int, playedAt: String? = nil
  ) -> Record {
    let (slug, id) = games[game]
    return Record(
      type: .gameResult, userId: user, game: slug, gameId: id, day: first + day,
      values: [
        "gameName": .string(slug), "puzzleNumber": .int(1_234 + day),
        "score": score == 0 ? .null : .int(score), "maxAttempts": .int(6),
        "completed": .bool(score != 0), "parsedData": .object(["rows": .string("\(score)")]),
        "sharedText": .string("\(slug) \(1_234 + day) \(score)/6"),
        "source": .object(["name": .string("chat"), "line": .int(day)]),
      ])
  }

  package static func pipeline(notes: MergePolicy?, users: Set<String>? = ["me", "alice"])
    -> Pipeline
  {
    let zone = (try? NameTemplate("results")) ?? .defaultZone
    let name = (try? NameTemplate("{name}")) ?? .uuid
    var pipeline = Pipeline(
      name: "held",
      records: [
        "GameResult": Pipeline.Destination(zone: zone, name: .uuid),
        "Note": Pipeline.Destination(zone: zone, name: name, merge: notes),
      ], remote: .jsonLines(path: "/nowhere"))
    pipeline.types = [note]
    pipeline.users = users
    return pipeline
  }
}
