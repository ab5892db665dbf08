internal import Foundation

/// The identity of a result: `{userId}|{yyyyMMdd}|{gameId}`, as the app StreakSync builds it.
///
/// Parts are put in Unicode normal form C and `%`, `|` and control characters are
/// percent-encoded, so that two different triples never give the same id. Ids are compared as
/// bytes.
public struct CompositeID: Hashable, Sendable {
  /// Who played, as written by the caller.
  public let userId: String
  /// The puzzle's day.
  public let day: Day
  /// The game's UUID in lower case.
  public let gameId: String

  /// The identity of the parts as they are given; ``encoded`` puts them in normal form C.
  ///
  /// - Parameter gameId: The game's UUID in lower case, which is not checked.
  public init(userId: String, day: Day, gameId: String) {
    self.userId = userId
    self.day = day
    self.gameId = gameId
  }

  /// Decodes an encoded id; `nil` unless it has three parts, a date and correct escapes.
  public init?(encoded: String) {
    let parts = encoded.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count == 3,
      let user = percentDecoded(parts[0]), let game = percentDecoded(parts[2]),
      let dateText = String(parts[1]), dateText.utf8.count == 8, let dateInt = Int(dateText),
      let day = Day(dateInt: dateInt)
    else { return nil }
    self.init(userId: user, day: day, gameId: game)
    guard self.encoded.utf8.elementsEqual(encoded.utf8) else { return nil }
  }

  /// The id as it is stored and sent.
  public var encoded: String {
    let user = percentEncoded(userId)
    let game = percentEncoded(gameId)
    let dateInt = day.dateInt
    return unsafe String(
      unsafeUninitializedCapacity: user.utf8.count + game.utf8.count + Self.mostDateBytes
    ) { memory in
      var end = 0
      func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
          _ = unsafe memory[end...].update(fromContentsOf: utf8)
          end += utf8.count
        }
      }
      func write(_ byte: UInt8) {
        unsafe memory[end] = byte
        end += 1
      }
      write(user)
      write(UInt8(ascii: "|"))
      var divisor = 10_000_000
      while divisor > 0 {
        write(UInt8(ascii: "0") + UInt8(dateInt / divisor % 10))
        divisor /= 10
      }
      write(UInt8(ascii: "|"))
      write(game)
      return end
    }
  }

  /// The date's eight digits, and a bar before and after them.
  private static let mostDateBytes = 10
}

/// The text in normal form C. Most names have no combining character and are returned as they are.
package func normalFormC(_ text: String) -> String {
  // Below U+0300, whose first byte is CC, every scalar is its own normal form.
  allBytes(of: text) { $0 < 0xCC } ? text : text.precomposedStringWithCanonicalMapping
}

/// Encodes `%`, `|` and control characters as `%XX` of their UTF-8 bytes, after normal form C.
package func percentEncoded(_ part: String) -> String {
  if isPlainIDPart(part) { return part }
  let normal = normalFormC(part)
  guard normal.unicodeScalars.contains(where: mustEncode) else { return normal }
  var result = ""
  for scalar in normal.unicodeScalars {
    if mustEncode(scalar) {
      for byte in String(scalar).utf8 {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether all UTF-8 bytes of the text are wanted. Much faster than `allSatisfy`.
@inline(__always)
func allBytes(of text: String, _ isWanted: (UInt8) -> Bool) -> Bool {
  unsafe withUTF8(of: text) { bytes in
    for index in 0..<bytes.count {
      if !isWanted(unsafe bytes[index]) { return false }
    }
    return true
  }
}

private func mustEncode(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "%" || scalar == "|" || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

/// The text that ``percentEncoded(_:)`` has encoded; `nil` for wrong escapes.
package func percentDecoded(_ text: String) -> String? {
  percentDecoded(Array(text.utf8))
}

private func percentDecoded(_ part: some Collection<UInt8>) -> String? {
  var bytes: [UInt8] = []
  var rest = part[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue)
    else { return nil }
    bytes.append(high << 4 | low)
  }
  return String(validating: bytes, as: UTF8.self)
}
