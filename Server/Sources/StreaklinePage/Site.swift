internal import Foundation
package import Streakline

/// The page: answers a browser's requests from a store. It knows nothing of connections.
///
/// Each call reads the store and blocks meanwhile.
package struct Site: Sendable {
  let store: RecordStore
  let templates: Templates
  let hosts: Set<String>
  /// The scheme, name and port of ``init(store:hosts:publicOrigin:door:uploads:quota:locations:holder:now:)``.
  let publicOrigin: String?
  let door: Door
  let uploads: Uploads?
  let quota: PageQuota
  /// Where pipeline files are; `nil` for a page that shows no pipelines.
  let locations: Locations?
  /// Whom a token stands for; `nil` for one that is not good.
  let holder: @Sendable (String) -> PageHolder?
  private let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - store: What is shown.
  ///   - hosts: The names under which browsers may ask, without a port. Another name is a page elsewhere
  ///     that made its name lead to this machine.
  ///   - publicOrigin: The address of the page as browsers name it in `Origin`, such as
  ///     `https://puzzles.example:8443`; `nil` where it is the name of each request.
  ///   - door: Who may come in without a token.
  ///   - uploads: Where files wait to be imported; `nil` for a page that takes none.
  ///   - quota: How much is stored of what is posted.
  ///   - locations: Where pipeline files are; `nil` for a page that shows no pipelines.
  ///   - holder: Whom a token stands for; `nil` for one that is not good.
  /// - Throws: When a template is wrong.
  package init(
    store: RecordStore, hosts: Set<String> = ["127.0.0.1", "localhost", "[::1]"],
    publicOrigin: String? = nil, door: Door = .open, uploads: Uploads? = nil,
    quota: PageQuota = .usual,
    locations: Locations? = nil,
    holder: @escaping @Sendable (String) -> PageHolder? = { _ in nil },
    now: @escaping @Sendable () -> Instant = { .now }
  ) throws {
    self.publicOrigin = publicOrigin
    (self.holder, self.door, self.uploads) = (holder, door, uploads)
    (self.quota, self.locations) = (quota, locations)
    (self.store, self.hosts, self.now) = (store, hosts, now)
    templates = try Templates()
  }

  /// What each request is answered with. An error of the store becomes a page that says it.
  package func answer(_ request: PageRequest) -> PageAnswer {
    protected(rawAnswer(request), request)
  }

  /// The answer when the server refuses a request before the page reads it, such as one that is too long.
  package func refusal(
    _ status: Int, _ words: String, to request: PageRequest, _ headers: [(String, String)] = []
  ) -> PageAnswer {
    let refusal = PageRefusal(status: status, words: words, headers: headers)
    let answer =
      request.path.hasPrefix("/v1/")
      ? Self.json(refusal)
      : PageAnswer(
        status: status, type: "text/plain; charset=utf-8", Array((words + "\n").utf8), headers)
    return protected(answer, request)
  }

  private func protected(_ answer: PageAnswer, _ request: PageRequest) -> PageAnswer {
    var answer = answer
    answer.headers += Self.headers.map { (name: $0.0, value: $0.1) }
    if !answer.headers.contains(where: { $0.name == "Cache-Control" }) {
      answer.headers.append(("Cache-Control", "no-store"))
    }
    if request.method == "HEAD" { answer.body = [] }
    return answer
  }

  private static let headers = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    // Not `no-referrer`: with it browsers send the origin of a form as `null`.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private func rawAnswer(_ request: PageRequest) -> PageAnswer {
    guard isOwn(request.host) else { return wrongHost(request) }
    if let asset = templates.asset(request.path) {
      return PageAnswer(
        type: asset.type, asset.bytes, [("Cache-Control", "public, max-age=31536000, immutable")])
    }
    let moment = now()
    var visit = Visit(
      request, today: store.today(at: moment), now: moment)
    if request.path.hasPrefix("/v1/") { return interface(visit) }
    visit.holder = visitor(request)
    do {
      return try publicPage(visit) ?? page(visit)
    } catch {
      return problem(error, visit)
    }
  }

  /// Whom the token of a request stands for; `nil` without a good one.
  package func holder(of request: PageRequest) -> PageHolder? {
    let words = (request.authorization ?? "").split(separator: " ", maxSplits: 1)
    if words.count == 2 {
      return words[0].lowercased() == "bearer" ? holder(String(words[1])) : nil
    }
    return request.cookies[Self.cookie].flatMap(holder)
  }

  private func problem(_ error: any Error, _ visit: Visit) -> PageAnswer {
    let refusal =
      (error as? PageRefusal)
      ?? PageRefusal(status: 500, words: Self.words(of: error))
    let title = refusal.status == 404 ? "Not found" : "That did not work"
    var answer = shown(
      title, "<p class=\"error\">\(escapedForMarkup(refusal.words))</p>", visit,
      status: refusal.status)
    answer.headers += refusal.headers.map { (name: $0.0, value: $0.1) }
    answer.logNote = refusal.logNote
    return answer
  }

  /// What a reader sees of a failure. A mistake in a file is the operator's, and names a path of the server.
  static func words(of error: any Error) -> String {
    guard let error = error as? LibraryError else { return "\(error)" }
    return error.kind == .configuration
      ? "A file of the server has a mistake; the server's log names it." : error.description
  }

  // MARK: - Pages

  private func page(_ visit: Visit) throws -> PageAnswer {
    guard visit.holder != nil else { return askedForToken(visit) }
    try checkParameters(visit)
    let parts = visit.request.parts
    switch (visit.request.method, parts.first, parts.count) {
    case ("GET", nil, _), ("HEAD", nil, _): return try today(visit)
    case ("POST", "paste", 1), ("POST", "disputes", 2):
      try requireOwnPage(visit.request)
      return try parts[0] == "paste" ? paste(visit) : settle(parts[1], visit)
    case ("GET", let name?, let count), ("HEAD", let name?, let count):
      return try page(name, count == 2 ? parts[1] : nil, visit)
    default:
      throw PageRefusal(
        status: 405, words: "This page takes no data.", headers: [("Allow", "GET, HEAD")])
    }
  }

  /// Refuses a value that the page would otherwise pass over, and show something else than was asked for.
  private func checkParameters(_ visit: Visit) throws {
    let request = visit.request
    func refuse(_ status: Int, _ words: String) throws {
      throw PageRefusal(status: status, words: words)
    }
    let given = request.given
    if let text = given["day"], Day(iso: text) == nil {
      try refuse(400, "A day is written as in 2026-10-04.")
    }
    if let text = given["year"], Int(text).map((1...9_999).contains) != true {
      try refuse(400, "A year is a number from 1 to 9999.")
    }
    if let text = given["period"], Leaderboard.Period(rawValue: text) == nil {
      let periods = Leaderboard.Period.allCases.map(\.rawValue).joined(separator: ", ")
      try refuse(400, "A period is one of \(periods).")
    }
    // A result can be pasted for somebody who has none yet.
    guard request.path != "/paste" else { return }
    let names = ["player", "first", "second"].compactMap { given[$0] }
    guard !names.isEmpty else { return }
    let players = Set(try store.history.players(now: visit.now))
    if let other = names.first(where: { !players.contains($0) }) {
      try refuseUnknownNames(HistoryQuestion(user: other, today: visit.today, now: visit.now))
      try refuse(404, "\(other) has no results that count.")
    }
  }

  /// What everybody sees, also who has no token.
  private func publicPage(_ visit: Visit) throws -> PageAnswer? {
    let isReading = ["GET", "HEAD"].contains(visit.request.method)
    switch visit.request.path {
    case "/manifest.webmanifest" where isReading: return manifest
    case "/sign-in" where isReading: return signInForm(visit)
    case "/sign-in", "/sign-out", "/colours":
      guard visit.request.method == "POST" else { return nil }
      try requireOwnPage(visit.request)
      switch visit.request.path {
      case "/sign-in": return signIn(visit)
      case "/sign-out": return signOut()
      default: return changeColours(visit)
      }
    default: return nil
    }
  }

  private func page(_ name: String, _ rest: String?, _ visit: Visit) throws -> PageAnswer {
    if name == "players", let rest { return try player(rest, visit) }
    guard rest == nil else { throw PageRefusal.notFound }
    switch name {
    case "players":
      guard let player = visit.request.given["name"] else { throw PageRefusal.notFound }
      return try self.player(player, visit)
    case "paste": return try pasteForm(visit)
    case "share": return try sharedForm(visit)
    case "streaks": return try streaks(visit)
    case "leaderboard": return try leaderboard(visit)
    case "versus": return try versus(visit)
    case "achievements": return try achievements(visit)
    case "check": return try check(visit)
    default: throw PageRefusal.notFound
    }
  }

  /// A template in the layout.
  func shown(
    _ title: String, _ content: String, _ visit: Visit, status: Int = 200
  ) -> PageAnswer {
    let role = visit.holder?.role
    let shown = Self.pages.filter { role != nil && ($0.1 != "/paste" || visit.may(.posts)) }
    let pages = shown.map { name, address in
      Layout.Page(
        name: name, address: address + visit.dayQuery,
        isCurrent: visit.request.path == address)
    }
    let html = templates.render(
      "layout",
      Layout(
        title: title, style: templates.style.address, script: templates.script.address,
        icon: templates.icon.address,
        day: visit.dayQuery, pages: pages, content: content, hasPages: !pages.isEmpty,
        // What somebody writes or sends must not be taken away.
        isLive: visit.holder != nil && visit.request.method == "GET" && status == 200
          && !["/paste", "/share"].contains(visit.request.path),
        hasContrast: visit.hasContrast, here: visit.here,
        player: door == .open ? nil : visit.holder?.user))
    return PageAnswer(
      status: status, type: "text/html; charset=utf-8", Array(withVisibleMarks(html).utf8))
  }

  private static let pages = [
    ("Today", "/"), ("Paste", "/paste"), ("Streaks", "/streaks"), ("Leaderboard", "/leaderboard"),
    ("Head to head", "/versus"), ("Achievements", "/achievements"), ("To check", "/check"),
  ]
}

