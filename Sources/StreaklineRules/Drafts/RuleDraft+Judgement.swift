package import StreaklineCore

/// A draft is judged by a share that it was not made from.
extension RuleDraft {
  /// What a draft makes of a share that it has not seen.
  package enum Judgement: Hashable, Sendable {
    /// It is read, with a score or without.
    case read(score: String?)
    /// It is read, but a value is not the one that stands in the share.
    case wrong(String)
    /// No part of it is read.
    case unread
  }

  /// What a draft of all shares but the last makes of the last one.
  ///
  /// - Returns: `nil` when there is one share alone, or no draft of the others.
  package static func judgement(of texts: [String], id: UniqueID, day: Day) -> Judgement? {
    guard texts.count > 1, let last = texts.last,
      let draft = RuleDraft(Array(texts.dropLast()), id: id, day: day)
    else { return nil }
    return draft.judgement(of: last)
  }

  private func judgement(of received: String) -> Judgement {
    let rules = RuleSet(files: [RuleFile(path: "\(slug).yaml", text: yaml)])
    let text = ShareText(Array(received.utf8))
    let reader = ShareReader(rules: rules)
    var scan = reader.read(text)
    var tidied = text
    for reading in reader.readAgain(text, after: &scan) where scan.shares.isEmpty {
      (scan, tidied) = (reading.scan, reading.text)
    }
    guard let share = scan.shares.first else { return .unread }
    let fields = scan.fields(of: share, in: tidied)
    let score = fields.first { $0.name == "score" }?.value
    for fact in facts(of: String(decoding: text.bytes, as: UTF8.self)) {
      let given = fact.name == "score" ? score?.int : share.number
      if given != fact.value, fact.name == "puzzleNumber" || score != nil {
        return .wrong(
          "\(fact.name) is \(given.map(String.init) ?? "unknown"), not \(fact.value.map(String.init) ?? "unknown")"
        )
      }
    }
    return .read(score: score.flatMap(\.text))
  }
}
