internal import Foundation
package import StreaklineCore
internal import StreaklineFiles
internal import StreaklineStore
package import StreaklineSync

/// A device of a simulation: a real store, its clock, and whether its program is an old one.
final class SimulatedDevice {
  let name: String
  private(set) var path: String
  private(set) var store: Store
  /// How far its clock is ahead, in milliseconds.
  var skew: Int64
  /// Whether its program does not know the field `tags` yet.
  let isOld: Bool
  /// What others know of a result of this device.
  enum Knowledge { case perhaps, surely }
  private var knowledge: [String: Knowledge] = [:]
  /// The contents of results that were stored here one after another, by id.
  private var stored: [String: Set<Int64>] = [:]
  /// The results that were deleted here.
  var deleted: Set<String> = []
  private var copies = 0
  /// The ids that its store has had.
  private(set) var ids: [String]

  /// - Parameter templates: A folder with an empty store for each name, which saves the creation.
  init(_ name: String, folder: String, templates: String?, skew: Int64, isOld: Bool) throws {
    self.name = name
    self.skew = skew
    self.isOld = isOld
    ids = [name]
    path = "\(folder)/\(name).db"
    if let templates {
      // Quicker than `FileManager`, which copies small pieces.
      try Data(contentsOf: URL(fileURLWithPath: "\(templates)/\(name).db"))
        .write(to: URL(fileURLWithPath: path))
    }
    store = try Store.open(path: path, deviceID: name)
  }

  /// A device whose store is there.
  init(_ name: String, at path: String, skew: Int64, isOld: Bool) throws {
    self.name = name
    self.path = path
    self.skew = skew
    self.isOld = isOld
    store = try Store.open(path: path, deviceID: name)
    ids = [try store.deviceID()]
  }

