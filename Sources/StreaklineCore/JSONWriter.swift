/// Writes JSON into a byte buffer: compact, keys in the order given, ASCII controls escaped.
public struct JSONWriter {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  private let escapesForTerminal: Bool

  /// - Parameter escapesForTerminal: Escapes C1 controls and bidi controls too, which JSON
  ///   permits but a terminal would obey.
  public init(escapesForTerminal: Bool = false) {
    self.escapesForTerminal = escapesForTerminal
  }

  /// Writes any value.
  public mutating func write(_ value: Value) {
    switch value {
    case .null: writeRaw("null")
    case .bool(let value): writeRaw(value ? "true" : "false")
    case .int(let value): writeInt(value)
    case .double(let value): writeRaw(jsonNumber(value))
    case .string(let value): writeString(value)
    case .list(let values): writeList(values)
    case .object(let fields): writeObject(fields)
    }
  }

  /// Writes an object with its fields in order.
  public mutating func writeObject(_ fields: Fields) {
    bytes.append(UInt8(ascii: "{"))
    writeMembers(fields)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes `"name":value` pairs without the braces around them.
  mutating func writeMembers(_ fields: Fields) {
    var isFirst = true
    for (name, value) in fields {
      if !isFirst {
        bytes.append(UInt8(ascii: ","))
      }
      isFirst = false
      writeString(name)
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
  }

  /// Ends a line, as JSON Lines wants it.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Empties the buffer and keeps its capacity.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func writeList(_ values: [Value]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 {
        bytes.append(UInt8(ascii: ","))
      }
      write(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func writeRaw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func writeInt(_ value: Int) {
    guard value < 0 || value > 9 else {
      bytes.append(UInt8(ascii: "0") + UInt8(value))
      return
    }
    bytes.append(contentsOf: String(value).utf8)
  }

  private mutating func writeString(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if escapesForTerminal {
      for scalar in text.unicodeScalars {
        isTerminalControl(scalar) && scalar.value >= 0x7F
          ? writeEscape(scalar) : String(scalar).utf8.forEach { writeStringByte($0) }
      }
    } else {
      for byte in text.utf8 {
        writeStringByte(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeStringByte(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case UInt8(ascii: "\n"): writeRaw("\\n")
    case UInt8(ascii: "\r"): writeRaw("\\r")
    case UInt8(ascii: "\t"): writeRaw("\\t")
    case 0..<0x20, 0x7F: writeEscape(Unicode.Scalar(byte))
    default: bytes.append(byte)
    }
  }

  private mutating func writeEscape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      writeRaw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}

/// A finite number as JSON writes it; `null` for NaN and the infinities, which JSON has not got.
func jsonNumber(_ value: Double) -> String {
  guard value.isFinite else { return "null" }
  return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
}

extension String {
  /// The value as compact JSON.
  public init(json value: Value) {
    var writer = JSONWriter()
    writer.write(value)
    self.init(decoding: writer.bytes, as: UTF8.self)
  }
}
