package import StreaklineCore
package import StreaklineRules
package import StreaklineStore

/// Says why texts that look like a share were not read.
package struct MissReader {
  private let rules: RuleSet
  private let reader: ShareReader

  package init(rules: RuleSet) {
    self.rules = rules
    reader = ShareReader(rules: rules)
  }

  /// Why a text is not read, in one sentence. It quotes nothing of the text.
  package func reason(of miss: NearMiss) -> String? {
    if let reason = miss.reason, miss.isSettledByNoRule { return reason }
    guard rules.rule(of: miss.game) != nil else { return "there is no rule of \(miss.game) now" }
    let text = ShareText(Array(miss.text.utf8))
    let isRead = reader.read(text).shares.contains {
      $0.definition.game == miss.game && !$0.isNonsense
    }
    if isRead { return "the rules read it now: streakline reparse" }
    return miss.reason ?? reader.reasonUnread(miss.game, in: text)?.sentence
  }

  /// The line at which the rule stopped, with a caret; empty where the reason is not in the text.
  package func details(of miss: NearMiss) -> [String] {
    guard miss.reason == nil else { return [] }
    return reader.whyUnread(miss.game, in: ShareText(Array(miss.text.utf8)))
  }

  /// The near miss as JSON, with its number and its reason.
  package func json(_ miss: StoredMiss) -> Value {
    var fields: Fields = ["number": .int(Int(miss.number))]
    for (name, value) in miss.nearMiss.json.object ?? [:] { fields.append(name, value) }
    fields["reason"] = reason(of: miss.nearMiss).map(Value.string) ?? .null
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
