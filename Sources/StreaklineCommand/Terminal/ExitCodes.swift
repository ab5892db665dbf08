internal import Streakline

/// What the program ends with: 0 and 1 as usual, the rest from sysexits.h.
enum ExitCodes {
  static let done: Int32 = 0
  /// Nothing was recognised, or a check failed.
  static let nothing: Int32 = 1
  static let usage: Int32 = 64
  /// An input is not what it says it is.
  static let data: Int32 = 65
  static let noInput: Int32 = 66
  static let cannotWrite: Int32 = 73
  static let inputOutput: Int32 = 74
  static let tryAgain: Int32 = 75
  static let configuration: Int32 = 78
  /// Ended by Ctrl-C, as shells report it.
  static let interrupted: Int32 = 130
}

/// The work cannot go on, or ended in a way that scripts should see.
struct CommandFailure: Error {
  let code: Int32
  /// Said on standard error; empty when all has been said.
  let message: String

  init(_ code: Int32, _ message: String = "") {
    self.code = code
    self.message = message
  }

  func report() {
    if !message.isEmpty {
      Output.note("streakline: \(message)")
    }
  }
}
