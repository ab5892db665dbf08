internal import StreaklineCore

// Numbers in the packed columns of tables. Most are written seven bits at a time, the lowest first; the
// highest bit of a byte says that another one follows.

extension [UInt8] {
  mutating func append(packed number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func append(numbersOf score: PlayedScore) {
    for number in [score.score, score.maxAttempts] {
      if let number { append(signed: Int64(number)) }
    }
  }

  /// Small negative numbers take few bytes too: 0, -1, 1, -2 are written as 0, 1, 2, 3.
  mutating func append(signed number: Int64) {
    append(packed: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// Appends four bytes, the lowest first.
  mutating func append(word: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
    }
  }
}

extension Span<UInt8> {
  @inline(__always)
  func byte(_ position: inout Int) throws -> UInt8 {
    guard position < count else { throw DamagedRow(detail: "a packed row is too short") }
    defer { position += 1 }
    return self[position]
  }

  @inline(__always)
  func number(_ position: inout Int) throws -> UInt64 {
    // Most numbers are below 128 and take one byte.
    let first = try byte(&position)
    return first < 0x80 ? UInt64(first) : try longNumber(first, &position)
  }

  private func longNumber(_ first: UInt8, _ position: inout Int) throws -> UInt64 {
    var (number, shift) = (UInt64(first & 0x7F), UInt64(7))
    while shift < 64 {
      let byte = try byte(&position)
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw DamagedRow(detail: "a packed number is too long")
  }

  func signed(_ position: inout Int) throws -> Int64 {
    let number = try number(&position)
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  func word(_ position: inout Int) throws -> UInt32 {
    guard count - position >= 4 else { throw DamagedRow(detail: "a packed row is too short") }
    defer { position += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(self[position + $1]) << UInt32(8 * $1) }
  }
}
