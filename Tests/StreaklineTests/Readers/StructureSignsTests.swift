import StreaklineReaders
import Testing

/// Texts that programs and forms have written, in languages that no reader knows: their shares are not mine.
@Suite struct StructureSignsTests {
  private static let three = "Wordle 1,063 3/6"
  private static let four = "Wordle 1,064 4/6"

  /// The name of a form, and a text in it with shares of Ana and Bo.
  private static let forms: [(name: String, text: String)] = [
    (
      "JavaScript with bare keys below a comment",
      "// chat\nconst messages = [\n  { from: \"Ana\", text: \"\(three)\\n\" },\n  { from: \"Bo\", text: \"\(four)\" }\n];\n"
    ),
    (
      "pushed objects",
      "m.push({ who: 'Ana', body: `\(three)` });\nm.push({ who: 'Bo', body: `\(four)` });\n"
    ),
    ("Python's tuples", "chat = [\n  ('Ana', '''\(three)'''),\n  ('Bo', '''\(four)'''),\n]\n"),
    ("Python's names", "ana = '''\(three)'''\nbo = '''\(four)'''\n"),
    ("PHP", "<?php\nreturn [['from' => 'Ana', 'text' => '\(three)']];\n"),
    ("PHP without its mark", "$m = [['from' => 'Ana', 'text' => '\(three)']];\n"),
    ("Lua", "return {\n  { who = \"Ana\", what = [[\(three)]] },\n}\n"),
    ("EDN", "[{:from \"Ana\" :text \"\(three)\"}\n {:from \"Bo\" :text \"\(four)\"}]\n"),
    ("SQL", "INSERT INTO m (author, body) VALUES\n(1,'Ana','\(three)'),\n(2,'Bo','\(four)');\n"),
    ("tuples of SQL", "(1, 'Ana', '\(three)'),\n(2, 'Bo', '\(four)'),\n"),
    ("COPY", "COPY m (id, author, body) FROM stdin;\n0\tAna\t\(three)\n\\.\n"),
    ("records of sqlite3", "name = Ana\ntext = \(three)\n\nname = Bo\ntext = \(four)\n"),
    (
      "records in another language",
      "spieler: Ana\nergebnis: \(three)\n\nspieler: Bo\nergebnis: \(four)\n"
    ),
    ("records of psql", "-[ RECORD 1 ]---\nauthor | Ana\nbody   | \(three)\n"),
    (
      "TOML",
      "[[message]]\nby = \"Ana\"\nbody = '''\n\(three)'''\n\n[[message]]\nby = \"Bo\"\nbody = '''\n\(four)'''\n"
    ),
    ("INI", "[Ana]\nshare=\(three)\n\n[Bo]\nshare=\(four)\n"),
    ("WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>\(three)</v>\n"),
    ("SRT", "1\n00:00:01,000 --> 00:00:02,000\nAna:\n\(three)\n"),
    (
      "a calendar",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nORGANIZER;CN=Ana:mailto:a@example.org\nDESCRIPTION:\(three)\\n\nEND:VEVENT\n"
    ),
    ("reStructuredText", "Ana\n~~~\n\n::\n\n   \(three)\n\nBo\n~~~\n\n::\n\n   \(four)\n"),
    (
      "Org",
      "** Ana\n:PROPERTIES:\n:ID: 1\n:END:\n\(three)\n** Bo\n:PROPERTIES:\n:ID: 2\n:END:\n\(four)\n"
    ),
    (
      "LaTeX",
      "\\begin{description}\n\\item[Ana] \(three)\n\\item[Bo] \(four)\n\\end{description}\n"
    ),
    ("troff", ".TH CHAT 1\n.SH Ana\n\(three)\n.SH Bo\n\(four)\n"),
    ("RTF", "{\\rtf1\\ansi\n{\\b Ana:}\\line \(three)\\par\n}"),
    ("AsciiDoc", "|===\n|Ana\n|\(three)\n|===\n"),
    (
      "rows without names of columns",
      "Ana,\"\(three)\n\n🟩🟩🟩🟩🟩\"\nBo,\"\(four)\n\n🟩🟩🟩🟩🟩\"\nBo,see you\n"
    ),
    ("rows that end with names", "\"\(three)\",Ana\n\"\(four)\",Bo\n"),
    ("a column for each person", ",Ana,Bo\n17/05/2024,\"\(three)\",\n18/05/2024,,\"\(four)\"\n"),
    ("pairs", "ts=1 user=ana msg=\"\(three)\"\nts=2 user=bo msg=\"\(four)\"\n"),
    ("elements below other words", "Saved chat\n<msg from=\"Ana\">\(three)</msg>\n"),
    ("escape sequences", "Ana \(three)\\n\\n🟩🟩🟩🟩🟩\n"),
    ("a list of authors", "---\ntitle: x\nauthors: [Ana, Bo]\n---\n\n\(three)\n\n\(four)\n"),
  ]

