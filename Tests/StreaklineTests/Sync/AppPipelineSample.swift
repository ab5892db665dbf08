import Foundation
import Streakline
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// The built-in pipeline files of the apps, switched on, and devices that sync by them over a server
/// that a test holds.
struct AppPipelineSample {
  let folder: TemporaryFolder
  let server = HeldServer()
  var pipeline: Pipeline
  /// What the devices know of games; without achievements.
  var games = Self.games
  static let games = KnownGames(
    slugs: [StoreSample.wordle: "wordle", SimulatedRecords.games[1].id: "tandem"])

  init(_ name: String) throws {
    folder = try TemporaryFolder()
    server.set(now: StoreSample.now)
    pipeline = try Self.pipeline(name)
  }

  static func pipeline(_ name: String) throws -> Pipeline {
    let path = Tool.root.appending(path: "Pipelines/\(name).yaml").path
    let files = PipelineFiles(file: path, store: "/data/s.db")
    #expect(files.problems.map(\.rendered) == [])
    var pipeline = try #require(files.pipelines.first)
    pipeline.isEnabled = true
    return pipeline
  }

  func device(_ name: String) throws -> Store {
    try Store.open(path: folder.file("\(name).db"), deviceID: name)
  }

  @discardableResult
  func sync(_ store: Store, _ remote: (any Remote)? = nil, seconds: Int64 = 0) async throws
    -> SyncReport
  {
    let now = Instant(milliseconds: StoreSample.now.milliseconds + seconds * 1_000)
    var run = SyncRun(
      store, pipeline, to: remote ?? HeldRemote(server), games: games, now: { now },
      jitter: { 0.5 })
    return try await run.run()
  }

  /// Syncs each store until all have met what the others have sent.
  func settle(_ stores: Store...) async throws {
    for _ in 0..<3 { for store in stores { try await sync(store) } }
    for store in stores {
      let report = try await sync(store)
      #expect(report.batches == 0 && report.pulled == 0 && report.pending == 0, "\(report)")
      #expect(report.foreign == 0 && report.rejected == 0 && report.state == .success, "\(report)")
      #expect(try store.verify() == [])
    }
  }

  @discardableResult
  func put(_ store: Store, _ type: String, _ name: String, _ fields: Fields) throws -> Document {
    let document = Document(type: type, name: name, fields: fields)
    _ = try store.put(document, now: StoreSample.now)
    return document
  }

  func fields(_ store: Store, _ type: String, _ name: String) throws -> Fields? {
    try store.document(type: type, name: name)?.fields
  }

  /// Saves a record as the app does.
  func save(_ zone: String, _ name: String, _ type: String, _ fields: Fields) {
    server.save(
      RemoteRecord(zone: ZoneName(zone), recordName: name, type: type, fields: fields))
  }

  func held(_ name: String) -> RemoteRecord? { server.records.first { $0.recordName == name } }

  /// The same devices, with the achievements that come with the program.
  func withAchievements() -> AppPipelineSample {
    var sample = self
    let files = AchievementFiles([Tool.root.appending(path: "Achievements").path])
    #expect(files.problems.map(\.rendered) == [] && files.categories.count == 10)
    sample.games.achievements = files.categories
    return sample
  }

  static func puzzle(day: Int, at playedAt: String) -> StreaklineCore.Record {
    StreaklineCore.Record(
      type: .puzzleResult, userId: "me", game: "tandem", gameId: SimulatedRecords.games[1].id,
      day: StoreSample.first + day,
      values: [
        "gameName": .string("Daily Tandem"), "puzzleNumber": .int(82 + day), "won": .bool(true),
        "playedAt": .string(playedAt), "mistakes": .int(1), "solved": .int(4),
        "hintsUsed": .int(0), "theme": .null, "parsedData": .object([:]),
        "sharedText": .string("Daily Tandem #82"),
        "source": SourceLocation(name: "chat", line: 1).json,
      ])
  }

  static let habit = Habit(id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", name: "Read")

  /// A day on which the habit was done.
  static func done(_ count: Int = 1, day: Int = 0) throws -> StreaklineCore.Record {
    let habitDay = HabitDay(user: "me", habit: habit, day: StoreSample.first + day)
    guard case .add(let record) = habitDay.done(count, stored: nil, at: StoreSample.now) else {
      throw CancellationError()
    }
    return record
  }
}
