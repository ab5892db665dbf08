import StreaklineReaders
import Testing

/// Names beside messages that are not their senders, and messages that were passed on.
extension StructuredInputTests {
  private static let three = "Wordle 1,063 3/6"
  private static let four = "Wordle 1,063 4/6"

  /// `ana 3`
  private func found(_ text: String) throws -> [String] {
    try ChatRecords(text).results.map { line in
      let parts = line.split(separator: " wordle ")
      return "\(parts[0]) \(parts[1].split(separator: " ")[1])"
    }.sorted()
  }

  @Test(arguments: ["name", "LoginName", "DisplayName", "nick", "author", "screen_name"])
  func `a message's own name comes before that of the chat around it`(name: String) throws {
    let messages =
      "<message \(name)=\"ana\">\(Self.three)</message><message \(name)=\"bo\">\(Self.four)</message>"
    let expected = ["ana 3", "bo 4"]
    #expect(try found("<chat><user>cleo</user>\(messages)</chat>") == expected)
    #expect(try found("<chat author=\"cleo\">\(messages)</chat>") == expected)
    #expect(
      try found("<log><owner>cleo</owner><chat user=\"cleo\">\(messages)</chat></log>") == expected)
    let json =
      #"{"user":"cleo","message":[{"\#(name)":"ana","text":"\#(Self.three)"},{"\#(name)":"bo","text":"\#(Self.four)"}]}"#
    #expect(try found(json) == expected)
  }

  @Test(arguments: [
    "<chat><user>cleo</user><message>\(three)</message><message>\(four)</message></chat>",
    "<chat user=\"cleo\"><message t=\"1\">\(three)</message><message t=\"2\">hello</message></chat>",
    "<chat><user>cleo</user><message name=\"ana\">\(three)</message></chat>",
    "<chat user=\"cleo\"><item t=\"1\"><body>\(three)</body></item><item t=\"2\"><body>hi</body></item></chat>",
    #"{"user":"cleo","message":{"name":"ana","text":"\#(three)"}}"#,
  ])
  func `where only the chat has a name, or either may be the sender, nothing is read`(text: String)
  {
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test(arguments: ["idMember", "member", "user"])
  func `whom a message is about is not its sender where its author stands around it`(
    field: String
  ) throws {
    let members =
      #""members":[{"id":"m1","fullName":"Ana Paz"},{"id":"m2","fullName":"Bo Lund"}]"#
    let text =
      #"{"actions":[{"memberCreator":{"id":"m2","fullName":"Bo Lund"},"data":{"\#(field)":"m1","text":"\#(Self.three)"}},{"memberCreator":{"id":"m1","fullName":"Ana Paz"},"data":{"text":"\#(Self.four)"}}],\#(members)}"#
    do {
      #expect(try found(text) == ["Ana Paz 4", "Bo Lund 3"])
    } catch is InputError {}
  }

  @Test(arguments: [
    #""author":"[deleted]""#, #""author":"Unknown""#, #""author":"bridge","bot":{"i":"irc"}"#,
  ])
  func `whoever is not there any more, or writes through a bridge, is nobody`(author: String) throws
  {
    let text =
      #"[{"author":"ana","body":"\#(Self.three)"},{\#(author),"body":"\#(Self.four)"},{"author":"bo","body":"hi"}]"#
    #expect(try found(text) == ["ana 3"])
  }

  @Test func `the id of a message does not make two people of its sender`() throws {
    let text =
      #"[{"author":"ana","name":"t1_nm2","body":"\#(Self.three)"},{"author":"ana","name":"t1_nm4","body":"Wordle 1,064 5/6"},{"author":"bo","name":"t1_nm5","body":"\#(Self.four)"}]"#
    #expect(try found(text) == ["ana 3", "ana 5", "bo 4"])
  }

  @Test func `the name around a single message is its sender's where it differs`() throws {
    let text =
      #"[{"user":"ana","message":{"text":"\#(Self.three)"}},{"user":"bo","message":{"text":"\#(Self.four)"}}]"#
    #expect(try found(text) == ["ana 3", "bo 4"])
  }

  @Test(arguments: [
    #""forward_from":"tom""#, #""forward_sender_name":"Tom""#, #""forward_origin":{"type":"user"}"#,
    #""fwd_from":"tom""#, #""forward":{"from":"tom"}"#, #""original_author":"tom""#,
    #""contextInfo":{"isForwarded":true}"#, #""context":{"forwarded":true}"#,
    #""reblog":{"id":"12"}"#, #""on_behalf_of":"tom""#, #""shared_from":"tom""#,
    #""forwardingScore":1"#, #""weitergeleitet_von":"tom""#, #""isForwarded":"yes""#,
  ])
  func `a message that was passed on is not the result of whoever did`(field: String) throws {
    let text =
      #"[{"from":"ana","text":"\#(Self.three)",\#(field)},{"from":"bo","text":"\#(Self.four)"}]"#
    let records = try ChatRecords(text)
    #expect(records.results.map { $0.hasPrefix("bo ") } == [true])
    #expect(records.misses.count == 1)
  }

  @Test(arguments: [
    "Weitergeleitet von", "reenviado_de", "Doorgestuurd van", "transféré de", "Inoltrato da",
    "Encaminhado de", "Vidarebefordrat från", "Переслано от", "Przekazane od", "Forwarded From",
    "Original sender", "转发自",
  ])
  func `a column of a table that says who wrote first does, too`(column: String) throws {
    let text =
      "date,from,text,\(column)\n2024-05-17 08:00,ana,\"\(Self.three)\",tom\n2024-05-17 08:05,bo,\"\(Self.four)\",\n"
    let records = try ChatRecords(text)
    #expect(records.results.map { $0.hasPrefix("bo ") } == [true])
    #expect(records.misses.count == 1)
  }

  @Test(arguments: [
    #""forwards":3"#, #""forward_count":2"#, #""fwd_from":null"#, #""is_forwarded":false"#,
    #""reblogged":true"#, #""can_forward":true"#, #""forwardingScore":0"#, #""reblog":null"#,
  ])
  func `how often others have passed a message on says nothing`(field: String) throws {
    let text =
      #"[{"from":"ana","text":"\#(Self.three)",\#(field)},{"from":"bo","text":"\#(Self.four)"}]"#
    #expect(try found(text) == ["ana 3", "bo 4"])
  }

  @Test func `the address beside a row's number is the person`() throws {
    let text = """
      ROWID,text,handle_id,id,account,is_from_me,date
      1,"\(Self.three)",3,+15551234567,E:cleo@example.org,0,2024-05-17 08:00
      2,"\(Self.four)",0,,E:cleo@example.org,1,2024-05-17 08:05
      3,"Wordle 1,063 5/6",12,vi@example.org,E:cleo@example.org,0,2024-05-17 08:06
      """
    #expect(try found(text) == ["+15551234567 3", "me 4", "vi@example.org 5"])
    let rows = "text,handle_id,is_from_me\n\"\(Self.three)\",1203,0\n\"\(Self.four)\",0,1\n"
    #expect(throws: InputError.self) { try ChatRecords(rows) }
  }

  @Test(arguments: [
    #"["Wordle 1,062 4/6\n\n🟩🟩🟩🟩🟩","so close today","Wordle 1,063 3/6"]"#,
    #"[{"date":"2024-05-16","share":"Wordle 1,062 4/6"},{"date":"2024-05-17","share":"\#(three)"}]"#,
    #"{"shares":[{"date":"2024-05-16","share":"Wordle 1,062 4/6","note":"hard one"},{"date":"2024-05-17","share":"\#(three)"}]}"#,
    "<html><body><h1>My puzzles</h1><p>Monday</p><p>Wordle 1,062 4/6<br>🟩🟩🟩🟩🟩</p><p>Tuesday</p><p>\(three)</p></body></html>",
    "<div>Wordle 1,062 4/6</div><div><br></div><div>🟩🟩🟩🟩🟩</div><ul><li>\(three)</li></ul>",
  ])
  func `a list or a note without any sender is one author's`(text: String) throws {
    #expect(try ChatRecords(text).results.map { $0.hasPrefix("me ") } == [true, true])
  }

  @Test(arguments: [
    #"["Ana","Wordle 1,062 4/6","Bo","Wordle 1,063 3/6"]"#, #"["Annika","\#(three)"]"#,
    #"[["ana","Wordle 1,062 4/6"],["bo","\#(three)"]]"#,
    #"[{"date":"2024-05-16","share":"Wordle 1,062 4/6","note":"Annika"},{"date":"2024-05-17","share":"\#(three)"}]"#,
    "<p>Annika</p><p>\(three)</p>", "<div class=\"message\">\(three)</div>",
    "<p>look</p><blockquote>\(three)</blockquote>",
    "<p><a href=\"https://example.org/@annika\">.</a></p><p>\(three)</p>",
    "<table><tr><td>\(three)</td></tr></table>",
  ])
  func `a list or a page that names somebody is refused`(text: String) {
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `whoever has no name in the list of contacts is known by his number`() throws {
    let rows = [
      ("(Unknown)", "+4411", Self.three), ("Ana", "+4422", Self.four),
      ("(Unknown)", "+4433", Self.four),
    ]
    let messages = rows.map { name, number, share in
      "<sms address=\"\(number)\" date=\"1730707200000\" type=\"1\" body=\"\(share)\" contact_name=\"\(name)\" />"
    }
    let text = "<?xml version='1.0'?><smses count=\"3\">\(messages.joined())</smses>"
    #expect(try found(text) == ["+4411 3", "+4433 4", "Ana 4"])
  }

  @Test(arguments: [
    #"{"actions":[{"date":"2024-05-17","data":{"text":"\#(three)","board":{"name":"Ana"}},"memberCreator":{"fullName":"Omar"}}]}"#,
    "Date,Recommended by,Result\n2024-05-17,Ana,\"\(three)\"\n2024-05-18,Ana,\"\(four)\"\n",
    "Date,Suggested by,Result\n2024-05-17,Ana,\"\(three)\"\n2024-05-18,Bo,\"\(four)\"\n",
  ])
  func `a board's name, and whoever has recommended a game, has not played it`(text: String) {
    let records = try? found(text)
    #expect(records?.contains { $0.hasPrefix("Ana") } ?? false == false)
  }

  @Test func `the members of a group are no sender, and neither is the name of a field`() throws {
    let group =
      "<sms address=\"+4411~+4422\" date=\"1730707200000\" type=\"1\" body=\"\(Self.three)\" contact_name=\"Ana, Bo\" />"
      + "<sms address=\"+4422\" date=\"1730707200000\" type=\"1\" body=\"\(Self.four)\" contact_name=\"Bo\" />"
    #expect(try found("<?xml version='1.0'?><smses count=\"2\">\(group)</smses>") == ["Bo 4"])
    let fields = [Self.three, Self.four].map {
      "<model><field name=\"From\"><value>x</value></field><field name=\"Body\"><value>\($0)</value></field></model>"
    }
    #expect((try? found("<project>\(fields.joined())</project>"))?.isEmpty ?? true)
    let pairs = [("share-1", Self.three), ("share-2", Self.four)].map {
      #"{"name":"\#($0)","value":"\#($1)"}"#
    }
    #expect(throws: InputError.self) { try ChatRecords("[\(pairs.joined(separator: ","))]") }
  }

  @Test func `an author is read by his name and not by his id`() throws {
    let comments = [("ana", Self.three), ("bo", Self.four)].map { name, share in
      #"{"author":"\#(name)","author_fullname":"t2_\#(name)x","body":"\#(share)","created_utc":1715932800}"#
    }
    #expect(try found("[\(comments.joined(separator: ","))]") == ["ana 3", "bo 4"])
  }

  @Test func `a draft is its owner's, and a number that stands for neither direction is nobody's`()
    throws
  {
    let rows = [(1, Self.three), (2, Self.four), (3, "Wordle 1,064 5/6"), (9, "Wordle 1,065 2/6")]
      .map {
        "+4411,\($0),\"\($1)\""
      }
    let table = "address,type,body\n" + rows.joined(separator: "\n") + "\n"
    #expect(try found(table) == ["+4411 3", "me 4", "me 5"])
  }

  @Test(arguments: ["draft", "Entwurf", "queued"])
  func `what was not sent yet is not the other person's`(type: String) throws {
    let messages = [("inbox", Self.three), ("sent", Self.four), (type, "Wordle 1,064 5/6")].map {
      #"{"sender":"Mum","type":"\#($0)","body":"\#($1)","received":"2024-05-17 08:00"}"#
    }
    #expect(try found("[\(messages.joined(separator: ","))]") == ["Mum 3", "me 4", "me 5"])
  }

  @Test func `who has commented on a text has not written it`() {
    let items = [("Ana", Self.three), ("Bo", Self.four)].map {
      "<item><description>\($1)</description><comments><comment author=\"\($0)\">well done</comment></comments></item>"
    }
    #expect(throws: InputError.self) {
      try ChatRecords("<rss><channel>\(items.joined())</channel></rss>")
    }
  }

  @Test
  func `what a text quotes in its markup is not its sender's, and neither is a program a person`()
    throws
  {
    let quoted = "<quote author='bo'>Wordle 1,063 5/6</quote>\(Self.three)"
    let messages = [("Ana", quoted), ("Bo", Self.four), ("counter[bot]", "Wordle 1,063 2/6")].map {
      #"{"author":"\#($0)","text":"\#($1)","ts":1715932800}"#
    }
    #expect(try found("[\(messages.joined(separator: ","))]") == ["Ana 3", "Bo 4"])
  }

  @Test func `a correction that is an event of its own is said to be unread`() throws {
    let lines = [
      #"{"id":1,"sender":"Ana","content":{"text":"\#(Self.three)"}}"#,
      #"{"id":2,"sender":"Bo","content":{"text":"\#(Self.four)"}}"#,
      #"{"id":3,"sender":"Ana","content":{"edit":{"id":1,"body":"Wordle 1,063 2/6"}}}"#,
    ]
    let records = try ChatRecords(lines.joined(separator: "\n"))
    #expect(records.results.count == 2)
    #expect(records.issues.contains { $0.contains("1 share in content.edit.body not read") })
  }

  @Test func `a message of the type reply is its sender's`() throws {
    let messages = [("Ana", "text", Self.three), ("Bo", "reply", Self.four)].map {
      #"{"id":"1","time":"2024-05-17 08:00:00","sender":{"name":"\#($0)"},"type":"\#($1)","content":{"text":"\#($2)"}}"#
    }
    #expect(try found(#"{"messages":[\#(messages.joined(separator: ","))]}"#) == ["Ana 3", "Bo 4"])
  }

  @Test func `who has reacted to a message has not sent it`() throws {
    let messages = [("Ana", Self.three, "true"), ("Bo", Self.four, "false")].map {
      #"{"author":"\#($0)","text":"\#($1)","reaction":{"key":{"fromMe":\#($2)}},"ts":1715932800}"#
    }
    #expect(try found("[\(messages.joined(separator: ","))]") == ["Ana 3", "Bo 4"])
    let nested = [("true", Self.three), ("false", Self.four)].map {
      #"{"key":{"fromMe":\#($0)},"pushName":"Bo","message":{"conversation":"\#($1)","reactionMessage":{"key":{"fromMe":true}}}}"#
    }
    #expect(try found("[\(nested.joined(separator: ","))]") == ["Bo 4", "me 3"])
  }

  @Test(arguments: ["jid", "contact", "number"])
  func `numbers for kinds that nobody knows leave open what I sent to a contact`(column: String) {
    let rows = [
      (4, "tim@jabber.example", Self.three), (6, "tim@jabber.example", "Wordle 1,064 4/6"),
      (0, "ana@jabber.example", "hi"),
    ]
    .map { "\($1),\($0),\"\($2)\"" }
    #expect(throws: InputError.self) {
      try ChatRecords("\(column),kind,message\n" + rows.joined(separator: "\n") + "\n")
    }
  }

  @Test func `an edited message of Telegram's interface for bots replaces the former text`() throws
  {
    let head = #""message_id":7,"from":{"id":11,"first_name":"Ana"},"date":1715932800"#
    let lines = [
      #"{"update_id":1,"message":{\#(head),"text":"\#(Self.three)"}}"#,
      #"{"update_id":2,"edited_message":{\#(head),"edit_date":1715932900,"text":"\#(Self.four)"}}"#,
    ]
    #expect(try ChatRecords(lines.joined(separator: "\n")).results.count == 2)
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(lines.joined(separator: "\n") + "\n", to: "updates.jsonl")
    try tool.run([file])
    let stored = try tool.run(["results", "--output", "json"]).objects
    #expect(stored.map { $0["score"] as? Int } == [4])
    #expect(try tool.run(["disputes"]).talk.contains("no disputes"))
  }
}
