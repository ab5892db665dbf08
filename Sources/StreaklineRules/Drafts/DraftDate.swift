internal import StreaklineCore

/// The ways in which games print dates, for drafting a rule.
enum DraftDate {
  private static let ordinal = "(?: st | nd | rd | th )?"
  private static let month = #"\p{L}{3,10} \.?"#

  /// Formats with the patterns of the texts that they read, the most telling first.
  private static let shapes: [(format: String, pattern: String)] = [
    ("yyyy-MM-dd", #"\d{4}-\d{2}-\d{2}"#), ("yyyy-M-d", #"\d{4}-\d{1,2}-\d{1,2}"#),
    ("yyyy/MM/dd", #"\d{4}/\d{2}/\d{2}"#),
    ("yy/MM/dd", #"2\d/\d{2}/ (?! 2\d ) \d{2} (?! \d )"#), ("M/d/yyyy", #"\d{1,2}/\d{1,2}/\d{4}"#),
    ("d/M/yyyy", #"\d{1,2}/\d{1,2}/\d{4}"#),
    ("d.M.yyyy", #"\d{1,2}\.\d{1,2}\.\d{4}"#),
    ("d. M. yyyy", #"\d{1,2}\. \x20 \d{1,2}\. \x20 \d{4}"#),
    ("yyyy. M. d.", #"\d{4}\. \x20 \d{1,2}\. \x20 \d{1,2}\."#),
    ("yyyy.MM.dd", #"\d{4}\.\d{2}\.\d{2}"#), ("dd-MM-yyyy", #"\d{2}-\d{2}-\d{4}"#),
    ("M/d/yy", #"\d{1,2}/\d{1,2}/2\d (?! \d )"#),
    // A year of two digits is of this century's twenties, so that `25/05/17` is not taken for the year 17.
    ("d/M/yy", #"\d{1,2}/\d{1,2}/2\d (?! \d )"#),
    ("yyyy年M月d日", #"\d{4}年\d{1,2}月\d{1,2}日"#),
    ("MMM d, yyyy", "\(month) \\x20 \\d{1,2} \(ordinal) , \\x20 \\d{4}"),
    ("MMM d yyyy", "\(month) \\x20 \\d{1,2} \(ordinal) \\x20 \\d{4}"),
    ("d MMM yyyy", "\\d{1,2} (?: st | nd | rd | th | er | º )? \\x20 \(month) \\x20 \\d{4}"),
    ("d MMM, yyyy", "\\d{1,2} \(ordinal) \\x20 \(month) , \\x20 \\d{4}"),
    ("d. MMM yyyy", "\\d{1,2} \\. \\x20 \(month) \\x20 \\d{4}"),
    ("d 'de' MMM 'de' yyyy", "\\d{1,2} \\x20 de \\x20 \(month) \\x20 de \\x20 \\d{4}"),
    ("MMM d", "\(month) \\x20 \\d{1,2} \(ordinal) (?! [\\d:/] )"),
    ("d MMM", "\\d{1,2} \(ordinal) \\x20 \(month)"),
    // A number is not printed with a zero before it, a month is.
    ("M/d", #"(?<! [\d/] ) (?= 0 | .{3} 0 ) \d{2}/\d{2} (?! [/\d] )"#),
  ]

  /// A pattern that matches dates written in a format.
  static func pattern(of format: String) -> String {
    // The shape without zeros is that of a fraction too, so it is no token's.
    if ["M/d", "d/M"].contains(format) { return #"\d{1,2}/\d{1,2} (?! [/\d] )"# }
    return shapes.first { $0.format == format }?.pattern ?? #"[^\n]{4,24}?"#
  }

  /// The first day in a text that is written like `2026-10-03`.
  static func isoDay(in text: String) -> String? {
    text.split { !$0.isNumber && $0 != "-" }.first { Day(iso: String($0)) != nil }.map(String.init)
  }

  /// Whether days and months may have been mistaken for each other.
  static func isAmbiguous(_ format: String) -> Bool {
    format.hasPrefix("M/d") || format == "dd-MM-yyyy"
  }

  /// The layouts with the fractions of their first lines as days, `3/1` and `3/15`, if one of them has more above
  /// than below, which no score has, and all of them are days.
  static func withShortDates(_ layouts: [[DraftLine]]) -> [[DraftLine]] {
    let fractions = layouts.map { lines -> [(Int, Int)] in
      guard case .text(let tokens)? = lines.first else { return [] }
      return tokens.compactMap {
        guard case .fraction(let part, let whole, false) = $0, let part = Int(part),
          let whole = Int(whole)
        else { return nil }
        return (part, whole)
      }
    }
    let days = fractions.joined()
    guard fractions.allSatisfy({ $0.count == 1 }), days.contains(where: { $0.0 > $0.1 }),
      let format = ["M/d", "d/M"].first(where: { format in
        days.allSatisfy { first, second in
          (1...12).contains(format == "M/d" ? first : second)
            && (1...31).contains(format == "M/d" ? second : first)
        }
      })
    else { return layouts }
    return layouts.map { lines in
      guard case .text(let tokens)? = lines.first else { return lines }
      return [
        .text(
          tokens.map { token in
            guard case .fraction(let part, let whole, _) = token else { return token }
            return .date("\(part)/\(whole)", format: format)
          })
      ] + lines.dropFirst()
    }
  }

  /// The patterns, and how to make a token of what they match.
  static let tokens: [(pattern: String, make: @Sendable (String) -> DraftToken?)] = shapes.map {
    format, pattern in
    (
      pattern,
      { text in
        guard let date = DateFormat(format)?.date(in: Array(text.utf8)[...]),
          date.resolved(near: Day(daysSinceEpoch: 20_000)) != nil
        else { return nil }
        return .date(text, format: format)
      }
    )
  }
}
