internal import StreaklineCore

/// Decodes the text of mails: transfer encodings (RFC 2045, section 6), characters, and the words of header fields (RFC
/// 2047).
enum MailText {
  /// - Parameter encoding: The value of `Content-Transfer-Encoding`; empty for plain bytes.
  /// - Returns: `nil` for an encoding that is not known.
  static func decoded(_ bytes: [UInt8], encoding: String) -> [UInt8]? {
    switch encoding.lowercased() {
    case "", "7bit", "8bit", "binary": bytes
    case "quoted-printable": quotedPrintable(bytes)
    case "base64": base64(bytes)
    default: nil
    }
  }

  /// Text as UTF-8.
  ///
  /// - Parameter charset: Empty for that of mails without one, which is ASCII, or UTF-8 where they have more.
  /// - Returns: `nil` for characters of a set that is not known.
  static func text(_ bytes: [UInt8], charset: String) -> [UInt8]? {
    switch charset.lowercased() {
    case "", "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968": bytes
    case "iso-8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252":
      bytes.flatMap { byte in
        byte < 0x80 ? [byte] : Array(String(Unicode.Scalar(byte)).utf8)
      }
    // Other sets have letters in the places of other letters, but what is ASCII is the same in them.
    default: bytes.allSatisfy { $0 < 0x80 && $0 != 0x1B } ? bytes : nil
    }
  }

  static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        text.append(byte)
        continue
      }
      // A sign at the end of a line joins it with the next one, also with blanks after it.
      let rest = bytes[index...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if rest.endIndex == bytes.count || bytes[rest.endIndex] == 0x0A {
        index = min(rest.endIndex + 1, bytes.count)
      } else if index + 1 < bytes.count, let high = digit(bytes[index]),
        let low = digit(bytes[index + 1])
      {
        text.append(high << 4 | low)
        index += 2
      } else {
        text.append(byte)
      }
    }
    return text
  }

  /// Base 64 with line breaks; other bytes are left out, as RFC 2045 wants it.
  static func base64(_ encoded: [UInt8]) -> [UInt8] {
    var digits = encoded.filter(isDigit)
    // One digit alone is less than a byte.
    if digits.count % 4 == 1 { digits.removeLast() }
    while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
    return bytes(fromBase64: String(decoding: digits, as: UTF8.self)) ?? []
  }

  /// The value of a header field with its encoded words decoded: `=?UTF-8?Q?J=C3=BCrgen?=`.
  static func words(_ field: String) -> String {
    var shown = ""
    var wasEncoded = false
    for part in field.split(separator: " ", omittingEmptySubsequences: true) {
      let decoded = word(part)
      // Blanks between two encoded words are left out (RFC 2047, section 6.2).
      if !shown.isEmpty, !(wasEncoded && decoded != nil) { shown += " " }
      shown += decoded ?? String(part)
      wasEncoded = decoded != nil
    }
    return shown
  }

  private static func word(_ part: Substring) -> String? {
    let quote = part.hasPrefix("\"") && part.hasSuffix("\"") && part.count > 1
    let part = quote ? part.dropFirst().dropLast() : part
    guard part.hasPrefix("=?"), part.hasSuffix("?=") else { return nil }
    let fields = part.dropFirst(2).dropLast(2).split(
      separator: "?", omittingEmptySubsequences: false)
    guard fields.count == 3 else { return nil }
    let bytes: [UInt8]
    switch fields[1].lowercased() {
    case "b": bytes = base64(Array(fields[2].utf8))
    case "q":
      bytes = quotedPrintable(Array(fields[2].utf8).map { $0 == UInt8(ascii: "_") ? 0x20 : $0 })
    default: return nil
    }
    // A language may follow the name of the set: `utf-8*en`.
    let charset = fields[0].prefix { $0 != "*" }
    return text(bytes, charset: String(charset)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Whether a byte is a digit of base 64.
  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "/"): true
    default: false
    }
  }
}