  @Test(arguments: forms.indices)
  func `shares in a structure that no reader knows are refused`(index: Int) throws {
    let form = Self.forms[index]
    let error = #expect(throws: InputError.self, "\(form.name)") { try ChatRecords(form.text) }
    #expect(error?.isMalformed == true)
  }

  @Test(arguments: [
    "\"\(three)\"\n\n\"\(four)\"", "shares = [\n'''\(three)''',\n'''\(four)''',\n]\n",
    "# results\nshares = '''\n\(three)\n\n\(four)\n'''\nprint(shares)\n",
    "---\ntitle: Daily\ntags: [wordle]\n---\n\n\(three)\n\n\(four)\n",
    "Date: 17 May\nSteps: 8204\n\(three)\n\nDate: 18 May\nSteps: 9000\n\(four)\n",
    "Result: \(three)\n\nResult: \(four)\n", "2024-05-17,\(three)\n2024-05-18,\(four)\n",
    "* 2024-05-17 Friday\n:PROPERTIES:\n:CREATED: 20240517\n:END:\n\(three)\n* 2024-05-18 Saturday\n:PROPERTIES:\n:CREATED: 20240518\n:END:\n\(four)\n",
    "Friday\n------\n\(three)\n\nSaturday\n--------\n\(four)\n",
    "Hm :(\n\(three)\n:) \"great\"\n\(four)",
    "¯\\_(ツ)_/¯ \(three)\n\(four)",
  ])
  func `what one author has written is read as before`(text: String) throws {
    #expect(
      try ChatRecords(text).results.map { $0.prefix(9) } == ["me wordle", "me wordle"])
  }

  @Test func `a note that says who wrote it is refused`() {
    let text = "---\ntitle: Daily\nauthor: Luca\n---\n\n\(Self.three)\n\n\(Self.four)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `a text without shares is not looked at`() throws {
    #expect(try ChatRecords("name = Ana\ntext = hello\n\nname = Bo\ntext = hi\n").results == [])
    #expect(try ChatRecords("\\begin{description}\n\\item[Ana] hello\n").results == [])
  }

  @Test func `the row of names may be below the separator that a spreadsheet names`() throws {
    let found = try ChatRecords(
      "sep=;\r\nSender;Text;Sent\r\nAna;\(Self.three);2024-05-17 08:00\r\nBo;\(Self.four);2024-05-18 08:00\r\n"
    )
    #expect(found.results.map(short) == ["Ana wordle 20240517 3", "Bo wordle 20240518 4"])
  }

  /// A form of notes or posts, of which each one holds one author's.
  @Test(arguments: [
    #"["Wordle 1,063 3/6","Wordle 1,064 4/6"]"#,
    "date,share\n2024-05-17,\"Wordle 1,063 3/6\"\n2024-05-18,\"Wordle 1,064 4/6\"\n",
    #"{"date":"2024-05-17T08:00:00Z","text":"Wordle 1,063 3/6"}"# + "\n"
      + #"{"date":"2024-05-18T08:00:00Z","text":"Wordle 1,064 4/6"}"#,
    #"{"isTrashed":false,"isPinned":false,"isArchived":false,"textContent":"Wordle 1,063 3/6\n\nWordle 1,064 4/6","title":"Puzzles","labels":[{"name":"games"}]}"#,
    #"{"activeNotes":[{"id":"n1","content":"Puzzles\nWordle 1,063 3/6","creationDate":"2024-05-17T08:00:00.000Z"},{"id":"n2","content":"Wordle 1,064 4/6","creationDate":"2024-05-18T08:00:00.000Z"}],"trashedNotes":[]}"#,
    #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"A1","creationDate":"2024-05-17T08:02:00Z","richText":"{\"text\":\"Wordle 1,063 3/6\"}","text":"Wordle 1,063 3/6","location":{"localityName":"Oslo"}},{"uuid":"A2","creationDate":"2024-05-18T08:02:00Z","text":"Wordle 1,064 4/6"}]}"#,
    #"[{"ID":1,"Timestamp":"2024-05-17 08:02:09","Contents":"Wordle 1,063 3/6","Attachments":""},{"ID":2,"Timestamp":"2024-05-18 08:12:09","Contents":"Wordle 1,064 4/6","Attachments":""}]"#,
    #"{"id":"1-a","date_modified":1716019200000,"date_journal":1716019200000,"text":"Quiet Sunday by the quarry.\n\nWordle 1,063 3/6\n\nWordle 1,064 4/6","preview_text":"Quiet Sunday","mood":3,"address":""}"#,
    #"{"version":"004","items":[{"uuid":"u1","content_type":"Note","content":{"title":"dailies","text":"Kald morgen.\nWordle 1,063 3/6\n\nWordle 1,064 4/6","references":[]},"created_at":"2024-05-17T07:00:00.000Z","updated_at":"2024-05-18T07:10:00.000Z"}]}"#,
    #"<?xml version="1.0"?><en-export application="Evernote"><note><title>Puzzles</title><created>20240517T080000Z</created><updated>20240518T080000Z</updated><content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note><div>Wordle 1,063 3/6</div><div><br/></div><div>Wordle 1,064 4/6</div></en-note>]]></content></note></en-export>"#,
    #"<?xml version="1.0"?><en-export application="Evernote"><note><title>Wordle</title><created>20240517T080000Z</created><note-attributes><source>mobile.iphone</source></note-attributes><content><![CDATA[<en-note><div>Wordle 1,063 3/6</div></en-note>]]></content></note><note><title>Wordle</title><created>20240518T080000Z</created><note-attributes><source>mobile.iphone</source></note-attributes><content><![CDATA[<en-note><div>Wordle 1,064 4/6</div></en-note>]]></content></note></en-export>"#,
    #"{"isTrashed":false,"isPinned":false,"isArchived":false,"textContent":"Wordle 1,063 3/6\n\nWordle 1,064 4/6","userEditedTimestampUsec":1716192000000000,"createdTimestampUsec":1715846400000000}"#,
    "ID,Timestamp,Contents,Attachments\r\n1,2024-05-17 08:00:09,\"Wordle 1,063 3/6\",\r\n2,2024-05-18 08:00:09,\"Wordle 1,064 4/6\",\r\n",
    #"{"type":"OrderedCollection","orderedItems":[{"type":"Create","actor":"https://m.example/users/luca","published":"2024-05-17T08:02:09Z","object":{"type":"Note","attributedTo":"https://m.example/users/luca","content":"<p>Wordle 1,063 3/6<br><br>Wordle 1,064 4/6</p>"}}]}"#,
  ])
  func `a file of one author's notes or posts counts for one person`(text: String) throws {
    #expect(
      try ChatRecords(text).results.map(short) == ["me wordle 20240517 3", "me wordle 20240518 4"])
  }

  @Test(arguments: [
    #"["Ana: Wordle 1,063 3/6","Bo: Wordle 1,064 4/6"]"#,
    #"["Ana","Wordle 1,063 3/6","Bo","Wordle 1,064 4/6"]"#,
    #"[{"role":"contact","text":"Wordle 1,063 3/6"},{"role":"self","text":"Wordle 1,064 4/6"}]"#,
    #"[{"wer":"Ana","text":"Wordle 1,063 3/6"},{"wer":"Bo","text":"Wordle 1,064 4/6"}]"#,
    #"{"messages":[{"text":"Wordle 1,063 3/6"},{"text":"Wordle 1,064 4/6"}]}"#,
    "date,Ana,Bo\n2024-05-17,\"Wordle 1,063 3/6\",\"Wordle 1,064 4/6\"\n2024-05-18,,\n",
    #"{"isTrashed":false,"isPinned":false,"isArchived":false,"textContent":"Ana: Wordle 1,063 3/6\nBo: Wordle 1,064 4/6"}"#,
    #"{"isTrashed":false,"isPinned":false,"isArchived":false,"textContent":"Wordle 1,063 3/6","sharees":[{"email":"ana@example.org"}]}"#,
    #"{"orderedItems":[{"type":"Create","actor":"a","object":{"content":"Wordle 1,063 3/6"}},{"type":"Create","actor":"b","object":{"content":"Wordle 1,064 4/6"}}]}"#,
  ])
  func `notes in which somebody else may have written are refused`(text: String) throws {
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `what an author is to a project is no name`() throws {
    let found = try ChatRecords(
      #"[{"user":{"login":"ana"},"author_association":"OWNER","body":"Wordle 1,063 3/6","created_at":"2024-05-17T08:00:00Z"},{"user":{"login":"bo"},"author_association":"NONE","body":"Wordle 1,064 4/6","created_at":"2024-05-18T08:00:00Z"}]"#
    )
    #expect(found.results.map(short) == ["ana wordle 20240517 3", "bo wordle 20240518 4"])
  }

  /// A result without its time.
  private func short(_ line: String) -> String {
    line.split(separator: " ").dropLast().joined(separator: " ")
  }
}
