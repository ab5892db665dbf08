internal import Streakline

/// How much the page stores of what is posted, so that nobody fills the disk.
package struct PageQuota: Sendable {
  /// Results that each player may have, those that do not count and deleted ones included.
  private let results: Int
  /// Near misses, and disputes, that each player may have. They hold texts, and few arise by accident.
  private let texts: Int

  /// How many players' worth all may have together: who posts for others could invent any number of names.
  private static let players = 50
  /// Results for each near miss or dispute that a player may have.
  private static let resultsOfText = 100

  package static let usual = PageQuota(results: 100_000)

  package init(results: Int) {
    self.results = results
    texts = max(1, results / Self.resultsOfText)
  }

  /// Refuses a post of a player who has as much as is allowed, or where all together have.
  ///
  /// - Parameters:
  ///   - added: What an import has stored that goes on.
  func check(_ player: String, in store: RecordStore, added: ImportSummary? = nil) throws {
    try check(player, try store.storedCounts(of: player), 1)
    try check(nil, try store.storedCounts(), Self.players)
    guard let added else { return }
    // What one import stores counts for whoever sends it, whatever names it has.
    for (count, most, kind) in [
      (added.added, results, "results"), (added.nearMisses, texts, "near misses"),
      (added.disputes, texts, "disputes"),
    ] where count >= most * Self.players {
      throw Self.refusal("this file has stored \(count) \(kind)", "What was stored before stays.")
    }
  }

  private func check(_ player: String?, _ stored: StoredCounts, _ factor: Int) throws {
    let whose = player.map { "\($0) has" } ?? "all players together have"
    func refuse(_ count: Int, _ most: Int, _ kind: String, _ advice: String) throws {
      guard count >= most * factor else { return }
      throw Self.refusal("\(whose) \(count) \(kind) here", advice)
    }
    try refuse(stored.results, results, "results", "Nothing more is stored for now.")
    try refuse(
      stored.nearMisses, texts, "near misses",
      "`streakline reparse` reads them again, and `streakline imports undo` takes an import back.")
    try refuse(
      stored.disputes, texts, "disputes", "Decide some of them under “To check”, and post again.")
  }

  private static func refusal(_ what: String, _ advice: String) -> PageRefusal {
    PageRefusal(
      status: 507,
      words: "This was not stored: \(what), the most that this server keeps. \(advice) Whoever "
        + "runs the server can allow more with --page-quota.")
  }
}
