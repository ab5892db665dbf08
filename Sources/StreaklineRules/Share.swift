package import StreaklineCore

/// A text that one rule reads: what it says, before it is anybody's record.
package final class Share: Sendable {
  let rule: CompiledRule
  let layout: CompiledRule.Variant
  /// Where it stands in the normalised text.
  package let range: Range<Int>
  /// The printed puzzle number.
  package let number: Int?
  /// What the number or the printed date says of the day.
  package let day: PrintedDay
  package let mode: String?
  /// The game's id; a mode has one of its own.
  package let gameId: String
  /// Whom a digest names as the player.
  package let user: String?
  /// The values of the layout's fields.
  let fieldValues: [Value]
  /// Why the share is not to be trusted, if so.
  package let complaints: [String]

  init(
    rule: CompiledRule, layout: CompiledRule.Variant, range: Range<Int>, number: Int?,
    day: PrintedDay, mode: String?, gameId: String, user: String?, fieldValues: [Value],
    complaints: [String]
  ) {
    self.rule = rule
    self.layout = layout
    self.range = range
    self.number = number
    self.day = day
    self.mode = mode
    self.gameId = gameId
    self.user = user
    self.fieldValues = fieldValues
    self.complaints = complaints
  }

  package var definition: RuleDefinition { rule.definition }
  package var game: String { rule.game }
  /// The variant that matched.
  package var variant: String { layout.name }
  /// The rule's fields in their order.
  package var values: [(name: String, value: Value)] {
    zip(layout.fields.names, fieldValues).map { ($0, $1) }
  }

  /// What a share prints about its day.
  package enum PrintedDay: Hashable, Sendable {
    case known(Day)
    /// It prints month and day; the message's day tells the year.
    case yearless(DateFormat.PrintedDate)
    /// It prints neither number nor date.
    case absent
    /// It prints a number or date that no calendar has.
    case nonsense(String)
  }
}

/// A place that begins like a share of a game but that no variant reads.
package struct UnparsedMatch: Hashable, Sendable {
  package let game: String
  /// From the literal on to the end of the text that was looked at.
  package let range: Range<Int>
  package let reason: String?
}

/// What a text holds.
package struct ScanResult: Sendable {
  /// Shares, in the order in which they stand.
  package var shares: [Share] = []
  package var glimpses: [UnparsedMatch] = []
  /// Games whose rule hit a limit of work here.
  package var limited: [String] = []
}
