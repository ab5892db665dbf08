import StreaklineReaders
import Testing

/// JSON in which keys say whose a share is or of which day, and objects around messages that say that they were passed on.
extension StructuredInputTests {
  private static let three = "Wordle 1,063 3/6"
  private static let other = "Wordle 1,064 4/6"

  private func users(_ text: String) throws -> [String] {
    try ChatRecords(text).results.map { String($0.split(separator: " wordle ")[0]) }.sorted()
  }

  @Test(arguments: [
    #"{"2024-05-17":"\#(three)","2024-05-18":"\#(other)"}"#,
    #"{"2024-05-17":["\#(three)"],"2024-05-18":["\#(other)"]}"#,
    #"{"2024":{"05":{"17":"\#(three)","18":"\#(other)"}}}"#,
    #"{"2024":{"May":{"17":{"wordle":"\#(three)"},"18":{"wordle":"\#(other)"}}}}"#,
    #"{"diary":{"17.05.2024":{"share":"\#(three)","note":"so close"},"18.05.2024":{"share":"\#(other)"}}}"#,
    #"{"Friday":"\#(three)","Saturday":"\#(other)"}"#,
    #"{"20240517":{"morning":"\#(three)","evening":null},"20240518":{"evening":"\#(other)"}}"#,
  ])
  func `a diary with days as keys is one author's`(text: String) throws {
    #expect(try users(text) == ["me", "me"])
  }

  @Test func `a day that is a key is that of a share without one`() throws {
    let text = #"{"2024-05-17":["Swiftle #657 \n\n🔊🟥🟩⬜⬜⬜⬜"]}"#
    #expect(try ChatRecords(text).results == ["me swiftle 20240517 2 -"])
  }

  @Test(arguments: [
    #"{"Odile":"\#(three)","Vlkz":"\#(other)"}"#, #"{"Odile":["\#(three)"],"Vlkz":["\#(other)"]}"#,
    #"{"results":{"Odile":{"2024-05-17":"\#(three)"},"Vlkz":{"2024-05-18":"\#(other)"}}}"#,
    #"{"2024-05-17":{"Odile":"\#(three)","Vlkz":"\#(other)"}}"#,
    #"{"Odile":[{"date":"2024-05-17","text":"\#(three)"}],"Vlkz":[{"date":"2024-05-18","text":"\#(other)"}]}"#,
  ])
  func `keys that are names are the people whose the shares are`(text: String) throws {
    #expect(try users(text) == ["Odile", "Vlkz"])
  }

  @Test func `a key may be myself`() throws {
    #expect(try users(#"{"You":"\#(Self.three)","Odile":"\#(Self.other)"}"#) == ["Odile", "me"])
  }

  @Test(arguments: [
    #"{"Odile":["\#(three)"],"2024-05-17":["\#(other)"]}"#,
    #"{"player1":"\#(three)","player2":"\#(other)"}"#,
    #"{"Kitchen":"\#(three)","Office":"\#(other)"}"#, #"{"Vlkz":"\#(three)"}"#,
    #"{"1":"\#(three)","2":"\#(other)"}"#, #"{"me":"\#(three)","you":"\#(other)"}"#,
    #"{"April":"\#(three)","June":"\#(other)"}"#,
    #"{"2024-05-17":"\#(three)","2024-05-18":"Wordle 1,063 5/6"}"#,
    #"{"2024-05-17":{"share":"\#(three)","note":"from Odile"}}"#,
    #"{"49111222333":"\#(three)","49111222334":"\#(other)"}"#,
    #"{"2024-05-17":{"Odile":"no time today","share":"\#(three)"}}"#,
  ])
  func `keys that are mixed, unclear or contradicted are refused`(text: String) {
    #expect((try? users(text)) ?? [] == [])
  }

  @Test(arguments: [
    #""context":{"forwarded":true},"#,
    #""isForwarded":true,"#, #""meta":{"is_forwarded":1},"#,
    #""forward":{"from":"tom"},"#, #""contextInfo":{"forwardingScore":4},"#,
  ])
  func `a flag around a message's own object says that it was passed on`(flag: String) throws {
    for (outer, sender, body) in [("message", "from", "text"), ("data", "author", "content")] {
      let passedOn = #"{\#(flag)"\#(outer)":{"\#(sender)":"ana","\#(body)":"\#(Self.three)"}}"#
      let own = #"{"\#(outer)":{"\#(sender)":"bo","\#(body)":"\#(Self.other)"}}"#
      #expect(try users("[\(passedOn),\(own)]") == ["bo"])
      #expect(try users("[\(own),\(passedOn)]") == ["bo"])
    }
  }

  @Test(arguments: [#""type":"forward","#, #""kind":"Forwarded","#, #""messageType":"fwd","#])
  func `a kind of message says that it was passed on`(kind: String) throws {
    let passedOn = #"{\#(kind)"author":"ana","content":"\#(Self.three)"}"#
    let own = #"{"type":"message","author":"bo","content":"\#(Self.other)"}"#
    #expect(try users("[\(passedOn),\(own)]") == ["bo"])
  }

  @Test func `keys that are names may have any number of texts without shares`() throws {
    let others = Array(repeating: #""hi""#, count: 60_000).joined(separator: ",")
    let text = #"{"Odile":["\#(Self.three)",\#(others)],"Vlkz":[\#(others),"\#(Self.other)"]}"#
    #expect(try users(text) == ["Odile", "Vlkz"])
  }

  @Test(arguments: [
    (#"{"KEY":{"a":"b"}}"#, "it has more than 100,000 texts with keys"),
    (
      #"{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":"b"}}}}}}}}}"#,
      "its keys are more than 8 levels deep"
    ),
  ])
  func `what is too large or too deep for keys is refused with that reason`(form: (String, String))
  {
    let many =
      form.0.contains("KEY")
      ? (0..<100_000).map { #"{"k\#($0)":"b"}"# }.joined(separator: ",") : form.0
    let text = #"{"Odile":["\#(Self.three)"],"Vlkz":["\#(Self.other)"],"more":[\#(many)]}"#
    #expect {
      try ChatRecords(text)
    } throws: { error in
      guard case InputError.unclear(_, let what) = error else { return false }
      return what.reason.contains(form.1)
    }
  }

  @Test(arguments: ["who", "handle", "displayName", "contact", "name"])
  func `a text in a field called value is of whoever is named beside it`(field: String) throws {
    let rows = [("Odile", Self.three), ("Vlkz", Self.other), ("Odile", "hi")].enumerated().map {
      #"{"\#(field)":"\#($1.0)","value":"\#($1.1)","ts":\#(1_716_000_000 + $0 * 86_400)}"#
    }
    #expect(try users("[\(rows.joined(separator: ","))]") == ["Odile", "Vlkz"])
  }

  @Test func `a name of a stored value is nobody's`() {
    let text =
      #"[{"name":"last-share","value":"\#(Self.three)"},{"name":"best","value":"\#(Self.other)"}]"#
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }
}
