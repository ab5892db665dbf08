import Foundation
import Testing

/// On a terminal, lists are shown page by page, as in git.
@Suite struct PagerTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run(["ingest"], input: (1000...1400).map { wordle($0, rows: $0 % 6 + 1) }.joined())
  }

  private func shown(_ arguments: [String], _ variables: [String: String]) throws -> Tool.Run {
    try tool.terminal(arguments, more: ["TERM": "xterm"].merging(variables) { $1 })
  }

  @Test(arguments: [
    ["PAGER": "sed s/^/@/"], ["PAGER": "sed 's/^/@/' | tee paged"],
    ["PAGER": "false", "STREAKLINE_PAGER": "sed s/^/@/"],
  ])
  func `a list goes through the pager that the environment names`(
    variables: [String: String]
  ) throws {
    defer { tool.remove() }
    for arguments in [["results"], ["streaks"], ["today", "--as-of", "2024-11-01"], ["misses"]] {
      let run = try shown(arguments, variables)
      #expect(run.lines.allSatisfy { $0.hasPrefix("@") }, "\(arguments): \(run.output)")
      #expect(!run.lines.isEmpty && run.status == 0)
    }
  }

  @Test(arguments: [
    ["STREAKLINE_PAGER": "", "PAGER": "sed s/^/@/"], ["PAGER": "cat"], ["PAGER": " "],
    ["PAGER": "no-such-pager -x"], ["PAGER": "sed s/^/@/", "TERM": "dumb"],
  ])
  func `a list is printed at once where no pager is wanted or possible`(
    variables: [String: String]
  ) throws {
    defer { tool.remove() }
    let run = try shown(["results"], variables)
    #expect(run.lines.count == 402 && run.output.hasPrefix("DAY ") && run.status == 0)
  }

  @Test func `no pager is started with --no-pager, for a pipe, or for what does not list`() throws {
    defer { tool.remove() }
    let pager = ["PAGER": "sed s/^/@/", "TERM": "xterm"]
    #expect(try shown(["results", "--no-pager"], pager).output.hasPrefix("DAY "))
    #expect(try shown(["results", "add", "wordle", "999", "3/6"], pager).output.hasPrefix("me: "))
    #expect(try tool.run(["results"], more: pager).output.hasPrefix("DAY "))
  }

  @Test(arguments: ["head -n 1", "head -n 1 && exit 3"])
  func `a pager that its user leaves early is no failure`(pager: String) throws {
    defer { tool.remove() }
    // More than a pipe holds.
    let run = try shown(["results", "--output", "json"], ["PAGER": pager])
    #expect(run.lines.count == 1 && run.status == 0, "\(run.output)")
  }

  @Test func `an error is shown by the pager, and keeps its exit code`() throws {
    defer { tool.remove() }
    let run = try shown(["results", "--user", "nobody"], ["PAGER": "sed s/^/@/"])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("@streakline: there is no user 'nobody'"), "\(run.output)")
  }

  @Test func `colours and escapes are those of a terminal in a pager too`() throws {
    defer { tool.remove() }
    try tool.run(["ingest", "--user", "a\u{9B}31mb"], input: wordle(1300))
    let run = try shown(["streaks", "--as-of", "2024-11-01"], ["PAGER": "tail", "NO_COLOR": ""])
    #expect(run.output.contains("\u{1B}[32malive\u{1B}[0m"))
    let json = try shown(["streaks", "--output", "json"], ["PAGER": "tail"])
    #expect(json.output.contains("a\\u009b31mb") && !json.output.contains("\u{9B}"))
  }

  @Test func `less shows colours and ends after one page, unless LESS says otherwise`() throws {
    defer { tool.remove() }
    let run = try shown(["streaks"], ["PAGER": "env | grep ^LESS="])
    #expect(run.output == "LESS=FRX\n")
    let own = try shown(["streaks"], ["PAGER": "env | grep ^LESS=", "LESS": "S"])
    #expect(own.output == "LESS=S\n")
  }
}
