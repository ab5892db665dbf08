/// The type of records: its name, its fields, and whether the records are results or documents.
///
/// Types are values. A program passes those that it knows as a ``RecordSchema``.
public struct RecordType: Hashable, Sendable {
  /// The kind of a field's values.
  public enum Kind: String, Sendable, CaseIterable {
    /// As in JSON: a text (`string`), a whole number of 64 bits (`int`), any number (`double`), or true or false
    /// (`bool`).
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
    /// The key in the JSON of a record, such as `maxAttempts`; unique within the type.
    public let name: String
    /// Which values the field takes, besides null.
    public let kind: Kind

    /// A field of that name, which is not checked, and kind.
    public init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// Whether records of the type are results or documents.
  public enum Form: String, Sendable, CaseIterable {
    /// A user's result in a game on a day. There is at most one of each type.
    case result
    /// A record with a name of its own, such as settings or a group.
    case document
  }

  /// The type's name, also at remotes, such as `GameResult`.
  public let name: String
  /// Whether user, game and day identify a record (`result`), or its own name (`document`).
  public let form: Form
  /// The declared fields, in the order in which they are written. Two results of one id contradict
  /// each other when they differ in these fields or in `parsedData`.
  public let fields: [Field]
  /// The name of the boolean field that says whether the puzzle was completed; `nil` when the type has
  /// none.
  public let outcome: String?
  /// Whether records also have their day as text, in the field `date`.
  public let hasDate: Bool
  /// The names of all fields of a record, in the order in which they are written. A result's type,
  /// id, user and game are not fields.
  public let fieldNames: [String]

  /// A type of records. The names of the fields are not checked.
  ///
  /// - Parameters:
  ///   - outcome: The name of one of the `fields`, of kind `bool`. Results of a type without one never count as
  ///     completed, so they give no streak.
  ///   - hasDate: For results: whether they have the field `date`, too. Documents never have it.
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

  /// The kind of any field of a record, declared or not, or `nil` when records have no such field.
  package func kindOfAny(_ field: String) -> Kind? {
    let others = form == .result ? Self.leadingFields + Self.trailingFields : []
    return kind(of: field) ?? others.first { $0.name == field }?.kind
  }

  /// The fields of every result that come before its declared fields.
  static let leadingFields = [
    Field("gameId", .string), Field("gameName", .string), Field("mode", .string),
    Field("variant", .string), Field("puzzleNumber", .int), Field("dateInt", .int),
    Field("playedAt", .date),
  ]

  /// The fields of every result that come after its declared fields.
  static let trailingFields = [
    Field("parsedData", .object), Field("suspect", .string), Field("sharedText", .string),
    Field("source", .object),
  ]

  /// A result with a score of a puzzle.
  public static let gameResult = RecordType(
    name: "GameResult",
    fields: [Field("score", .int), Field("maxAttempts", .int), Field("completed", .bool)],
    outcome: "completed")

  /// The result of a puzzle in Tandem.
  public static let puzzleResult = RecordType(
    name: "PuzzleResult",
    fields: [
      Field("won", .bool), Field("mistakes", .int), Field("solved", .int),
      Field("hintsUsed", .int), Field("theme", .string),
    ],
    outcome: "won", hasDate: true)

  /// A day of a habit in Habitto. The habit is the game.
  public static let completionEvent = RecordType(
    name: "CompletionEvent",
    fields: [Field("isCompleted", .bool), Field("completionCount", .int)], outcome: "isCompleted")
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

  /// Reads the JSON object that `json` returns; `nil` for anything else.
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
