/// Writes JSON into a byte buffer: compact, keys in the order given, ASCII controls escaped.
public struct JSONWriter {
  /// What has been written stands at the begin; the rest is room for more.
  private var storage: [UInt8] = []
  /// How many bytes have been written so far.
  public private(set) var count = 0
  private let escapesForTerminal: Bool

  /// - Parameter escapesForTerminal: Escapes C1 controls and bidi controls too, which JSON
  ///   permits but a terminal would obey.
  public init(escapesForTerminal: Bool = false) {
    self.escapesForTerminal = escapesForTerminal
  }

  /// What has been written so far.
  public var bytes: [UInt8] { Array(storage[..<count]) }

  /// Lends what has been written so far.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    unsafe try storage.withUnsafeBytes { all in
      unsafe try body(UnsafeRawBufferPointer(rebasing: all[..<count]))
    }
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
    writeByte(UInt8(ascii: "{"))
    writeMembers(fields, isFirst: true)
    writeByte(UInt8(ascii: "}"))
  }

  /// Writes a record as `Record.json` has it.
  public mutating func write(_ record: Record) {
    writeRaw("{\"type\":")
    writeString(record.type)
    writeRaw(",\"id\":")
    writeString(record.id)
    writeRaw(",\"userId\":")
    writeString(record.userId)
    writeRaw(",\"game\":")
    writeString(record.game)
    writeMembers(record.fields, isFirst: false)
    writeByte(UInt8(ascii: "}"))
  }

  /// Ends a line, as JSON Lines wants it.
  public mutating func endLine() {
    writeByte(UInt8(ascii: "\n"))
  }

  /// Appends bytes as they are.
  package mutating func append(_ raw: [UInt8]) {
    unsafe raw.withUnsafeBufferPointer { raw in unsafe writeRaw(raw) }
  }

  /// Empties the buffer and keeps its capacity.
  public mutating func removeAll() {
    count = 0
  }

  /// Writes `"name":value` pairs without the braces around them.
  private mutating func writeMembers(_ fields: Fields, isFirst: Bool) {
    var isFirst = isFirst
    for index in 0..<fields.count {
      if !isFirst {
        writeByte(UInt8(ascii: ","))
      }
      isFirst = false
      writeString(fields.name(at: index))
      writeByte(UInt8(ascii: ":"))
      write(fields.value(at: index))
    }
  }

  private mutating func writeList(_ values: [Value]) {
    writeByte(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 {
        writeByte(UInt8(ascii: ","))
      }
      write(value)
    }
    writeByte(UInt8(ascii: "]"))
  }

  private mutating func writeRaw(_ text: StaticString) {
    unsafe writeRaw(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func writeRaw(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in unsafe writeRaw(utf8) }
  }

  private mutating func writeRaw(_ text: UnsafeBufferPointer<UInt8>) {
    makeRoom(for: text.count)
    unsafe storage.withUnsafeMutableBytes { all in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: all[count...])
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(text))
    }
    count += text.count
  }

  private mutating func writeByte(_ byte: UInt8) {
    makeRoom(for: 1)
    storage[count] = byte
    count += 1
  }

  private mutating func makeRoom(for more: Int) {
    guard storage.count - count < more else { return }
    storage.append(
      contentsOf: repeatElement(0, count: max(256, storage.count, more)))
  }

  private mutating func writeInt(_ value: Int) {
    guard value > 9 || value < 0 else { return writeByte(UInt8(ascii: "0") + UInt8(value)) }
    writeRaw(String(value))
  }

  private mutating func writeString(_ text: String) {
    guard escapesForTerminal else {
      var text = text
      text.withUTF8 { utf8 in unsafe writeString(utf8) }
      return
    }
    writeByte(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      isTerminalControl(scalar) && scalar.value >= 0x7F
        ? writeEscape(scalar) : String(scalar).utf8.forEach { writeStringByte($0) }
    }
    writeByte(UInt8(ascii: "\""))
  }

  /// Writes text in quotes. Room for the worst case is made once, so that bytes are just copied.
  private mutating func writeString(_ utf8: UnsafeBufferPointer<UInt8>) {
    makeRoom(for: 6 * utf8.count + 2)
    count = unsafe storage.withUnsafeMutableBufferPointer { room in
      var end = count
      func put(_ byte: UInt8) {
        unsafe room[end] = byte
        end += 1
      }
      put(UInt8(ascii: "\""))
      var index = 0
      while index < utf8.count {
        if index + 8 <= utf8.count {
          let word = unsafe UnsafeRawPointer(utf8.baseAddress.unsafelyUnwrapped + index)
            .loadUnaligned(as: UInt64.self)
          if !needsEscape(word) {
            unsafe UnsafeMutableRawPointer(room.baseAddress.unsafelyUnwrapped + end)
              .storeBytes(of: word, as: UInt64.self)
            index += 8
            end += 8
            continue
          }
        }
        let byte = unsafe utf8[index]
        index += 1
        guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F else {
          put(byte)
          continue
        }
        put(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): put(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): put(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): put(UInt8(ascii: "t"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
        default:
          put(UInt8(ascii: "u"))
          put(UInt8(ascii: "0"))
          put(UInt8(ascii: "0"))
          put(hexDigit(byte >> 4))
          put(hexDigit(byte & 15))
        }
      }
      put(UInt8(ascii: "\""))
      return end
    }
  }

  private mutating func writeStringByte(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      writeByte(UInt8(ascii: "\\"))
      writeByte(byte)
    case UInt8(ascii: "\n"): writeRaw("\\n" as StaticString)
    case UInt8(ascii: "\r"): writeRaw("\\r" as StaticString)
    case UInt8(ascii: "\t"): writeRaw("\\t" as StaticString)
    case 0..<0x20, 0x7F: writeEscape(Unicode.Scalar(byte))
    default: writeByte(byte)
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

/// Appends a number in decimal, with zeros in front up to `width` digits.
func appendDecimal(_ value: Int, width: Int = 1, to bytes: inout [UInt8]) {
  if value < 0 {
    bytes.append(UInt8(ascii: "-"))
  }
  var rest = value.magnitude
  let start = bytes.count
  repeat {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
  } while rest > 0
  while bytes.count - start < width {
    bytes.append(UInt8(ascii: "0"))
  }
  bytes[start...].reverse()
}

/// Whether any of eight bytes is a control, a quote, a backslash or DEL.
private func needsEscape(_ word: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let tops: UInt64 = 0x8080_8080_8080_8080
  // The classic test for a zero byte, which errs only on bytes above a true one.
  func hasZero(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes & tops }
  let controls = (word &- ones &* 0x20) & ~word & tops
  return controls | hasZero(word ^ ones &* 0x22) | hasZero(word ^ ones &* 0x5C)
    | hasZero(word ^ ones &* 0x7F) != 0
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}

extension String {
  /// The value as compact JSON.
  public init(json value: Value) {
    var writer = JSONWriter()
    writer.write(value)
    self.init(decoding: writer.bytes, as: UTF8.self)
  }
}
