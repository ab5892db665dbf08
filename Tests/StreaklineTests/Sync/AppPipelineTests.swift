import Streakline
import StreaklineCore
import StreaklineSync
import Testing

/// The names and numbers of the apps' documents, as the built-in pipeline files have them.
@Suite struct AppPipelineTests {
  static let apps = ["streaksync", "tandem", "habitto", "quiettimer"]

  @Test func `the pipelines of the apps are switched off until they are copied`() throws {
    let files = PipelineFiles(["Pipelines"], store: "/data/s.db")
    #expect(files.problems.map(\.rendered) == [])
    #expect(Set(files.pipelines.filter(\.isSample).map(\.name)) == Set(Self.apps))
  }

  @Test(arguments: [
    ("streaksync", "GameResult", "UserDataZone", "{UUID}"),
    ("streaksync", "UserAchievements", "AchievementsZone", "user_achievements"),
    ("streaksync", "LeaderboardGroup", "leaderboard_{NAME}", "group_{NAME}"),
    (
      "streaksync", "DailyScore", "leaderboard_{GROUPID}",
      "score|{account}|{dateInt}|{gameId}"
    ),
    ("tandem", "UserStats", "_defaultZone", "userStats_{deviceId}"),
    ("tandem", "PuzzleResult", "_defaultZone", "puzzleResult_{date}_{deviceId}"),
    ("tandem", "PuzzleProgress", "_defaultZone", "puzzleProgress_{date}_{deviceId}"),
    ("tandem", "tandem.UserPreferences", "_defaultZone", "userPreferences_{deviceId}"),
    ("habitto", "Habit", "HabittoHabitsZone", "{NAME}"),
    ("habitto", "CompletionEvent", "HabittoHabitsZone", "{GAMEID}_{date}"),
    ("habitto", "DeletionTombstone", "HabittoHabitsZone", "tombstone_{NAME}"),
    ("quiettimer", "TimerSession", "_defaultZone", "{NAME}"),
    ("quiettimer", "ActiveTimer", "_defaultZone", "activeTimer"),
    ("quiettimer", "quiettimer.UserPreferences", "_defaultZone", "userPreferences"),
  ])
  func `zones and record names are those of the document`(
    app: String, type: String, zone: String, name: String
  ) throws {
    let destination = try #require(AppPipelineSample.pipeline(app).records[type])
    #expect(destination.zone.template == zone && destination.name.template == name)
    let theirs = type.split(separator: ".").last.map(String.init)
    #expect(destination.type ?? type == theirs)
  }

  @Test(arguments: [
    (
      "streaksync", "GameResult",
      "gameID gameName gameType date score maxAttempts completed sharedText parsedData"
    ),
    ("streaksync", "UserAchievements", "version payload lastUpdated summary"),
    ("streaksync", "LeaderboardGroup", "title createdBy createdAt description"),
    (
      "streaksync", "DailyScore",
      "userId dateInt gameId gameName score maxAttempts completed updatedAt"
    ),
    (
      "tandem", "UserStats",
      "played wins currentStreak bestStreak lastStreakDate deviceId modifiedAt"
    ),
    (
      "tandem", "PuzzleResult",
      "date won mistakes solved hintsUsed theme timestamp deviceId"
    ),
    (
      "tandem", "PuzzleProgress",
      "date started solved mistakes hintsUsed lastUpdated deviceId"
    ),
    (
      "tandem", "tandem.UserPreferences",
      "theme themeMode highContrast sound deviceId modifiedAt"
    ),
    // Without syncStatus, which is a matter of each device.
    (
      "habitto", "Habit",
      "name description habitType schedule goal reminder startDate endDate completionHistory "
        + "dataVersion migrationVersion lastModified deviceId"
    ),
    // Without difficulty and notes, which only the app has.
    ("habitto", "CompletionEvent", "habitId date completionCount lastModified deviceId"),
    ("habitto", "DeletionTombstone", "habitId deletedAt ttl reason deviceId"),
    (
      "quiettimer", "TimerSession",
      "sessionID startTime endTime duration isActive deviceName appVersion notes tags"
    ),
    (
      "quiettimer", "ActiveTimer",
      "sessionID startTime pausedTime totalPausedDuration isRunning isPaused deviceName "
        + "lastUpdateTime"
    ),
    (
      "quiettimer", "quiettimer.UserPreferences",
      "defaultTimerDuration soundEnabled soundName vibrationEnabled backgroundSyncEnabled"
    ),
  ])
  func `fields have the names of the document`(app: String, type: String, names: String) throws {
    let destination = try #require(AppPipelineSample.pipeline(app).records[type])
    let theirs = try #require(destination.fields).values
    #expect(Set(theirs) == Set(names.split(separator: " ").map(String.init)))
  }

