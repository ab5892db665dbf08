internal import StreaklineCore

/// What a line of a share says.
extension DraftLine {
  /// How each score of the line is printed: with a label, as a fraction, alone and so on.
  func scoreKinds(isFirstLine: Bool) -> [DraftToken.ScoreKind] {
    guard case .text(let tokens) = self else { return [] }
    return tokens.indices.compactMap {
      DraftToken.scoreKind(at: $0, in: tokens, isFirstLine: isFirstLine)
    }
  }

  /// The first number that is a score of a kind.
  func number(of kind: DraftToken.ScoreKind, isFirstLine: Bool) -> String? {
    guard case .text(let tokens) = self else { return nil }
    return tokens.indices.lazy.compactMap { index -> String? in
      guard DraftToken.scoreKind(at: index, in: tokens, isFirstLine: isFirstLine) == kind else {
        return nil
      }
      return switch tokens[index] {
      case .number(let text), .fraction(let text, _, _): text
      default: nil
      }
    }.first
  }

  /// Whether the line has a score with a fraction, `Score: 92.4`, which no record holds.
  var hasDecimalScore: Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.indices.contains { index in
      guard case .decimal = tokens[index] else { return false }
      return DraftToken.isScore(at: index, in: tokens)
    }
  }

  /// Whether the line has rows or a result that is neither the puzzle's number nor a number of this kind.
  func hasResult(beside kind: DraftToken.ScoreKind, isFirstLine: Bool) -> Bool {
    guard case .text(let tokens) = self else { return true }
    if isStreak { return false }
    return tokens.indices.contains { index in
      switch tokens[index] {
      case .number, .fraction:
        DraftToken.scoreKind(at: index, in: tokens, isFirstLine: isFirstLine) != kind
          && !DraftToken.isPuzzleNumber(at: index, in: tokens, isFirstLine: isFirstLine)
      case .date: false
      default: tokens[index].isFact
      }
    }
  }

  /// Whether the line says how many days a player has played in a row, which he may leave out.
  var isStreak: Bool {
    guard case .text(let tokens) = self else { return false }
    let words = tokens.compactMap {
      if case .word(let word) = $0 { word.lowercased() } else { nil }
    }
    return words.contains { ["🔥", "streak", "streaks", "racha", "série", "serie"].contains($0) }
      && !tokens.contains { if case .fraction = $0 { true } else { false } }
  }

  var startsWithEmoji: Bool {
    guard case .text(let tokens) = self else { return false }
    return switch tokens.first {
    case .emoji, .sign: true
    default: false
    }
  }

  var hasTime: Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.contains { token in
      switch token {
      case .time: true
      case .maybe(let some): DraftLine.text(some).hasTime
      default: false
      }
    }
  }

  /// Whether the line has a time in which something was done: `Solved in 1:23 with 2 mistakes`.
  var hasNamedTime: Bool {
    guard case .text(let tokens) = self else { return false }
    let words = tokens.filter { $0 != .blank }
    return zip(words, words.dropFirst()).contains {
      $0.0 == .word("in") && DraftLine.text([$0.1]).hasTime
    }
  }

  var hasDate: Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.contains { if case .date = $0 { true } else { false } }
  }

  /// Whether the line has a number with a hash sign or a word before it that shows that it is the puzzle's.
  var hasMarkedNumber: Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.indices.contains { index in
      guard case .number = tokens[index] else { return false }
      return DraftToken.isPuzzleNumber(at: index, in: tokens, isFirstLine: false)
    }
  }

  func hasDate(of format: String) -> Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.contains { token in
      if case .date(_, let other) = token { other == format } else { false }
    }
  }

  /// Whether a date of the line is a day only if its first number is the day of the month.
  func isDayFirst(on day: Day) -> Bool {
    guard case .text(let tokens) = self else { return false }
    return tokens.contains { token in
      guard case .date(let text, let format) = token, DraftDate.isAmbiguous(format) else {
        return false
      }
      func read(_ format: String) -> Day? {
        DateFormat(format)?.date(in: Array(text.utf8)[...])?.resolved(near: day)
      }
      return read(format) != day && read(format.replacing("M/d", with: "d/M")) == day
    }
  }

  /// The line with dates whose first number is the day.
  func withDayFirst() -> DraftLine {
    guard case .text(let tokens) = self else { return self }
    return .text(
      tokens.map { token in
        guard case .date(let text, let format) = token, format.hasPrefix("M/d") else {
          return token
        }
        return .date(text, format: format.replacing("M/d", with: "d/M"))
      })
  }
}
