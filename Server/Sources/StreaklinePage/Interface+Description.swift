internal import Streakline

/// What an answer holds, as its description says it.
indirect enum Shape: Sendable {
  case string, integer, number, anything
  /// Server-sent events, which are not JSON.
  case events
  case optional(Shape)
  case list(Shape)
  /// An object with at least these members.
  case members(KeyValuePairs<String, Shape>)

  /// A stored result. Types have more fields; these are the ones that all results have.
  static let result = Shape.members([
    "type": .string, "id": .string, "userId": .string, "game": .string, "gameId": .string,
    "gameName": .string, "dateInt": .integer, "sharedText": .string,
  ])

  /// How many puzzles were played and solved, and their scores.
  static let numbers = Shape.members([
    "played": .integer, "completed": .integer, "mean": .optional(.number),
    "median": .optional(.number),
  ])

  static let upload = Shape.members([
    "upload": .string, "state": .string, "received": .integer, "size": .integer,
    "read": .integer, "messages": .integer, "found": .integer, "added": .integer,
    "duplicates": .integer, "disputes": .integer, "nearMisses": .integer,
  ])

  /// The JSON schema.
  var schema: Value {
    switch self {
    case .string, .events: type("string")
    case .integer: type("integer")
    case .number: type("number")
    case .anything: .object([:])
    case .optional(let shape):
      .object(["anyOf": .list([shape.schema, type("null")])])
    case .list(let shape): .object(["type": .string("array"), "items": shape.schema])
    case .members(let members):
      .object([
        "type": .string("object"), "required": .list(members.map { .string($0.key) }),
        "properties": object(members.map { ($0.key, $0.value.schema) }),
      ])
    }
  }

  private func type(_ name: String) -> Value { .object(["type": .string(name)]) }
}

private func object(_ members: [(String, Value)]) -> Value {
  var fields = Fields()
  for (name, value) in members { fields.append(name, value) }
  return .object(fields)
}

extension Interface.Parameter {
  fileprivate var description: Value {
    let schema: Value =
      switch kind {
      case .text: .object(["type": .string("string")])
      case .day: .object(["type": .string("string"), "format": .string("date")])
      case .number(let range):
        .object([
          "type": .string("integer"), "minimum": .int(range.lowerBound),
          "maximum": .int(range.upperBound),
        ])
      case .choice(let values):
        .object(["type": .string("string"), "enum": .list(values.map(Value.string))])
      }
    return .object([
      "name": .string(name), "in": .string("query"), "required": .bool(isRequired),
      "description": .string(summary), "schema": schema,
    ])
  }
}

extension Interface {
  /// The description by OpenAPI 3.1.
  static let description: Value = {
    var paths: [(String, Value)] = []
    for endpoint in endpoints where !paths.contains(where: { $0.0 == endpoint.path }) {
      let ofPath = endpoints.filter { $0.path == endpoint.path }
      paths.append(
        (endpoint.path, object(ofPath.map { ($0.method.lowercased(), operation($0)) })))
    }
    return .object([
      "openapi": .string("3.1.0"),
      "info": .object([
        "title": .string("Streakline"), "version": .string("1"),
        "description": .string("Post shared puzzle results, and read what is known."),
      ]),
      "security": .list([.object(["token": .list([])])]), "paths": object(paths),
      "components": .object([
        "securitySchemes": .object([
          "token": .object(["type": .string("http"), "scheme": .string("bearer")]),
          "page": .object([
            "type": .string("apiKey"), "in": .string("cookie"), "name": .string(Site.cookie),
          ]),
        ])
      ]),
    ])
  }()

  private static func operation(_ endpoint: Endpoint) -> Value {
    var fields: Fields = [
      "operationId": .string(id(endpoint.method, endpoint.path)),
      "summary": .string(endpoint.summary),
      "description": .string("Needs a token that \(endpoint.role.rawValue)."),
      "parameters": .list(endpoint.parameters.map(\.description)),
    ]
    if endpoint.isOfPage {
      // The last one: where only this machine can connect, the page asks nobody who they are.
      fields.append(
        "security",
        .list([.object(["token": .list([])]), .object(["page": .list([])]), .object([:])]))
    }
    if !endpoint.bodyTypes.isEmpty {
      let content = endpoint.bodyTypes.map { ($0, Value.object(["schema": body($0)])) }
      fields.append("requestBody", .object(["required": .bool(true), "content": object(content)]))
    }
    let refusals = (usualRefusals + endpoint.refusals).sorted().map { status in
      (String(status), Value.object(answer(refusalWords[status] ?? "", error)))
    }
    let type = if case .events = endpoint.shape { "text/event-stream" } else { "application/json" }
    var good = answer("What was asked for.", endpoint.shape, type)
    if !endpoint.followers.isEmpty {
      good.append(
        "links",
        object(
          endpoint.followers.map { method in
            let id = Value.object(["id": .string("$response.body#/upload")])
            return (
              method.lowercased(),
              .object(["operationId": .string(self.id(method, endpoint.path)), "parameters": id])
            )
          }))
    }
    fields.append("responses", object([("200", .object(good))] + refusals))
    return .object(fields)
  }

  private static func id(_ method: String, _ path: String) -> String {
    method.lowercased() + "-" + path.dropFirst("/v1/".count)
  }

  private static let usualRefusals = [400, 401, 403, 429]
  private static let refusalWords = [
    400: "A parameter or the body is wrong.", 401: "There is no token, or it is not good.",
    403: "The token may not do this.", 404: "There is no such player, game or upload.",
    409: "The part does not follow the one before, or the file is being read.",
    413: "The body is longer than 1 MiB.",
    415: "The body is no text, or is packed otherwise than by gzip.", 422: "The text is empty.",
    429: "There are too many requests, uploads or streams of events of this user.",
    503: "The server is busy; try again in some seconds.",
    507: "The server has no room, or the player has as much as the server keeps of each.",
  ]

  private static let error = Shape.members(["error": .string])

  private static func body(_ type: String) -> Value {
    // A text of blanks is no text.
    let text = Value.object(["type": .string("string"), "pattern": .string("\\S")])
    return switch type {
    case "application/json":
      .object([
        "type": .string("object"), "required": .list([.string("text")]),
        "properties": .object(["text": text]),
      ])
    case "text/plain": text
    default: .object(["type": .string("string"), "minLength": .int(1)])
    }
  }

  private static func answer(
    _ words: String, _ shape: Shape, _ type: String = "application/json"
  ) -> Fields {
    [
      "description": .string(words),
      "content": object([(type, .object(["schema": shape.schema]))]),
    ]
  }
}