  @Test func `each record type of a document is in its pipeline, and no other`() throws {
    let types = try Self.apps.map { try AppPipelineSample.pipeline($0).records.count }
    #expect(types == [4, 4, 3, 3])
  }

  @Test(arguments: [("streaksync", 5, 60.0), ("tandem", 5, 60), ("habitto", 100, 30)])
  func `a batch leaves with five records or after two seconds, and pauses double from a second`(
    app: String, most: Int, longestPause: Double
  ) throws {
    let pipeline = try AppPipelineSample.pipeline(app)
    #expect(pipeline.batcher == Batcher(size: 5, maximumSize: most, afterSeconds: 2))
    #expect(
      pipeline.backoff == Backoff(firstSeconds: 1, factor: 2, maximumSeconds: longestPause))
  }

  @Test(arguments: [
    ("streaksync", "iCloud.com.mitsheth.StreakSync2"), ("tandem", "iCloud.com.tandemdaily.app"),
    ("habitto", "default"), ("quiettimer", "default"),
  ])
  func `the container is the document's, and only the user's own results are sent`(
    app: String, container: String
  ) throws {
    let pipeline = try AppPipelineSample.pipeline(app)
    guard case .other(.cloudkit, let settings) = pipeline.remote else {
      Issue.record("\(pipeline.remote)")
      return
    }
    #expect(settings.object?["container"]?.string == container)
    #expect(settings.object?["database"]?.string == "private")
    #expect(pipeline.users == ["me"])
  }

  @Test(
    arguments: [
      ("streaksync", "GameResult", .serverWins), ("streaksync", "UserAchievements", .achievements),
      ("streaksync", "LeaderboardGroup", .serverWins),
      ("streaksync", "DailyScore", .lastWriterWins(field: "updatedAt")),
      ("tandem", "UserStats", .serverWins), ("tandem", "PuzzleResult", .serverWins),
      ("tandem", "PuzzleProgress", .progress),
      (
        "habitto", "CompletionEvent", .fields(["completionCount": .latest, "isCompleted": .latest])
      ),
      ("habitto", "DeletionTombstone", .serverWins), ("quiettimer", "TimerSession", .serverWins),
      ("quiettimer", "ActiveTimer", .lastWriterWins(field: "lastUpdateTime")),
    ] as [(String, String, MergePolicy)])
  func `each type is merged as its facts allow`(app: String, type: String, policy: MergePolicy)
    throws
  {
    #expect(try AppPipelineSample.pipeline(app).records[type]?.merge == policy)
  }

  @Test(arguments: [
    ("tandem", "tandem.UserPreferences", "theme"), ("habitto", "Habit", "goal"),
    ("quiettimer", "quiettimer.UserPreferences", "soundName"),
  ])
  func `settings and habits are merged field by field, the latest change wins`(
    app: String, type: String, field: String
  ) throws {
    guard case .fields(let rules)? = try AppPipelineSample.pipeline(app).records[type]?.merge
    else {
      Issue.record("not by fields")
      return
    }
    #expect(rules[field] == .latest)
  }

  @Test func `a name of a document type has one meaning in each app's own file`() throws {
    let tandem = try AppPipelineSample.pipeline("tandem").records["tandem.UserPreferences"]
    let timer = try AppPipelineSample.pipeline("quiettimer").records["quiettimer.UserPreferences"]
    #expect(tandem?.type == "UserPreferences" && timer?.type == "UserPreferences")
    #expect(tandem?.fields?["theme"] != nil && timer?.fields?["theme"] == nil)
  }
}
