import Foundation
import Testing

/// The C library's number of cells; Foundation does not declare it.
@_silgen_name("wcwidth") private func wcwidth(_ scalar: Int32) -> Int32

/// Tables fit the terminal, and their columns are aligned, whatever people are called.
@Suite struct TableWidthTests {
  private static let names = [
    String(repeating: "Longname ", count: 21) + "end", String(repeating: "山田太郎", count: 20),
    String(repeating: "👨‍👩‍👧‍👦", count: 20), String(repeating: "e\u{301}\u{323}", count: 90),
    String(repeating: "שלום ", count: 30) + "end", String(repeating: "مرحبا", count: 30), "한국 👍🏽",
    "\u{1B}[2J\u{202E}\(String(repeating: "\u{9B}", count: 30))", "me", "กำกำ", "a\u{200B}b",
  ]
  private let tool: Tool

  init() throws {
    tool = try Tool()
    var chat = ""
    for (index, name) in Self.names.enumerated() where !name.contains("\u{1B}") {
      let day = "[0\(index % 3 + 1)/11/2024, 09:15:2\(index % 10)]"
      chat += "\(day) \(name): Wordle 1,23\(index % 3) 3/6\n\(day) \(name): Wordle 1,230 9/6\n"
      chat += "[04/11/2024, 09:15:2\(index % 10)] \(name): Wordle 1,234 3/6\n"
    }
    let path = try tool.write(chat, to: "\(String(repeating: "chat ", count: 40)).txt")
    try tool.run(["ingest", "--date-order", "dmy", path])
    for name in Self.names {
      try tool.run(["results", "add", "wordle", "1300", "3/6", "--user", name])
      try tool.run(["ingest", "--user", name], input: wordle(1_300, rows: 5))
      try tool.run(["habit", "done", String(name.prefix(60)), "--user", name, "--new"])
    }
    try tool.run(["put", "LeaderboardGroup", "g\(Self.names[1])", "title=\(Self.names[0])"])
  }

  /// The cells of a line as the C library counts them; an emoji of several parts fills two.
  private func cells(_ text: some StringProtocol) -> Int {
    text.reduce(0) { count, character in
      let scalars = character.unicodeScalars
      if scalars.contains("\u{200D}") || scalars.contains("🏽") { return count + 2 }
      return scalars.reduce(count) { $0 + Int(max(0, wcwidth(Int32(bitPattern: $1.value)))) }
    }
  }

  private func lines(
    _ arguments: [String], columns: Int = 80, more: [String: String] = [:]
  ) throws -> [Substring] {
    try tool.terminal(arguments, columns: columns, more: more).output.split(separator: "\n")
  }

  @Test func `every list fits 80 columns, whatever people are called`() throws {
    defer { tool.remove() }
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    var commands = [
      ["results"], ["results", "--ids"], ["streaks"], ["today", "--as-of", "2024-11-04"],
      ["leaderboard", "--period", "all"], ["misses"], ["disputes"], ["users"], ["imports"],
      ["corrections"], ["habit", "--ids"], ["rules"], ["list"], ["list", "Habit"],
      ["list", "LeaderboardGroup"], ["get", "LeaderboardGroup", "g山田太郎山田"], ["group"],
    ]
    for (name, other) in zip(Self.names, Self.names.dropFirst() + Self.names) {
      commands += [
        ["stats", "wordle", "--user", name], ["calendar", "--year", "2025", "--user", name],
        ["achievements", "--user", name], ["versus", name, other, "wordle"],
      ]
    }
    for command in commands {
      let lines = try lines(command)
      #expect(lines.count > 1, "\(command)")
      let tooLong = lines.filter { cells($0) > 80 }
      #expect(tooLong.isEmpty, "\(command): \(tooLong)")
    }
  }

  @Test func `columns are aligned below names of wide characters, emoji and marks`() throws {
    defer { tool.remove() }
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    for arguments in [["results"], ["streaks", "--game", "wordle"]] {
      let lines = try lines(arguments).dropFirst().filter { $0.contains("Wordle") }
      let starts = lines.compactMap { line in
        line.range(of: "Wordle").map { cells(line[..<$0.lowerBound]) }
      }
      #expect(lines.count >= Self.names.count && Set(starts).count == 1, "\(arguments) \(starts)")
    }
  }

  @Test func `a wider terminal is used, a narrow one is not exceeded, and COLUMNS decides`() throws
  {
    defer { tool.remove() }
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    for (columns, more) in [
      (60, [:]), (80, [:]), (150, [:]), (80, ["COLUMNS": "120"]), (120, ["COLUMNS": "70"]),
      (100, ["COLUMNS": "wide"]),
    ] {
      let widest = try lines(["streaks"], columns: columns, more: more).map { cells($0) }.max() ?? 0
      let limit = more["COLUMNS"].flatMap { Int($0) } ?? columns
      #expect((limit - 2...limit).contains(widest), "\(columns) \(more): \(widest)")
    }
  }

  @Test func `the day and the numbers of a line are whole when names are cut`() throws {
    defer { tool.remove() }
    let rows = try lines(["streaks", "--game", "wordle"])
    let row = try #require(rows.first { $0.hasPrefix("Longname") })
    #expect(row.contains("…") && row.contains("Wordle") && row.contains("2025-01-09"), "\(row)")
    let today = try lines(["today", "--as-of", "2024-11-05", "--user", Self.names[0]])
    #expect(today.contains { $0.contains("not played") }, "\(today)")
  }

  @Test func `nothing is cut in a pipe`() throws {
    defer { tool.remove() }
    let text = try tool.run(["streaks"]).output
    #expect(text.contains(Self.names[1]) && !text.contains("…"))
  }
}
