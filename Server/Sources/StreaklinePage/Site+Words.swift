internal import Foundation
internal import Streakline

extension Site {
  func title(of record: Record) throws -> String {
    try store.history.title(gameId: record.gameId, game: record.game, user: record.userId)
  }

  /// The score, or in words whether the puzzle was solved.
  func score(of record: Record) -> String {
    let solved = record.completed ?? false
    guard solved else { return "not solved" }
    return store.rules.score(of: record) ?? "solved"
  }

  func playerAddress(_ name: String, _ visit: Visit) -> String {
    playerAddress(name, query: String(visit.dayQuery.dropFirst()))
  }

  /// - Parameter query: What comes after the question mark; empty for nothing.
  func playerAddress(_ name: String, query: String) -> String {
    // Browsers take these two names for folders, also when they are encoded.
    let isFolder = [".", ".."].contains(name)
    let path = isFolder ? "/players?name=\(name)" : "/players/\(encodedPercents(name))"
    return query.isEmpty ? path : path + (isFolder ? "&" : "?") + query
  }
}

/// A name in a list of which one is chosen.
struct Choice {
  let name: String
  let isChosen: Bool

  static func all(_ names: [String], chosen: String?) -> [Choice] {
    names.map { Choice(name: $0, isChosen: $0 == chosen) }
  }
}

extension [String] {
  /// In the order in which people look for names: capitals and accents make no difference.
  var inReadingOrder: [String] {
    map { (key: $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil), $0) }
      .sorted { ($0.key, $0.1) < ($1.key, $1.1) }.map(\.1)
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

func inWords(_ days: Int) -> String {
  days == 0 ? "–" : days == 1 ? "1 day" : "\(days) days"
}
