internal import StreaklineCore

/// A game that the app StreakSync shows.
///
/// The names, the UUIDs, the kinds of scores and their bounds are facts of the app's public source,
/// mit112/StreakSync: `StreakSync/Core/Models/Game/GameDefinitions.swift` (`allAvailableGames`),
/// `StreakSync/Core/Models/Shared/SharedModels.swift` (`isScoreValid`) and
/// `StreakSync/Core/Models/Game/GameResultParser*.swift` (`puzzleAnchors`; of Pips the app knows no
/// number, and ours is that of `Parsers/pips.yaml`). The app defines more games that it does
/// not show.
struct StreakSyncGame: Sendable {
  /// Which scores the app's importer takes.
  enum Scoring {
    /// From 1 to the maximum.
    case attempts
    /// From 0 to the maximum.
    case hints
    /// From 0.
    case any
    /// 1 for a solved puzzle: the app counts no seconds in this game.
    case solved
  }

  let id: UniqueID
  /// The name in backups, such as `linkedinqueens`.
  let name: String
  /// Our name for the game.
  let slug: String
  let scoring: Scoring
  /// The maximum of a result that has none.
  let maxAttempts: Int
  /// The day on which puzzle 0 would have appeared, in days since 1970; `nil` when the number of a
  /// day's puzzle is not known.
  private var dayZero: Int?

  private init?(
    _ suffix: String, _ slug: String, as name: String? = nil, _ scoring: Scoring,
    _ maxAttempts: Int, puzzle: Int? = nil, on dateInt: Int = 0
  ) {
    guard let id = UniqueID("550e8400-e29b-41d4-a716-44665544" + suffix) else { return nil }
    self.id = id
    self.slug = slug
    self.name = name ?? slug
    self.scoring = scoring
    self.maxAttempts = maxAttempts
    if let puzzle, let day = Day(dateInt: dateInt) { dayZero = day.daysSinceEpoch - puzzle }
  }

  static let all: [StreakSyncGame] = [
    StreakSyncGame("0000", "wordle", .attempts, 6, puzzle: 1_875, on: 20_260_807),
    StreakSyncGame("0001", "quordle", .attempts, 9, puzzle: 1_656, on: 20_260_807),
    StreakSyncGame("0002", "nerdle", .attempts, 6, puzzle: 1_658, on: 20_260_804),
    StreakSyncGame("0003", "connections", .any, 4, puzzle: 1_153, on: 20_260_807),
    StreakSyncGame("0004", "spelling-bee", as: "spellingbee", .any, 1_000),
    StreakSyncGame("0005", "nyt-mini", as: "minicrossword", .any, 600),
    StreakSyncGame("0006", "pips", .any, 600, puzzle: 1, on: 20_250_818),
    StreakSyncGame("0007", "strands", .hints, 10, puzzle: 887, on: 20_260_807),
    StreakSyncGame(
      "0100", "linkedin-queens", as: "linkedinqueens", .any, 0, puzzle: 829, on: 20_260_807),
    StreakSyncGame(
      "0101", "linkedin-tango", as: "linkedintango", .any, 0, puzzle: 669, on: 20_260_807),
    StreakSyncGame(
      "0102", "linkedin-crossclimb", as: "linkedincrossclimb", .any, 0, puzzle: 829, on: 20_260_807),
    StreakSyncGame(
      "0103", "linkedin-pinpoint", as: "linkedinpinpoint", .attempts, 5, puzzle: 829, on: 20_260_807
    ),
    StreakSyncGame("0104", "linkedin-zip", as: "linkedinzip", .any, 0, puzzle: 508, on: 20_260_807),
    StreakSyncGame("0105", "linkedin-mini-sudoku", as: "linkedinminisudoku", .solved, 1),
    StreakSyncGame("0200", "octordle", .attempts, 104, puzzle: 1_654, on: 20_260_805),
  ].compactMap { $0 }

  /// Our slugs, by the app's names.
  static let slugs = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.slug) })

  /// The games by our ids. Of our modes, which have ids of their own, those are here that the app
  /// keeps under the game's id.
  static let byGameID: [String: StreakSyncGame] = {
    let modes = ["pips": ["easy", "medium", "hard"], "quordle": ["weekly"]]
    var games: [String: StreakSyncGame] = [:]
    for game in all {
      games[game.id.description] = game
      for mode in modes[game.slug] ?? [] {
        games[UniqueID(namespace: game.id, name: mode).description] = game
      }
    }
    return games
  }()

  /// The number of a day's puzzle.
  func puzzleNumber(on day: Day) -> Int? {
    dayZero.flatMap { day.daysSinceEpoch > $0 ? day.daysSinceEpoch - $0 : nil }
  }

  /// A score that the app takes, with its maximum; no score for one that the app refuses.
  func score(_ score: Int?, maxAttempts: Int?, isCompleted: Bool) -> (score: Int?, maximum: Int) {
    let maximum = max(maxAttempts ?? self.maxAttempts, 0)
    switch scoring {
    case .solved: return (isCompleted ? 1 : nil, 1)
    case .any: return (score.flatMap { $0 < 0 ? nil : $0 }, maximum)
    case .attempts, .hints:
      guard let score, score >= (scoring == .hints ? 0 : 1) else { return (nil, maximum) }
      return (score, max(maximum, score))
    }
  }
}
