import StreaklineReaders
import Testing

/// Which way messages went in a chat of two: beside the other person's name is also what I sent.
@Suite struct SenderEvidenceTests {
  /// Shares of four days, every second one sent by me.
  private static let shares = (0..<4).map { "Wordle 1,\(970 + $0) \($0 + 2)/6" }
  private static let mine = ["Rosa 3", "Rosa 5", "me 2", "me 4"]

  private func found(_ text: String) throws -> [String] {
    try ChatRecords(text).results.map { line in
      let parts = line.split(separator: " ")
      return "\(parts[0]) \(parts[3])"
    }.sorted()
  }

  private static func rows(_ name: String, _ field: String, _ own: String, _ others: String)
    -> String
  {
    let rows = shares.enumerated().map { index, share in
      #"{"\#(name)":"Rosa","\#(field)":\#(index % 2 == 0 ? own : others),"text":"\#(share)"}"#
    }
    return "[" + rows.joined(separator: ",") + "]"
  }

  @Test(arguments: [
    ("Richtung", "\"Ausgang\"", "\"Eingang\""), ("richtung", "\"aus\"", "\"ein\""),
    ("direction", "\"TX\"", "\"RX\""), ("sens", "\"envoi\"", "\"réception\""),
    ("direction", "\"Odchozí\"", "\"Příchozí\""), ("direction", "\"发送\"", "\"接收\""),
    ("sent", "true", "false"), ("retning", "\"ut\"", "\"inn\""), ("received", "false", "true"),
  ])
  func `words and flags for the direction are known in more languages`(
    field: String, own: String, others: String
  ) throws {
    #expect(try found(Self.rows("contact", field, own, others)) == Self.mine)
    #expect(try found(Self.rows("name", field, own, others)) == Self.mine)
  }

