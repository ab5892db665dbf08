private let alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// The bytes as base64 with padding (RFC 4648).
package func base64(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0..<4 {
      let isPadding = place > group.count
      text.append(isPadding ? UInt8(ascii: "=") : alphabet[number >> (18 - 6 * place) & 63])
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// The bytes that a text in base64 with padding stands for; `nil` for any other text.
package func bytes(base64 text: String) -> [UInt8]? {
  let all = Array(text.utf8)
  guard all.count.isMultiple(of: 4) else { return nil }
  let padding = all.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
  var bytes: [UInt8] = []
  var number = 0
  for (index, byte) in all.enumerated() {
    if index < all.count - padding {
      guard let digit = digit(byte) else { return nil }
      number = number << 6 | digit
    } else {
      number <<= 6
    }
    guard index % 4 == 3 else { continue }
    bytes += [UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)]
    number = 0
  }
  return bytes.dropLast(padding)
}

private func digit(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
  case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 26
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 52
  case UInt8(ascii: "+"): 62
  case UInt8(ascii: "/"): 63
  default: nil
  }
}
