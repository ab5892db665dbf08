/// The program's exit codes: 0 and 1 as usual, the rest from sysexits.h.
enum ExitCodes {
  static let done: Int32 = 0
  /// Nothing was recognised, or a check failed.
  static let nothing: Int32 = 1
  static let usage: Int32 = 64
  /// An input is damaged, too large or not in the expected form.
  static let data: Int32 = 65
  static let noInput: Int32 = 66
  static let cannotWrite: Int32 = 73
  static let inputOutput: Int32 = 74
  static let tryAgain: Int32 = 75
  static let configuration: Int32 = 78
  /// Ended by Ctrl-C, as shells report it.
  static let interrupted: Int32 = 130
  /// Nobody reads the output of a command that changes something: what shells report after SIGPIPE.
  static let readerGone: Int32 = 141
}
