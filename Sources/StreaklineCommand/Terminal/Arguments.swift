/// The arguments of the program.
enum Arguments {
  /// The arguments without the program's name.
  ///
  /// - Throws: ``CommandFailure`` when the system passed none at all, not even the program's name,
  ///   or when one is not UTF-8 and so would name another file.
  static func all() throws(CommandFailure) -> [String] {
    let all = CommandLine.arguments
    guard !all.isEmpty else {
      throw CommandFailure(
        ExitCodes.usage,
        "the arguments were lost on the way from the system; nothing was done",
        help: "start the program without preloaded libraries and with its name as first argument")
    }
    for (index, text) in all.enumerated() where text.unicodeScalars.contains("\u{FFFD}") {
      guard let bytes = unsafe CommandLine.unsafeArgv[index],
        unsafe String(validatingCString: bytes) == nil
      else { continue }
      throw CommandFailure(
        ExitCodes.usage, "argument \(index) is not UTF-8: \(text)",
        help: "name the folder of the file, or pass the file on standard input")
    }
    return Array(all.dropFirst())
  }

  /// Whether the arguments ask for JSON. Errors are JSON too then, even those in the arguments.
  static func askForJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--output=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == "--output" && $1 == "json" }
  }
}
