internal import Foundation
internal import StreaklineCore

/// How many cells of the terminal a line may fill.
enum Columns {
  /// `$COLUMNS`, or the terminal's width; `nil` in a pipe and a file, where nothing is cut.
  static let limit: Int? = {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return Output.isTerminal(STDOUT_FILENO) ? StandardStreams.terminalColumns ?? 80 : nil
  }()

  /// A line, cut where it is too long.
  static func line(_ text: String) -> String {
    fit(text, limit)
  }

  /// A name, cut so that two of them and two days fit into a line.
  static func name(_ text: String) -> String {
    fit(text, limit.map { max(8, $0 * 3 / 10 - 2) })
  }

  /// What is listed, in one line; with a line for each detail where that is too long.
  static func item(_ head: String, _ details: [String]) -> [String] {
    let whole = "\(head) · \(details.joined(separator: ", "))"
    guard let limit, cellCount(of: escapedForTerminal(whole)) > limit else { return [whole] }
    return ([head] + details.map { "   \($0)" }).map(line)
  }

  private static func fit(_ text: String, _ cells: Int?) -> String {
    // What is shown in place of a control character counts.
    cells.map { fitted(escapedForTerminal(text), cells: $0) } ?? text
  }
}
