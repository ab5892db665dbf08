/// Where a message is: the name of its file (`-` for standard input), its line, and the id that the
/// export gives it, if any.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file's path as it was given, `-` for standard input, or the command that has stored a result, such as
  /// `habit done`.
  public var name: String
  /// The line on which the message or the share starts, from 1 on.
  public var line: Int
  /// The id of the message in its export, or of the result in ``app``; `nil` where it has none.
  public var id: String?
  /// The app that has given the result itself that id, such as ``streakSync``; `nil` for the id of a
  /// message.
  public var app: String?

  /// The app StreakSync.
  package static let streakSync = "streaksync"

  /// Stands for a file where the user has given a result by a command.
  package static let habitDone = "habit done"
  package static let resultsAdd = "results add"

  /// Whether a recorded name is that of a file, and not of standard input or a command.
  package static func isFile(_ name: String) -> Bool {
    !["", "-", habitDone, resultsAdd].contains(name)
  }

  /// Whether the name of a file holds that of a person, in capital or small letters; one of one or two letters only as a
  /// word of its own.
  package static func file(_ file: String, holds name: String) -> Bool {
    let (file, name) = (file.lowercased(), name.lowercased())
    guard name.count < 3, name.contains(where: \.isLetter) else {
      return !name.isEmpty && file.contains(name)
    }
    return file.split { !$0.isLetter && !$0.isNumber }.contains { $0 == name }
  }

  /// A location in a file.
  ///
  /// - Parameter app: The app that has given the result itself the id; ignored without an id.
  public init(name: String, line: Int, id: String? = nil, app: String? = nil) {
    self.name = name
    self.line = line
    self.id = id
    self.app = app
  }

  /// The location as the `source` field of a record.
  public var json: Value {
    guard let id else {
      return .object(Fields(names: Self.names, values: [.string(recordedName), .int(line)]))
    }
    var fields: Fields = ["name": .string(recordedName), "line": .int(line), "id": .string(id)]
    if let app { fields.append("app", .string(app)) }
    return .object(fields)
  }

  /// The name as records keep it: of an absolute path only the last part, because records are
  /// passed on and the folders of this machine are private.
  public var recordedName: String {
    guard name.hasPrefix("/") else { return name }
    return name.split(separator: "/").last.map(String.init) ?? name
  }

  private static let names = ["name", "line"]

  /// `chat.json:812 (message 3645)`.
  public var description: String {
    "\(name):\(line)" + (id.map { " (message \($0))" } ?? "")
  }
}
