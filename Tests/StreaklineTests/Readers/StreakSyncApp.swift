import Foundation

/// What the app StreakSync does with a backup, as its public source says: mit112/StreakSync,
/// `DataManagementModels.swift`, `DataManagementView.swift` (`validateImportData`), `SharedModels.swift`
/// (`GameResult.isValid`) and `AppState+DuplicateDetection.swift`.
struct StreakSyncApp {
  struct Result: Codable, Equatable {
    var id: UUID
    var gameId: UUID
    var gameName: String
    var date: Date
    var score: Int?
    var maxAttempts: Int
    var completed: Bool
    var sharedText: String
    var parsedData: [String: String]
    var lastModified: Date
  }

  struct Backup: Codable {
    struct Nothing: Codable {}

    var version: Int
    var exportDate: Date
    var appVersion: String
    var gameResults: [Result]
    var achievements: [Nothing]
    var streaks: [Nothing]
    var favoriteGameIds: [UUID]
    var customGames: [Nothing]
  }

  /// Why a backup is refused.
  enum Refusal: Error {
    case newerVersion, corrupted
  }

  /// The results that were taken, the last one first.
  private(set) var results: [Result] = []
  /// Those that were skipped.
  private(set) var skipped: [Result] = []

  mutating func restore(_ data: Data, now: Date) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let backup = try decoder.decode(Backup.self, from: data)
    if backup.version > 1 { throw Refusal.newerVersion }
    for result in backup.gameResults where result.gameName.isEmpty || result.date > now {
      throw Refusal.corrupted
    }
    for result in backup.gameResults {
      if isValid(result), !isDouble(result) {
        results.insert(result, at: 0)
      } else {
        skipped.append(result)
      }
    }
  }

  /// The backup that the app writes of what it has taken.
  func backup(at now: Date) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(
      Backup(
        version: 1, exportDate: now, appVersion: "1.0", gameResults: results, achievements: [],
        streaks: [], favoriteGameIds: [], customGames: []))
  }

  /// Corrects the result of an id, as the app's user can.
  mutating func correct(_ id: UUID, _ change: (inout Result) -> Void) {
    for index in results.indices where results[index].id == id { change(&results[index]) }
  }

  private static let seconds: Set = [
    "pips", "minicrossword", "linkedinqueens", "linkedintango", "linkedincrossclimb", "linkedinzip",
  ]
  private static let points: Set = ["connections", "spellingbee", "linkedinminisudoku"]

  private func isValid(_ result: Result) -> Bool {
    guard result.maxAttempts >= 0, !result.sharedText.isEmpty else { return false }
    guard let score = result.score else { return true }
    if Self.seconds.contains(result.gameName) || Self.points.contains(result.gameName) {
      return score >= 0
    }
    return score >= (result.gameName == "strands" ? 0 : 1) && score <= result.maxAttempts
  }

  private func isDouble(_ result: Result) -> Bool {
    results.contains { other in
      guard other.id != result.id else { return true }
      guard other.gameId == result.gameId else { return false }
      guard let number = puzzle(result) else {
        return Int(other.date.timeIntervalSince1970) / 86_400
          == Int(result.date.timeIntervalSince1970) / 86_400
      }
      return number == puzzle(other)
    }
  }

  private func puzzle(_ result: Result) -> String? {
    guard let number = result.parsedData["puzzleNumber"], !number.isEmpty else { return nil }
    let mode = result.parsedData["mode"] == "weekly" ? "weekly" : ""
    return number + "-" + (result.parsedData["difficulty"] ?? "") + mode
  }
}
