import Foundation
import StreaklineCore
import Testing

/// Real shares as people and programs paste them; `make ways` tries all of them in all ways.
@Suite struct WaysTests {
  /// How many of the shares that are pasted whole must be read as if nothing had been changed.
  private static let leastRight = 0.97

  /// What became of the shares that were pasted in one way.
  private struct Row {
    let way: WayOfPasting
    var outcomes: [(example: ShareExample, outcome: WayReader.Outcome)] = []

    func count(_ isCounted: (WayReader.Outcome) -> Bool) -> Int {
      outcomes.count { isCounted($0.outcome) }
    }
    var right: Int { count { $0 == .right } }
    var partly: Int { count { if case .partly = $0 { true } else { false } } }
    var suspect: Int { count { if case .suspect = $0 { true } else { false } } }
    var nearMisses: Int { count { $0 == .nearMiss } }
    var missed: Int { count { $0 == .missed } }
    var wrong: Int { count { if case .wrong = $0 { true } else { false } } }
  }

  @Test(.long) func `shares are read in all ways of pasting, and none wrongly`() throws {
    let rows = rows { _, _ in true }
    print(table(rows))
    try details(rows).write(
      to: Tool.root.appending(path: ".build/ways.txt"), atomically: true, encoding: .utf8)
    let whole = rows.filter { $0.way.kind != .cut }
    let texts = whole.map(\.outcomes.count).reduce(0, +)
    let right = whole.map(\.right).reduce(0, +)
    #expect(rows.map(\.wrong).reduce(0, +) == 0, "\(details(rows, wrongOnly: true))")
    #expect(Double(right) >= Self.leastRight * Double(texts))
  }

  @Test func `none of some shares in some ways is read wrongly`() {
    let rows = rows { way, example in (way * 7 + example) % 41 == 0 }
    #expect(rows.map(\.wrong).reduce(0, +) == 0, "\(details(rows, wrongOnly: true))")
    let whole = rows.filter { $0.way.kind != .cut }
    let texts = whole.map(\.outcomes.count).reduce(0, +)
    #expect(Double(whole.map(\.right).reduce(0, +)) >= Self.leastRight * Double(texts))
  }

  @Test func `every real share is read as it was printed`() {
    let reader = WayReader()
    for example in ShareExample.all {
      let found = reader.read(example.text).records
      #expect(
        !found.isEmpty && found.allSatisfy { !$0.isSuspect }, "\(example.game) \(example.name)")
    }
  }

  @Test func `blank lines after a share change nothing in its record`() {
    let reader = WayReader()
    for example in ShareExample.all {
      let expected = reader.read(example.text).records.map(\.contentHash)
      for end in ["\n", "\n\n", "\n\n\nsee you\n", "  \n\t\n"] {
        let found = reader.read(example.text + end).records.map(\.contentHash)
        #expect(
          found == expected, "\(example.game) \(example.name), before \(end.debugDescription)")
      }
    }
  }

  private func rows(_ isWanted: (_ way: Int, _ example: Int) -> Bool) -> [Row] {
    let reader = WayReader()
    let examples = ShareExample.all
    let records = examples.map { reader.read($0.text).records }
    return WayOfPasting.all.enumerated().map { way, pasting in
      var row = Row(way: pasting)
      for index in examples.indices where isWanted(way, index) {
        let other =
          (1..<examples.count).lazy.map { (index + $0 * 37) % examples.count }
          .first { examples[$0].game != examples[index].game } ?? index
        guard let text = pasting.paste(examples[index], examples[other]) else { continue }
        let expected = records[index] + (pasting.kind == .accompanied ? records[other] : [])
        row.outcomes.append((examples[index], reader.outcome(of: text, expecting: expected)))
      }
      return row
    }
  }

  private func table(_ rows: [Row]) -> String {
    func line(_ name: String, _ rows: [Row]) -> String {
      let texts = rows.map(\.outcomes.count).reduce(0, +)
      let counts = [
        texts, sum(rows, \.right), sum(rows, \.partly), sum(rows, \.suspect),
        sum(rows, \.nearMisses), sum(rows, \.missed), sum(rows, \.wrong),
      ]
      let share = texts == 0 ? 100 : Double(sum(rows, \.right)) * 100 / Double(texts)
      return name.padding(toLength: 40, withPad: " ", startingAt: 0)
        + counts.map { padded(String($0), 8) }.joined()
        + padded("\((share * 10).rounded(.down) / 10) %", 9)
    }
    let head = ["texts", "right", "partly", "suspect", "miss", "nothing", "wrong"]
    var lines = [
      String(repeating: " ", count: 40) + head.map { padded($0, 8) }.joined() + padded("right", 9)
    ]
    lines += rows.map { line(($0.way.kind == .cut ? "(\($0.way.name))" : $0.way.name), [$0]) }
    lines.append(line("all that is pasted whole", rows.filter { $0.way.kind != .cut }))
    lines.append(line("(cut off: only never wrong)", rows.filter { $0.way.kind == .cut }))
    return lines.joined(separator: "\n")
  }

  private func sum(_ rows: [Row], _ count: KeyPath<Row, Int>) -> Int {
    rows.map { $0[keyPath: count] }.reduce(0, +)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  private func details(_ rows: [Row], wrongOnly: Bool = false) -> String {
    rows.flatMap { row in
      row.outcomes.compactMap { example, outcome in
        if case .wrong = outcome {} else if wrongOnly || outcome == .right { return nil }
        return "\(row.way.name): \(example.game) '\(example.name)': \(outcome)"
      }
    }.joined(separator: "\n")
  }
}
