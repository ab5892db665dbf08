internal import Streakline

/// What programs can ask under `/v1`. Requests are checked and answered by the same table of which
/// the description of the interface is made.
struct Interface {
  struct Parameter {
    enum Kind {
      case text
      case day
      case number(ClosedRange<Int>)
      case choice([String])
    }

    let name: String
    var kind = Kind.text
    var isRequired = false
    /// What the parameter means: a whole sentence.
    let summary: String

    /// What is wrong with a value; `nil` for a good one.
    func fault(of text: String) -> String? {
      switch kind {
      case .text: nil
      case .day: Day(iso: text) == nil ? "\(name) is a day such as 2026-10-04." : nil
      case .number(let range):
        Int(text).map(range.contains) == true
          ? nil : "\(name) is a number from \(range.lowerBound) to \(range.upperBound)."
      case .choice(let values):
        values.contains(text) ? nil : "\(name) is \(values.joined(separator: " or "))."
      }
    }
  }

  struct Endpoint {
    let method: String
    let path: String
    let role: PageRole
    /// Whether the page's own script may ask without a token of its own.
    var isOfPage = false
    /// What the body may be, for requests that have one.
    var bodyTypes: [String] = []
    let summary: String
    var parameters: [Parameter] = []
    /// The statuses of refusals, besides those of all endpoints.
    var refusals: [Int] = []
    let shape: Shape
    /// Endpoints of the same path that take the upload of the answer, by their methods.
    var followers: [String] = []
    let answer: @Sendable (Site, Visit, PageHolder) throws -> Value

    /// - Throws: ``PageRefusal`` for the first parameter that is unknown, missing or wrong.
    func check(_ given: [String: String]) throws {
      let names = Set(parameters.map(\.name))
      if let other = given.keys.sorted().first(where: { !names.contains($0) }) {
        throw PageRefusal(status: 400, words: "'\(other.prefix(40))' is no parameter here.")
      }
      for parameter in parameters {
        if let text = given[parameter.name] {
          guard let fault = parameter.fault(of: text) else { continue }
          throw PageRefusal(status: 400, words: fault)
        }
        if parameter.isRequired {
          throw PageRefusal(
            status: 400, words: "\(parameter.name) is missing. \(parameter.summary)")
        }
      }
    }
  }

  private static let user = Parameter(name: "user", summary: "Only this player.")
  private static let game = Parameter(name: "game", summary: "Only this game, by its slug.")
  private static let day = Parameter(
    name: "day", kind: .day, summary: "The last day that counts; otherwise today.")
  private static let upload = Parameter(
    name: "id", isRequired: true, summary: "The upload, as its start says it.")

