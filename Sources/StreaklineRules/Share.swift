package import StreaklineCore

/// A text that a rule reads as a result; whose result it is, the message decides.
package struct Share: Sendable {
  let rule: CompiledRule
  let variant: CompiledRule.Variant
  /// Its range in the normalised text.
  package let range: Range<Int>
  /// The printed puzzle number.
  package let number: Int?
  /// What the number or the printed date says about the day.
  package let day: PrintedDay
  package let mode: String?
  /// The game's id; a mode has its own.
  package let gameId: String
  /// The player that a digest of several results names.
  package let user: String?
  /// The index of the first field's value in the scan's values.
  let firstValue: Int
  /// Why the share cannot be trusted; empty for most.
  package internal(set) var complaints: [String]

  package var definition: RuleDefinition { rule.definition }
  package var game: String { rule.game }
  package var variantName: String { variant.name }
  /// Days between the puzzle's day and the message's, where the share prints no day.
  package var daysBefore: Int { variant.daysBefore }

  /// What a share prints about its day.
  package enum PrintedDay: Hashable, Sendable {
    case known(Day)
    /// It prints month and day; the message's day tells the year.
    case yearless(DateFormat.PrintedDate)
    /// It prints neither number nor date.
    case absent
    /// It prints a number or date that no calendar has.
    case nonsense(String)

    var isKnown: Bool {
      if case .known = self { true } else { false }
    }
  }
}
