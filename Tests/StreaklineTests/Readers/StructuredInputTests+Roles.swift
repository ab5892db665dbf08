import StreaklineReaders
import Testing

/// Directions, flags, groups and roles: what is beside a text and is not its sender.
extension StructuredInputTests {
  private static let mine = "Wordle 1,063 3/6"
  private static let hers = "Wordle 1,064 4/6"

  /// The users of the results, in the order of the puzzles; empty where the text is refused or nothing is read.
  private func users(_ text: String) -> [String] {
    guard let records = try? ChatRecords(text) else { return [] }
    return records.results.map { String($0.split(separator: " wordle ")[0]) }
  }

  @Test(arguments: [
    (#""type":2"#, #""type":1"#), (#""box":"outbox""#, #""box":"inbox""#),
    (#""status":"SENT""#, #""status":"RECEIVED""#), (#""outbound":1"#, #""outbound":0"#),
    (#""isSent":true"#, #""isSent":false"#), (#""received":false"#, #""received":true"#),
    (#""kind":"outgoing""#, #""kind":"incoming""#), (#""self":true"#, #""self":false"#),
    (#""me":true"#, #""me":false"#), (#""folder":"Sent Items""#, #""folder":"Inbox""#),
    (#""type":"SMS_SENT""#, #""type":"SMS_RECEIVED""#),
    (#""richtung":"gesendet""#, #""richtung":"empfangen""#),
  ])
  func `a direction comes before the name of the other person`(sent: String, received: String) {
    for name in ["contact_name", "contact", "name", "phone"] {
      let first = #"{"\#(name)":"Ana",\#(sent),"body":"\#(Self.mine)","date":1715932800000}"#
      let second = #"{"\#(name)":"Ana",\#(received),"body":"\#(Self.hers)","date":1716019200000}"#
      #expect(users("[\(first),\(second)]") == ["me", "Ana"], "\(name)")
      #expect(users(first + "\n" + second + "\n") == ["me", "Ana"], "\(name)")
    }
  }

  @Test(arguments: [
    #""uid":17"#, #""uid":"ann""#, #""id":"ann""#, #""tag":"ann""#, #""pid":17"#, #""userid":17"#,
    #""key":17"#,
  ])
  func `a number or word that may be a person's is not taken for that of the text`(field: String) {
    let other = field.replacing("17", with: "18").replacing("ann", with: "tom")
    let objects = [(field, Self.mine), (other, Self.hers), (field, "Wordle 1,065 4/6")].map {
      #"{\#($0),"text":"\#($1)"}"#
    }
    #expect(throws: InputError.self) { try ChatRecords("[\(objects.joined(separator: ","))]") }
  }

  @Test(arguments: [#""id":1"#, #""key":1"#, #""uuid":"a1f""#, #""gameid":1"#])
  func `the number of a text leaves it its author's`(field: String) {
    let objects = [Self.mine, Self.hers].enumerated().map { index, text in
      #"{\#(field.replacing("1", with: "1\(index)")),"text":"\#(text)"}"#
    }
    #expect(users("[\(objects.joined(separator: ","))]") == ["me", "me"])
  }

  @Test func `a direction in a table comes before the name, too`() {
    for (column, sent, received) in [("type", "2", "1"), ("folder", "Sent", "Inbox")] {
      let text =
        "date,contact,\(column),text\n2024-05-17 08:00,Ana,\(sent),\"\(Self.mine)\"\n2024-05-18 08:00,Ana,\(received),\"\(Self.hers)\"\n"
      #expect(users(text) == ["me", "Ana"])
    }
  }

  @Test func `a direction of 0 and 1 beside the other person is refused`() {
    #expect(
      users(
        #"[{"contact":"Ana","direction":1,"text":"\#(Self.mine)"},{"contact":"Ana","direction":0,"text":"\#(Self.hers)"}]"#
      ).isEmpty)
  }

  @Test func `what became of a message is no direction beside its sender`() {
    let text =
      #"[{"sender":"Ana","status":"sent","text":"\#(Self.mine)"},{"sender":"Bo","status":"received","text":"\#(Self.hers)"}]"#
    #expect(users(text) == ["Ana", "Bo"])
  }

  @Test(arguments: [
    "self", "me", "is_author", "owned", "inbound", "theirs", "left", "repost", "shared", "copied",
    "liked", "foreign", "current_user", "user_posted",
  ])
  func `a text beside a flag that may say it is somebody else's is nobody's`(flag: String) {
    for value in flag == "self" || flag == "me" ? ["false"] : ["true", "false"] {
      let found = users(#"[{"\#(flag)":\#(value),"text":"\#(Self.mine)"}]"#)
      #expect(
        found.isEmpty
          || found == ["me"] && ["is_author", "inbound", "theirs", "current_user"].contains(flag))
      #expect(!found.contains(value))
    }
  }

  @Test(arguments: ["pinned", "is_archived", "hard_mode", "solved"])
  func `a flag that says nothing about the author leaves the text his`(flag: String) {
    #expect(users(#"[{"\#(flag)":true,"text":"\#(Self.mine)"}]"#) == ["me"])
  }

  @Test(arguments: [
    (#""name":"Zoo","participants":["Ana","Bo","Cleo"]"#, ["me"]),
    (#""name":"Zoo","is_group":true"#, ["me"]), (#""name":"Family""#, ["me"]),
    (#""title":"Wordle gang""#, ["me"]), (#""name":"Ana""#, ["Ana", "me"]),
    (#""name":"Ana","participants":["Ana","Cleo"]"#, ["Ana", "me"]),
  ])
  func `the name of a group is nobody's`(fields: String, expected: [String]) {
    let messages =
      #"[{"fromMe":false,"text":"\#(Self.mine)"},{"fromMe":true,"text":"\#(Self.hers)"}]"#
    #expect(users(#"{\#(fields),"messages":\#(messages)}"#) == expected)
  }

  @Test(arguments: ["reposted_by", "liked_by", "exported_by", "account"])
  func `who has done something else with a text has not written it`(role: String) {
    #expect(users(#"[{"\#(role)":"Ana","text":"\#(Self.mine)"}]"#).isEmpty)
  }

  @Test(arguments: ["shared_post", "source_message"])
  func `a post that is passed on is not the result of whoever did`(key: String) {
    let text =
      #"[{"author":"Ana","text":"look","\#(key)":{"text":"\#(Self.mine)"}},{"author":"Bo","text":"\#(Self.hers)"}]"#
    #expect(users(text) == ["Bo"])
  }

  @Test(arguments: [
    ("name", "user"), ("owner", "user"), ("by", "name"), ("nick", "real_name"),
    ("username", "displayName"), ("sender", "author"),
  ])
  func `fields with different people in one message are refused`(first: String, second: String) {
    let rows = [("Ana", "Bo", Self.mine), ("Bo", "Ana", Self.hers)].map { left, right, share in
      #"{"\#(first)":"\#(left)","\#(second)":"\#(right)","text":"\#(share)"}"#
    }
    #expect(users("[\(rows.joined(separator: ","))]").isEmpty)
    #expect(
      users("\(first),\(second),text\nAna,Bo,\"\(Self.mine)\"\nBo,Ana,\"\(Self.hers)\"\n").isEmpty)
  }

  @Test func `a display name and a handle are one person`() {
    let text =
      #"[{"nick":"amil","real_name":"Ana Miller","text":"\#(Self.mine)"},{"nick":"bobby","real_name":"Robert Lee","text":"\#(Self.hers)"}]"#
    #expect(users(text) == ["Ana Miller", "Robert Lee"])
    #expect(users("from,from,text\nAna,Bo,\"\(Self.mine)\"\nBo,Ana,\"\(Self.hers)\"\n").isEmpty)
  }

  @Test(arguments: [
    #"<p data-from="Ana">1</p><p data-from="Bo">2</p>"#, "<p title='Ana, 08:04'>1</p><p>2</p>",
    "<p class='ana'>1</p><p class='bob'>2</p>", "<p id='zed'>1</p><p id='qux'>2</p>",
    "<p aria-label='Ana said'>1</p>", "<p align='left'>1</p><p align='right'>2</p>",
    "<p style='text-align:left'>1</p><p style='text-align:right'>2</p>",
    "<html><head><meta name='author' content='Ana'></head><body><p>1</p></body></html>",
    "<!-- saved from url=(0014)https://ana.example/ -->\n<html><body><p>1</p></body></html>",
    #"<html><script>window.data={"messages":[{"author":"Ana","text":"1"}]}</script></html>"#,
    "<html><body><script type='application/json'>{\"text\":\"1\"}</script></body></html>",
  ])
  func `a page that says who speaks, or that is saved from the web, is refused`(page: String) {
    let text = page.replacing(">1<", with: ">\(Self.mine)<").replacing(
      "\"1\"", with: "\"\(Self.mine)\""
    ).replacing(">2<", with: ">\(Self.hers)<")
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `paragraphs with the classes of a program are one author's`() {
    #expect(
      users("<p class='p1'>\(Self.mine)</p><p class='p2'>\(Self.hers)</p>") == ["me", "me"])
  }
}
