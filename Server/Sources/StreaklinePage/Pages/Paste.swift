internal import Streakline

extension Site {
  private static let shownResults = 100

  func pasteForm(_ visit: Visit, text: String = "") throws -> PageAnswer {
    try requirePosts(visit)
    let own = visit.holder.map(\.player) ?? "me"
    var page = PastePage(player: visit.request.given["player"] ?? own, players: try names(visit))
    page.text = text
    page.isFixed = !visit.may(.settles)
    page.takesFiles = uploads != nil && visit.may(.settles)
    if page.isFixed { page.player = own }
    return shown("Paste", templates.render("paste", page), visit)
  }

  /// What a phone shares with the page, before it is stored. It comes as a query, because what another
  /// program sends as a form would be stored without a question.
  func sharedForm(_ visit: Visit) throws -> PageAnswer {
    let given = visit.request.given
    var parts: [String] = []
    for name in ["text", "title", "url"] {
      guard let part = given[name]?.trimmed, !part.isEmpty else { continue }
      if !parts.contains(where: { $0.contains(part) }) { parts.append(part) }
    }
    return try pasteForm(visit, text: parts.joined(separator: "\n"))
  }

  private func requirePosts(_ visit: Visit) throws {
    guard visit.may(.posts) else {
      throw PageRefusal(
        status: 403, words: "Your token only reads. Whoever runs this server can make another one.")
    }
  }

  func paste(_ visit: Visit) throws -> PageAnswer {
    try requirePosts(visit)
    let form = visit.request.form
    let own = visit.may(.settles) ? nil : visit.holder?.player
    let player = own ?? (form["player"] ?? "").trimmed
    var page = PastePage(player: player, players: [])
    page.isFixed = own != nil
    page.takesFiles = uploads != nil && own == nil
    let text = form["text"] ?? ""
    if player.isEmpty || text.trimmed.isEmpty {
      page.error = player.isEmpty ? "Say who has played." : "There is no text to read."
      page.text = text
    } else {
      var options = ImportOptions(user: player, now: visit.now)
      // A chat names people: only some may speak for others.
      if let own { options.only = [own] }
      try quota.check(player, in: store)
      let ingested = try store.ingest(text, options: options)
      let others = resultsOfOthers(in: text, options, ingested)
      if others > 0 {
        page.error =
          "This is from a chat: it has \(others == 1 ? "1 result" : "\(others) results") with the name of a "
          + "sender, and you can store only your own. Paste your result without that name."
        page.text = text
      } else {
        page.found = try found(ingested, visit)
      }
    }
    page.players = try names(visit)
    return shown(
      "Paste", templates.render("paste", page), visit, status: page.error == nil ? 200 : 422)
  }

  private func names(_ visit: Visit) throws -> [String] {
    Array(try store.history.players(now: visit.now).inReadingOrder.prefix(500))
  }

  private func found(_ text: IngestedText, _ visit: Visit) throws -> PastePage.Found {
    let results = try text.results.prefix(Self.shownResults).map { one in
      let (outcome, streak) = words(one.outcome)
      return PastePage.Result(
        title: try title(of: one.record), player: one.record.userId,
        address: playerAddress(one.record.userId, visit), day: one.record.day.iso,
        score: score(of: one.record),
        outcome: one.record.suspicionInWords(at: visit.now).map { "kept, not counted: \($0)" }
          ?? outcome,
        streak: streak.map { String($0.current(asOf: max(visit.today, one.record.day))) } ?? "–")
    }
    let misses = text.nearMisses.prefix(Self.shownResults).map { miss in
      PastePage.Miss(
        title: store.rules.name(of: miss.game) ?? miss.game,
        reason: miss.reason ?? "It starts like a result, and no known form of it fits.",
        text: miss.text)
    }
    let hidden = text.results.count - results.count + text.nearMisses.count - misses.count
    let (count, missed) = (text.summary.shares, text.summary.nearMisses)
    return PastePage.Found(
      summary: (count == 1 ? "1 result found" : "\(count) results found")
        + ", \(text.summary.added) new"
        + (missed > 0 ? ", \(missed) not read" : ""),
      hasResults: !results.isEmpty, results: Array(results), misses: Array(misses),
      more: hidden > 0 ? "\(hidden) more are stored and not shown here." : nil)
  }

  private func words(_ outcome: IngestOutcome) -> (String, Streak?) {
    switch outcome {
    case .added(let streak): ("new", streak)
    case .duplicate(let streak): ("known", streak)
    case .disputed(let streak): ("contradicts the stored one", streak)
    case .replaced(let streak): ("replaced the stored one", streak)
    case .settled(let streak): ("decided before", streak)
    case .deleted: ("deleted before", nil)
    case .erased: ("not stored: this person's data was erased", nil)
    case .forgotten: ("not stored: this person is forgotten", nil)
    }
  }
}

private struct PastePage {
  struct Result {
    let title: String
    let player: String
    let address: String
    let day: String
    let score: String
    let outcome: String
    let streak: String
  }

  struct Miss {
    let title: String
    let reason: String
    let text: String
  }

  struct Found {
    let summary: String
    let hasResults: Bool
    let results: [Result]
    let misses: [Miss]
    let more: String?
  }

  var error: String?
  var text = ""
  /// Whether the results can only be those of the player.
  var isFixed = false
  var takesFiles = false
  var player: String
  var players: [String]
  var found: Found?

  init(player: String, players: [String]) {
    (self.player, self.players) = (player, players)
  }
}
