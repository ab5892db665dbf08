/// The record types that a program knows, each name once.
public struct RecordSchema: Hashable, Sendable {
  /// The types in the order in which they were added; no two have the same name.
  public private(set) var types: [RecordType] = []
  /// The columns of a table of results: the fields of all result types, each name once. The field
  /// `date` is left out, because `dateInt` says the same.
  package private(set) var columns: [RecordType.Field] = []

  /// Of two types with one name the later one is used.
  public init(_ types: [RecordType]) {
    for type in types { put(type) }
    setColumns()
  }

  /// The types of the shares and exports that Streakline reads.
  public static let standard = RecordSchema([.gameResult, .puzzleResult, .completionEvent])

  /// The types that a rule file can name.
  package static let shares = RecordSchema([.gameResult, .puzzleResult])

  /// The type of that name.
  public subscript(name: String) -> RecordType? {
    types.first { $0.name == name }
  }

  /// Adds a type. It replaces a type of the same name.
  public mutating func add(_ type: RecordType) {
    put(type)
    setColumns()
  }

  private mutating func put(_ type: RecordType) {
    if let index = types.firstIndex(where: { $0.name == type.name }) {
      types[index] = type
    } else {
      types.append(type)
    }
  }

  private mutating func setColumns() {
    let declared = types.filter { $0.form == .result }.flatMap(\.fields)
    let all = identity + RecordType.leadingFields + declared + RecordType.trailingFields
    var names: Set<String> = []
    columns = all.filter { names.insert($0.name).inserted }
  }
}

/// The fields that identify a record.
private let identity = ["id", "type", "userId", "game"].map { RecordType.Field($0, .string) }
