extension RecordType {
  /// A habit's description, as the app Habitto keeps it; its days are of the type ``completionEvent``. The name of the
  /// document is the habit's UUID, which is the game's UUID of those days.
  package static let habit = document(
    "Habit",
    [
      Field("name", .string), Field("description", .string), Field("habitType", .string),
      Field("schedule", .string), Field("goal", .string), Field("reminder", .string),
      Field("startDate", .date), Field("endDate", .date), Field("completionHistory", .bytes),
      Field("dataVersion", .string), Field("migrationVersion", .string),
      Field("lastModified", .date), Field("syncStatus", .string), Field("deviceId", .string),
    ])

  /// Says that a habit was deleted, as the app Habitto does. Its name is the habit's UUID.
  package static let deletionTombstone = document(
    "DeletionTombstone",
    [
      Field("habitId", .string), Field("deletedAt", .date), Field("ttl", .date),
      Field("reason", .string), Field("deviceId", .string),
    ])

  /// A session that a timer has measured, as the app QuietTimer keeps it. Its name is the session's id, so that the same
  /// session is never stored twice.
  package static let timerSession = document(
    "TimerSession",
    [
      Field("sessionID", .string), Field("startTime", .date), Field("endTime", .date),
      Field("duration", .double), Field("isActive", .bool), Field("deviceName", .string),
      Field("appVersion", .string), Field("notes", .string), Field("tags", .strings),
    ])

  /// The timer as it is now in the app QuietTimer, also while it is stopped. There is one, `activeTimer`.
  ///
  /// QuietTimer's own timer has neither `plannedDuration` nor `version`. Without a version a device cannot tell a
  /// timer that was stopped from one of which it has not heard yet.
  package static let activeTimer = document(
    "ActiveTimer",
    [
      Field("sessionID", .string), Field("startTime", .date), Field("pausedTime", .date),
      Field("totalPausedDuration", .double), Field("isRunning", .bool), Field("isPaused", .bool),
      Field("deviceName", .string), Field("lastUpdateTime", .date),
      Field("plannedDuration", .double), Field("version", .int),
    ])

  /// The preferences of the app Tandem.
  package static let tandemPreferences = document(
    "tandem.UserPreferences",
    [
      Field("theme", .string), Field("themeMode", .string), Field("highContrast", .bool),
      Field("sound", .bool), Field("deviceId", .string), Field("modifiedAt", .date),
    ])

  /// The preferences of the app QuietTimer, one document `userPreferences`.
  package static let quietTimerPreferences = document(
    "quiettimer.UserPreferences",
    [
      Field("defaultTimerDuration", .double), Field("soundEnabled", .bool),
      Field("soundName", .string), Field("vibrationEnabled", .bool),
      Field("backgroundSyncEnabled", .bool),
    ])

  /// The sums of one device in the app Tandem.
  package static let userStats = document(
    "UserStats",
    [
      Field("played", .int), Field("wins", .int), Field("currentStreak", .int),
      Field("bestStreak", .int), Field("lastStreakDate", .string), Field("deviceId", .string),
      Field("modifiedAt", .date),
    ])

  /// A puzzle of the app Tandem that is not finished yet.
  package static let puzzleProgress = document(
    "PuzzleProgress",
    [
      Field("date", .string), Field("started", .bool), Field("solved", .int),
      Field("mistakes", .int), Field("hintsUsed", .int), Field("lastUpdated", .string),
      Field("deviceId", .string),
    ])

  /// The achievements of the app StreakSync, one document `user_achievements`.
  package static let userAchievements = document(
    "UserAchievements",
    [
      Field("version", .int), Field("payload", .bytes), Field("lastUpdated", .date),
      Field("summary", .bytes),
    ])

  /// A user's score of a day in a leaderboard of the app StreakSync. Its group is the one of its zone.
  package static let dailyScore = document(
    "DailyScore",
    [
      Field("userId", .string), Field("dateInt", .int), Field("gameId", .string),
      Field("gameName", .string), Field("score", .int), Field("maxAttempts", .int),
      Field("completed", .bool), Field("updatedAt", .date), Field("groupId", .string),
    ])

  /// A group with a leaderboard, as in the app StreakSync. Its name is a UUID.
  package static let leaderboardGroup = document(
    "LeaderboardGroup",
    [
      Field("title", .string), Field("createdBy", .reference), Field("createdAt", .date),
      Field("description", .string),
    ])

  /// By which name an account's scores are shown here. The document's name is the account; it stays on this
  /// device.
  package static let groupMember = document("GroupMember", [Field("displayName", .string)])

  /// What somebody has decided about a person's data: see ``Decision``.
  package static let decision = document(
    "Decision",
    [
      Field("kind", .string), Field("at", .int), Field("device", .string), Field("salt", .string),
      Field("people", .strings), Field("old", .string), Field("new", .string),
      Field("forGood", .bool), Field("undoneAt", .int), Field("takenBack", .strings),
      // In the note of a device that it has followed an erasure: the id of the erasure.
      Field("of", .string), Field(Decision.saidAt, .int), Field("formerPeople", .strings),
      Field("extends", .string), Field("joinedBy", .strings),
    ])

  private static func document(_ name: String, _ fields: [Field]) -> RecordType {
    RecordType(name: name, form: .document, fields: fields)
  }

  private static let onlyDocuments = [
    activeTimer.name: ActiveTimer.documentName, quietTimerPreferences.name: "userPreferences",
    userAchievements.name: "user_achievements",
  ]

  /// The name of the only document of a type; `nil` for types of which there can be several.
  package static func onlyDocument(ofType name: String) -> String? {
    onlyDocuments[name]
  }

  /// The field that holds the name of a document whose record an app saves under a random name.
  package var namingField: String? {
    name == Self.timerSession.name ? "sessionID" : nil
  }

  /// Whether the fields are the name of a document, whatever its record is called at a remote.
  package var namesByFields: Bool { name == Self.dailyScore.name }

  /// The name that the fields give to a document; `nil` when one is missing that is needed.
  package func documentName(of fields: Fields) -> String? {
    namesByFields ? DailyScoreName(fields)?.text : nil
  }

  /// Whether the records of the type can be computed from results.
  package var isDerivable: Bool {
    [Self.userStats.name, Self.userAchievements.name, Self.dailyScore.name].contains(name)
  }
}

extension RecordSchema {
  /// The types of the documents of the apps whose records Streakline keeps.
  package static let documents = RecordSchema([
    .habit, .deletionTombstone, .timerSession, .activeTimer, .tandemPreferences,
    .quietTimerPreferences, .userStats, .puzzleProgress, .userAchievements, .dailyScore,
    .leaderboardGroup, .groupMember, .decision,
  ])
}
