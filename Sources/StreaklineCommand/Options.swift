public import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineRules
public import StreaklineCore
package import StreaklineReaders

/// How results are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}

/// When to use colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

struct OutputOptions: ParsableArguments {
  @Option(help: "How to print: human or json (JSON Lines).")
  var output = OutputFormat.human

  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  @Option(help: "Colour: auto, always or never. NO_COLOR turns it off.")
  var color = ColorChoice.auto

  var isJSON: Bool { output == .json }

  private var isColored: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      Output.isTerminal(STDOUT_FILENO) && (environment("NO_COLOR") ?? "").isEmpty
        && environment("TERM") != "dumb"
    }
  }

  /// The text in one of the terminal's colours, where colour is wanted.
  func painted(_ text: String, _ paint: Paint) -> String {
    isColored ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  enum Paint: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
  }
}

struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "A folder with more rule files; its games win. May be repeated.", valueName: "dir"))
  var folders: [String] = []
}

struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The database file (else $STREAKLINE_STORE, else streakline/streakline.db in the data folder).",
      valueName: "path"))
  var path: String?
}

struct PlayerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Who played, in a text that does not say.", valueName: "name"))
  var user = "me"

  @Option(
    help: ArgumentHelp(
      "Your name in the chat: its results are --user's. May be repeated.", valueName: "name"))
  var me: [String] = []

  @Option(
    help: ArgumentHelp(
      "A name as it is written and the user it stands for. May be repeated.",
      valueName: "'Alice B.=alice'"))
  var alias: [String] = []

  @Option(
    help: ArgumentHelp("A file of such aliases, one a line; # begins a comment.", valueName: "file")
  )
  var aliases: String?

  @Option(
    help: ArgumentHelp(
      "Take only this sender's or user's results. May be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "The day (2026-10-03) of shares that print neither number nor date; else today in UTC.",
      valueName: "date"))
  var on: Day?

  func userOfName() throws -> [String: String] {
    var users: [String: String] = [:]
    if let aliases {
      for (number, line) in try lines(ofAliases: aliases).enumerated() {
        let text = line.prefix { $0 != "#" }
        guard text.contains(where: { !$0.isWhitespace }) else { continue }
        guard let (name, user) = Self.pair(text) else {
          throw ValidationError("\(aliases):\(number + 1): write it as 'Name in the text=user'")
        }
        users[name] = user
      }
    }
    for text in alias {
      guard let (name, user) = Self.pair(text[...]) else {
        throw ValidationError("--alias '\(text)': write it as 'Name in the text=user'")
      }
      users[name] = user
    }
    for name in me {
      users[name] = user
    }
    return users
  }

  func validate() throws {
    guard !user.isEmpty else { throw ValidationError("--user must not be empty") }
    _ = try userOfName()
  }

  private func lines(ofAliases path: String) throws -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw ValidationError("--aliases \(path): cannot be read as text")
    }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }

  private static func pair(_ text: Substring) -> (name: String, user: String)? {
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let name = text[..<sign].trimmingCharacters(in: .whitespaces)
    let user = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    return name.isEmpty || user.isEmpty ? nil : (name, user)
  }
}

struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the input; auto tells it from the content: "
        + InputFormat.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "format"))
  var format = "auto"

  @Option(
    help: ArgumentHelp(
      "The zone of times that are written without one, such as Europe/Berlin; UTC if not given.",
      valueName: "zone"))
  var timezone: Zone = .utc

  @Option(
    help: ArgumentHelp(
      "The order of day, month and year where the file does not decide it: dmy, mdy or ymd.",
      valueName: "order"))
  var dateOrder: DateOrder?

  @Flag(help: "Leave out what somebody passed on; else who forwards a share is its player.")
  var skipForwards = false

  func validate() throws {
    guard format == "auto" || InputFormat(rawValue: format) != nil else {
      let names = InputFormat.allCases.map(\.rawValue)
      let hint = suggestion(for: format, among: names).map { "; \($0)" } ?? ""
      throw ValidationError(
        "--format \(format): there is no such format\(hint) (auto, \(names.joined(separator: ", ")))"
      )
    }
  }

  func request(_ path: String, user: String) -> ImportRequest {
    var request = ImportRequest(
      path: path, format: InputFormat(rawValue: format),
      options: ReaderOptions(zone: timezone, dateOrder: dateOrder, user: user))
    request.skipsForwards = skipForwards
    return request
  }
}

extension Zone: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(argument)
  }

  package var defaultValueDescription: String { name }
}

extension DateOrder: ExpressibleByArgument {}

extension Day: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(iso: argument)
  }

  public var defaultValueDescription: String { iso }
}

/// The value of an environment variable.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The moment of the call.
func currentInstant() -> Instant {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

/// Where this program's files lie.
func currentLocations() -> Locations {
  Locations(environment: { environment($0) }, executable: executablePath())
}

private func executablePath() -> String {
  #if os(Linux)
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    if count > 0 {
      return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  #endif
  return Bundle.main.executablePath ?? CommandLine.arguments.first ?? "streakline"
}
