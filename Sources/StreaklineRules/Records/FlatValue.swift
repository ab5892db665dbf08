internal import StreaklineCore

/// A field's value without memory of its own: texts are ranges of the text that was read.
///
/// Reading a share makes only these. A `Value` is made when a caller asks for the field.
enum FlatValue: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case day(Day)
  /// A range of the normalised text.
  case text(Range<Int>)
  /// An index in the constants of the variant's ``FieldPlan``.
  case constant(Int)
  /// A range of the ``ScanResult/values`` that the share belongs to.
  case list(Range<Int>)

  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  var int: Int? {
    if case .int(let value) = self { value } else { nil }
  }

  /// The range of a text; empty for anything else.
  var textRange: Range<Int> {
    if case .text(let range) = self { range } else { 0..<0 }
  }

  /// A scalar that needs no constant; `nil` for texts, lists and objects.
  init?(scalar value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string, .list, .object: return nil
    }
  }
}

/// The text, values and constants that flat values point into.
struct FlatValueSource {
  /// The normalised text.
  let text: [UInt8]
  /// The values of all shares of the scan.
  let values: [FlatValue]
  let plan: FieldPlan

  /// The value as a record's field holds it.
  func decoded(_ value: FlatValue) -> Value {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .day(let day): .string(day.iso)
    case .text(let range): .string(String(decoding: text[range], as: UTF8.self))
    case .constant(let index): plan.constants[index].value
    case .list(let range): .list(values[range].map(decoded))
    }
  }
}
