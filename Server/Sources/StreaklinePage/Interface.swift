internal import Streakline

/// What programs can ask under `/v1`. The description of the interface is made of the same table that
/// requests are answered by.
struct Interface {
  struct Parameter {
    let name: String
    let summary: String
    /// `string` or `integer`.
    var type = "string"
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
    let answer: @Sendable (Site, Visit, PageHolder) throws -> Value
  }

  private static let user = Parameter(name: "user", summary: "Only this player.")
  private static let game = Parameter(name: "game", summary: "Only this game, by its slug.")

  private static let upload = Parameter(name: "id", summary: "The upload, as its start says it.")

  static let endpoints = [
    Endpoint(
      method: "POST", path: "/v1/ingest", role: .posts,
      bodyTypes: ["text/plain", "application/json"],
      summary: "Reads a shared text and stores its results as those of the token's user.",
      parameters: [
        Parameter(
          name: "senders",
          summary: "'all' refuses a token that may not store the results of others in a chat.")
      ]
    ) { site, visit, holder in try site.ingest(visit, holder) },
    Endpoint(
      method: "GET", path: "/v1/results", role: .reads,
      summary: "The results by day, user and game; with a limit, those of the latest days.",
      parameters: [
        user, game, Parameter(name: "from", summary: "The first day, as 2026-10-04."),
        Parameter(name: "to", summary: "The last day."),
        Parameter(
          name: "limit", summary: "How many at most, from 1 to 1000; otherwise 100.",
          type: "integer"),
      ]
    ) { site, visit, _ in try site.results(visit) },
    Endpoint(
      method: "GET", path: "/v1/streaks", role: .reads, summary: "The streaks by user and game.",
      parameters: [user, game]
    ) { site, visit, _ in try site.streakValues(visit) },
    Endpoint(
      method: "GET", path: "/v1/stats", role: .reads,
      summary: "A player's numbers in each game and mode.",
      parameters: [Parameter(name: "user", summary: "The player; otherwise the token's user.")]
    ) { site, visit, holder in try site.stats(visit, holder) },
    Endpoint(
      method: "GET", path: "/v1/leaderboard", role: .reads, summary: "The players by points.",
      parameters: [
        Parameter(name: "period", summary: "day, week, month or all; otherwise month."), game,
        Parameter(name: "day", summary: "A day of the period; otherwise today."),
      ]
    ) { site, visit, _ in try site.points(visit) },
    Endpoint(
      method: "GET", path: "/v1/events", role: .reads, isOfPage: true,
      summary: "Server-sent events: 'change' whenever the store has changed."
    ) { _, _, _ in throw PageRefusal(status: 503, words: "There are no events now.") },
    Endpoint(
      method: "POST", path: "/v1/uploads", role: .settles, isOfPage: true,
      summary: "Starts the upload of a chat export or an archive, which follows in parts.",
      parameters: [
        Parameter(name: "size", summary: "The file's bytes, at most 1 GiB.", type: "integer"),
        Parameter(name: "name", summary: "The file's name."),
        Parameter(
          name: "player",
          summary: "The player of a text that names nobody; otherwise the token's user."
        ),
      ]
    ) { site, visit, holder in try site.startUpload(visit, holder) },
    Endpoint(
      method: "PUT", path: "/v1/uploads", role: .settles, isOfPage: true,
      bodyTypes: ["application/octet-stream"],
      summary: "Adds the next part, of at most 1 MiB. After the last one the file is read.",
      parameters: [
        upload,
        Parameter(name: "offset", summary: "How many bytes come before the part.", type: "integer"),
      ]
    ) { site, visit, holder in try site.addToUpload(visit, holder) },
    Endpoint(
      method: "GET", path: "/v1/uploads", role: .settles, isOfPage: true,
      summary: "How much has arrived, and what was found in it so far.", parameters: [upload]
    ) { site, visit, holder in try site.uploadState(visit, holder) },
  ]

  // MARK: - Description

  /// The description by OpenAPI 3.1.
  static let description: Value = {
    var paths = Fields()
    for endpoint in endpoints where paths[endpoint.path] == nil {
      var methods = Fields()
      for one in endpoints where one.path == endpoint.path {
        methods.append(one.method.lowercased(), operation(one))
      }
      paths.append(endpoint.path, .object(methods))
    }
    return .object([
      "openapi": .string("3.1.0"),
      "info": .object([
        "title": .string("Streakline"), "version": .string("1"),
        "description": .string("Post shared puzzle results, and read what is known."),
      ]),
      "security": .list([.object(["token": .list([])])]), "paths": .object(paths),
      "components": .object([
        "securitySchemes": .object([
          "token": .object(["type": .string("http"), "scheme": .string("bearer")])
        ])
      ]),
    ])
  }()

  private static func operation(_ endpoint: Endpoint) -> Value {
    var fields: Fields = [
      "operationId": .string(
        endpoint.method.lowercased() + "-" + endpoint.path.dropFirst("/v1/".count)),
      "summary": .string(endpoint.summary),
      "description": .string("Needs a token that \(endpoint.role.rawValue)."),
    ]
    if !endpoint.bodyTypes.isEmpty {
      var content = Fields()
      for type in endpoint.bodyTypes {
        content.append(type, type == "application/json" ? text : schema("string"))
      }
      fields.append(
        "requestBody", .object(["required": .bool(true), "content": .object(content)]))
    }
    if !endpoint.parameters.isEmpty {
      fields.append(
        "parameters",
        .list(
          endpoint.parameters.map { one in
            .object([
              "name": .string(one.name), "in": .string("query"),
              "description": .string(one.summary),
              "schema": .object(["type": .string(one.type)]),
            ])
          }))
    }
    var answers: Fields = [
      "200": answer("What was asked for.")
    ]
    for (status, words) in refusals { answers.append(status, answer(words)) }
    fields.append("responses", .object(answers))
    return .object(fields)
  }

  private static let refusals = [
    ("400", "A parameter is wrong."), ("401", "There is no token, or it is not good."),
    ("403", "The token may not do this."), ("404", "There is no such upload."),
    ("409", "The part does not follow the one before."), ("413", "The body or file is too long."),
    ("415", "The body is no text."), ("422", "The text is empty."),
    ("429", "There are too many requests or uploads."), ("507", "The server has no room."),
  ]

  /// A text in JSON, as phones send it most easily.
  private static let text = Value.object([
    "schema": .object([
      "type": .string("object"), "required": .list([.string("text")]),
      "properties": .object(["text": .object(["type": .string("string")])]),
    ])
  ])

  private static func schema(_ type: String) -> Value {
    .object(["schema": .object(["type": .string(type)])])
  }

  private static func answer(_ words: String) -> Value {
    .object([
      "description": .string(words), "content": .object(["application/json": schema("object")]),
    ])
  }
}
