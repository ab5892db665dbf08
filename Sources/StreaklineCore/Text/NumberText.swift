/// `1234` as `1,234`.
package func withThousandsSeparators(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// `1 share`, `2 shares`.
package func pluralized(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(withThousandsSeparators(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// Seconds as `1:05` or `1:02:03`.
package func clock(_ seconds: Int) -> String {
  let minutes = seconds >= 3_600 ? padded(seconds / 60 % 60, 2) : String(seconds / 60)
  let hours = seconds >= 3_600 ? "\(seconds / 3_600):" : ""
  return "\(hours)\(minutes):\(padded(seconds % 60, 2))"
}
