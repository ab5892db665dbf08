internal import StreaklineCore

/// A stored result as a StreakSync backup has it.
///
/// The fields and their types are those of `GameResult` in the app's public source, mit112/StreakSync,
/// `StreakSync/Core/Models/Shared/SharedModels.swift`; `parsedData` has what the app's parsers
/// (`StreakSync/Core/Models/Game/GameResultParser+Other.swift`) put there.
struct StreakSyncEntry {
  let id: UniqueID
  let gameID: UniqueID
  let gameName: String
  let date: Instant
  let score: Int?
  let maxAttempts: Int
  let completed: Bool
  /// The shared text. It is never empty, because the app refuses a result without one.
  let sharedText: String
  /// Texts only.
  let parsedData: Fields

  /// The text of a result that has none.
  static let manualText = "Manual entry"

  /// - Parameters:
  ///   - record: A result that counts at `now`.
  ///   - id: The id of the result in the app.
  /// - Returns: `nil` for a result of a game or a mode that the app does not know.
  init?(_ record: Record, fields: Fields, id: UniqueID, now: Instant) {
    guard record.type == RecordType.gameResult.name, record.day.isRepresentable else { return nil }
    let game = StreakSyncGame.byGameID[record.gameId]
    // The app takes its own results back, also those of games that it no longer shows.
    guard let gameID = game?.id ?? Self.appGameID(record, fields) else { return nil }
    // For one result whose game has no name the app refuses the whole backup.
    let name = game?.name ?? fields["gameName"]?.string ?? ""
    guard !name.isEmpty else { return nil }
    let isCompleted = record.completed ?? (fields["score"]?.int != nil)
    let maximum = fields["maxAttempts"]?.int
    let score = fields["score"]?.int
    let fitted =
      game?.score(score, maxAttempts: maximum, isCompleted: isCompleted)
      ?? (score.flatMap { $0 < 1 ? nil : $0 }, max(maximum ?? 0, score ?? 0, 0))
    let text = fields["sharedText"]?.string ?? ""
    self.id = id
    self.gameID = gameID
    gameName = name
    date = Self.date(of: record, fields, now: now)
    self.score = fitted.0
    maxAttempts = fitted.1
    completed = isCompleted
    sharedText = text.isEmpty ? Self.manualText : text
    let data = fields["parsedData"]?.object ?? [:]
    let more = Self.moreData(record, fields, data, game)
    let mark = StreakSyncMark(
      game: record.game, fields: fields, added: more.map(\.name), date: date, score: fitted.0,
      completed: isCompleted)
    var all = data
    all[StreakSyncMark.name] = nil
    for (name, value) in more { all[name] = value }
    all.append(StreakSyncMark.name, .string(mark.text))
    parsedData = all
  }

  /// The id that the app gives the result; `nil` for a result that did not come from the app.
  static func appID(_ fields: Fields) -> UniqueID? {
    guard let source = fields["source"]?.object,
      let id = source["id"]?.string.flatMap({ UniqueID($0) })
    else { return nil }
    // Until `app` was kept, only results that no rule had read kept the app's id.
    let wasRead = ["backup", "manual"].contains(fields["variant"]?.string)
    return source["app"]?.string == SourceLocation.streakSync || wasRead ? id : nil
  }

  private static func appGameID(_ record: Record, _ fields: Fields) -> UniqueID? {
    appID(fields) == nil || fields["mode"]?.string != nil ? nil : UniqueID(record.gameId)
  }

  /// Noon in UTC, as the app dates a puzzle that has a number (`canonicalPuzzleDate`).
  ///
  /// Its importer refuses a whole backup for one date that is still to come. So a result of today has
  /// the moment at which it was played, or `now`, until it is noon.
  private static func date(of record: Record, _ fields: Fields, now: Instant) -> Instant {
    let noon = Instant(record.day, hour: 12)
    guard noon > now else { return noon }
    let playedAt = fields["playedAt"]?.string.flatMap { Instant(iso8601: $0) }
    if let playedAt, playedAt <= now, playedAt.latestDay >= record.day { return playedAt }
    return now
  }

  /// What the app expects in `parsedData` and the record does not have there.
  private static func moreData(
    _ record: Record, _ fields: Fields, _ data: Fields, _ game: StreakSyncGame?
  ) -> Fields {
    var more = Fields()
    func add(_ name: String, _ text: String?) {
      if let text, data[name] == nil { more[name] = .string(text) }
    }
    let mode = fields["mode"]?.string
    // The app recognises two results of one puzzle by the number, and Pips' by the difficulty, too.
    let isWeekly = mode == "weekly"
    let number =
      fields["puzzleNumber"]?.int ?? (isWeekly ? nil : game?.puzzleNumber(on: record.day))
    add(
      "puzzleNumber",
      number.map { String($0) } ?? (isWeekly ? data["challengeNumber"]?.string : nil))
    if (fields["sharedText"]?.string ?? "").isEmpty { add("source", "manual") }
    let seconds = fields["score"]?.int.flatMap { $0 < 0 ? nil : $0 }
    switch game?.slug {
    case "pips":
      add("difficulty", mode.map { $0.prefix(1).uppercased() + $0.dropFirst() })
      add("time", seconds.map(clock))
      add("totalSeconds", seconds.map { String($0) })
    case "quordle":
      add("mode", mode ?? "daily")
      let boards =
        data["boardScores"]?.string?
        .split(separator: ",", omittingEmptySubsequences: false) ?? []
      guard boards.count == 4 else { break }
      for (index, board) in boards.enumerated() {
        add("score\(index + 1)", board.isEmpty ? "failed" : String(board))
      }
      let failed = boards.count(where: \.isEmpty)
      add("completedPuzzles", String(4 - failed))
      add("failedPuzzles", String(failed))
    case "linkedin-mini-sudoku": add("time", seconds.map(clock))
    default: break
    }
    return more
  }

  /// `1:03`.
  private static func clock(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
