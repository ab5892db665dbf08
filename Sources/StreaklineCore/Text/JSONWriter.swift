/// Writes JSON into a byte buffer: compact, keys in the order given, ASCII controls escaped.
public struct JSONWriter: ~Copyable {
  private var buffer = ByteBuffer()
  private let escapesForTerminal: Bool

  /// A writer that has written nothing yet.
  ///
  /// - Parameter escapesForTerminal: Escapes C1 controls and bidi controls too, which JSON
  ///   permits but a terminal would obey.
  public init(escapesForTerminal: Bool = false) {
    self.escapesForTerminal = escapesForTerminal
  }

  /// How many bytes have been written so far.
  public var count: Int { buffer.count }

  /// What has been written so far.
  public var bytes: [UInt8] { buffer[0..<count] }

  /// What has been written so far, as text.
  package var text: String { buffer.text }

  /// Passes what has been written so far to `body`.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    unsafe try buffer.withBytes(body)
  }

  /// The bytes of an object.
  package static func encoded(_ fields: Fields) -> [UInt8] {
    var writer = JSONWriter()
    writer.writeObject(fields)
    return writer.bytes
  }

  /// Writes any value.
  public mutating func write(_ value: Value) {
    switch value {
    case .null: buffer.append("null")
    case .bool(let value): value ? buffer.append("true") : buffer.append("false")
    case .int(let value): buffer.append(decimal: value)
    case .double(let value): append(jsonNumber(value))
    case .string(let value): writeString(value)
    case .list(let values): writeList(values)
    case .object(let fields): writeObject(fields)
    }
  }

  /// Writes an object with its fields in order.
  public mutating func writeObject(_ fields: Fields) {
    buffer.append(UInt8(ascii: "{"))
    for index in 0..<fields.count {
      if index > 0 {
        buffer.append(UInt8(ascii: ","))
      }
      writeString(fields.name(at: index))
      buffer.append(UInt8(ascii: ":"))
      write(fields.value(at: index))
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Writes a record in the form of `Record.json`.
  public mutating func write(_ record: Record) {
    let start = count
    buffer.append("{\"type\":\"")
    buffer.append(escaping: record.type)
    buffer.append("\",\"id\":\"")
    appendIDPart(record.userId)
    buffer.append(UInt8(ascii: "|"))
    buffer.append(record.day.dateInt, digits: 8)
    buffer.append(UInt8(ascii: "|"))
    appendIDPart(record.gameId)
    buffer.append("\",\"userId\":\"")
    buffer.append(escaping: record.userId)
    buffer.append("\",\"game\":\"")
    buffer.append(escaping: record.game)
    buffer.append(UInt8(ascii: "\""))
    let fields = record.encodedFields.dropFirst()
    if fields.count > 1 {
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(fields)
    escapeTerminalControls(from: start)
  }

  /// Ends a line, as JSON Lines requires.
  public mutating func endLine() {
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends a text as it is.
  package mutating func append(_ raw: StaticString) {
    buffer.append(raw)
  }

  /// Appends bytes as they are.
  package mutating func append(_ raw: [UInt8]) {
    buffer.append(raw)
  }

  /// Appends bytes as they are.
  package mutating func append(_ raw: ArraySlice<UInt8>) {
    buffer.append(raw)
  }

  /// Empties the buffer and keeps its capacity.
  public mutating func removeAll() {
    buffer.truncate(to: 0)
  }

  private mutating func writeList(_ values: [Value]) {
    buffer.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 {
        buffer.append(UInt8(ascii: ","))
      }
      write(value)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ text: String) {
    unsafe withUTF8(of: text) { unsafe buffer.append(UnsafeRawBufferPointer($0)) }
  }

  private mutating func writeString(_ text: String) {
    buffer.append(UInt8(ascii: "\""))
    let start = count
    buffer.append(escaping: text)
    escapeTerminalControls(from: start)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes a part of a composite id.
  private mutating func appendIDPart(_ part: String) {
    if isPlainIDPart(part) {
      append(part)
    } else {
      buffer.append(escaping: percentEncoded(part))
    }
  }

  /// Rewrites the bytes from `start` on, with an escape for each character that a terminal would
  /// obey. Such characters occur only in strings; those in ASCII are escaped already.
  private mutating func escapeTerminalControls(from start: Int) {
    guard escapesForTerminal else { return }
    let written = String(decoding: buffer[start..<count], as: UTF8.self)
    guard written.unicodeScalars.contains(where: isTerminalControl) else { return }
    buffer.truncate(to: start)
    for scalar in written.unicodeScalars {
      guard isTerminalControl(scalar) else {
        append(String(scalar))
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    }
  }
}

/// A finite number as JSON writes it; `null` for NaN and the infinities, which JSON does not have.
package func jsonNumber(_ value: Double) -> String {
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
