internal import StreaklineCore

/// The parts of a record's fields that are the same for all shares of a variant, as JSON.
struct RecordFragments: Sendable {
  /// The JSON from the opening brace up to the puzzle number's value, for a share without mode.
  let start: [UInt8]
  /// The JSON from the end of the game's id up to the mode's value.
  let gameName: [UInt8]
  /// The JSON from the end of the mode's value up to the puzzle number's value.
  let variant: [UInt8]

  init(_ rule: RuleDefinition, variant name: String) {
    gameName = Array(",\"gameName\":\(String(json: .string(rule.name))),\"mode\":".utf8)
    variant = Array(",\"variant\":\(String(json: .string(name))),\"puzzleNumber\":".utf8)
    start =
      Array("{\"gameId\":\(String(json: .string(rule.id)))".utf8) + gameName + Array("null".utf8)
      + variant
  }
}
