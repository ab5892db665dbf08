import StreaklineCore
import StreaklineReaders
import Testing

/// Damaged and hostile chats.
@Suite struct WhatsAppHostileTests {
  private static let begin = Array("13/06/2024, 21:25 - Anna: hi\n".utf8)

  @Test(arguments: ["group-day", "names-with-marks", "android-ar", "crlf"])
  func `a chat that is cut off anywhere has its whole messages`(name: String) throws {
    let bytes = try WhatsAppSample.bytes(name)
    // The day is known from another file of the same phone, as it were.
    let options = ReaderOptions(dateOrder: .dayFirst)
    let whole = try WhatsAppSample(bytes, options)
    for length in 60..<bytes.count {
      let part = try WhatsAppSample(Array(bytes[..<length]), options)
      let complete = max(0, part.messages.count - 1)
      #expect(Array(part.messages[..<complete]) == Array(whole.messages[..<complete]), "\(length)")
      // A notice that is cut off may look like a message.
      #expect(part.messages.count <= whole.messages.count + whole.counts.notices)
    }
  }

  @Test func `a line of a megabyte is text`() throws {
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let chat = try WhatsAppSample(Self.begin + line + [0x0A] + Self.begin)
    #expect(chat.counts == MessageCounts(messages: 2))
    #expect(chat.messages.last?.text == Array("hi".utf8))
  }

  @Test func `a message of a megabyte without line breaks keeps its start`() throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1_500_000)
    let chat = try WhatsAppSample(
      Self.begin + Array("13/06/2024, 21:25 - Ben: ".utf8) + text + [0x0A] + Self.begin)
    #expect(chat.counts == MessageCounts(messages: 3))
    #expect(Set(chat.messages.dropFirst().dropLast().map(\.sender)) == ["Ben"])
  }

  @Test func `a name of a megabyte is no name`() throws {
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let chat = try WhatsAppSample(
      Self.begin + Array("13/06/2024, 21:25 - ".utf8) + name + Array(": hi\n".utf8) + Self.begin)
    #expect(chat.counts == MessageCounts(messages: 2, notices: 1))
  }

  @Test func `a million empty lines are text`() throws {
    let chat = try WhatsAppSample(
      Self.begin + [UInt8](repeating: 0x0A, count: 1_000_000) + Self.begin)
    #expect(chat.counts == MessageCounts(messages: 2))
    #expect(chat.messages.last?.source.line == 1_000_002)
  }

  @Test func `a name may hold any bytes`() throws {
    let name: [UInt8] = [0x00, 0xFF, 0xE2, 0x80, 0x41, 0xC2]
    let chat = try WhatsAppSample(
      Self.begin + Array("13/06/2024, 21:25 - ".utf8) + name + Array(": hi\n".utf8))
    #expect(chat.messages.map(\.sender) == ["Anna", "\0\u{FFFD}\u{FFFD}A\u{FFFD}"])
  }

  @Test func `a name of nothing that can be seen is named as a problem`() throws {
    let chat = try WhatsAppSample(
      Self.begin
        + Array("13/06/2024, 21:25 - \u{200E} \u{202F}: hi\n13/06/2024, 21:25 - : x\n".utf8))
    #expect(chat.counts == MessageCounts(messages: 1, unreadable: 2))
    #expect(chat.issues.map(\.source.line) == [2, 3])
  }

  @Test func `many lines of ever other shapes cost no more than their length`() throws {
    // Each looks for the end of a copy after it.
    var text = String(decoding: Self.begin, as: UTF8.self)
    let separators = ["/", ".", "-"]
    for index in 0..<20_000 {
      let separator = separators[index % 3]
      text +=
        "[\(index % 9 + 1)\(separator)6\(separator)24, 10:\(10 + index % 40)] B: x\n\n\n\n\n\n\n\n"
    }
    let time = try ContinuousClock().measure {
      _ = try WhatsAppSample(Array(text.utf8), ReaderOptions(dateOrder: .dayFirst))
    }
    #expect(time < .seconds(30))
  }

  @Test func `random lines made of a stamp's parts never stop the reader`() throws {
    var random = SeededRandom(seed: 20_241_104)
    let parts =
      [
        "[", "]", "13", "6", "2024", "/", ".", "-", ", ", ",", " ", " - ", ": ", ":", "21", "25",
        "PM",
      ]
      + [
        "\u{202F}", "\u{200E}", "\u{200F}", "a. m.", "klo", "午後", "٣", "1️⃣", "Anna", "\"", "“", "\r",
      ]
      + [
        "\n", "\n", "\0", "13/06/2024, 21:25 - ", "[13/06/24, 21:25:10] ", "<", ">", "999999999999",
      ]
    for seed in 0..<LongRun.rounds(300, long: 3_000) {
      let count = Int.random(in: 1...60, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let chat = try? WhatsAppSample(Array(text.utf8), ReaderOptions(dateOrder: .monthFirst))
      let lines = text.utf8.count { $0 == 0x0A } + 1
      if let counts = chat?.counts {
        #expect(counts.messages + counts.notices + counts.unreadable <= lines, "\(seed)")
      }
      _ = WhatsApp.recognises(Array(text.utf8))
    }
  }
}
