/// The shape of a kind of record: its fields and how a sink names it.
public struct RecordType: Hashable, Sendable {
  /// What a field holds.
  public enum Kind: String, Sendable {
    case string, int, double, bool
  }

  /// A field that the type declares.
  public struct Field: Hashable, Sendable {
    public let name: String
    public let kind: Kind
  }

  /// The type's name at every sink, such as `GameResult`.
  public let name: String
  /// The declared fields, in the order in which they are written.
  public let fields: [Field]
  /// The boolean field that says whether the puzzle was completed.
  public let outcome: String
  /// The names of all fields of a record but the four leading keys, in the order in which they are
  /// written (DESIGN §7).
  public let fieldNames: [String]

  private init(name: String, fields: [Field], outcome: String, hasDate: Bool = false) {
    self.name = name
    self.fields = fields
    self.outcome = outcome
    fieldNames =
      ["gameId", "gameName", "mode", "variant", "puzzleNumber", "dateInt", "playedAt"]
      + (hasDate ? ["date"] : []) + fields.map(\.name)
      + ["parsedData", "suspect", "sharedText", "source"]
  }

  /// The kind of a declared field, or `nil` when the type has no such field.
  public func kind(of field: String) -> Kind? {
    fields.first { $0.name == field }?.kind
  }

  /// A result with a score (seeds 000 and 004).
  public static let gameResult = RecordType(
    name: "GameResult",
    fields: [
      Field(name: "score", kind: .int), Field(name: "maxAttempts", kind: .int),
      Field(name: "completed", kind: .bool),
    ],
    outcome: "completed")

  /// Tandem's result (seed 001).
  public static let puzzleResult = RecordType(
    name: "PuzzleResult",
    fields: [
      Field(name: "won", kind: .bool), Field(name: "mistakes", kind: .int),
      Field(name: "solved", kind: .int), Field(name: "hintsUsed", kind: .int),
      Field(name: "theme", kind: .string),
    ],
    outcome: "won", hasDate: true)

  /// A day of a habit (seed 002); the habit is the game. Its only declared field is the one by which
  /// two events can contradict each other.
  public static let completionEvent = RecordType(
    name: "CompletionEvent", fields: [Field(name: "isCompleted", kind: .bool)],
    outcome: "isCompleted")

  /// The types that come out of shares: those that a rule file can name.
  public static let shared = [gameResult, puzzleResult]

  /// All types.
  public static let builtIn = shared + [completionEvent]

  /// The built-in type of that name.
  public static func named(_ name: String) -> RecordType? {
    builtIn.first { $0.name == name }
  }
}
