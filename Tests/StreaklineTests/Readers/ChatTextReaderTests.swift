import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct ChatTextReaderTests {
  /// `@name text` starts a message, `#` a notice, `%` a line of the program itself; what
  /// follows `@` must be a letter for the message to be readable.
  private struct TinyLayout: ChatLayout {
    func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning {
      switch line.isEmpty ? 0 : text[line.lowerBound] {
      case UInt8(ascii: "@"): .message
      case UInt8(ascii: "#"): .notice
      case UInt8(ascii: "%"): .frame
      default: .nothing
      }
    }

    func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? {
      let name = text[range].dropFirst().prefix { (0x61...0x7A).contains($0) }
      guard !name.isEmpty else { return nil }
      let body = min(name.endIndex + 1, range.upperBound)..<range.upperBound
      var header = ChatHeader(
        sender: String(decoding: name, as: UTF8.self), sentAt: nil, body: body)
      header.isNotice = name.elementsEqual("nobody".utf8)
      return header
    }
  }

  /// A share of these tests: `<12:aaaa>`, numbered and of any length.
  private struct Found: Hashable {
    var number: Int
    var sender: String?
    var line: Int
  }

  /// The shares that start in each message or part of one.
  private func shares(
    in text: [UInt8], layout: some ChatLayout = TinyLayout(), chunk: Int = 100_000
  ) throws -> (found: [Found], counts: MessageCounts, end: Int) {
    let scan = CandidateScan { text, range in range.filter { text[$0] == UInt8(ascii: "<") } }
    var reader = ChatTextReader(memorySource(text, chunk: chunk), layout: layout, scan: scan)
    var found: [Found] = []
    var counts = MessageCounts()
    var end = 0
    while let batch = try reader.next() {
      counts += batch.counts
      #expect(batch.end >= end)
      end = batch.end
      for message in batch.messages {
        let limit = message.part?.range.count ?? Int.max
        for (start, number, line) in ranges(message.text) where start < limit {
          found.append(
            Found(number: number, sender: message.sender, line: message.source.line + line))
        }
      }
    }
    return (found, counts, end)
  }

  /// Where shares start, their numbers, and how many line breaks are before them.
  private func ranges(_ text: [UInt8]) -> [(start: Int, number: Int, line: Int)] {
    var found: [(start: Int, number: Int, line: Int)] = []
    var start: Int?
    var line = 0
    var lines = 0
    for (index, byte) in text.enumerated() {
      if byte == 0x0A { lines += 1 }
      if byte == 0x3C { (start, line) = (index, lines) }
      if byte == 0x3E, let begin = start {
        let digits = text[(begin + 1)..<index].prefix { (0x30...0x39).contains($0) }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        found.append((begin, number, line))
        start = nil
      }
    }
    return found
  }

  /// Lines of letters.
  private func prose(_ size: Int) -> [UInt8] {
    (0..<size).map { $0 % 61 == 60 ? 0x0A : UInt8(0x61 + $0 % 26) }
  }

  private static let aroundWindow = stride(from: 216, through: 296, by: LongRun.isOn ? 16 : 40).map
  { $0 * 1_024 }
  private static let sizes = [0, 1, 255 * 1_024, 3_000_000] + aroundWindow

  @Test(arguments: sizes, [100_000, 524_288, 7])
  func `a message of any length is read, and the one after it`(size: Int, chunk: Int) throws {
    // Single bytes through a pipe are slow, and the small sizes do without.
    if chunk != 524_288, size > (LongRun.isOn && chunk != 7 ? .max : 600_000) { return }
    let filler = prose(size)
    let text = Array("@a <0:>".utf8) + filler + Array("<1:>\n@b <2:>\n#\n@c \n<3:>".utf8)
    let lines = filler.count { $0 == 0x0A }
    let result = try shares(in: text, chunk: chunk)
    #expect(
      result.found == [
        Found(number: 0, sender: "a", line: 1), Found(number: 1, sender: "a", line: lines + 1),
        Found(number: 2, sender: "b", line: lines + 2),
        Found(number: 3, sender: "c", line: lines + 5),
      ])
    #expect(result.counts == MessageCounts(messages: 3, notices: 1))
    #expect(result.end == text.count)
  }

  @Test(arguments: [true, false], LongRun.isOn ? [40, 1_000, 15_000] : [2_000, 15_000])
  func `a share on either side of a cut is returned once`(hasLines: Bool, length: Int) throws {
    var text = Array("@a ".utf8)
    var expected: [Found] = []
    var line = 1
    while text.count < 1_400_000 {
      expected.append(Found(number: expected.count, sender: "a", line: line))
      text += Array("<\(expected.count - 1):".utf8)
      for index in 0..<length where index % 50 == 49 {
        text += hasLines ? Array("\n".utf8) : Array("🟩".utf8)
        line += hasLines ? 1 : 0
      }
      text += Array("> \(hasLines ? "\n" : "é")".utf8)
      line += hasLines ? 1 : 0
    }
    let result = try shares(in: text)
    #expect(result.found == expected)
    #expect(result.counts == MessageCounts(messages: 1))
    let plain = try shares(in: text, layout: PlainLayout())
    #expect(plain.found.map(\.number) == expected.map(\.number))
    #expect(plain.found.map(\.line) == expected.map(\.line))
    #expect(plain.counts == MessageCounts(messages: 1))
  }

  @Test func `parts of a text without line breaks are cut between characters`() throws {
    let text = "@a " + String(repeating: "🟩é", count: 200_000)
    let sample = try ReaderOutput(
      ChatTextReader(memorySource(text), layout: TinyLayout(), scan: .everywhere))
    #expect(sample.lines.map(\.text) == [String(text.dropFirst(3))])
    var reader = ChatTextReader(memorySource(text), layout: TinyLayout(), scan: .everywhere)
    let batch = try #require(try reader.next())
    let message = try #require(batch.messages.first)
    let part = try #require(message.part)
    #expect(String(validating: message.text.prefix(part.range.count), as: UTF8.self) != nil)
    #expect(part.range.count > 262_000)
  }

  @Test func `a message whose first line is long does not belong to the long one before`() throws {
    for size in stride(from: 240_000, through: 320_000, by: 20_000) {
      let filler = String(repeating: "a", count: size)
      let long = String(repeating: "b", count: 70_000)
      let text = "@a \(filler)\n@b <0:>\(long)<1:>\n@c <2:>"
      let result = try shares(in: Array(text.utf8))
      #expect(
        result.found == [
          Found(number: 0, sender: "b", line: 2), Found(number: 1, sender: "b", line: 2),
          Found(number: 2, sender: "c", line: 3),
        ], "\(size)")
      #expect(result.counts == MessageCounts(messages: 3))
    }
  }

  @Test func `a share at the start of the second part is found when the first holds none`() throws {
    var text = Array("@abcdefghijklmnopqrstuvwxyzabcdefghijkl ".utf8)
    text += [UInt8](repeating: 0x2D, count: 1_300_000)
    var reader = ChatTextReader(memorySource(text), layout: TinyLayout(), scan: .nowhere)
    let cut = try #require(try reader.next()).end
    for start in stride(from: cut, through: cut + 40, by: LongRun.isOn ? 10 : 20) {
      text.replaceSubrange(start..<start + 4, with: Array("<0:>".utf8))
      let result = try shares(in: text, chunk: 65_536)
      #expect(result.found.map(\.number) == [0], "\(start)")
      text.replaceSubrange(start..<start + 4, with: Array("----".utf8))
    }
  }

  @Test func `long text outside a message has no sender`() throws {
    let long = String(repeating: "<0:> -------------------------\n", count: 25_000)
    for (text, counts) in [
      ("#\(long)@b <1:>", MessageCounts(messages: 1, notices: 1)),
      ("%\(long)@b <1:>", MessageCounts(messages: 1)),
      ("@nobody \(long)@b <1:>", MessageCounts(messages: 1, notices: 1)),
      ("@ \(long)@b <1:>", MessageCounts(messages: 1, unreadable: 1)),
      ("\(long)@b <1:>", MessageCounts(messages: 1, unreadable: 1)),
    ] {
      let result = try shares(in: Array(text.utf8))
      #expect(result.found.count == 1)
      #expect(result.found.last?.number == 1)
      #expect(result.found.last?.sender == "b")
      #expect(result.counts == counts)
    }
  }

  @Test func `text outside a message has no sender`() throws {
    let text = "<0:>\n@ <1:>\n#<2:>\n<3:>\n%<4:>\n@nobody <5:>\n@b <6:>\n@c\n@d"
    let result = try shares(in: Array(text.utf8))
    #expect(result.found == [Found(number: 6, sender: "b", line: 7)])
    #expect(result.counts == MessageCounts(messages: 3, notices: 2, unreadable: 2))
    let sample = try ReaderOutput(
      ChatTextReader(memorySource(text), layout: TinyLayout(), scan: .everywhere))
    #expect(
      sample.issueLines == [
        "f:1: this is before the first message",
        "f:2: the message's date or sender cannot be read",
      ])
  }

  @Test func `lines are counted over many windows`() throws {
    var random = SeededRandom(seed: 11)
    var text: [UInt8] = []
    var expected: [Found] = []
    var messages = 0
    var notices = 0
    var line = 1
    while text.count < 2_000_000 {
      let isNotice = Int.random(in: 0...9, using: &random) == 0
      text += Array((isNotice ? "#" : "@n ").utf8)
      messages += isNotice ? 0 : 1
      notices += isNotice ? 1 : 0
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        if Int.random(in: 0...9, using: &random) == 0 {
          text += Array("<\(expected.count):>".utf8)
          if !isNotice {
            expected.append(Found(number: expected.count, sender: "n", line: line))
          }
        }
        text += [UInt8](repeating: 0x2D, count: Int.random(in: 0...200, using: &random))
        text += Array((Bool.random(using: &random) ? "\n" : "\r\n").utf8)
        line += 1
      }
    }
    let result = try shares(in: text)
    #expect(result.found == expected)
    #expect(result.counts == MessageCounts(messages: messages, notices: notices))
    #expect(result.end == text.count)
  }

  @Test(arguments: [0, 1, 150_000, 262_144, 294_911, 294_912, 294_913, 1_200_000])
  func `plain text is one message, returned once and whole`(size: Int) throws {
    let text = prose(size)
    let sample = try ReaderOutput(
      ChatTextReader(memorySource(text), layout: PlainLayout(), scan: .everywhere))
    #expect(sample.messages.map(\.text) == (size == 0 ? [] : [text]))
    #expect(sample.counts == MessageCounts(messages: size == 0 ? 0 : 1))
    #expect(sample.end == size)
  }

  @Test func `each byte of a chat is returned once`() throws {
    var text: [UInt8] = []
    var bodies: [[UInt8]] = []
    for size in [5, 700_000, 0, 90, 300_000, 3] {
      let body = prose(size) + [0x0A]
      text += Array("@m ".utf8) + body
      bodies.append(body)
    }
    for chunk in [9_973, 1_000_000] {
      let source = memorySource(text, chunk: chunk)
      let sample = try ReaderOutput(ChatTextReader(source, layout: TinyLayout(), scan: .everywhere))
      #expect(sample.messages.map(\.text) == bodies)
      #expect(sample.counts == MessageCounts(messages: bodies.count))
      #expect(sample.end == text.count)
    }
  }

  @Test func `bytes that were looked at beforehand are still returned in small pieces`() throws {
    let source = memorySource([UInt8](repeating: 0x61, count: 3_000_000))
    #expect(try source.head(2_500_000).count >= 2_500_000)
    var buffer: [UInt8] = []
    #expect(try source.read(1_000, into: &buffer))
    #expect(buffer.count == 1_000)
    #expect(source.position == 1_000)
  }
}
