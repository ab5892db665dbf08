internal import Foundation

/// The values of a form or a query, `application/x-www-form-urlencoded`. Of two values for one name, the
/// first; at most 100 are read.
func formValues(_ text: String) -> [String: String] {
  var values: [String: String] = [:]
  for pair in text.split(separator: "&", maxSplits: 100).prefix(100) {
    let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = sides.map { decodedPercents($0.map { $0 == "+" ? " " : $0 }.asText) }
    guard let name = words[0], values[name] == nil else { continue }
    values[name] = words.count > 1 ? words[1] ?? "" : ""
  }
  return values
}

extension [Character] {
  fileprivate var asText: Substring { String(self)[...] }
}

/// - Returns: `nil` where the bytes are not UTF-8.
func decodedPercents(_ text: Substring) -> String? {
  String(text).removingPercentEncoding
}

/// A text as a part of an address.
func encodedPercents(_ text: String) -> String {
  let letters = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
  return text.addingPercentEncoding(withAllowedCharacters: letters) ?? ""
}
