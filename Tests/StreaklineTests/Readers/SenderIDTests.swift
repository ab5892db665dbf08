import StreaklineCore
import StreaklineReaders
import Testing

/// Where an export has ids, each message has its sender's, so that a new name is no new person.
@Suite struct SenderIDTests {
  private func senders(_ path: String, _ format: InputFormat) throws -> [String] {
    let bytes = try Fixture.bytes(path)
    let source = memorySource(bytes)
    let input = try Input(source, opening: nil, format: format, options: .init(), scan: .everywhere)
    let pairs = try ReaderOutput(input.reader).messages.map {
      "\($0.senderID ?? "-") \($0.sender ?? "-")"
    }
    return Set(pairs).sorted()
  }

  @Test(arguments: [
    ("telegram/result.json", InputFormat.telegram), ("discord/puzzle-club.json", .discord),
    ("discord/channel.csv", .discord), ("slack/puzzles/2022-03-08.json", .slack),
  ])
  func `the sender's id comes with the message`(path: String, format: InputFormat) throws {
    let found = try senders(path, format)
    #expect(!found.isEmpty)
    let whole = String(decoding: try Fixture.bytes(path), as: UTF8.self)
    for pair in found where !pair.hasPrefix("- ") {
      #expect(whole.contains("\"\(pair.prefix { $0 != " " })\""))
    }
    #expect(found.contains { !$0.hasPrefix("- ") })
  }

  @Test func `a post of a channel is whose signature it has`() throws {
    let messages = [("Ann", "3"), ("Bo", "4"), ("", "5")].map { signature, score in
      #"{"id":\#(score),"type":"message","date":"2024-01-05T10:00:00","from":"Words","from_id":"channel7","author":"\#(signature)","text":"Wordle 930 \#(score)/6"}"#
    }
    let text =
      #"{"name":"Words","type":"private_channel","id":7,"messages":[\#(messages.joined(separator: ","))]}"#
    let output = try ReaderOutput(
      TelegramReader(memorySource(text), options: .init(), scan: .everywhere))
    #expect(output.messages.map(\.sender) == ["Ann", "Bo", "Words"])
    #expect(Set(output.messages.map(\.senderID)).count == 3)
  }

  @Test func `who changed his name keeps his id`() throws {
    let messages = ["Ann", "Ann B."].map {
      #"{"id":1,"type":"message","date":"2024-01-05T10:00:00","from":"\#($0)","from_id":"user7","text":"Wordle 1"}"#
    }
    let text = "{\"messages\":[\(messages.joined(separator: ","))]}"
    let output = try ReaderOutput(
      TelegramReader(memorySource(text), options: .init(), scan: .everywhere))
    #expect(output.messages.map(\.sender) == ["Ann", "Ann B."])
    #expect(output.messages.map(\.senderID) == ["user7", "user7"])
  }

  @Test func `an export without ids has none`() throws {
    #expect(try senders("whatsapp/group-day.txt", .whatsapp).allSatisfy { $0.hasPrefix("- ") })
    #expect(try senders("messenger/message_1.json", .messenger).allSatisfy { $0.hasPrefix("- ") })
  }
}
