import Foundation
import Testing

/// On a terminal ids are short, and commands take them.
@Suite struct ShortIDCommandTests {
  private static let whole = "me|20241104|550e8400-e29b-41d4-a716-446655440000"
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run(["ingest"], input: wordle(1_234))
  }

  private func shortID() throws -> String {
    let line = try #require(try tool.screen(["results", "--ids"]).split(separator: "\n").last)
    return String(try #require(line.split(separator: " ").last))
  }

  @Test func `a result is edited and deleted by the short id that a terminal shows`() throws {
    defer { tool.remove() }
    let short = try shortID()
    #expect(short.hasPrefix("20241104-") && short.count == 16)
    let edit = try tool.run(["results", "edit", short, "--score", "4"])
    #expect(edit.status == 0 && edit.output.contains("4/6"), "\(edit.talk)")
    let delete = try tool.run(["results", "delete", short, "--output", "json"])
    #expect(delete.objects.first?["id"] as? String == Self.whole)
    #expect(try tool.run(["results"]).output.isEmpty)
    #expect(try tool.run(["results", "delete", short]).status == 1)
    #expect(try tool.run(["results", "edit", short, "--confirm"]).status == 1)
  }

  @Test func `a program gets whole ids`() throws {
    defer { tool.remove() }
    #expect(try tool.run(["results", "--ids"]).output.hasSuffix("  \(Self.whole)\n"))
    #expect(try tool.screen(["results", "--output", "json"]).contains("\"id\":\"\(Self.whole)\""))
  }

  @Test func `a dispute is settled by the short id of its result`() throws {
    defer { tool.remove() }
    try tool.run(["ingest"], input: wordle(1_234, rows: 5))
    let accept = try tool.run(["disputes", "accept", try shortID()])
    #expect(accept.status == 0 && accept.output.contains("5/6"), "\(accept.talk)")
  }

  @Test func `a short id of several results is refused with their ids`() throws {
    defer { tool.remove() }
    // Among 700 results of a day, two have the same first four digits.
    let shares = (1...700).map { "[04/11/2024, 09:15:22] user\($0): Wordle 1,234 3/6\n" }
    let chat = try tool.write(shares.joined(), to: "chat.txt")
    try tool.run(["ingest", "--date-order", "dmy", chat])
    let lines = try tool.screen(["results", "--ids"]).split(separator: "\n").dropFirst()
    let ids = lines.compactMap { $0.split(separator: " ").last.map(String.init) }
    let groups = Dictionary(grouping: ids) { String($0.prefix(13)) }
    let (start, same) = try #require(groups.first { $0.value.count > 1 })
    let run = try tool.run(["results", "delete", start])
    #expect(run.status == 64 && run.talk.contains("names \(same.count) results"), "\(run.talk)")
    #expect(run.talk.contains("|20241104|550e8400"))
    #expect(try tool.run(["results", "delete", same[0]]).status == 0)
  }

  @Test func `a document is shown and deleted by the start of its name`() throws {
    defer { tool.remove() }
    try tool.run(["put", "LeaderboardGroup", "group_family", "title=Family"])
    try tool.run(["put", "LeaderboardGroup", "group_friends", "title=Friends"])
    #expect(try tool.run(["get", "LeaderboardGroup", "group_fa"]).output.contains("Family"))
    let several = try tool.run(["get", "LeaderboardGroup", "group_f"])
    #expect(several.status == 64 && several.talk.contains("'group_family', 'group_friends'"))
    #expect(try tool.run(["get", "LeaderboardGroup", "group_"]).status == 1)
    #expect(try tool.run(["delete", "LeaderboardGroup", "group_fr"]).status == 0)
    #expect(try tool.run(["get", "LeaderboardGroup", "group_f"]).output.contains("Family"))
  }
}
