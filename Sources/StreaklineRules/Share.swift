package import StreaklineCore

/// A text that one rule reads: what it says, before it is anybody's record.
package struct Share: Sendable {
  let rule: CompiledRule
  /// The variant that matched.
  package let variant: String
  /// Where it stands in the normalised text.
  package let range: Range<Int>
  /// The printed puzzle number.
  package let number: Int?
  /// What the number or the printed date says of the day.
  package let day: PrintedDay
  /// How many days before its message a share that prints no day was played.
  let daysBefore: Int
  package let mode: String?
  /// Whom a digest names as the player.
  package let user: String?
  /// The rule's fields in their order.
  package let values: [(name: String, value: Value)]
  /// Why the share is not to be trusted, if so.
  package let complaints: [String]

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

  package var definition: RuleDefinition { rule.definition }
}

/// A place that begins like a share of a game but that no variant reads.
package struct Glimpse: Hashable, Sendable {
  package let game: String
  /// From the literal on to the end of the text that was looked at.
  package let range: Range<Int>
  package let reason: String?
}

/// What a text holds.
package struct Finding: Sendable {
  /// Shares, in the order in which they stand.
  package var shares: [Share] = []
  package var glimpses: [Glimpse] = []
  /// Games whose rule hit a limit of work here.
  package var limited: [String] = []
}
