internal import Foundation
internal import StreaklineCore
internal import StreaklineRules

/// Reads bytes as one message, with all rules of `Parsers` in the current folder.
final class SharesTarget {
  private let rules: RuleSet
  private let builder: RecordBuilder
  private var reader: ShareReader

  init() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "Parsers")) ?? []
    let files = names.sorted().filter { $0.hasSuffix(".yaml") }.compactMap { name in
      (try? String(contentsOfFile: "Parsers/\(name)", encoding: .utf8)).map {
        RuleFile(path: "Parsers/\(name)", text: $0)
      }
    }
    rules = RuleSet(files: files)
    guard !rules.games.isEmpty else { fatalError("there are no rules in the folder Parsers") }
    let today = Day(daysSinceEpoch: 20_000)
    builder = RecordBuilder(user: "me", fallbackDay: today, now: Instant(today))
    reader = ShareReader(rules: rules)
  }

  func read(_ bytes: [UInt8]) {
    let places = rules.candidates(in: bytes, bytes.indices)
    demand(places.allSatisfy { bytes.indices.contains($0) }, "a candidate outside the text")
    let text = ShareText(bytes)
    let finding = reader.read(text)
    for share in finding.shares {
      let start = text.rawStart(share.range.lowerBound)
      let end = text.rawEnd(share.range.upperBound)
      demand(0 <= start && start < end && end <= bytes.count, "a share at \(start)..<\(end)")
    }
    // The scan sees the bytes as received, so an invisible mark inside a literal hides it.
    demand(
      finding.shares.isEmpty || !places.isEmpty || hasInvisibleMark(bytes),
      "a share without a candidate")
    let message = Message(text: bytes, source: .init(name: "fuzz", line: 1))
    let chunk = builder.chunk(of: finding, text: text, message: message)
    demand(chunk.records.count <= finding.shares.count, "more records than shares")
    // A rule that was given up on thrice is not tried any more: begin anew.
    if !reader.suspended.isEmpty { reader = ShareReader(rules: rules) }
  }
}

/// Whether there may be a zero-width character, a byte order mark or a direction mark.
private func hasInvisibleMark(_ bytes: [UInt8]) -> Bool {
  let starts: [[UInt8]] = [[0xE2, 0x80], [0xE2, 0x81], [0xEF, 0xBB], [0xD8, 0x9C]]
  return zip(bytes, bytes.dropFirst()).contains { pair in starts.contains([pair.0, pair.1]) }
}
