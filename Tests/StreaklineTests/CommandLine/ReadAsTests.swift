import Foundation
import Testing

/// An import says what its input was read as.
@Suite struct ReadAsTests {
  private static let chat = """
    [17/05/2024, 08:02:41] Ana: \(wordle(1063, rows: 4))
    [17/05/2024, 09:02:41] Bo: \(wordle(1063))

    """

  @Test func `the summary, its JSON and the list of imports say what a file was read as`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let chat = try tool.write(Self.chat, to: "chat.txt")
    let run = try tool.run([chat])
    #expect(run.lines.contains("read as WhatsApp (iPhone, day first)"))
    let note = try tool.write(wordle(1064), to: "note.txt")
    #expect(try tool.run([note]).lines.contains("read as plain text: all results count as yours"))
    let both = try tool.run(["ingest", chat, note, "--output", "json"])
    #expect(
      both.objects.first?["readAs"] as? [String] == [
        "WhatsApp (iPhone, day first)", "plain text: all results count as yours",
      ])
    let listed = try tool.run(["imports", "--output", "json"]).objects
    #expect(
      Set(listed.compactMap { $0["readAs"] as? String }) == [
        "WhatsApp (iPhone, day first)", "plain text: all results count as yours",
      ])
    #expect(try tool.run(["imports"]).output.contains("WhatsApp (iPhone, day first)"))
  }

  @Test func `the text of a named user is not said to be mine`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let note = try tool.write(wordle(1064), to: "note.txt")
    let run = try tool.run([note, "--user", "Ana"])
    #expect(run.lines.contains("read as plain text: all results count as the named user's"))
  }

  @Test func `structured data beside a chat or a note in a folder is read, too`() throws {
    let json =
      #"[{"user":"Cleo","text":"Wordle 1,064 4/6","ts":1716019200},{"user":"Dan","text":"hi","ts":1716019300}]"#
    for (text, isRead) in [(Self.chat, true), (wordle(1063), false)] {
      let tool = try Tool()
      defer { tool.remove() }
      try FileManager.default.createDirectory(
        atPath: tool.folder.path + "/exports", withIntermediateDirectories: true)
      _ = try tool.write(text, to: "exports/a.txt")
      _ = try tool.write(json, to: "exports/b.json")
      _ = try tool.write(#"{"version": 3}"#, to: "exports/c.json")
      let run = try tool.run(["ingest", tool.folder.path + "/exports"])
      #expect(run.lines.contains { $0.contains("Cleo: Wordle 1,064") })
      // A note beside a chat is no result.
      #expect(run.lines.contains { $0.contains("Wordle 1,063") } == isRead)
    }
  }

  @Test func `structured data says which fields were taken`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(
      #"[{"user":"Ana","text":"Wordle 1,063 3/6","ts":1715932800},{"user":"Bo","text":"hi","ts":1715932900}]"#,
      to: "chat.json")
    let run = try tool.run(["ingest", file, "--dry-run"])
    #expect(run.lines.contains("read as JSON: sender user, text text, time ts"))
  }

  @Test func `who pastes sees nothing of it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try !tool.run([], input: wordle(1063)).output.contains("read as"))
    #expect(try !tool.run([], input: Self.chat).output.contains("read as"))
  }
}
