import StreaklineCore
import Testing

@testable import StreaklineReaders

/// Exports that are cut off, damaged or written to hurt.
@Suite struct HostileExportTests {
  /// What closes a message in a fixture, and how often it occurs before the first.
  private static let files: [(path: String, format: JSONExport, closing: String, before: Int)] = [
    ("telegram/result.json", .telegram, "\n  }", 0),
    ("discord/puzzle-club.json", .discord, "\n    }", 0),
    ("slack/puzzles/2022-03-08.json", .slack, "\n    }", 0),
    ("messenger/message_1.json", .messenger, "\n    }", 2),
  ]

  @Test(arguments: files)
  func `a file cut at any byte yields every message before the cut`(
    path: String, format: JSONExport, closing: String, before: Int
  )
    throws
  {
    let bytes = try Fixture.bytes(path)
    let whole = try ReaderOutput(format.reader(memorySource(bytes)))
    let closings = bytes.indices.filter { bytes[$0...].starts(with: closing.utf8) }
      .dropFirst(before).map { $0 + closing.utf8.count }
    let last = bytes.lastIndex { $0 > 0x20 } ?? 0
    var line = 1
    for cut in 0..<bytes.count {
      defer { line += bytes[cut] == 0x0A ? 1 : 0 }
      // The long ones at every seventh byte, to save time.
      guard LongRun.isOn || bytes.count < 2_000 || cut % 7 == 0 else { continue }
      let chunk = cut % 97 == 0 ? 7 : 262_144
      let source = memorySource(Array(bytes[..<cut]), chunk: chunk)
      let export = try ReaderOutput(format.reader(source))
      let complete = closings.count { $0 <= cut }
      #expect(export.counts.messages + export.counts.notices == complete, "\(cut)")
      #expect(export.messages == Array(whole.messages.prefix(export.messages.count)), "\(cut)")
      #expect(export.counts.unreadable <= 1)
      #expect(export.issues.count == (cut > last ? 0 : 1), "\(cut)")
      #expect(export.issues.allSatisfy { $0.source.line == line }, "\(cut)")
    }
    #expect(whole.counts.messages + whole.counts.notices == closings.count)
  }

  @Test func `a file of lines cut at any byte yields every line before the cut`() throws {
    let bytes = try Fixture.bytes("signal/data.json")
    let lines = bytes.split(separator: 0x0A).filter { !$0.isEmpty }
    #expect(lines.count == 9)
    for cut in 0..<bytes.count {
      let export = try ReaderOutput(
        SignalJSONReader(memorySource(Array(bytes[..<cut])), options: .init(), scan: .atWordle))
      let found = export.counts.messages + export.counts.notices + export.counts.unreadable
      // A line is found as soon as it starts.
      #expect(found == lines.count { $0.startIndex < cut }, "\(cut)")
      #expect(export.issues.count == export.counts.unreadable)
    }
  }

