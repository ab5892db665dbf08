package import StreaklineCore

/// What the rules make of a text: which rules were tried, how far each matched, what was read and why.
package struct RuleExplanation {
  /// What one rule found at one position in the text.
  package struct Look {
    /// The game whose literal was found.
    package let game: String
    /// Line of the received text, from 1.
    package let line: Int
    package let verdict: Verdict
  }

  /// The outcome of looking at that position.
  package enum Verdict {
    /// A variant read a share; the record that it becomes, and where each field comes from.
    case read(
      Record, variant: String, fields: [(name: String, value: Value, origin: String)], day: String)
    /// No variant read it. The details show, with a caret, how far the best variant matched.
    case unread(details: [String])
    /// A variant read a share that cannot become a record.
    case nonsense(String)
  }

  package private(set) var looks: [Look] = []

  /// - Parameters:
  ///   - bytes: The text as it was received.
  ///   - builder: Makes the records, as an ingest would.
  package init(_ bytes: [UInt8], reader: ShareReader, builder: RecordBuilder) {
    let text = ShareText(bytes)
    let finding = reader.read(text)
    let message = Message(text: bytes, source: .init(name: "-", line: 1))
    for share in finding.shares {
      looks.append(Self.look(at: share, of: finding, text, message, builder))
    }
    let covered = finding.shares.map(\.range)
    var seen: Set<String> = []
    for (game, position) in reader.candidates(in: text)
    where !covered.contains(where: { $0.contains(position) })
      && seen.insert("\(game) \(position)").inserted
    {
      let details = reader.whyUnread(game, in: text, at: position)
      looks.append(
        Look(
          game: game, line: Self.line(of: position, text, bytes), verdict: .unread(details: details)
        ))
    }
    looks.sort { ($0.line, $0.game) < ($1.line, $1.game) }
  }

  private static func look(
    at share: Share, of scan: ScanResult, _ text: ShareText, _ message: Message,
    _ builder: RecordBuilder
  ) -> Look {
    let game = share.definition.game
    let line = line(of: share.range.lowerBound, text, message.text)
    guard
      let record = builder.chunk(of: scan.only(share), text: text, message: message).records.first
    else {
      if case .nonsense(let reason) = share.day {
        return Look(game: game, line: line, verdict: .nonsense(reason))
      }
      return Look(game: game, line: line, verdict: .unread(details: []))
    }
    let definitions =
      share.definition.variants.first { $0.name == share.variantName }
      .map { effectiveFields(of: $0, in: share.definition) } ?? []
    let fields = scan.fields(of: share, in: text).map { value in
      let origin = definitions.first { $0.name == value.name }.map { describe($0.operation) } ?? ""
      return (name: value.name, value: value.value, origin: origin)
    }
    return Look(
      game: game, line: line,
      verdict: .read(record, variant: share.variantName, fields: fields, day: dayReason(share)))
  }

  private static func line(of position: Int, _ text: ShareText, _ bytes: [UInt8]) -> Int {
    bytes[..<min(bytes.count, text.rawStart(position))].count { $0 == 0x0A } + 1
  }

  private static func dayReason(_ share: Share) -> String {
    let rule = share.variant.dayRule
    if case .known(let day) = share.day {
      guard let number = share.number, rule.day(ofNumber: number) == day,
        let anchor = rule.anchors.last(where: { $0.number <= number }) ?? rule.anchors.first
      else { return "the date that is printed" }
      return "puzzle number \(number); number \(anchor.number) was on \(anchor.day.iso)"
    }
    if case .yearless = share.day {
      return "the date that is printed, in the latest year that fits"
    }
    return share.daysBefore > 0
      ? "\(share.daysBefore) day before the message or, without one, before the given day"
      : "the share prints no number or date: the message's day, else the given day, else today"
  }

  private static func describe(_ operation: Operation) -> String {
    func inside(_ group: Located<String>?) -> String {
      group.map { "in \($0.value)" } ?? "in the share"
    }
    return switch operation {
    case .constant: "written in the rule"
    case .group(let names, let conversion):
      "group \(names.map(\.value).joined(separator: " or ")) as \(conversion.kind.rawValue)"
    case .count(let pattern, let group, _): "count of \(pattern.text) \(inside(group))"
    case .found(let pattern, let group): "whether \(pattern.text) is found \(inside(group))"
    case .list(let pattern, let group, _, _, let reduction):
      "\(reduction?.rawValue ?? "list") of \(pattern.text) \(inside(group))"
    case .field(let name): "the same as \(name.value)"
    case .cases: "the first case that holds"
    case .sum(let terms): "sum of \(terms.count) values"
    }
  }
}

extension ShareReader {
  /// Every game's literal at a position where a share may start.
  func candidates(in text: ShareText) -> [(game: String, position: Int)] {
    rules.scanner.hits(in: text.bytes).filter { isWordStart(text.bytes, $0) }.map {
      (rules.game(rules.literals[$0.literal].rule), $0.position)
    }
  }
}
