import StreaklineCore
import Testing

@Suite struct WrittenObjectTests {
  private static let written: Fields = [
    "name": .string("Zoë \"Z\"\n\t\\ ⬛"), "count": .int(-12), "nothing": .null, "done": .bool(true),
    "rows": .list([.int(0), .list([]), .string("")]),
    "inside": .object(["a": .int(999), "b": .object([:])]),
  ]

  @Test func `members are given as they were written, in their order`() throws {
    let bytes = JSONWriter.encoded(Self.written)
    var object = try #require(WrittenObject(bytes[...]))
    for (name, value) in Self.written {
      let found = object.value(of: name) ?? []
      #expect(String(decoding: found, as: UTF8.self) == String(json: value))
    }
    let isAtEnd = object.isAtEnd
    let more = object.value(of: "more")
    #expect(isAtEnd && more == nil)
  }

  @Test func `texts and numbers are read`() throws {
    var object = try #require(WrittenObject(Array(#"{"a":"x ⬛","b":-40,"c":"\n"}"#.utf8)[...]))
    let (text, number) = (object.text(of: "a"), object.int(of: "b"))
    #expect(text == "x ⬛" && number == -40)
    let escaped = object.text(of: "c")
    #expect(escaped == nil)
  }

  @Test(arguments: [
    "", "{", #"{"b":1}"#, #"{"a" :1}"#, #"{"a": 1}"#, #"{"a":1 }"#, #"{"a":1.0}"#, #"{"a":1e3}"#,
    #"{"a":01}"#, #"{"a":-0}"#, #"{"a":+1}"#, #"{"a":1234567890123456789}"#, #"{"a":"\u0041"}"#,
    #"{"a":"\/"}"#, #"{"a":"x"#, #"{"a":"x\"#, "{\"a\":\"\n\"}", #"{"a":tru}"#, #"{"a":[1,]}"#,
    #"{"a":{"b":1,}}"#, #"{"a":{b:1}}"#, #"{"a":1}x"#, #"{"a":1,"b":2}"#, #"{"\u0061":1}"#, "[1]",
    "{\"a\":" + String(repeating: "[", count: 64) + String(repeating: "]", count: 64) + "}",
  ])
  func `what would be written otherwise is not given`(text: String) {
    var object = WrittenObject(Array(text.utf8)[...])
    let isGiven = object?.value(of: "a") != nil && object?.isAtEnd == true
    #expect(!isGiven)
  }

  @Test func `what is given would be written again as it is`() throws {
    var random = SeededRandom(seed: 11)
    let bytes = JSONWriter.encoded(["a": .object(Self.written)])
    let others = Array(#""\{}[]:, 019-.eEtfnu/"#.utf8) + [0, 0x7F, 0xC3, 0xFF]
    var accepted = 0
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 5..<changed.count - 1, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed.remove(at: index)
        case 1: changed.insert(others.randomElement(using: &random) ?? 0, at: index)
        default: changed[index] = others.randomElement(using: &random) ?? 0
        }
      }
      var object = WrittenObject(changed[...])
      guard let value = object?.value(of: "a"), object?.isAtEnd == true,
        String(validating: value, as: UTF8.self) != nil
      else { continue }
      accepted += 1
      #expect(String(json: try readJSON(value)) == String(decoding: value, as: UTF8.self))
    }
    #expect(accepted > 100)
  }

  @Test(arguments: [
    (#"{}"#, true), (#"{"a":1,"b":"x"}"#, true), (#"{"a":1,"a":2}"#, false), ("[1]", false),
    (#"{"a":{}}"#, false), (#"{"a":[]}"#, false),
  ])
  func `an object is flat when nothing is in it twice or deeper`(text: String, isFlat: Bool) {
    #expect(isFlatObject(Array(text.utf8)[...]) == isFlat)
  }
}
