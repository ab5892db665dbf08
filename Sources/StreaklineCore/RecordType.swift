/// A kind of record: its name, its fields and what it stands for.
///
/// Types are values: a program hands in those that it knows, as a ``RecordSchema``.
public struct RecordType: Hashable, Sendable {
  /// What a field holds.
  public enum Kind: String, Sendable, CaseIterable {
    case string, int, double, bool
    /// A moment, as text in ISO 8601.
    case date
    /// Bytes, as text in base 64.
    case bytes
    /// The name of another record.
    case reference
    /// A list of strings.
    case strings
    /// A JSON object.
    case object
  }

  /// A field that the type declares.
  public struct Field: Hashable, Sendable {
    public let name: String
    public let kind: Kind

    public init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// What a record of the type stands for.
  public enum Form: String, Sendable, CaseIterable {
    /// One user's result in one game on one day, the only one of this type.
    case result
    /// Something with a name of its own, such as settings or a group.
    case document
  }

  /// The type's name, which remotes know it by too, such as `GameResult`.
  public let name: String
  public let form: Form
  /// The declared fields, in the order in which they are written. By these two results of one id can
  /// contradict each other.
  public let fields: [Field]
  /// The boolean field that says whether the puzzle was completed, where there is one.
  public let outcome: String?
  /// Whether records also hold their day as text, in the field `date`.
  public let hasDate: Bool
  /// The names of all fields of a record, in the order in which they are written. For a result these
  /// are all but the type, the id, the user and the game (DESIGN §7).
  public let fieldNames: [String]

  public init(
    name: String, form: Form = .result, fields: [Field], outcome: String? = nil,
    hasDate: Bool = false
  ) {
    self.name = name
    self.form = form
    self.fields = fields
    self.outcome = outcome
    self.hasDate = hasDate
    let names = fields.map(\.name)
    fieldNames =
      form == .document
      ? names
      : Self.leadingFields.map(\.name) + (hasDate ? ["date"] : []) + names
        + Self.trailingFields.map(\.name)
  }

  /// The kind of a declared field, or `nil` when the type has no such field.
  public func kind(of field: String) -> Kind? {
    fields.first { $0.name == field }?.kind
  }

  /// What every result holds before its declared fields.
  static let leadingFields = [
    Field("gameId", .string), Field("gameName", .string), Field("mode", .string),
    Field("variant", .string), Field("puzzleNumber", .int), Field("dateInt", .int),
    Field("playedAt", .date),
  ]

  /// What every result holds after its declared fields.
  static let trailingFields = [
    Field("parsedData", .object), Field("suspect", .string), Field("sharedText", .string),
    Field("source", .object),
  ]

  /// A result with a score (seeds 000 and 004).
  public static let gameResult = RecordType(
    name: "GameResult",
    fields: [Field("score", .int), Field("maxAttempts", .int), Field("completed", .bool)],
    outcome: "completed")

  /// Tandem's result (seed 001).
  public static let puzzleResult = RecordType(
    name: "PuzzleResult",
    fields: [
      Field("won", .bool), Field("mistakes", .int), Field("solved", .int),
      Field("hintsUsed", .int), Field("theme", .string),
    ],
    outcome: "won", hasDate: true)

  /// A day of a habit (seed 002); the habit is the game. Its only declared field is the one by which
  /// two events can contradict each other.
  public static let completionEvent = RecordType(
    name: "CompletionEvent", fields: [Field("isCompleted", .bool)], outcome: "isCompleted")
}

extension RecordType {
  /// The type as one JSON object.
  package var json: Value {
    .object([
      "name": .string(name), "form": .string(form.rawValue),
      "fields": .list(
        fields.map { .object(["name": .string($0.name), "kind": .string($0.kind.rawValue)]) }),
      "outcome": outcome.map(Value.string) ?? .null, "hasDate": .bool(hasDate),
    ])
  }

  /// Reads what `json` gives; `nil` for anything else.
  package init?(json: Value) {
    guard let members = json.object, let name = members["name"]?.string,
      let form = members["form"]?.string.flatMap(Form.init),
      case .list(let list)? = members["fields"]
    else { return nil }
    let fields = list.compactMap { entry -> Field? in
      guard let name = entry.object?["name"]?.string,
        let kind = entry.object?["kind"]?.string.flatMap(Kind.init)
      else { return nil }
      return Field(name, kind)
    }
    self.init(
      name: name, form: form, fields: fields, outcome: members["outcome"]?.string,
      hasDate: members["hasDate"]?.bool ?? false)
  }
}
