/// `1234` as `1,234`.
package func withThousandsSeparators(_ number: Int) -> String {
  let digits = String(number.magnitude).utf8
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.unicodeScalars.append(Unicode.Scalar(digit))
  }
  return text
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
