internal import StreaklineCore

/// The limits of the shares that a draft is made from.
extension RuleDraft {
  private static let maximumShares = 50
  private static let maximumLines = 200
  /// In bytes. The work for a line grows with the square of its length, and no game prints a line as long.
  private static let maximumLineLength = 500
  /// ``looksLikeShare(_:)`` takes a longer text, in bytes, for no share.
  private static let maximumGuessedLength = 4_096

  /// Why no draft is made of the texts, as a sentence; `nil` when nothing is wrong with them. The
  /// limits bound the work: a share is a short text, so a longer text is not one.
  package static func refusal(of texts: [String]) -> String? {
    if texts.count > maximumShares {
      return "there are \(texts.count) shares; a draft is made of at most \(maximumShares)"
    }
    for (index, text) in texts.enumerated() {
      let number = texts.count == 1 ? "the share" : "share \(index + 1)"
      let lines = text.utf8.count { $0 == 0x0A }
      if text.utf8.count > ShareReader.maximumShareLength || lines > maximumLines {
        return "\(number) has \(lines) lines and \(text.utf8.count) bytes; a share has at most "
          + "\(maximumLines) lines and \(ShareReader.maximumShareLength) bytes: paste one share, or "
          + "several with a line of dashes (---) between them"
      }
      if let line = text.utf8.split(separator: 0x0A).first(where: { $0.count > maximumLineLength })
      {
        return
          "\(number) has a line of \(line.count) bytes; a line has at most \(maximumLineLength)"
      }
      if text.unicodeScalars.contains(where: { isControl($0) }) {
        return "\(number) has control characters, which no rule file may have; remove them"
      }
    }
    return nil
  }

  /// Whether a text looks like one share of some game: it starts with a name, and has a score, a marked number or
  /// a grid.
  package static func looksLikeShare(_ text: String) -> Bool {
    guard text.utf8.count <= maximumGuessedLength, refusal(of: [text]) == nil else { return false }
    let id = UniqueID(namespace: .streakline, name: "draft")
    guard let draft = RuleDraft([text], id: id, day: Day(daysSinceEpoch: 0)) else { return false }
    return draft.hasHash || draft.scoreKind != nil
      || draft.lines.contains { line in
        guard case .rows(let rows) = line.line else { return false }
        return rows.count > 1 || rows.emoji.contains { EmojiRows.squares.contains($0) }
      }
  }

  /// Characters that a terminal obeys and that YAML does not allow in a file.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" && scalar != "\r" && scalar != "\t"
      || (0x7F...0x9F).contains(scalar.value)
  }
}
