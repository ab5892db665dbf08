import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    #"{"b":1,"a":[true,false,null]}"#, #"{"n":[1.0,1e5,-0.25,12345678901234567890123]}"#,
    #"{"t":"a\"b\\c\nd\u0001 é 🟩"}"#, "[]", "{}", "\"\"", "-0",
  ])
  func `what is read is written as it was`(text: String) throws {
    #expect(String(decoding: try JSON(Array(text.utf8)).bytes, as: UTF8.self) == text)
  }

  @Test func `escapes are read`() throws {
    #expect(try JSON(Array(#""\ud83d\ude00\/\t\ud800x""#.utf8)) == "😀/\t\u{FFFD}x")
  }

  @Test(arguments: [
    "", " ", "{", #"{"a":1"#, #"{"a" 1}"#, #"{"a":1,}"#, "[1,]", "[1", "01", "1.", ".5", "+1", "1e",
    "nul", "truee", #""a"#, "\"a\nb\"", #""\x""#, #""\u12g4""#, "[] []", #"{"a":1,"a":1}"#, "NaN",
    "<html>", "\u{FEFF}[]",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: NotJSON.self) { try JSON(Array(text.utf8)) }
  }

  @Test func `bytes that are no text and deep nesting are refused`() {
    #expect(throws: NotJSON.self) { try JSON([0x22, 0xC3, 0x22]) }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: NotJSON.self) { try JSON(Array(deep.utf8)) }
  }
}