  static let endpoints = [
    Endpoint(
      method: "POST", path: "/v1/ingest", role: .posts,
      bodyTypes: ["text/plain", "application/json"],
      summary: "Reads a shared text and stores its results as those of the token's user.",
      parameters: [
        Parameter(
          name: "senders", kind: .choice(["all"]),
          summary: "'all' refuses a token that may not store the results of others in a chat.")
      ],
      refusals: [413, 415, 422, 503, 507],
      shape: .members([
        "found": .integer, "added": .integer, "duplicates": .integer, "disputes": .integer,
        "others": .integer, "nearMisses": .list(.anything), "results": .list(.result),
      ])
    ) { site, visit, holder in try site.ingest(visit, holder) },
    Endpoint(
      method: "GET", path: "/v1/results", role: .reads,
      summary: "The results by day, user and game; with a limit, those of the latest days.",
      parameters: [
        user, game,
        Parameter(name: "from", kind: .day, summary: "The first day, such as 2026-10-04."),
        Parameter(name: "to", kind: .day, summary: "The last day."),
        Parameter(
          name: "limit", kind: .number(1...1_000), summary: "How many at most; otherwise 100."),
      ], refusals: [404], shape: .members(["results": .list(.result)])
    ) { site, visit, _ in try site.results(visit) },
    Endpoint(
      method: "GET", path: "/v1/streaks", role: .reads, summary: "The streaks by user and game.",
      parameters: [user, game, day], refusals: [404],
      shape: .members([
        "streaks": .list(
          .members([
            "userId": .string, "game": .string, "gameId": .string, "gameName": .string,
            "mode": .optional(.string), "current": .integer, "max": .integer,
            "totalPlayed": .integer, "totalCompleted": .integer,
            "lastPlayed": .optional(.integer), "state": .string, "start": .optional(.integer),
          ]))
      ])
    ) { site, visit, _ in try site.streakValues(visit) },
    Endpoint(
      method: "GET", path: "/v1/stats", role: .reads,
      summary: "A player's numbers in each game and mode.",
      parameters: [
        Parameter(name: "user", summary: "The player; otherwise the token's user."), game, day,
      ], refusals: [404],
      shape: .members([
        "userId": .string,
        "games": .list(
          .members([
            "userId": .string, "game": .string, "gameId": .string, "gameName": .string,
            "mode": .optional(.string), "all": .numbers, "lastDays": .anything,
            "weekdays": .list(.numbers),
            "first": .optional(.integer), "last": .optional(.integer),
            "best": .optional(.integer), "bestDay": .optional(.integer), "current": .integer,
            "max": .integer, "maxFrom": .optional(.integer), "maxTo": .optional(.integer),
            "distribution": .list(.members(["label": .string, "count": .integer])),
          ])),
      ])
    ) { site, visit, holder in try site.stats(visit, holder) },
    Endpoint(
      method: "GET", path: "/v1/leaderboard", role: .reads, summary: "The players by points.",
      parameters: [
        Parameter(
          name: "period", kind: .choice(Leaderboard.Period.allCases.map(\.rawValue)),
          summary: "Of which days; otherwise month."),
        game,
        Parameter(name: "day", kind: .day, summary: "A day of the period; otherwise today."),
      ], refusals: [404],
      shape: .members([
        "leaderboard": .list(
          .members([
            "rank": .integer, "formerRank": .optional(.integer), "userId": .string,
            "points": .integer, "played": .integer, "completed": .integer,
            "from": .optional(.integer), "to": .optional(.integer),
          ]))
      ])
    ) { site, visit, _ in try site.points(visit) },
    Endpoint(
      method: "GET", path: "/v1/events", role: .reads, isOfPage: true,
      summary: "Server-sent events: 'change' whenever the store has changed.", refusals: [503],
      shape: .events
    ) { _, _, _ in throw PageRefusal(status: 503, words: "There are no events now.") },
    Endpoint(
      method: "POST", path: "/v1/uploads", role: .settles, isOfPage: true,
      summary: "Starts the upload of a chat export or an archive, which follows in parts.",
      parameters: [
        Parameter(
          name: "size", kind: .number(1...Uploads.largestFile), isRequired: true,
          summary: "The file's bytes, at most 1 GiB."),
        Parameter(name: "name", summary: "The file's name."),
        Parameter(
          name: "player",
          summary: "The player of a text that names nobody; otherwise the token's user."
        ),
      ], refusals: [404, 507], shape: .upload, followers: ["PUT", "GET", "DELETE"]
    ) { site, visit, holder in try site.startUpload(visit, holder) },
    Endpoint(
      method: "PUT", path: "/v1/uploads", role: .settles, isOfPage: true,
      bodyTypes: ["application/octet-stream"],
      summary: "Adds the next part, of at most 1 MiB. After the last one the file is read.",
      parameters: [
        upload,
        Parameter(
          name: "offset", kind: .number(0...Uploads.largestFile), isRequired: true,
          summary: "How many bytes come before the part."),
      ], refusals: [404, 409, 413, 415, 503, 507], shape: .upload
    ) { site, visit, holder in try site.addToUpload(visit, holder) },
    Endpoint(
      method: "GET", path: "/v1/uploads", role: .settles, isOfPage: true,
      summary: "How much has arrived, and what was found in it so far.", parameters: [upload],
      refusals: [404], shape: .upload
    ) { site, visit, holder in try site.uploadState(visit, holder) },
    Endpoint(
      method: "DELETE", path: "/v1/uploads", role: .settles, isOfPage: true,
      summary: "Ends an upload of which not all parts have come, and says how far it was.",
      parameters: [upload], refusals: [404, 409], shape: .upload
    ) { site, visit, holder in try site.cancelUpload(visit, holder) },
  ]
}
