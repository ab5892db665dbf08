internal import StreaklineCore

extension RuleDefinition {
  /// The kinds of the values that a field can have, without null.
  func kinds(of field: Field) -> [RecordType.Kind] {
    kinds(of: field.operation, depth: 0) + kinds(of: [field.otherwise])
  }

  private func kinds(of operation: Operation, depth: Int) -> [RecordType.Kind] {
    switch operation {
    case .count: [.int]
    case .found: [.bool]
    case .constant(let value): kinds(of: [value])
    case .group(_, let conversion): [conversion.kind.recordKind]
    case .list(_, _, let conversion, _, let reduction):
      switch reduction {
      case nil: [.strings]
      default: [conversion.kind.recordKind]
      }
    case .cases(let cases, let otherwise): kinds(of: cases.map(\.value) + [otherwise])
    case .sum(let terms):
      terms.flatMap { kinds(of: $0.operation, depth: depth) }.contains(.double) ? [.double] : [.int]
    case .field(let other):
      // A circle is reported elsewhere.
      depth > fields.count
        ? []
        : (fields.first { $0.name == other.value }.map { kinds(of: $0.operation, depth: depth + 1) }
          ?? [])
    }
  }

  private func kinds(of values: [Value]) -> [RecordType.Kind] {
    values.compactMap { value in
      switch value {
      case .int: .int
      case .bool: .bool
      case .double: .double
      case .string: .string
      case .list: .strings
      case .null, .object: nil
      }
    }
  }
}

extension RecordType.Kind {
  /// Whether a field of another kind can hold such a value.
  func fits(_ wanted: RecordType.Kind) -> Bool {
    switch self {
    case .int: wanted == .int || wanted == .double
    case .string: [.string, .date, .bytes, .reference].contains(wanted)
    default: self == wanted
    }
  }
}

extension Conversion.Kind {
  /// The kind of a record's field that holds such a value.
  fileprivate var recordKind: RecordType.Kind {
    switch self {
    case .int, .duration: .int
    case .decimal: .double
    case .bool: .bool
    case .string, .date: .string
    }
  }
}
