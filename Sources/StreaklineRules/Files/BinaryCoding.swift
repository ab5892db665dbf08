/// The bytes end too early, or hold a value that no writer writes.
struct BinaryError: Error {}

/// Writes values for ``BinaryReader``, in the order in which it reads them.
struct BinaryWriter {
  private(set) var bytes: [UInt8] = []

  /// Zigzag encoding with seven bits in each byte, so that small numbers take one byte.
  mutating func write(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ value: Bool) {
    bytes.append(value ? 1 : 0)
  }

  mutating func write(_ value: String) {
    write(Array(value.utf8))
  }

  mutating func write(_ value: [UInt8]) {
    write(value.count)
    bytes += value
  }

  /// Eight bytes, the lowest first.
  mutating func write(fixed value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  mutating func write<Element>(
    _ values: [Element], _ body: (inout BinaryWriter, Element) -> Void
  ) {
    write(values.count)
    for value in values { body(&self, value) }
  }

  mutating func write<Wrapped>(
    optional value: Wrapped?, _ body: (inout BinaryWriter, Wrapped) -> Void
  ) {
    write(value != nil)
    if let value { body(&self, value) }
  }
}

/// Reads what ``BinaryWriter`` wrote.
struct BinaryReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  mutating func byte() throws(BinaryError) -> UInt8 {
    guard index < bytes.endIndex else { throw BinaryError() }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func integer() throws(BinaryError) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
      guard shift < 64 else { throw BinaryError() }
    }
    return Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
  }

  mutating func bool() throws(BinaryError) -> Bool {
    try byte() != 0
  }

  mutating func string() throws(BinaryError) -> String {
    String(decoding: try slice(), as: UTF8.self)
  }

  /// Reads bytes that are preceded by their length.
  mutating func slice() throws(BinaryError) -> ArraySlice<UInt8> {
    let count = try integer()
    guard count >= 0, count <= bytes.endIndex - index else { throw BinaryError() }
    defer { index += count }
    return bytes[index..<index + count]
  }

  mutating func fixed() throws(BinaryError) -> UInt64 {
    guard bytes.endIndex - index >= 8 else { throw BinaryError() }
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) {
      value |= UInt64(bytes[index]) << UInt64(shift)
      index += 1
    }
    return value
  }

  mutating func list<Element>(
    _ body: (inout BinaryReader) throws(BinaryError) -> Element
  ) throws(BinaryError) -> [Element] {
    let count = try integer()
    // Every element takes at least one byte, so a larger count is damage.
    guard count >= 0, count <= bytes.endIndex - index else { throw BinaryError() }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  mutating func optional<Wrapped>(
    _ body: (inout BinaryReader) throws(BinaryError) -> Wrapped
  ) throws(BinaryError) -> Wrapped? {
    try bool() ? try body(&self) : nil
  }
}
