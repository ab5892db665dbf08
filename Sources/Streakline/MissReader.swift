package import StreaklineCore
package import StreaklineRules
package import StreaklineStore

/// Says what the rules in use make of texts that look like a share and were not read.
package struct MissReader {
  /// What is known of a near miss now.
  package enum Verdict: Hashable, Sendable {
    /// No rule can settle it, for this reason.
    case settledByNoRule(String)
    /// The rule of this game reads it now: its own, or one that has come since.
    case read(by: String)
    /// There is no rule of its game any more.
    case withoutRule
    /// Its rule does not read it. `nil` when the rule says no reason.
    case unread(UnreadReason?)
    /// It is not read for a reason that is known since its import.
    case refused(String)
  }

  private let rules: RuleSet
  private let reader: ShareReader

  package init(rules: RuleSet) {
    self.rules = rules
    reader = ShareReader(rules: rules)
  }

  package func verdict(of miss: NearMiss) -> Verdict {
    if let reason = miss.reason, miss.isSettledByNoRule { return .settledByNoRule(reason) }
    if let game = gameReading(miss) { return .read(by: game) }
    guard rules.rule(of: miss.game) != nil else { return .withoutRule }
    if let reason = miss.reason { return .refused(reason) }
    return .unread(reader.reasonUnread(miss.game, in: Self.text(of: miss)))
  }

  /// Why a text is not read, in one sentence. It quotes nothing of the text.
  package func reason(of miss: NearMiss) -> String? {
    reason(verdict(of: miss), of: miss, isDropped: false)
  }

  /// Why a stored text is not read, in one sentence. It quotes nothing of the text.
  package func reason(of miss: StoredMiss) -> String? {
    reason(verdict(of: miss.nearMiss), of: miss.nearMiss, isDropped: miss.isDropped)
  }

  private func reason(_ verdict: Verdict, of miss: NearMiss, isDropped: Bool) -> String? {
    // What is put aside is not read again.
    let command = isDropped ? "" : ": streakline reparse"
    return switch verdict {
    case .settledByNoRule(let reason), .refused(let reason): reason
    case .read(by: miss.game): "the rules read it now\(command)"
    case .read(let game): "the rule of \(game) reads it now\(command)"
    case .withoutRule: "there is no rule of \(miss.game) now"
    case .unread(let reason): reason?.sentence
    }
  }

  /// The line at which the rule stopped, with a caret; empty where the reason is not in the text.
  package func details(of miss: NearMiss) -> [String] {
    guard case .unread(let reason?) = verdict(of: miss) else { return [] }
    return reason.lines
  }

  /// The first lines of the text that are not empty, as the rules see it, with a caret below the place where
  /// the rule stopped.
  ///
  /// - Parameter count: How many lines of the text there are at most, beside the one with the caret.
  package func lines(of miss: NearMiss, first count: Int) -> [String] {
    let text = String(decoding: Self.text(of: miss).bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().filter { !$0.element.isEmpty }
    var place: UnreadReason.Place?
    if case .unread(let reason?) = verdict(of: miss) { place = reason.place }
    var shown: [String] = []
    for (position, line) in lines.enumerated() {
      let isPlace = line.offset + 1 == place?.line
      if position < count || isPlace {
        if position > count { shown.append("…") }
        shown.append(String(line.element))
      }
      if isPlace, let place { shown.append(place.caret) }
    }
    return shown
  }

  /// The game whose rule reads a text now: its own or, where another game's share holds the start of the
  /// text, that one.
  func gameReading(_ miss: NearMiss) -> String? {
    let text = Self.text(of: miss)
    var first = reader.read(text)
    let again = reader.readAgain(text, after: &first)
    let found = [(text, first)] + again.map { ($0.text, $0.scan) }
    var taker: String?
    for (text, scan) in found {
      let start = text.bytes.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A } ?? 0
      for share in scan.shares where !share.isNonsense {
        if share.definition.game == miss.game { return miss.game }
        if share.range.contains(start) { taker = taker ?? share.definition.game }
      }
    }
    return taker
  }

  private static func text(of miss: NearMiss) -> ShareText { ShareText(Array(miss.text.utf8)) }

  /// The near miss as JSON, with its number and its reason.
  package func json(_ miss: StoredMiss) -> Value {
    var fields: Fields = ["number": .int(Int(miss.number))]
    for (name, value) in miss.nearMiss.json.object ?? [:] { fields.append(name, value) }
    let verdict = verdict(of: miss.nearMiss)
    let reason = reason(verdict, of: miss.nearMiss, isDropped: miss.isDropped)
    fields["reason"] = reason.map(Value.string) ?? .null
    var place: UnreadReason.Place?
    if case .unread(let unread?) = verdict { place = unread.place }
    fields["line"] = place.map { .int($0.line) } ?? .null
    fields["column"] = place.map { .int($0.column) } ?? .null
    fields["dropped"] = .bool(miss.isDropped)
    return .object(fields)
  }
}

extension Share {
  /// Whether what was printed cannot be, so that it makes no record.
  fileprivate var isNonsense: Bool {
    if case .nonsense = day { true } else { false }
  }
}
