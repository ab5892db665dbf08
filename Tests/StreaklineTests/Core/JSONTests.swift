import StreaklineCore
import Testing

@Suite struct JSONTests {
  @Test func `what is written is read back`() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<5_000 {
      let value = randomValue(depth: 0, &random)
      #expect(try readJSON(Array(String(json: value).utf8)) == value)
    }
  }

  private func randomValue(depth: Int, _ random: inout SeededRandom) -> Value {
    switch Int.random(in: 0...(depth < 3 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .int(Int.random(in: -1_000_000...1_000_000, using: &random))
    case 3: return .double(Double(Int.random(in: -9_999...9_999, using: &random)) + 0.5)
    case 4, 5: return .string(randomText(&random))
    case 6: return .list((0..<3).map { _ in randomValue(depth: depth + 1, &random) })
    default:
      var fields = Fields()
      for index in 0..<3 {
        fields["\(randomText(&random))\(index)"] = randomValue(depth: depth + 1, &random)
      }
      return .object(fields)
    }
  }

  private func randomText(_ random: inout SeededRandom) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "🟩", "\u{2028}", "/",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
    }
    return text
  }

  @Test func `keys keep their order`() {
    #expect(String(json: .object(["b": .int(1), "a": .null])) == #"{"b":1,"a":null}"#)
  }

  @Test(arguments: [
    (#""😀""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\u00e9\n\/""#, "é\n/"), (#""\ud83dA""#, "\u{FFFD}A"),
  ])
  func `escapes are read, lone surrogates replaced`(text: String, expected: String) throws {
    #expect(try readJSON(Array(text.utf8)) == .string(expected))
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "nul", "1 2", "\"a", "\"\\x\"", "+1", "{1:2}", "0x10", "nan",
  ])
  func `what is not JSON is refused with a place`(text: String) {
    #expect(throws: JSONError.self) { try readJSON(Array(text.utf8)) }
  }

  @Test func `nesting is bounded`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try readJSON(Array(deep.utf8)) }
  }

  @Test func `on a terminal no control character and no bidi override is written raw`() {
    var writer = JSONWriter(escapesForTerminal: true)
    writer.write(.string("a\u{1B}[31m\u{9B}31m\u{202E}b\u{E0041}é"))
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == #""a\u001b[31m\u009b31m\u202eb\udb40\udc41é""#)
  }

  @Test func `a value prints as JSON`() {
    let value = Value.object(["saved": .int(1), "error": .null, "names": .list([.string("a")])])
    #expect("\(value)" == #"{"saved":1,"error":null,"names":["a"]}"#)
  }

  @Test func `text for people shows controls as escapes`() {
    #expect(
      escapedForTerminal("Al\u{1B}]0;x\u{7}ice\n\u{202E}")
        == "Al\\u{1B}]0;x\\u{7}ice\\u{A}\\u{202E}")
    #expect(escapedForTerminal("René 🟩") == "René 🟩")
  }

  @Test func `an object is recognised without decoding it exactly where it can be decoded`() {
    var random = SeededRandom(seed: 9)
    let bytes = Array(#"{}[]":,\u0a1eE+-. tn"#.utf8)
    for _ in 0..<5_000 {
      var text = Array(String(json: .object(["a": randomValue(depth: 0, &random)])).utf8)
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = bytes.randomElement(using: &random) ?? 0
      }
      #expect(
        isJSONObject(text[...]) == ((try? readJSON(text))?.object != nil),
        "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    ("0", Value.int(0)), ("-0", .int(0)), ("007", .int(7)), ("-12", .int(-12)),
    ("999999999999999999", .int(999_999_999_999_999_999)),
    ("9223372036854775807", .int(.max)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)),
    ("1.0", .double(1)), ("1e2", .double(100)), ("[1,2]", .list([.int(1), .int(2)])),
  ])
  func `whole numbers that fit are integers`(text: String, expected: Value) throws {
    #expect(try readJSON(Array(text.utf8)) == expected)
  }

  @Test func `a value knows how deep it is`() throws {
    for depth in 1...deepestJSON {
      let text =
        String(repeating: "[", count: depth - 1) + "1" + String(repeating: "]", count: depth - 1)
      #expect(try readJSON(Array(text.utf8)).levels == depth)
    }
    let object = try readJSON(Array(#"{"a":1,"b":{"c":[[]]}}"#.utf8))
    #expect(object.levels == 4)
  }
}
