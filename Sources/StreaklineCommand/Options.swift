public import ArgumentParser
internal import Foundation
internal import Streakline
public import StreaklineCore

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
      "A name as it is written and the user it stands for. May be repeated.",
      valueName: "'Alice B.=alice'"))
  var alias: [String] = []

  @Option(
    help: ArgumentHelp(
      "The day (2026-10-03) of shares that print neither number nor date; else today in UTC.",
      valueName: "date"))
  var on: Day?

  func aliases() throws -> [String: String] {
    var aliases: [String: String] = [:]
    for text in alias {
      guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
        text.index(after: sign) < text.endIndex
      else { throw ValidationError("--alias '\(text)': write it as 'Name in the text=user'") }
      aliases[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return aliases
  }

  func validate() throws {
    _ = try aliases()
    guard !user.isEmpty else { throw ValidationError("--user must not be empty") }
  }
}

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
