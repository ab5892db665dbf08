import Foundation
import Testing

/// U+202E and its like show the text after them in another order: "Al[U+202E]ecila" looks like "Alalice".
@Suite struct DirectionMarkTests {
  private static let marks = [0x061C, 0x200E, 0x200F, 0x202A, 0x202D, 0x202E, 0x2066, 0x2069]

  private func hasMark(_ text: String) -> Bool {
    text.unicodeScalars.contains { Self.marks.contains(Int($0.value)) }
  }

  private func name(_ mark: Int) -> String {
    "Al" + (Unicode.Scalar(mark).map(String.init) ?? "") + "ice"
  }

  private func filled() throws -> Tool {
    let tool = try Tool()
    for mark in Self.marks {
      try tool.run(["ingest", "--user", name(mark)], input: wordle(1_200))
      try tool.run(["ingest", "--user", name(mark)], input: wordle(1_200, rows: 5))
      try tool.run(["ingest", "--user", name(mark)], input: "Wordle 1,201 9/6\n")
      try tool.run(["habit", "done", "Re" + name(mark), "--new"])
    }
    let chat = try tool.write(wordle(1_202), to: "\(name(0x202E)).txt")
    try tool.run([chat])
    return tool
  }

  @Test func `no list and no table shows a text in another order`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let lists = [
      ["results"], ["today"], ["streaks"], ["leaderboard"], ["misses"], ["users"],
      ["disputes"], ["imports"], ["corrections"], ["list"], ["list", "Habit"], ["habit", "list"],
      ["status"], ["versus", name(0x202E), name(0x200E)], ["stats", "--user", name(0x202E)],
      ["achievements", "--user", name(0x202E)], ["calendar", "--user", name(0x202E)],
      ["verify"], ["doctor"], ["pipelines"], ["conflicts"], ["dead"],
    ]
    for list in lists {
      for more in [[], ["--csv"]] {
        let run = try tool.run(list + more)
        if run.status == 64, more == ["--csv"] { continue }
        #expect(!hasMark(run.output) && !hasMark(run.talk), "\(list + more): \(run.output)")
      }
    }
    #expect(try tool.run(["users", "--csv"]).output.contains(#"Al\u{202E}ice"#))
    let objects = try tool.run(["users", "--output", "json"]).objects
    #expect(objects.contains { $0.values.contains { $0 as? String == name(0x202E) } })
  }

  @Test func `the report and its card show no text in another order`() throws {
    let tool = try filled()
    defer { tool.remove() }
    for more in [[], ["--card", "wordle", "--user", name(0x202E)]] {
      let path = tool.folder.path + "/report.html"
      let run = try tool.run(["report", "--year", "2024", "--out", path] + more)
      #expect(run.status == 0, "\(run)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!hasMark(text) && text.contains(#"Al\u{202E}ice"#))
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
