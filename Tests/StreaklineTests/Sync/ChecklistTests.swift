import Foundation
import StreaklineCore
import StreaklineStore
import StreaklineSync
import Testing

/// What `Documentation/sync-checklist.md` says, and the record types that the documents name.
@Suite struct ChecklistTests {
  private func rows() throws -> [(id: String, state: String)] {
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/sync-checklist.md"), encoding: .utf8)
    let row = /^\| ([A-Z]\d+) \| .+ \| (.+) \|$/.anchorsMatchLineEndings()
    return page.matches(of: row).map {
      (String($0.1), String($0.2))
    }
  }

  @Test func `the checklist has each capability that the documents name, once`() throws {
    let sections = [
      ("E", 14), ("Z", 7), ("R", 21), ("N", 10), ("A", 10), ("W", 21), ("D", 12), ("C", 14),
      ("T", 9), ("L", 11), ("K", 10), ("S", 14), ("M", 14), ("X", 17),
    ]
    let expected = sections.flatMap { letter, last in (1...last).map { "\(letter)\($0)" } }
    #expect(try rows().map(\.id) == expected)
  }

  @Test func `each line of the checklist names a test that is there, or says why not`() throws {
    var tests: Set<String> = []
    for name in ["Tests/StreaklineTests", "Server/Tests"] {
      let folder = Tool.root.appending(path: name)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where path.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        tests.formUnion(source.matches(of: /func\s+`([^`]+)`/).map { String($0.1) })
      }
    }
    for (id, state) in try rows() {
      if let name = state.wholeMatch(of: /works(?: \(.+\))?: `([^`]+)`/)?.1 {
        let isThere = tests.contains(String(name))
        #expect(isThere, "\(id): \(name)")
      } else {
        #expect(state.wholeMatch(of: /not, because .{8,}/) != nil, "\(id): \(state)")
      }
    }
  }

  /// SYNC.md §3.3: of each record type the fields under the names of its document, with their kinds.
  private static let documents = [
    "streaksync UserAchievements version:int payload:bytes lastUpdated:date summary:bytes",
    "streaksync LeaderboardGroup title:string createdBy:reference createdAt:date description:string",
    "streaksync DailyScore userId:string dateInt:int gameId:string gameName:string score:int "
      + "maxAttempts:int completed:bool updatedAt:date",
    "streaksync GameResult gameID:string gameName:string gameType:string date:date score:int "
      + "maxAttempts:int completed:bool sharedText:string parsedData:object",
    "tandem UserStats played:int wins:int currentStreak:int bestStreak:int lastStreakDate:string "
      + "deviceId:string modifiedAt:date",
    "tandem PuzzleResult date:date won:bool mistakes:int solved:int hintsUsed:int theme:string "
      + "timestamp:date deviceId:string",
    "tandem PuzzleProgress date:string started:bool solved:int mistakes:int hintsUsed:int "
      + "lastUpdated:string deviceId:string",
    "tandem tandem.UserPreferences theme:string themeMode:string highContrast:bool sound:bool "
      + "deviceId:string modifiedAt:date",
    "habitto Habit name:string description:string habitType:string schedule:string goal:string "
      + "reminder:string startDate:date endDate:date completionHistory:bytes dataVersion:string "
      + "migrationVersion:string lastModified:date deviceId:string",
    "habitto CompletionEvent habitId:string date:date completionCount:int lastModified:date "
      + "deviceId:string",
    "habitto DeletionTombstone habitId:string deletedAt:date ttl:date reason:string deviceId:string",
    "quiettimer TimerSession sessionID:string startTime:date endTime:date duration:double "
      + "isActive:bool deviceName:string appVersion:string notes:string tags:strings",
    "quiettimer ActiveTimer sessionID:string startTime:date pausedTime:date "
      + "totalPausedDuration:double isRunning:bool isPaused:bool deviceName:string "
      + "lastUpdateTime:date",
    "quiettimer quiettimer.UserPreferences defaultTimerDuration:double soundEnabled:bool "
      + "soundName:string vibrationEnabled:bool backgroundSyncEnabled:bool",
  ]

  @Test(arguments: documents)
  func `fields have the names and kinds of the document`(row: String) throws {
    let parts = row.split(separator: " ").map(String.init)
    let destination = try #require(AppPipelineSample.pipeline(parts[0]).records[parts[1]])
    let schema = RecordSchema(RecordSchema.standard.types + RecordSchema.documents.types)
    let type = try #require(schema[parts[1]])
    // What results have besides the fields of their type.
    let derived: [String: RecordType.Kind] = [
      "date": .date, "deviceId": .string, "changedAt": .date, "userId": .string, "game": .string,
    ]
    let fields = try #require(destination.fields).map { ours, theirs in
      let kind = type.kindOfAny(ours) ?? derived[ours]
      return "\(theirs):\(kind?.rawValue ?? "?")"
    }
    #expect(fields.sorted() == parts.dropFirst(2).sorted())
  }

  @Test(arguments: [
    ("tandem", "tandem.UserPreferences", "theme", ["light", "dark"]),
    ("tandem", "tandem.UserPreferences", "themeMode", ["auto", "manual"]),
    ("habitto", "Habit", "habitType", ["formation", "breaking"]),
    ("habitto", "DeletionTombstone", "reason", ["user_request", "gdpr", "gdpr_request"]),
  ])
  func `enumerations are those of the document`(
    app: String, type: String, field: String, texts: [String]
  ) throws {
    #expect(try AppPipelineSample.pipeline(app).records[type]?.texts[field] == texts)
  }

  @Test func `a text that an app does not know is not sent, and one that is there stays`()
    async throws
  {
    let sample = try AppPipelineSample("habitto")
    let (a, id) = (try sample.device("a"), AppPipelineSample.habit.id)
    try sample.put(a, "Habit", id, ["name": .string("Read"), "habitType": .string("hobby")])
    #expect(try await sample.sync(a).rejected == 1)
    #expect(
      try a.deliveries("habitto").map(\.reason)
        == ["'habitType' is 'hobby', and not one of formation, breaking"])
    // A newer app knows more.
    let b = try sample.device("b")
    sample.save(
      "HabittoHabitsZone", id.uppercased(), "Habit",
      ["name": .string("Read"), "habitType": .string("avoiding")])
    try await sample.sync(b)
    try sample.put(b, "Habit", id, ["name": .string("Walk"), "habitType": .string("avoiding")])
    #expect(try await sample.sync(b).saved == 1)
  }
}
