import StreaklineCore
import StreaklineStore
import Testing

@testable import StreaklineSync

@Suite struct RecordDecoderTests {
  private static let game = "550e8400-e29b-41d4-a716-446655440000"
  private static let decoder: RecordDecoder = {
    let pipeline = Pipeline(
      name: "folder",
      records: ["GameResult": Pipeline.Destination(zone: .defaultZone, name: .uuid)],
      remote: .folder(path: "/nowhere"))
    let names = RecordNames(pipeline: pipeline, deviceID: "a", account: nil, keepsStamps: true)
    return RecordDecoder(
      names, .standard, KnownGames(slugs: [game: "wordle"]), now: Instant(milliseconds: 0))
  }()
  private static let record = Record(
    type: .gameResult, userId: "zoë", game: "wordle", gameId: game,
    day: Day(dateInt: 20_261_004) ?? Day(daysSinceEpoch: 0),
    values: [
      "gameName": .string("Wordle"), "score": .int(3), "maxAttempts": .int(6),
      "completed": .bool(true), "parsedData": .object(["rows": .string("3")]),
      "sharedText": .string("Wordle 1 3/6\n\n⬛🟩"), "source": .object(["name": .string("x")]),
    ])

  private func arrival(_ json: String, isDecoded: Bool) throws -> Arrival {
    let bytes = Array(json.utf8)
    let stamp = Stamp(time: Instant(milliseconds: 7), device: "b")
    var remote = RemoteRecord(
      zone: "_defaultZone", recordName: Self.record.uuid.description, type: "GameResult",
      stamp: stamp, json: bytes[...])
    if isDecoded { remote.fields = try #require(try readJSON(bytes).object) }
    return Self.decoder.arrival(remote)
  }

  @Test func `what is sent is written as the values would be`() {
    let sent = String(decoding: Self.record.sendableJSON, as: UTF8.self)
    #expect(sent == String(json: .object(Self.record.sendableFields)))
    #expect(!sent.contains("source") && !sent.contains("suspect"))
  }

  @Test func `a record keeps its content on the way`() throws {
    let sent = String(decoding: Self.record.sendableJSON, as: UTF8.self)
    let arrival = try arrival(sent, isDecoded: false)
    guard case .result(let record) = arrival.content else {
      Issue.record("no result arrived")
      return
    }
    #expect(arrival.isOwnName)
    #expect(record.contentHash == Self.record.contentHash)
    #expect(record.fields["source"] == .null)
  }

  /// What the fields of a record may be instead: a part of the JSON, and another.
  @Test(arguments: [
    ("x", "x"), ("\":3,", "\": 3,"), ("\"score\":3", "\"score\":3.0"),
    ("\"score\":3", "\"score\":null"),
    ("\"score\":3", "\"score\":\"3\""), ("\"score\":3,", ""),
    ("\"score\":3", "\"score\":3,\"score\":4"),
    ("\"score\":3", "\"score\":3,\"luck\":4"), ("\"completed\":true", "\"completed\":1"),
    ("{\"rows\":\"3\"}", "{\"rows\":\"3\",\"rows\":\"4\"}"),
    ("{\"rows\":\"3\"}", "{\"rows\":{\"a\":1}}"),
    ("{\"rows\":\"3\"}", "\"{\\\"rows\\\":3}\""), ("{\"rows\":\"3\"}", "[1]"),
    ("zoë", "zoe\u{308}"),
    ("zoë", ""), ("zoë", "z\\u006f"), ("\"game\":\"wordle\"", "\"game\":\"Wordle\""),
    ("446655440000", "446655440001"), ("a716", "A716"), ("20261004", "20261399"),
    ("\"userId\":\"zoë\",\"game\":\"wordle\"", "\"game\":\"wordle\",\"userId\":\"zoë\""),
    ("\"parsedData\"", "\"source\":{\"name\":\"y\"},\"parsedData\""),
  ])
  func `a record is the same whether its fields were decoded or not`(part: String, other: String)
    throws
  {
    let sent = String(decoding: Self.record.sendableJSON, as: UTF8.self)
    let json = sent.split(separator: part, omittingEmptySubsequences: false)
      .joined(separator: other)
    #expect(json != sent || part == other)
    let arrivals = [try arrival(json, isDecoded: true), try arrival(json, isDecoded: false)]
    let described = arrivals.map { arrival -> String in
      let content =
        switch arrival.content {
        case .result(let record): "\(record) \(String(json: record.json))"
        default: "foreign"
        }
      return "\(content) \(arrival.isOwnName) \(arrival.life as Any) \(arrival.others as Any)"
    }
    #expect(described[0] == described[1])
  }
}
