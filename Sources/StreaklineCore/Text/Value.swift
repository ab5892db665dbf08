/// A value of a record's field.
public enum Value: Hashable, Sendable {
  /// No value; written as `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number of 64 bits: in JSON, one without fraction and exponent.
  case int(Int)
  /// Any other number. One that is not finite is written as `null`.
  case double(Double)
  /// A text. Moments are texts in ISO 8601, bytes are texts in base 64.
  case string(String)
  /// Values in an order, of one kind or several.
  case list([Value])
  /// Named values in the order in which they are written.
  case object(Fields)

  /// The value as an integer, when it is one.
  public var int: Int? {
    if case .int(let value) = self { value } else { nil }
  }

  /// The value as a string, when it is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value as a truth value, when it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The members, when the value is an object.
  public var object: Fields? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value as the text that `parsedData` holds; `nil` for null.
  ///
  /// A list is joined with commas: `yellow,green`.
  public var text: String? {
    switch self {
    case .null: nil
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): jsonNumber(value)
    case .string(let value): value
    case .list(let values): values.map { $0.text ?? "" }.joined(separator: ",")
    case .object: String(json: self)
    }
  }
}

extension Value {
  /// How many levels of lists and objects the value has, the values inside included: 1 for a text.
  package var levels: Int {
    switch self {
    case .null, .bool, .int, .double, .string: 1
    case .list(let values): 1 + values.reduce(0) { max($0, $1.levels) }
    case .object(let fields): 1 + fields.deepest
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { String(json: self) }
}

/// Named values in the order in which they are written.
///
/// Records have some twenty fields, so a linear search beats a hash table.
public struct Fields: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  private var names: [String] = []
  private var values: [Value] = []

  /// An object without fields.
  public init() {}

  /// Fields in the order of the literal. A name must not occur twice; that is not checked.
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements {
      append(name, value)
    }
  }

  /// Fields that share one list of names with other objects.
  ///
  /// - Precondition: There are as many values as names, and no name twice.
  package init(names: [String], values: [Value]) {
    precondition(names.count == values.count)
    self.names = names
    self.values = values
  }

  /// How many fields there are.
  public var count: Int { names.count }

  /// How many levels the deepest value has.
  fileprivate var deepest: Int { values.reduce(0) { Swift.max($0, $1.levels) } }

  func name(at index: Int) -> String { names[index] }
  func value(at index: Int) -> Value { values[index] }

  /// The value of a field. Setting a new name appends it; setting `nil` removes the field.
  public subscript(name: String) -> Value? {
    get { names.firstIndex(of: name).map { values[$0] } }
    set {
      let index = names.firstIndex(of: name)
      switch (index, newValue) {
      case (let index?, let value?): values[index] = value
      case (let index?, nil):
        names.remove(at: index)
        values.remove(at: index)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  /// The value of a field that is most likely at an index, which is moved behind it.
  func value(of name: String, expectedAt index: inout Int) -> Value? {
    if index >= names.count || names[index] != name {
      guard let found = names.firstIndex(of: name) else { return nil }
      index = found
    }
    index += 1
    return values[index - 1]
  }

  /// Adds a field whose name is known to be new.
  public mutating func append(_ name: String, _ value: Value) {
    names.append(name)
    values.append(value)
  }

  package mutating func reserveCapacity(_ count: Int) {
    names.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  /// Sets a field in an object of any size. From 64 fields on, `index` (one for each object, empty
  /// at first) replaces the linear search.
  mutating func set(_ name: String, _ value: Value, index: inout [String: Int]) {
    guard names.count >= 64 else {
      if let position = names.firstIndex(of: name) {
        values[position] = value
      } else {
        append(name, value)
      }
      return
    }
    if index.isEmpty {
      for (position, name) in names.enumerated() {
        index[name] = position
      }
    }
    if let position = index[name] {
      values[position] = value
    } else {
      index[name] = names.count
      append(name, value)
    }
  }

  /// Names and values in their order.
  public struct Iterator: IteratorProtocol {
    private let fields: Fields
    private var index = 0

    init(_ fields: Fields) {
      self.fields = fields
    }

    /// The next field in the order of writing; `nil` after the last one.
    public mutating func next() -> (name: String, value: Value)? {
      guard index < fields.count else { return nil }
      defer { index += 1 }
      return (fields.names[index], fields.values[index])
    }
  }

  /// Iterates over the fields in the order in which they are written.
  public func makeIterator() -> Iterator {
    Iterator(self)
  }
}