/// A request with the day that it is about.
struct Visit {
  let request: PageRequest
  let now: Instant
  let today: Day
  /// The day that the address names, or today.
  let day: Day
  /// The query that keeps the day on the next page; empty for today.
  let dayQuery: String
  /// Who asks; `nil` for somebody without a token.
  var holder: PageHolder?

  /// - Parameter today: The day that it is for the readers.
  init(_ request: PageRequest, today: Day, now: Instant) {
    (self.request, self.today, self.now) = (request, today, now)
    let named = request.given["day"].flatMap { Day(iso: $0) }
    day = named ?? today
    dayQuery = named.map { "?day=\($0.iso)" } ?? ""
  }

  /// What is asked of the history, for the day of the address.
  func question(user: String? = nil, from: Day? = nil) -> HistoryQuestion {
    HistoryQuestion(user: user, from: from, asOf: day, today: today, now: now)
  }

  func may(_ role: PageRole) -> Bool { holder.map { $0.role >= role } ?? false }

  /// Whether the reader wants colours that differ also for those who see few of them.
  var hasContrast: Bool { request.cookies["colours"] == "contrast" }

  /// The address of this page, to come back to; the start for what is no page.
  var here: String {
    guard request.method == "GET" else { return "/" }
    return request.path + (request.query.isEmpty ? "" : "?" + request.query)
  }
}

private struct Layout {
  struct Page {
    let name: String
    let address: String
    let isCurrent: Bool
  }

  let title: String
  let style: String
  let script: String
  let icon: String
  let day: String
  let pages: [Page]
  let content: String
  let hasPages: Bool
  /// Whether the page changes when results arrive.
  let isLive: Bool
  let hasContrast: Bool
  let here: String
  /// Who is signed in.
  let player: String?
}
