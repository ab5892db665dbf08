import StreaklineCore
import Testing

@Suite struct RecordTests {
  private func record(_ fields: Fields) -> Record {
    Record(
      type: .gameResult, userId: "me", game: "wordle", gameId: "g",
      day: Day(daysSinceEpoch: 20_031), fields: fields)
  }

  @Test func `fields come back as they were given`() throws {
    let fields: Fields = [
      "score": .int(3), "parsedData": .object(["a \"b\"": .string("x\n"), "n": .null]),
      "suspect": .null, "sharedText": .string("Wordle 3/6\n\n🟩 \\ \u{1}"),
    ]
    #expect(record(fields).fields == fields)
    #expect(
      String(json: record(fields).json).hasPrefix(#"{"type":"GameResult","id":"me|20241104|g""#))
    #expect(record([:]).fields.count == 0)
  }

  @Test(
    arguments: [
      ["score": .int(3), "completed": .bool(true)], [:],
      ["suspect": .string("odd"), "completed": .bool(false)],
      ["suspect": .null, "completed": .null, "score": .null],
    ] as [Fields])
  func `a written record is the JSON object that the record is`(fields: Fields) {
    let record = record(fields)
    var writer = JSONWriter()
    writer.write(record)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(json: record.json))
    #expect(record.completed == fields["completed"]?.bool)
    #expect(record.suspect == fields["suspect"]?.string)
    #expect(record.isSuspect == (record.suspect != nil))
  }

  @Test func `stored fields give the record back, damaged ones give none`() {
    let original = record(["score": .int(3), "sharedText": .string("é")])
    func stored(_ bytes: [UInt8]) -> Record? {
      Record(
        type: .gameResult, userId: "me", game: "wordle", gameId: "g",
        day: Day(daysSinceEpoch: 20_031), storedFields: bytes)
    }
    let bytes = Array(original.encodedFields)
    #expect(stored(bytes) == original)
    for damaged in [
      Array(bytes.dropLast()), [0x5B, 0x5D], [], bytes.map { $0 == 0xA9 ? 0x20 : $0 },
    ] {
      #expect(stored(damaged) == nil)
    }
  }

  /// Pairs of parsed data, and whether both mean the same.
  @Test(
    arguments: [
      (["a": .int(1), "b": .int(2)], ["b": .int(2), "a": .int(1)], true),
      (["a": .int(1), "b": .null], ["a": .int(1)], true),
      (["a": .double(3)], ["a": .int(3)], true), (["a": .double(-0.0)], ["a": .int(0)], true),
      (["a": .double(.nan)], [:], true), (["a": .string("3")], ["a": .int(3)], false),
      (["a": .string("null")], [:], false), (["a": .list([.int(1)])], ["a": .int(1)], false),
      (["a": .list([.int(1), .null])], ["a": .list([.int(1)])], false),
      (["a": .string("b")], ["b": .string("a")], false),
      (
        ["a": .object(["x": .int(1), "y": .null, "z": .int(2)])],
        ["a": .object(["z": .int(2), "x": .int(1)])], true
      ),
      (
        ["a": .list([.object(["x": .int(1), "y": .int(2)])])],
        ["a": .list([.object(["y": .int(2), "x": .int(1)])])], true
      ),
    ] as [(Fields, Fields, Bool)])
  func `the content hash sees values, not their order`(left: Fields, right: Fields, same: Bool) {
    let hashes = [left, right].map { record(["parsedData": .object($0)]).contentHash }
    #expect((hashes[0] == hashes[1]) == same)
  }

  @Test func `a score that is known to be missing changes the content hash`() {
    #expect(record(["score": .null]).contentHash != record([:]).contentHash)
    #expect(record(["maxAttempts": .null]).contentHash == record([:]).contentHash)
    #expect(record(["sharedText": .string("x")]).contentHash == record([:]).contentHash)
  }

  @Test func `a record is written with its own id, whatever is in its user's name`() throws {
    for scalar in (UInt32(0)...0x2FF).compactMap({ Unicode.Scalar($0) }) {
      for before in 0...9 {
        let user = String(repeating: "x", count: before) + String(scalar) + "yz"
        let record = Record(
          type: .gameResult, userId: user, game: "wordle", gameId: "g",
          day: Day(daysSinceEpoch: 20_031), fields: [:])
        var writer = JSONWriter()
        writer.write(record)
        #expect(try readJSON(writer.bytes[...]) == record.json)
      }
    }
  }

  @Test func `line feeds are counted in texts of any length`() {
    var random = SeededRandom(seed: 3)
    for count in 0...200 {
      let text: [UInt8] = (0..<count).map { _ in
        [0x0A, 0x0B, 0x8A].randomElement(using: &random) ?? 0
      }
      let part = text[(count / 3)...]
      #expect(part.lineFeedCount == part.filter { $0 == 0x0A }.count)
    }
  }

  @Test func `members are found without decoding their values`() {
    let text = #" { "a" : [1, {"b": "]}"}] ,"c\"":"x\\" , "d":-1.5e3,"e":{}, "f":null } "#
    let members = JSONMembers(Array(text.utf8)[...]).map {
      [String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self)]
    }
    #expect(
      members == [
        ["a", #"[1, {"b": "]}"}]"#], [#"c\""#, #""x\\""#], ["d", "-1.5e3"], ["e", "{}"],
        ["f", "null"],
      ])
  }

  @Test(arguments: ["", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"", "{\"a\\", "[1]", "7"])
  func `bytes that are no object have no members`(text: String) {
    let names = JSONMembers(Array(text.utf8)[...]).map { String(decoding: $0.name, as: UTF8.self) }
    #expect(names.allSatisfy { $0 == "a" })
  }
}
