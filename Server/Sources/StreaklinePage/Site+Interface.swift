internal import ServerJSON
internal import Streakline

/// `/v1`, for programs. Each answer is a JSON object; a refusal has the key `error`.
extension Site {
  func interface(_ visit: Visit) -> PageAnswer {
    do {
      return Self.json(try value(visit))
    } catch let refusal as PageRefusal {
      return Self.json(refusal)
    } catch {
      return Self.json(PageRefusal(status: 500, words: Self.words(of: error)))
    }
  }

  static func json(_ refusal: PageRefusal) -> PageAnswer {
    json(
      .object(["error": .string(refusal.words)]), status: refusal.status, refusal.headers)
  }

  private static func json(
    _ value: Value, status: Int = 200, _ headers: [(String, String)] = []
  ) -> PageAnswer {
    PageAnswer(
      status: status, type: "application/json", Array((String(json: value) + "\n").utf8), headers)
  }

  private func value(_ visit: Visit) throws -> Value {
    let request = visit.request
    let isReading = ["GET", "HEAD"].contains(request.method)
    if request.path == "/v1/openapi.json", isReading { return Interface.description }
    let ofPath = Interface.endpoints.filter { $0.path == request.path }
    guard !ofPath.isEmpty else {
      throw PageRefusal(status: 404, words: "There is no such endpoint; see /v1/openapi.json.")
    }
    let holder = try requiredHolder(of: request, isOfPage: ofPath[0].isOfPage)
    let method = isReading ? "GET" : request.method
    guard let endpoint = ofPath.first(where: { $0.method == method }) else {
      let methods = ofPath.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
        .joined(separator: ", ")
      throw PageRefusal(
        status: 405, words: "This endpoint takes \(methods).", headers: [("Allow", methods)])
    }
    guard holder.role >= endpoint.role else {
      throw PageRefusal(
        status: 403, words: "This needs a token that \(endpoint.role.rawValue).")
    }
    try endpoint.check(request.given)
    return try endpoint.answer(self, visit, holder)
  }

  /// Without the header a browser would send the cookie along with what a page elsewhere asks.
  private func requiredHolder(of request: PageRequest, isOfPage: Bool) throws -> PageHolder {
    if request.authorization != nil {
      if let found = holder(of: request) { return found }
    } else if isOfPage, request.method == "GET" || isFromOwnPage(request) {
      if let found = visitor(request) { return found }
    }
    throw PageRefusal(
      status: 401, words: "Send a token: Authorization: Bearer slk_…",
      headers: [("WWW-Authenticate", "Bearer")])
  }

  // MARK: - Endpoints

  func ingest(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    guard visit.request.given["senders"] == nil || holder.role >= .settles else {
      throw PageRefusal(
        status: 403, words: "The results of others need a token that \(PageRole.settles.rawValue).")
    }
    let text = try text(of: visit.request)
    guard !text.trimmed.isEmpty else {
      throw PageRefusal(status: 422, words: "There is no text to read.")
    }
    var options = ImportOptions(user: holder.player, now: visit.now)
    // A chat names people, and a name like the user's proves nothing: only some may speak for others.
    if holder.role < .settles { options.only = [holder.player] }
    try quota.check(holder.player, in: store)
    let found = try store.ingest(text, options: options)
    return .object([
      "found": .int(found.results.count), "added": .int(found.summary.added),
      "duplicates": .int(found.summary.duplicates), "disputes": .int(found.summary.disputes),
      "others": .int(resultsOfOthers(in: text, options, found)),
      "nearMisses": .list(found.nearMisses.map(\.json)),
      "results": .list(found.results.map(\.record.json)),
    ])
  }

  /// How many results a text has in which nothing was found of those who may be stored: a chat names its
  /// senders, and a token that posts stores only what names nobody.
  func resultsOfOthers(in text: String, _ options: ImportOptions, _ found: IngestedText) -> Int {
    guard !options.only.isEmpty, found.results.isEmpty, found.nearMisses.isEmpty else { return 0 }
    return store.rules.records(in: text, user: options.user, now: options.now).count
  }

  private func text(of request: PageRequest) throws -> String {
    let type = (request.contentType ?? "text/plain").lowercased()
    if type.hasPrefix("application/json") {
      guard let text = try? JSON(request.body)["text"]?.string else {
        throw PageRefusal(status: 400, words: "Send an object such as {\"text\":\"Wordle …\"}.")
      }
      return text
    }
    guard type.hasPrefix("text/") else {
      throw PageRefusal(
        status: 415, words: "Send the text itself, as text/plain, or in JSON as {\"text\":\"…\"}.")
    }
    return String(decoding: request.body, as: UTF8.self)
  }

  func results(_ visit: Visit) throws -> Value {
    let given = visit.request.given
    let results = try store.results(
      user: given["user"], game: given["game"].map(store.history.slug),
      from: given["from"].flatMap { Day(iso: $0) },
      to: given["to"].flatMap { Day(iso: $0) }, limit: given["limit"].flatMap { Int($0) } ?? 100)
    if results.isEmpty { try refuseUnknownNames(question(visit)) }
    return .object(["results": .list(results.map(\.json))])
  }

  func streakValues(_ visit: Visit) throws -> Value {
    let question = question(visit)
    let streaks = try store.history.streaks(question)
    if streaks.isEmpty { try refuseUnknownNames(question) }
    return .object(["streaks": .list(try streaks.map(store.history.json(of:)))])
  }

  func stats(_ visit: Visit, _ holder: PageHolder) throws -> Value {
    let question = question(visit)
    let user = try question.user ?? store.history.currentID(of: holder.player)
    let games = try store.history.games(question.asked(about: user))
    // A token's user who has not played yet has no numbers, and is known all the same.
    if games.isEmpty { try refuseUnknownNames(question) }
    return .object(["userId": .string(user), "games": .list(games.map(\.json))])
  }

  func points(_ visit: Visit) throws -> Value {
    let period =
      visit.request.given["period"].flatMap { Leaderboard.Period(rawValue: $0) } ?? .month
    let question = question(visit)
    let board = try store.history.leaderboard(question, period)
    if board.rows.isEmpty { try refuseUnknownNames(question) }
    let days = period.days(around: question.day)
    return .object(["leaderboard": .list(board.rows.map { $0.json(days) })])
  }

  /// What a request asks of the history.
  private func question(_ visit: Visit) -> HistoryQuestion {
    let given = visit.request.given
    return HistoryQuestion(
      user: given["user"], game: given["game"].map(store.history.slug),
      asOf: given["day"].flatMap { Day(iso: $0) }, today: visit.today, now: visit.now)
  }

  /// Refuses a name that nothing stored has, with the words that say so.
  func refuseUnknownNames(_ question: HistoryQuestion) throws {
    let words: String? =
      switch try store.history.unknownName(in: question) {
      case .game: "There is no game '\((question.game ?? "").prefix(100))'."
      case .user: "There is no player '\((question.user ?? "").prefix(100))'."
      case .formerUser(let owner):
        "The results of '\(question.user ?? "")' are those of '\(owner)'."
      case nil: nil
      }
    if let words { throw PageRefusal(status: 404, words: words) }
  }
}