  @Test(arguments: [
    ("dir", "\"→\"", "\"←\""), ("io", "\"O\"", "\"I\""), ("way", "\"S\"", "\"R\""),
    ("who", "\"me\"", "\"them\""), ("side", "\"right\"", "\"left\""), ("is_user", "true", "false"),
    ("class", "\"bubble-right\"", "\"bubble-left\""), ("category", "\"sent\"", "\"inbox\""),
    ("d", "\"abgeschickt\"", "\"bekommen\""), ("l", "\"1\"", "\"2\""), ("x", "1", "0"),
  ])
  func `a field that tells messages beside one name apart is asked about`(
    field: String, own: String, others: String
  ) throws {
    for name in ["contact", "name"] {
      #expect(throws: InputError.self) {
        try ChatRecords(Self.rows(name, field, own, others))
      }
    }
  }

  @Test(arguments: [
    ("type", "\"text\"", "\"image\""), ("edited", "true", "false"), ("game", "\"a\"", "\"b\""),
    ("status", "\"read\"", "\"delivered\""), ("sent_at", "1762000000", "1762003600"),
    ("channel", "\"general\"", "\"games\""), ("likes", "0", "1"),
  ])
  func `a field of something else is not`(field: String, own: String, others: String) throws {
    #expect(
      try found(Self.rows("name", field, own, others)) == ["Rosa 2", "Rosa 3", "Rosa 4", "Rosa 5"])
  }

  @Test func `two results of one puzzle beside the other person's name are asked about`() throws {
    let rows = { (name: String) in
      #"[{"\#(name)":"Rosa","text":"Wordle 1,970 3/6"},{"\#(name)":"Rosa","text":"Wordle 1,970 4/6"}]"#
    }
    #expect(throws: InputError.self) { try ChatRecords(rows("contact")) }
    #expect(throws: InputError.self) { try ChatRecords(rows("name")) }
    #expect(try found(rows("sender")).count == 2)
  }

  @Test(arguments: ["\"outgoing\":true", "\"from_me\":1", "\"direction\":\"outgoing\""])
  func `what two senders sent is not all mine`(direction: String) throws {
    let rows = ["Rosa", "Tom"].enumerated().map { index, name in
      #"{"sender":"\#(name)",\#(direction),"text":"\#(Self.shares[index])"}"#
    }
    #expect(throws: InputError.self) { try ChatRecords("[" + rows.joined(separator: ",") + "]") }
  }

  @Test(arguments: [
    ("sent", "received"), ("outbox", "inbox"), ("Gesendet", "Empfangen"), ("out", "in"),
  ])
  func `the names of two lists say the direction`(sent: String, received: String) throws {
    let list = { (isOdd: Int) in
      Self.shares.enumerated().filter { $0.offset % 2 == isOdd }
        .map { #"{"contact":"Rosa","text":"\#($0.element)"}"# }.joined(separator: ",")
    }
    #expect(
      try found(#"{"\#(sent)":[\#(list(0))],"\#(received)":[\#(list(1))]}"#) == Self.mine)
    let around =
      #"{"contact":"Rosa","\#(sent)":[\#(list(0))],"\#(received)":[\#(list(1))]}"#
      .replacing(#"{"contact":"Rosa","text""#, with: #"{"text""#)
    do { #expect(try found(around) == Self.mine) } catch is InputError {}
  }

  @Test func `columns of what was sent and received are asked about`() {
    let table =
      "Date,Contact,Received,Sent\n2026-11-10,Rosa,\(Self.shares[0].replacing(",", with: "")),\n2026-11-11,Rosa,,\(Self.shares[1].replacing(",", with: ""))\n"
    #expect(throws: InputError.self) { try ChatRecords(table) }
  }

  @Test(arguments: [
    #"[{"author":"Rosa Lund","name":"Tom Berg","text":"Wordle 1,970 3/6"}]"#,
    #"[{"from":"Rosa","name":"Tom","text":"Wordle 1,970 3/6"},{"from":"Tom","name":"Rosa","text":"Wordle 1,971 4/6"}]"#,
  ])
  func `two names of different people are asked about`(text: String) {
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `what somebody passes on in an outbox is not his`() throws {
    let activity = { (type: String, share: String) in
      #"{"type":"\#(type)","actor":"https://m.example/users/me","object":{"type":"Note","content":"<p>\#(share)</p>"}}"#
    }
    let text =
      #"{"type":"OrderedCollection","orderedItems":[\#(activity("Create", Self.shares[0])),\#(activity("Announce", Self.shares[1]))]}"#
    do { #expect(try found(text) == ["me 2"]) } catch is InputError {}
  }

  @Test(arguments: [
    "\"attachments\":[{\"text\":\"S\"}]", "\"My reply\":\"S\"",
  ])
  func `a share that is in no text of a message is said`(field: String) throws {
    let other = field.replacing("S", with: "Wordle 1,980 3/6")
    let records = try ChatRecords(
      #"[{"user":"Rosa","text":"hi",\#(other)},{"user":"Tom","text":"\#(Self.shares[1])"}]"#)
    #expect(records.results.count == 1)
    #expect(records.issues.contains { $0.contains("a share in") && $0.contains("is not read") })
  }

  @Test func `a message that has only its form as a web page is read`() throws {
    let text = Self.shares.prefix(2).enumerated().map {
      #"{"user":"\#($0.offset == 0 ? "Rosa" : "Tom")","html":"<p>\#($0.element)</p>"}"#
    }.joined(separator: ",")
    #expect(try found("[\(text)]") == ["Rosa 2", "Tom 3"])
  }

  @Test(arguments: ["2", "4"])
  func `numbers that say the same of all messages are asked about`(number: String) {
    #expect(throws: InputError.self) {
      try ChatRecords(Self.rows("contact_name", "kind", number, number))
    }
  }

  @Test func `a number that another program writes for what was received is asked about`() {
    #expect(throws: InputError.self) {
      try ChatRecords(Self.rows("contact_name", "kind", "6", "4"))
    }
  }

  @Test(arguments: [
    ("Absendername", "Richtung", "Ausgehend", "Eingehend"),
    ("Naam", "Richting", "Verzonden", "Ontvangen"),
    ("Correspondant", "Sens", "Envoyé", "Reçu"), ("Имя", "Тип", "Исходящее", "Входящее"),
    ("Kontakt", "Art", "Gesendet", "Empfangen"), ("名前", "種別", "送信", "受信"),
  ])
  func `columns are known in more languages`(
    name: String, field: String, own: String, others: String
  ) throws {
    #expect(try found(Self.rows(name, field, "\"\(own)\"", "\"\(others)\"")) == Self.mine)
  }

  @Test func `the number of a message makes no two people of its sender`() throws {
    let rows = Self.shares.enumerated().map {
      #"{"username":"rosa","name":"","post_number":\#($0.offset),"text":"\#($0.element)"}"#
    }
    #expect(
      try found("[\(rows.joined(separator: ","))]") == ["rosa 2", "rosa 3", "rosa 4", "rosa 5"])
  }

  @Test func `an address behind a name is none of it`() throws {
    let rows = Self.shares.prefix(2).enumerated().map {
      #"{"from":"\#($0.offset == 0 ? "Rosa <rosa@example.org>" : "Tom <tom@example.org>")","text":"\#($0.element)"}"#
    }
    #expect(try found("[\(rows.joined(separator: ","))]") == ["Rosa 2", "Tom 3"])
  }

  @Test func `what the user says he sent is his, and is remembered`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.rows("contact", "dir", "\"→\"", "\"←\""), to: "f.json")
    let asked = try tool.run(["ingest", file])
    #expect(asked.status == 65 && asked.talk.contains("--sent 'dir=←' or "))
    #expect(asked.talk.contains("if it says nothing of that: "))
    let run = try tool.run(["ingest", file, "--sent", "dir=→"])
    #expect(run.lines.count { $0.hasPrefix("✓ Rosa") } == 2)
    #expect(run.lines.count { $0.hasPrefix("✓ Wordle") } == 2)
    let next = try tool.write(
      Self.rows("contact", "dir", "\"→\"", "\"←\"").replacing("1,9", with: "1,8"), to: "g.json")
    let again = try tool.run(["ingest", next])
    #expect(again.status == 0 && again.lines.count { $0.hasPrefix("✓ Rosa") } == 2)
    #expect((again.output + again.talk).contains("what you sent as you said on"))
    let other = try tool.write(Self.rows("contact", "dir", "\"out\"", "\"in\""), to: "h.json")
    let unknown = try tool.run(["ingest", other])
    #expect(unknown.status == 65 && unknown.talk.contains("no message has “→” in “dir”"))
    #expect(unknown.talk.contains("say what you sent: ") && unknown.talk.contains("dir=in"))
    #expect(try tool.run(["ingest", file, "--sent", "dir=Q"]).status == 65)
    #expect(try tool.run(["ingest", file, "--sent", "dir"]).status == 64)
    #expect(try tool.run(["ingest", file, "--sent", "way=x"]).talk.contains("has the fields way"))
  }

  @Test func `several values say what the user sent, and a value that is new is asked about`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.rows("contact", "lane", "\"x\"", "\"y\""), to: "f.json")
    #expect(try tool.run(["ingest", file, "--sent", "lane=y", "--sent", "way=y"]).status == 64)
    let both = try tool.run(["ingest", file, "--sent", "lane=y", "--sent", "lane=z"])
    #expect(both.lines.count { $0.hasPrefix("✓ Wordle") } == 2)
    let known = Self.rows("contact", "lane", "\"x\"", "\"z\"").replacing("1,9", with: "1,8")
    #expect(try tool.run(["ingest", tool.write(known, to: "g.json")]).status == 0)
    let new = Self.rows("contact", "lane", "\"y\"", "\"q\"").replacing("1,9", with: "1,7")
    let asked = try tool.run(["ingest", tool.write(new, to: "h.json")])
    #expect(asked.status == 65)
    #expect(
      asked.talk.contains("“lane” is “q” in a message, and you have said only that “y” or “z”"))
    #expect(asked.talk.contains("--sent 'lane=q' --sent 'lane=y' --sent 'lane=z'"))
  }

  @Test func `a direction is seen also where only one side has shares`() {
    for (own, other) in [("right", "left"), ("R", "S"), ("<", ">"), ("peer", "local")] {
      let text =
        #"[{"side":"\#(other)","contact":"Rosa","text":"hello"},"#
        + #"{"side":"\#(own)","contact":"Rosa","text":"\#(Self.shares[0])"}]"#
      #expect(throws: InputError.self) { try found(text) }
    }
  }

  @Test(arguments: ["msg_box", "msgBox", "message_box"])
  func `a box called in words says what the user sent`(field: String) throws {
    #expect(
      try found(Self.rows("contact", field, "\"sent\"", "\"inbox\""))
        == ["Rosa 3", "Rosa 5", "me 2", "me 4"])
  }

  @Test(arguments: ["tag", "note", "description"])
  func `words for a direction are asked about in whatever field they stand`(field: String) {
    let text = Self.rows("contact", field, "\"sent\"", "\"received\"")
    #expect(throws: InputError.self) { try found(text) }
  }

  @Test func `two names for whoever reads are not both the user's`() {
    for (one, other) in [("Me", "You"), ("Ich", "Du")] {
      let text =
        #"[{"sender":"\#(one)","text":"\#(Self.shares[0])"},"#
        + #"{"sender":"\#(other)","text":"\#(Self.shares[1])"}]"#
      #expect(throws: InputError.self) { try found(text) }
    }
  }

  @Test func `a list with types and times of another program is no export of Slack`() throws {
    let rows = Self.shares.prefix(2).enumerated().map {
      #"{"type":"sms","from":"\#($0.offset == 0 ? "Rosa" : "Tom")","text":"\#($0.element)","ts":1795000000}"#
    }
    #expect(try found("[\(rows.joined(separator: ","))]") == ["Rosa 2", "Tom 3"])
  }

  @Test func `a direction that some messages of one person lack is asked about`() throws {
    let rows = Self.shares.prefix(3).enumerated().map {
      #"{"contact":"Rosa",\#($0.offset == 1 ? "" : #""incoming":true,"#)"text":"\#($0.element)"}"#
    }
    #expect(throws: InputError.self) { try found("[\(rows.joined(separator: ","))]") }
  }

  @Test func `signs are no names, and one name beside several addresses is the group's`() throws {
    let signs = Self.shares.prefix(3).enumerated().map {
      #"{"from":"\#($0.offset == 1 ? "<" : ">")","text":"\#($0.element)"}"#
    }
    #expect(try found("[\(signs.joined(separator: ","))]") == [])
    let rows = Self.shares.prefix(2).enumerated().map {
      #"{"is_from_me":0,"id":"+4470090018\#($0.offset)","display_name":"Word birds","text":"\#($0.element)"}"#
    }
    #expect(
      try found("[\(rows.joined(separator: ","))]") == ["+44700900180 2", "+44700900181 3"])
  }
}