  @Test func `damaged files never trap and end`() throws {
    var random = SeededRandom(seed: 8)
    let pieces: [UInt8] = Array("{}[]\",:\\u\n0tn-".utf8) + [0, 0x80, 0xED, 0xFF]
    let paths = Self.files.map { ($0.path, $0.format) } + [("signal/data.json", .signal)]
    for (path, format) in paths {
      let bytes = try Fixture.bytes(path)
      for _ in 0..<LongRun.rounds(100, long: 1_000) {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: 0..<damaged.count, using: &random)
          switch Int.random(in: 0...2, using: &random) {
          case 0: damaged[place] = pieces.randomElement(using: &random) ?? 0
          case 1: damaged.remove(at: place)
          default: damaged.insert(pieces.randomElement(using: &random) ?? 0, at: place)
          }
        }
        let chunk = Int.random(in: 1...300, using: &random)
        let export = try ReaderOutput(
          format.reader(memorySource(damaged, chunk: chunk), scan: .everywhere))
        #expect(export.isOrderly)
        #expect(export.end <= damaged.count + 8)
        _ = JSONExport.recognising(damaged)
      }
    }
  }

  /// A message of each format with all the keys that are read, in a file of its own.
  private static let messages:
    [(JSONExport, open: String, keys: [(String, String)], close: String)] = [
      (
        .telegram, "{\"messages\":[",
        [
          ("id", "1"), ("type", "\"message\""), ("date", "\"2022-03-08T12:07:42\""),
          ("date_unixtime", "\"1646741262\""), ("from", "\"A\""), ("from_id", "\"user1\""),
          ("forwarded_from", "\"B\""), ("text", "\"Wordle 1 1/6\""),
        ], "]}"
      ),
      (
        .discord, "{\"messages\":[",
        [
          ("id", "\"1\""), ("type", "\"Default\""), ("timestamp", "\"2022-03-08T12:07:42+00:00\""),
          ("content", "\"Wordle 1 1/6\""), ("author", "{\"id\":\"7\",\"nickname\":\"A\"}"),
          ("mentions", "[{\"id\":\"7\"}]"), ("forwardedMessage", "{\"content\":\"\"}"),
        ], "]}"
      ),
      (
        .slack, "[",
        [
          ("type", "\"message\""), ("subtype", "\"me_message\""), ("ts", "\"1646741262.000001\""),
          ("user", "\"U1\""), ("user_profile", "{\"real_name\":\"A\"}"), ("bot_id", "null"),
          ("text", "\"Wordle 1 1/6\""),
        ], "]"
      ),
      (
        .messenger, "{\"messages\":[",
        [
          ("sender_name", "\"A\""), ("timestamp_ms", "1646741262000"),
          ("content", "\"Wordle 1 1/6\""), ("is_unsent", "false"),
        ], "]}"
      ),
      (
        .signal, "",
        [
          ("date", "\"2022-03-08T12:07:42\""), ("sender", "\"A\""), ("body", "\"Wordle 1 1/6\""),
          ("deleted", "false"), ("call", "false"), ("missed", "false"),
        ], ""
      ),
    ]

  @Test func `a value of any type under any key costs at most its message`() throws {
    let values = [
      "null", "true", "false", "0", "-1", "1e999", "12345678901234567890123", "\"\"", "\"x\"", "[]",
      "{}", "[[]]", "[1,null,{\"text\":5}]", "{\"id\":{},\"content\":[],\"real_name\":1}",
      "\"\\ud83d\"", "\"9999-12-31T23:59:59\"", "\"0000-00-00T99:99:99Z\"",
    ]
    for (format, open, keys, close) in Self.messages {
      let good = "{" + keys.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
      let separator = format == .signal ? "\n" : ","
      let plain = try ReaderOutput(format.reader(memorySource(Array((open + good + close).utf8))))
      #expect(plain.counts == MessageCounts(messages: 1))
      #expect(plain.messages.map(\.sender) == ["A"])
      #expect(plain.messages.map(\.sentAt?.iso) == ["2022-03-08T12:07:42Z"])
      for index in keys.indices {
        for value in values {
          var changed = keys
          changed[index].1 = value
          let other = "{" + changed.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
          let text = open + [good, other, good].joined(separator: separator) + close
          let export = try ReaderOutput(format.reader(memorySource(Array(text.utf8))))
          let counts = export.counts
          #expect(counts.messages + counts.notices + counts.unreadable == 3, "\(text)")
          #expect(export.issues.count == counts.unreadable, "\(text)")
          #expect(export.messages.first == plain.messages.first)
          #expect(export.messages.last?.text == plain.messages.first?.text)
        }
      }
    }
  }

  @Test(arguments: [
    "{\"messages\":\"x\"}", "{\"messages\":null}", "[{}", "5", "\"x\"", "{}", "{\"chats\":[]}", "",
  ])
  func `a file without a list of messages is named`(text: String) throws {
    for format in [JSONExport.telegram, .discord, .messenger] {
      let export = try ReaderOutput(format.reader(memorySource(Array(text.utf8))))
      #expect(export.counts.messages == 0)
      #expect(export.issues.count == 1 || text.hasPrefix("[{"))
    }
  }

  @Test func `other values among messages are counted and reported`() throws {
    let text = "{\"messages\":[5,\nnull,[],\n\"x\"]}"
    let export = try ReaderOutput(
      TelegramReader(memorySource(Array(text.utf8)), options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(unreadable: 4))
    #expect(
      export.issueLines == [
        "f:1: this is not a message", "f:2: this is not a message",
        "f:2: this is not a message", "f:3: this is not a message",
      ])
  }

  @Test func `of duplicate keys the last counts`() throws {
    let text = """
      {"messages":[{"id":1,"type":"service","text":"Wordle 1 1/6","from":"A","date_unixtime":1,
      "type":"message","text":["Wordle 2 ",{"text":"x","text":"2/6"}],"from":"B","date_unixtime":2}]}
      """
    let export = try ReaderOutput(
      TelegramReader(memorySource(Array(text.utf8)), options: .init(), scan: .atWordle))
    #expect(export.longLines == ["1 1 B 1970-01-01T00:00:02Z: Wordle 2 x2/6"])
  }

  @Test func `bytes that are no text are kept in a text and repaired in a name`() throws {
    let text = Array(
      "{\"sender\":\"A\u{1}B\",\"date\":\"2022-03-08 12:07:42Z\",\"body\":\"Wordle \u{1}\"}".utf8)
    let bytes = text.map { $0 == 1 ? 0xFF : $0 }
    let export = try ReaderOutput(
      SignalJSONReader(memorySource(bytes), options: .init(), scan: .atWordle))
    #expect(export.messages.map(\.sender) == ["A\u{FFFD}B"])
    #expect(export.messages.map(\.text) == [Array("Wordle ".utf8) + [0xFF]])
    #expect(export.issues == [])
  }

  @Test func `a text beyond all measure is cut, a name is refused, the next message is whole`()
    throws
  {
    let long = String(repeating: "Wordle 1 1/6 ", count: 400_000)
    let text = """
      {"messages":[{"sender_name":"A","timestamp_ms":1000,"content":"\(long)"},
      {"sender_name":"\(long)","timestamp_ms":2000,"content":"Wordle"},
      {"sender_name":"B","timestamp_ms":3000,"content":"Wordle 3","x":"\(long)"}]}
      """
    let export = try ReaderOutput(
      MessengerReader(memorySource(Array(text.utf8)), options: .init(), scan: .atWordle))
    #expect(export.counts == MessageCounts(messages: 2, unreadable: 1))
    #expect(export.messages.map(\.text.count) == [4_194_304, 8])
    #expect(export.messages.map(\.sender) == ["A", "B"])
    #expect(export.ends.count >= 2)
    #expect(
      export.issueLines == [
        "f:1: a text over 4 MiB, or a name over 1 KiB, was cut",
        "f:2: the sender's name or id is longer than 1 KiB",
      ])
  }

  @Test(arguments: [(100, 3, 0), (509, 3, 0), (510, 1, 1), (1_000_000, 1, 1)])
  func `deep nesting ends nothing but the file`(
    depth: Int, messages: Int, problems: Int
  )
    throws
  {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let good = "{\"type\":\"message\",\"user\":\"U1\",\"ts\":\"1.5\",\"text\":\"Wordle\"}"
    let other = "{\"blocks\":\(deep)," + good.dropFirst()
    let text = "{\"messages\":[" + [good, other, good].joined(separator: ",") + "]}"
    let export = try ReaderOutput(
      SlackReader(memorySource(Array(text.utf8)), options: .init(), scan: .atWordle))
    #expect(export.counts.messages == messages)
    #expect(export.issues.count == problems)
    #expect(export.counts.unreadable == problems)
  }

  @Test func `batches are bounded and end where the next one starts`() throws {
    let message = "{\"sender_name\":\"A\",\"timestamp_ms\":1000,\"content\":\"Wordle 1 1/6\"}"
    let text =
      "{\"messages\":[" + Array(repeating: message, count: 2_500).joined(separator: ",\n") + "]}"
    let bytes = Array(text.utf8)
    var reader = MessengerReader(memorySource(bytes), options: .init(), scan: .atWordle)
    var ends: [Int] = []
    while let batch = try reader.next() {
      ends.append(batch.end)
      // It ends right after a message's last bracket.
      #expect(bytes[batch.end - 1] == UInt8(ascii: "}"))
    }
    #expect(
      ends == [
        13 + 1_000 * (message.utf8.count + 2) - 2, 13 + 2_000 * (message.utf8.count + 2) - 2,
        bytes.count,
      ])
  }

  @Test func `batches of long messages are small too, and keep no more than the texts`() throws {
    let long = String(repeating: "x", count: 60_000)
    let messages = (0..<40).map { index in
      let text = index % 2 == 0 ? "Wordle \(long)" : "Wordle"
      return "{\"sender\":\"A\",\"date\":\"2022-03-08T12:07:42Z\",\"body\":\"\(text)\"}"
    }
    let source = memorySource(Array(messages.joined(separator: "\n").utf8))
    let export = try ReaderOutput(SignalJSONReader(source, options: .init(), scan: .atWordle))
    #expect(export.counts.messages == 40)
    #expect(export.isOrderly)
    #expect(export.ends.count == 2)
    #expect(export.messages.allSatisfy { $0.text.capacity < 2 * $0.text.count + 64 })
  }

  @Test func `an input that fails is reported after what was read before`() throws {
    let message = "{\"sender_name\":\"A\",\"timestamp_ms\":1000,\"content\":\"Wordle 1 1/6\"}"
    var isFirst = true
    let source = ByteSource(name: "x.json", size: nil) { _ throws(InputError) in
      guard isFirst else { throw .unreadable("x.json", reason: "Input/output error") }
      isFirst = false
      return Array("{\"messages\":[\(message),{\"sender_name\":".utf8)
    }
    var reader = MessengerReader(source, options: .init(), scan: .atWordle)
    let batch = try #require(try reader.next())
    #expect(batch.messages.map(\.text) == [Array("Wordle 1 1/6".utf8)])
    #expect(batch.issues == [])
    #expect(batch.end == 13 + message.utf8.count)
    for _ in 1...2 {
      #expect(throws: InputError.unreadable("x.json", reason: "Input/output error")) {
        try reader.next()
      }
    }
  }
}
