import Foundation
import Testing

/// What the command says of files whose fields it cannot tell, and of files in which nothing is found.
@Suite struct UnclearFieldsTests {
  private static let share = "Wordle 1,931 4/6"

  /// Imports files one after the other, and returns the last run.
  private func ingest(_ text: String, _ options: [String] = [], times: Int = 1) throws -> Tool.Run {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(text, to: "f")
    for _ in 1..<times { _ = try tool.run(["ingest", file] + options) }
    return try tool.run(["ingest", file] + options)
  }

  @Test(arguments: [
    "<p id='ann'>\(share)</p><p id='bob'>Wordle 1,932 3/6</p>",
    #"[{"author":"Ann","text":"\#(share)"},{"author":"Bob","te"#,
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:\(share)\nEND:VEVENT\n",
  ])
  func `no fields are offered where there are none to name`(text: String) throws {
    let run = try ingest(text)
    #expect(run.status == 65)
    #expect(run.talk.contains("--user NAME") && !run.talk.contains("--sender"))
    #expect(!run.talk.contains("what comes before it is read"))
  }

  @Test func `a text beside a chat in a folder is named, and a mail there is read`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      "[04/11/2026, 07:58:12] Ann: \(Self.share)\n[04/11/2026, 07:59:12] Bo: hi\n",
      to: "d/_chat.txt")
    _ = try tool.write("Wordle 1,932 3/6\n", to: "d/mine.txt")
    _ = try tool.write("buy milk\n", to: "d/other.txt")
    let body = Data("Wordle 1,933 5/6\n".utf8).base64EncodedString()
    _ = try tool.write(
      "From: Cleo <c@example.org>\nDate: Sun, 4 Oct 2026 08:00:00 +0000\nContent-Transfer-Encoding: base64\n\n\(body)\n",
      to: "d/m.eml")
    let run = try tool.run(["ingest", tool.folder.path + "/d"])
    #expect(run.lines.contains { $0.hasPrefix("✓ Ann: Wordle 1,931") })
    #expect(run.lines.contains { $0.hasPrefix("✓ Cleo: Wordle 1,933") })
    #expect(!run.output.contains("1,932") && !run.talk.contains("other.txt"))
    #expect(run.talk.contains("d/mine.txt: not read: a text beside chats may be anybody's"))
  }

  @Test func `each text with shares beside a chat is named, whatever its file is called`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write("[04/11/2026, 07:58:12] Ann: \(Self.share)\n", to: "d/_chat.txt")
    let others = ["n.md", "n.log", "n.html", "notes", "sub/n.rtf", "n.yaml"]
    for name in others { _ = try tool.write("Wordle 1,932 3/6\n", to: "d/\(name)") }
    for name in ["a.jpg", "b.log"] { _ = try tool.write("nothing", to: "d/\(name)") }
    _ = try tool.write("PK\u{3}\u{4}", to: "d/older.zip")
    let run = try tool.run(["ingest", tool.folder.path + "/d", "--output", "json"])
    let unread = try #require(run.objects.last?["notRead"] as? [String])
    #expect(
      Set(unread.map { $0.replacing(tool.folder.path + "/d/", with: "") })
        == Set(others + ["older.zip"]))
    let told = try tool.run(["ingest", tool.folder.path + "/d"])
    #expect(told.talk.contains("d/older.zip: not read: an archive in a folder"))
  }

  @Test(arguments: [
    ["Ann/1.txt", "Tom/1.txt"], ["ann.txt", "tom.txt"], ["Me/1.txt", "Mum/1.txt"],
    ["inbox/1.txt", "sent/1.txt"],
  ])
  func `texts in a folder whose names may be people's are refused`(names: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    for (index, name) in names.enumerated() {
      _ = try tool.write("Wordle 1,93\(index) 3/6\n", to: "d/\(name)")
    }
    let run = try tool.run(["ingest", tool.folder.path + "/d"])
    #expect(run.status == 65 && run.talk.contains("in their names may be whose they are"))
    let own = try tool.run(["ingest", tool.folder.path + "/d", "--user", "me"])
    #expect(own.lines.count { $0.hasPrefix("✓ Wordle") } == 2)
  }

  @Test(arguments: [
    ["Ann.json", "Tom.json"], ["mum/n.json", "me/n.json"], ["inbox/n.json", "sent/n.json"],
  ])
  func `lists of texts in files whose names are people's are refused`(names: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    for (index, name) in names.enumerated() {
      _ = try tool.write(#"["Wordle 1,93\#(index) 3/6"]"#, to: "d/\(name)")
    }
    let run = try tool.run(["ingest", tool.folder.path + "/d"])
    #expect(run.status == 65 && run.talk.contains("in names of files may be whose they are"))
    _ = try tool.write(#"["Wordle 1,931 3/6"]"#, to: "e/games.json")
    _ = try tool.write(#"["Wordle 1,932 3/6"]"#, to: "e/other.json")
    #expect(try tool.run(["ingest", tool.folder.path + "/e"]).status == 0)
  }

  @Test func `notes alone in a folder are read`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write("Wordle 1,932 3/6\n", to: "d/today.md")
    #expect(try tool.run(["ingest", tool.folder.path + "/d"]).output.hasPrefix("✓ Wordle 1,932"))
  }

  @Test func `the command names the fields that may say who sent a text`() throws {
    let run = try ingest(
      #"[{"uid":"Ann","msg":"\#(Self.share)","t":"2026-10-02T08:00:00Z"},{"uid":"Bo","msg":"hi","t":"2026-10-02T08:00:00Z"}]"#
    )
    #expect(run.status == 65 && run.talk.contains("--sender uid --text msg --time t"))
  }

  @Test func `the command to repeat has the options that were typed, and no other file`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text =
      #"[{"uid":"Ann","msg":"\#(Self.share)","t":"2026-10-02T08:00:00Z"},{"uid":"Bo","msg":"hi","t":"2026-10-02T08:00:00Z"}]"#
    let file = try tool.write(text, to: "my f.json")
    let other = try tool.write("nothing", to: "other.txt")
    let run = try tool.run(
      ["ingest", other, file, "--dry-run", "--text", "body", "--timezone=UTC", "--me", "Ann B"])
    #expect(
      run.talk.contains(
        "streakline ingest '\(file)' --dry-run '--timezone=UTC' --me 'Ann B' --sender uid --text msg"
      ))
  }

  @Test func `the other person of a chat is asked for where only a direction says who sent`() throws
  {
    let text =
      #"[{"fromMe":false,"peer":"Ann","text":"\#(Self.share)"},{"fromMe":true,"peer":"Ann","text":"Wordle 1,932 3/6"}]"#
    let run = try ingest(text)
    #expect(run.status == 65 && run.talk.contains("--sender peer --text text"))
    let named = try ingest(text, ["--sender", "peer"])
    #expect(named.lines.contains { $0.contains("Ann: Wordle 1,931") })
    #expect(named.lines.contains { $0.hasPrefix("✓ Wordle 1,932") })
  }

  @Test func `a named sender leaves what a direction says I sent mine`() throws {
    let text =
      #"[{"type":2,"contact_name":"Ann","body":"\#(Self.share)"},{"type":1,"contact_name":"Ann","body":"Wordle 1,932 3/6"}]"#
    let run = try ingest(text, ["--sender", "contact_name", "--text", "body"])
    #expect(run.lines.contains { $0.hasPrefix("✓ Wordle 1,931") })
    #expect(run.lines.contains { $0.contains("Ann: Wordle 1,932") })
  }

  @Test(arguments: ["tss", "author"])
  func `a field that is no time is refused as --time`(field: String) throws {
    let text = #"[{"author":"Ann","text":"\#(Self.share)","ts":1790000000}]"#
    let run = try ingest(text, ["--time", field])
    #expect(run.status == 65 && run.talk.contains(field))
  }

  @Test func `a table with a column for each person asks which is whose`() throws {
    let text = "date,Ann,Bob\n2026-10-02,Wordle 1931 4/6,Wordle 1931 3/6\n"
    for options in [[], ["--user", "Zed"]] {
      let run = try ingest(text, options)
      #expect(run.status == 65 && run.talk.contains("--text Ann --user NAME or"))
    }
    let named = try ingest(text, ["--user", "Zed", "--text", "Bob"])
    #expect(named.lines.contains { $0.contains("Wordle 1,931 · 3/6") })
  }

  @Test func `a near miss is not called a game without a rule, nor a known file empty`() throws {
    let text = #"[{"author":"Ann","text":"Tom: \#(Self.share)"}]"#
    let run = try ingest(text)
    #expect(run.status == 1 && !run.talk.contains("no rule"))
    let again = try ingest(text, times: 2)
    #expect(again.status == 1 && again.talk.contains("imported before, with 1 near miss"))
  }
}
