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

  /// - Throws: ``CommandFailure`` for an empty argument or option, which no command has a use for: it
  ///   would be an empty path or an empty name.
  static func refuseEmpty(_ arguments: [String]) throws(CommandFailure) {
    for (index, text) in arguments.enumerated() {
      let isOption = text.hasPrefix("--") && text.firstIndex(of: "=") == text.indices.last
      guard text.isEmpty || isOption else { continue }
      let place =
        isOption
        ? "\(text.dropLast()) has an empty value"
        : index == 0
          ? "the first argument is empty" : "the argument after '\(arguments[index - 1])' is empty"
      throw CommandFailure(ExitCodes.usage, place, help: "name what is meant, or leave it out")
    }
  }

  /// Whether the arguments ask for JSON. Errors are JSON too then, even those in the arguments.
  static func askForJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--output=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == "--output" && $1 == "json" }
  }
}
