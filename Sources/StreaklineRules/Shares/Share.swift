package import StreaklineCore

/// A text that a rule reads as a result. The message decides whose result it is.
package struct Share: Sendable {
  let rule: CompiledRule
  let variant: CompiledRule.Variant
  /// Its range in the normalised text.
  package let range: Range<Int>
  /// The printed puzzle number.
  package let number: Int?
  /// The day that the number or the printed date gives.
  package let day: PrintedDay
  package let mode: String?
  /// The mode's own id, in place of the game's.
  let modeID: String?
  /// The player's name, in a message with the results of several players.
  package let user: String?
  /// The index of the first field's value in the scan's values.
  let firstValue: Int
  /// Why the share cannot be trusted; empty for most.
  package internal(set) var complaints: [String]

  package var definition: RuleDefinition { rule.definition }
  package var game: String { rule.game }
  /// The game's id; a mode has its own.
  package var gameId: String { modeID ?? rule.id }
  package var variantName: String { variant.name }
  /// Days between the puzzle's day and the message's, where the share prints no day.
  package var daysBefore: Int { variant.daysBefore }

  /// The information about its day that a share prints.
  package enum PrintedDay: Hashable, Sendable {
    case known(Day)
    /// It prints month and day; the message's day tells the year.
    case yearless(DateFormat.PrintedDate)
    /// It prints neither number nor date.
    case absent
    /// It prints a date that does not exist, or a number without a day.
    case nonsense(String)

    var isKnown: Bool {
      if case .known = self { true } else { false }
    }
  }
}
