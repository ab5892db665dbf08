import Foundation
import Streakline
import StreaklineCore
import StreaklineRules

/// Reads pasted texts and says what became of the shares in them.
struct WayReader {
  static let rules = RuleFolders([Tool.root.appending(path: "Parsers").path]).ruleSet()

  /// What became of the shares that a text holds.
  enum Outcome: Hashable {
    /// The same records but for the text as received and where it was.
    case right
    /// The same results; something else that the share says is missing or different.
    case partly(String)
    /// Kept, and not counted, with a reason.
    case suspect(String)
    /// Kept as a near miss.
    case nearMiss
    /// No word about it.
    case missed
    /// A result that is not the share's, without a word.
    case wrong(String)
  }

  private let parser = InputParser(
    rules: rules,
    builder: RecordBuilder(
      user: "me", fallbackDay: Day(daysSinceEpoch: 20_779),
      now: Instant(Day(daysSinceEpoch: 20_779)).adding(hours: 12)))

  /// What a text holds, with the records of each read without what differs from paste to paste.
  func read(_ text: String) -> (records: [Record], misses: [NearMiss]) {
    let chunk = parser.parse(
      Message(text: Array(text.utf8), source: SourceLocation(name: "-", line: 1)))
    return (chunk.records, chunk.nearMisses)
  }

  func outcome(of text: String, expecting expected: [Record]) -> Outcome {
    let found = read(text)
    let sound = found.records.filter { !$0.isSuspect }
    for record in sound where !expected.contains(where: { result(of: $0) == result(of: record) }) {
      let wanted = expected.first { $0.gameId == record.gameId }
      return .wrong(
        "\(result(of: record)), not \(wanted.map { "\(result(of: $0))" } ?? "any of \(record.game)")"
      )
    }
    var differences: [String] = []
    for record in expected {
      let same = sound.filter { result(of: $0) == result(of: record) }
      guard !same.isEmpty else {
        if let suspect = found.records.first(where: { $0.isSuspect && $0.game == record.game }) {
          return .suspect(suspect.fields["suspect"]?.string ?? "")
        }
        return found.misses.contains { $0.game == record.game } ? .nearMiss : .missed
      }
      guard !same.contains(where: { contents(of: $0) == contents(of: record) }) else { continue }
      differences.append(difference(same[0], record))
    }
    return differences.isEmpty ? .right : .partly(differences.joined(separator: "; "))
  }

  /// What may never be wrong without a word.
  private func result(of record: Record) -> [String: Value] {
    let names = [
      "gameId", "userId", "dateInt", "puzzleNumber", "score", "completed", "won", "mistakes",
      "solved", "mode",
    ]
    let fields = record.fields
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in fields[name].map { (name, $0) } })
  }

  /// Everything that a record says, but for the text as received, blanks and the form of quotation marks.
  private func contents(of record: Record) -> [String: String] {
    var contents: [String: String] = [:]
    for (name, value) in record.fields where !["sharedText", "source", "parsedData"].contains(name)
    {
      contents[name] = String(json: value)
    }
    for (name, value) in record.fields["parsedData"]?.object ?? [:] {
      contents[name] = value.text?.filter { !$0.isWhitespace && !"'’\"“”".contains($0) }
    }
    return contents
  }

  private func difference(_ found: Record, _ expected: Record) -> String {
    let found = contents(of: found)
    return contents(of: expected).filter { found[$0.key] != $0.value }.map { name, value in
      "\(name) \(found[name] ?? "-") not \(value)"
    }.sorted().joined(separator: ", ")
  }
}
