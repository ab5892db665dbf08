internal import ArgumentParser
internal import Foundation
internal import StreaklineCore

/// How results are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}

/// When to use colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// The option of commands that list.
struct TableOptions: ParsableArguments {
  @Flag(help: "Print the rows as CSV, with the fields of --output json.") var csv = false

  func validate() throws {
    if csv { Output.isCSV = true }
  }
}

struct OutputOptions: ParsableArguments {
  @Option(help: "How to print: human or json (JSON Lines).")
  var output = OutputFormat.human

  @Flag(name: .shortAndLong, help: "Report only what went wrong.")
  var quiet = false

  @Option(help: "Colour: auto, always or never. NO_COLOR turns it off.")
  var color = ColorChoice.auto

  @Flag(help: "Print lists on a terminal at once, not page by page.")
  var noPager = false

  /// Whether objects are printed, as JSON or as rows of CSV.
  var isJSON: Bool { output == .json || Output.isCSV }

  var isColored: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      Output.isTerminal(STDOUT_FILENO) && (environment("NO_COLOR") ?? "").isEmpty
        && environment("TERM") != "dumb"
    }
  }

  /// Says what was done: as JSON, or in a line unless that is not wanted.
  func report(_ json: @autoclosure () -> Value, _ line: @autoclosure () -> String) {
    if isJSON {
      Output.json(json())
    } else if !quiet {
      Output.line(line())
    }
  }

  /// Prints what was found: as JSON, or in a table.
  ///
  /// - Parameters:
  ///   - names: The columns that are cut first where the terminal is not wide enough.
  ///   - none: What is said where nothing was found; `nil` prints the empty table.
  func list<Item>(
    _ items: [Item], header: [String], names: Set<Int>, none: String?, json: (Item) -> Value,
    row: (Item) -> [String]
  ) {
    guard !isJSON else { return items.forEach { Output.json(json($0)) } }
    if items.isEmpty, let none {
      if !quiet { Output.note(none) }
      return
    }
    var table = Table(header: header, names: names)
    for item in items { table.add(row(item)) }
    table.print()
  }

  /// A sign, in the given colour if the output is coloured.
  func sign(_ text: String, _ color: Sign.Color) -> Sign {
    Sign(text: text, color: isColored ? color : nil)
  }
}
