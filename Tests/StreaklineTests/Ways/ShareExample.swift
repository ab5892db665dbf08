import Foundation
import StreaklineRules

/// A share that a game has really printed.
struct ShareExample: Sendable {
  let game: String
  let name: String
  let text: String

  /// The examples of all rule files that are not derived, and the samples of the corpus, where it is
  /// beside the project.
  static let all: [ShareExample] = {
    let rules = WayReader.rules.rules
    let examples = rules.flatMap { rule in
      rule.examples.filter { !$0.isDerived }.map { example in
        ShareExample(
          game: rule.game, name: example.name,
          text: example.text.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    let known = Set(examples.map(\.text))
    return examples + samples.filter { !known.contains($0.text) }
  }()

  /// The names of the games as their rules write them.
  static let titles = Dictionary(
    WayReader.rules.rules.map { ($0.game, $0.name) }, uniquingKeysWith: { first, _ in first })

  private struct Sample: Decodable {
    let game: String
    let text: String
  }

  private static var samples: [ShareExample] {
    let url = Tool.root.appending(path: "../shared/corpus/samples.jsonl")
    guard let lines = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    return lines.split(separator: "\n").compactMap { line in
      (try? JSONDecoder().decode(Sample.self, from: Data(line.utf8))).map {
        ShareExample(
          game: $0.game, name: "sample",
          text: $0.text.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
  }

  var lines: [String] { text.components(separatedBy: "\n") }

  /// The lines that are rows of a grid.
  var rows: [Int] { lines.indices.filter { Self.isRow(lines[$0]) } }

  /// Whether a line is nothing but at least three tiles.
  private static func isRow(_ line: String) -> Bool {
    let scalars = line.unicodeScalars.filter { $0 != "\u{FE0F}" && $0 != " " }
    return scalars.count >= 3 && scalars.allSatisfy(isTile)
  }

  private static func isTile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2B1B, 0x2B1C, 0x26AA, 0x26AB, 0x1F534, 0x1F535, 0x1F7E0...0x1F7EB, 0x1F532, 0x1F533,
      0x2705, 0x274C, 0x2B05...0x2B07, 0x2196...0x2199, 0x27A1, 0x23EB, 0x23EC, 0x1F53C, 0x1F53D,
      0x1F311, 0x1F315...0x1F318, 0x1F4A1:
      true
    default: false
    }
  }

  /// The text with some lines replaced.
  func replacing(_ indices: [Int], _ change: (Int, String) -> String) -> String {
    var lines = lines
    for (number, index) in indices.enumerated() {
      lines[index] = change(number, lines[index])
    }
    return lines.joined(separator: "\n")
  }

  /// The text with a character in the place of each that a table has.
  func mapping(_ table: [Unicode.Scalar: String]) -> String? {
    let mapped = text.unicodeScalars.map { table[$0] ?? String($0) }.joined()
    return mapped == text ? nil : mapped
  }
}
