/// The digits of base 64 (RFC 4648 section 4).
private let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Bytes as text in base 64 (RFC 4648 section 4).
package func base64(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) {
      $0 << 8 | (start + $1 < group.endIndex ? Int(bytes[start + $1]) : 0)
    }
    for index in 0..<4 {
      text.append(
        index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// Reads base 64 in groups of four digits; `nil` for anything else.
package func bytes(fromBase64 text: String) -> [UInt8]? {
  let text = Array(text.utf8)
  guard text.count.isMultiple(of: 4) else { return nil }
  let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  guard padding <= 2 else { return nil }
  var bytes: [UInt8] = []
  var (bits, count) = (0, 0)
  for digit in text.dropLast(padding) {
    guard let value = digits.firstIndex(of: digit) else { return nil }
    bits = (bits << 6 | value) & 0xFFFF
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
  }
  return bytes
}

extension Value {
  /// A list or an object whose JSON text is in base 64; `nil` for any other text.
  init?(jsonInBase64 text: String) {
    guard let bytes = bytes(fromBase64: text), let value = try? readJSON(bytes) else { return nil }
    switch value {
    case .list, .object: self = value
    default: return nil
    }
  }

  /// The JSON text in base 64.
  var jsonInBase64: String { base64(Array(String(json: self).utf8)) }
}