  /// Ends the program as a crash does: what is committed stays in the log beside the file.
  func crash() {
    let files = try? contents()
    try? store.close()
    // In place: a file that is a copy is another store.
    for (end, bytes) in files ?? [:] {
      let path = path + end
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      }
      guard let file = FileHandle(forWritingAtPath: path) else { continue }
      try? file.truncate(atOffset: 0)
      try? file.write(contentsOf: bytes)
      try? file.close()
    }
  }

  /// The store's file and its log, by the ends of their names.
  private func contents() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: path + end) {
      files[end] = try Data(contentsOf: URL(fileURLWithPath: path + end))
    }
    return files
  }

  // MARK: - Copies

  /// A copy of a store's file.
  struct Copy {
    let device: String
    let path: String
  }

  /// Copies the store's file, as a backup does while no program has it open.
  func copy() throws -> Copy {
    try store.close()
    copies += 1
    let copy = Copy(device: name, path: "\(path).backup\(copies)")
    try FileManager.default.copyItem(atPath: path, toPath: copy.path)
    try reopen()
    return copy
  }

  /// Opens a copy: in place of the store, or for another device.
  ///
  /// - Returns: Its path; `nil` where the store does not notice that it is a copy.
  func openCopy(_ copy: Copy, isRestored: Bool) throws -> String? {
    copies += 1
    let target = "\(path).copy\(copies)"
    try FileManager.default.copyItem(atPath: copy.path, toPath: target)
    let before = try store.deviceID()
    let opened = try Store.open(path: target, deviceID: "\(name)-\(copies)")
    guard try opened.deviceID() != before else {
      try opened.close()
      return nil
    }
    try opened.close()
    if isRestored { try restore(copy, id: "\(name)-\(copies)") }
    return target
  }

  // MARK: - Backups

  /// A backup of a store, with what others knew of its results then.
  struct Backup {
    let copy: Copy
    fileprivate let knowledge: [String: Knowledge]
    fileprivate let stored: [String: Set<Int64>]
    let deleted: Set<String>
  }

  /// Takes a backup of the open store, as `streakline backup` does.
  func backUp() throws -> Backup {
    copies += 1
    let copy = Copy(device: name, path: "\(path).backup\(copies)")
    _ = FileManager.default.createFile(atPath: copy.path, contents: nil)
    try store.writeCopy(to: copy.path)
    var known = knowledge
    // What was not sent yet may be sent later.
    for record in try store.results() where known[record.id] != .surely {
      known[record.id] = .perhaps
    }
    return Backup(copy: copy, knowledge: known, stored: stored, deleted: deleted)
  }

  private func restore(_ copy: Copy, id: String) throws {
    try store.close()
    try Self.restore(copy, to: path, id: id)
    try reopen()
    ids.append(self.id)
  }

  /// Puts a backup in the place of the store, as `streakline restore --replace` does.
  func restore(_ backup: Backup) throws {
    copies += 1
    try restore(backup.copy, id: "\(name)-\(copies)")
    (knowledge, stored, deleted) = (backup.knowledge, backup.stored, backup.deleted)
  }

  /// Restores a backup on another device.
  convenience init(_ name: String, folder: String, from backup: Backup, skew: Int64, isOld: Bool)
    throws
  {
    let path = "\(folder)/\(name).db"
    try Self.restore(backup.copy, to: path, id: name)
    try self.init(name, at: path, skew: skew, isOld: isOld)
    (knowledge, stored, deleted) = (backup.knowledge, backup.stored, backup.deleted)
  }

  private static func restore(_ copy: Copy, to path: String, id: String) throws {
    let file = try ReplacementFile(path)
    try file.write([UInt8](Data(contentsOf: URL(fileURLWithPath: copy.path))))
    _ = try RestoredStore(file).putInPlace(deviceID: id, replaces: true)
  }

  /// Opens the store again after a crash.
  func reopen() throws {
    store = try Store.open(path: path, deviceID: name)
  }

  /// The id of the store, under which it writes to shared folders.
  var id: String { (try? store.deviceID()) ?? name }

  /// The store's files.
  var files: [String] { ["", "-wal", "-shm", "-journal"].map { path + $0 } }

  /// Notes that a result was stored.
  func note(_ record: Record) {
    stored[record.id, default: []].insert(record.contentHash)
  }

  /// Notes what is stored, after a change or around a run.
  ///
  /// - Parameter new: What others know of all results that are stored now; `nil` when there was no run.
  func note(_ new: Knowledge? = nil) throws(StoreError) {
    for record in try store.results() {
      note(record)
      if let new, knowledge[record.id] != .surely { knowledge[record.id] = new }
    }
  }

  /// What others know of a result, and its contents here until now.
  func history(of id: String) -> (knowledge: Knowledge?, contents: Set<Int64>) {
    (knowledge[id], stored[id] ?? [])
  }

  /// The visible results as lines that are the same on all devices that hold the same.
  func results() throws(StoreError) -> [String: String] {
    var lines: [String: String] = [:]
    for record in try store.results() {
      lines[record.id] = "\(record.contentHash)"
    }
    return lines
  }

  /// The visible notes, without the fields that an old program does not know.
  func documents(shared: Bool) throws(StoreError) -> [String: String] {
    var lines: [String: String] = [:]
    for document in try store.documents(type: SimulatedRecords.note.name) {
      var fields = document.fields
      if shared { fields["tags"] = nil }
      lines[document.name] = String(decoding: fields.canonicalBytes, as: UTF8.self)
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
  /// Documents that are a user's.
  static let page = RecordType(
    name: "Page", form: .document,
    fields: [RecordType.Field("userId", .string), RecordType.Field("text", .string)])
  /// The type as a program knows it that was written before there were tags.
  static let oldNote = RecordType(
    name: "Note", form: .document,
    fields: [RecordType.Field("text", .string), RecordType.Field("count", .int)])
  static let first = Day(daysSinceEpoch: 20_031)

  /// A result of the day that lies `day` days after 2024-11-04; score 0 is a lost game.
  package static func result(
    user: String = "me", game: Int = 0, day: Int, score: Int, playedAt: String? = nil
  ) -> Record {
    result(user: user, games[game].slug, games[game].id, day: day, score: score)
  }

  /// Two results that a composite id without escapes would take for one.
  static let joined = [
    result(user: "me", "weekly", "x|20241106|weekly", day: 1, score: 3),
    result(user: "me|20241105|x", "weekly", "weekly", day: 2, score: 4),
  ]

  private static func result(
    user: String, _ slug: String, _ id: String, day: Int, score: Int
  ) -> Record {
    Record(
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
    pipeline(notes: notes, users: users, results: "{uuid}")
  }

  /// - Parameter results: The template of the results' names.
  package static func pipeline(notes: MergePolicy?, users: Set<String>?, results: String)
    -> Pipeline
  {
    func template(_ text: String) -> NameTemplate { (try? NameTemplate(text)) ?? .uuid }
    let zone = template("results")
    var pipeline = Pipeline(
      name: "held",
      records: [
        "GameResult": Pipeline.Destination(zone: zone, name: template(results)),
        "Note": Pipeline.Destination(zone: zone, name: template("{name}"), merge: notes),
      ], remote: .jsonLines(path: "/nowhere"))
    pipeline.types = [note]
    pipeline.users = users
    return pipeline
  }

  /// Results of one's own, and groups whose scores follow from them, as in the pipeline of StreakSync.
  static var groups: Pipeline {
    func template(_ text: String) -> NameTemplate { (try? NameTemplate(text)) ?? .uuid }
    var pipeline = pipeline(notes: nil, users: ["me"])
    pipeline.records[RecordType.leaderboardGroup.name] = Pipeline.Destination(
      zone: template("leaderboard_{name}"), name: template("group_{name}"), merge: .serverWins)
    var scores = Pipeline.Destination(
      zone: template("leaderboard_{groupId}"),
      name: template("score|{account}|{dateInt}|{gameId}"),
      merge: .lastWriterWins(field: "updatedAt"))
    scores.parent = template("group_{groupId}")
    scores.isDerived = true
    pipeline.records[RecordType.dailyScore.name] = scores
    return pipeline
  }
}

extension Pipeline {
  /// Adds the documents that are a user's, and what is decided about people.
  mutating func carryPeople(isFolder: Bool) {
    remote =
      isFolder
      ? .folder(path: "/nowhere") : .program(command: ["x"], settings: .null, folder: "/nowhere")
    records[RecordType.decision.name] = Destination(
      zone: (try? NameTemplate(Self.decisionZone)) ?? .uuid,
      name: (try? NameTemplate("{name}")) ?? .uuid, merge: Self.decisionPolicy)
    types.append(SimulatedRecords.page)
    records[SimulatedRecords.page.name] = Destination(
      zone: (try? NameTemplate("results")) ?? .uuid, name: (try? NameTemplate("{name}")) ?? .uuid)
  }
}
