/// The command that the user has typed, to be typed again with other options.
struct TypedCommand {
  private let arguments: [String]

  init(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    self.arguments = arguments
  }

  /// The command as a shell reads it.
  ///
  /// - Parameters:
  ///   - options: Names of options, such as `--text`, that are left out with their values.
  ///   - files: Arguments that are left out.
  func text(without options: Set<String>, files: Set<String>) -> String {
    var words = ["streakline"]
    var isValue = false
    for argument in arguments {
      if isValue {
        isValue = false
      } else if options.contains(argument) {
        isValue = true
      } else if !files.contains(argument),
        !options.contains(String(argument.prefix { $0 != "=" }))
      {
        words.append(Self.quoted(argument))
      }
    }
    return words.joined(separator: " ")
  }

  /// A word as a shell reads it.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x2D...0x39).contains(byte) || byte == 0x5F
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
