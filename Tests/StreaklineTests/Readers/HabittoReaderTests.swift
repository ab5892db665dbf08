import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct HabittoReaderTests {
  private static let json = "habitto/habitto_export_2026-03-04_08-30-00.json"
  private static let table = "habitto/habitto_export_2026-03-04_08-31-00.csv"
  private static let walk = "0e37df36-f698-11e6-8dd4-cb9ced3df976"
  private static let read = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.url(path), encoding: .utf8)
  }

  private func options(_ zone: String) throws -> ReaderOptions {
    ReaderOptions(zone: try #require(NamedTimeZone(zone)), user: "ann")
  }

  private func json(_ text: String, zone: String = "UTC", chunk: Int = 65_536) throws
    -> ReaderOutput
  {
    try ReaderOutput(HabittoReader(memorySource(text, chunk: chunk), options: options(zone)))
  }

  private func table(_ text: String, zone: String = "UTC", chunk: Int = 65_536) throws
    -> ReaderOutput
  {
    try ReaderOutput(HabittoTableReader(memorySource(text, chunk: chunk), options: options(zone)))
  }

  private func days(_ sample: ReaderOutput) -> [String] {
    sample.results.map { held in
      let name = held.record.fields["gameName"]?.string ?? "?"
      return "\(name) \(held.record.day.iso) \(held.record.completed.map(String.init) ?? "?")"
    }
  }

  @Test func `each completion is a day of its habit, in the zone where it was kept`() throws {
    for chunk in [1, 7, 65_536] {
      let sample = try json(try text(Self.json), zone: "Europe/Berlin", chunk: chunk)
      #expect(
        days(sample) == [
          "Read \"slowly\" 2026-03-01 true", "Read \"slowly\" 2026-03-02 false",
          "Walk 🚶 2026-03-30 true", "? 2026-03-04 true",
        ])
      #expect(sample.issueLines == ["f:23: habitId is not a UUID"])
      #expect(sample.counts == MessageCounts(messages: 4, unreadable: 1))
      #expect(sample.streaks.isEmpty)
      #expect(sample.results.allSatisfy { $0.message == nil })
      #expect(
        sample.records[0] == #"""
          {"type":"CompletionEvent","id":"ann|20260301|7c9e6679-7425-40de-944b-e07fc1f90ae7",\#
          "userId":"ann","game":"habitto","gameId":"7c9e6679-7425-40de-944b-e07fc1f90ae7",\#
          "gameName":"Read \"slowly\"","mode":null,"variant":"backup","puzzleNumber":null,\#
          "dateInt":20260301,"playedAt":"2026-02-28T23:10:00Z","isCompleted":true,\#
          "completionCount":null,"parsedData":{},"suspect":null,"sharedText":null,\#
          "source":{"name":"f","line":3}}
          """#)
      #expect(sample.records[2].contains(#""playedAt":null"#))
    }
    #expect(
      days(try json(try text(Self.json))).map { $0.suffix(15) } == [
        "2026-02-28 true", "026-03-02 false", "2026-03-29 true", "2026-03-04 true",
      ])
  }

  @Test func `the table gives the same`() throws {
    for chunk in [1, 7, 65_536] {
      let sample = try table(try text(Self.table), zone: "Europe/Berlin", chunk: chunk)
      #expect(
        days(sample) == [
          "Read \"slowly\"; aloud 2026-03-01 true", "Read \"slowly\"; aloud 2026-03-02 false",
          "Walk 🚶 2026-03-30 true",
        ])
      #expect(
        sample.issueLines == [
          "f:15: habitId is not a UUID", "f:16: date is not a time such as 2026-03-01T12:00:00Z",
          "f:17: isCompleted is neither true nor false", "f:18: a completion has four cells",
        ])
      #expect(sample.counts == MessageCounts(messages: 3, unreadable: 4))
      #expect(sample.results.map(\.record.gameId) == [Self.read, Self.read, Self.walk])
      #expect(sample.records[0].contains(#""playedAt":"2026-02-28T23:10:00Z""#))
      #expect(sample.ends.last == (try text(Self.table).utf8.count))
    }
  }

  @Test func `both formats give the same ids, and so does another export`() throws {
    let fromJSON = try json(try text(Self.json)).results.map(\.record)
    let fromTable = try table(try text(Self.table)).results.map(\.record)
    #expect(fromJSON.prefix(3).map(\.id) == fromTable.map(\.id))
    #expect(zip(fromJSON, fromTable).allSatisfy { $0.agrees(with: $1) })
  }

  private func file(_ completion: String) -> String {
    """
    {"habits":[3,{"id":7},{"id":"\(Self.walk.uppercased())","name":"Walk"}],"completions":[
    \(completion),
    {"habitId":"\(Self.walk)","date":"2026-03-01T00:00:00Z","isCompleted":true}]}
    """
  }

  @Test(arguments: [
    ("7", "habitId is not a UUID"), ("{}", "habitId is not a UUID"),
    ("{\"habitId\":{}}", "habitId is not a UUID"),
    ("{\"habitId\":\"\(walk)\"}", "date is not a time such as 2026-03-01T12:00:00Z"),
    (
      "{\"habitId\":\"\(walk)\",\"date\":\"2026-02-29T12:00:00Z\",\"isCompleted\":true}",
      "date is not a time such as 2026-03-01T12:00:00Z"
    ),
    (
      "{\"habitId\":\"\(walk)\",\"date\":1e400,\"isCompleted\":true}",
      "date is not a time such as 2026-03-01T12:00:00Z"
    ),
    (
      "{\"habitId\":\"\(walk)\",\"date\":\"9999-12-31T23:59:59-23:00\",\"isCompleted\":true}",
      "date is not a time such as 2026-03-01T12:00:00Z"
    ),
    (
      "{\"habitId\":\"\(walk)\",\"date\":\"2026-03-02T00:00:00Z\",\"isCompleted\":1}",
      "isCompleted is neither true nor false"
    ),
  ])
  func `a completion that cannot be read is named, and the next is read`(
    completion: String, problem: String
  ) throws {
    let sample = try json(file(completion))
    #expect(sample.issueLines == ["f:2: \(problem)"])
    #expect(days(sample) == ["Walk 2026-03-01 true"])
    #expect(sample.counts == MessageCounts(messages: 1, unreadable: 1))
  }

  @Test func `an export cut anywhere gives the days before the cut`() throws {
    for (path, isTable) in [(Self.json, false), (Self.table, true)] {
      let bytes = Array(try text(path).utf8)
      let all = try isTable ? table(try text(path)) : json(try text(path))
      for size in 0..<bytes.count - 2 {
        let cut = String(decoding: bytes.prefix(size), as: UTF8.self)
        let sample = try isTable ? table(cut) : json(cut)
        let count = sample.results.count
        #expect(sample.results.map(\.record.id) == all.results.prefix(count).map(\.record.id))
        if !isTable { #expect(!sample.issueLines.isEmpty, "\(size)") }
      }
    }
  }

  @Test func `bytes that were changed anywhere stop nothing`() throws {
    var random = SeededRandom(seed: 10)
    for (path, isTable) in [(Self.json, false), (Self.table, true)] {
      let bytes = Array(try text(path).utf8)
      for _ in 0..<LongRun.rounds(100, long: 500) {
        var changed = bytes
        for _ in 0..<3 {
          let place = Int.random(in: 0..<changed.count, using: &random)
          changed[place] = UInt8.random(in: 0...255, using: &random)
        }
        let source = memorySource(changed)
        _ =
          try isTable
          ? ReaderOutput(HabittoTableReader(source, options: ReaderOptions()))
          : ReaderOutput(HabittoReader(source, options: ReaderOptions()))
      }
    }
  }

  @Test func `completions before the habits are kept, and returned in batches`() throws {
    let first = Day(daysSinceEpoch: 18_000)
    let days = (0..<2_500).map {
      "{\"habitId\":\"\(Self.walk)\",\"date\":\"\((first + $0).iso)T00:00:00Z\",\"isCompleted\":true}"
    }.joined(separator: ",\n")
    let text =
      "{\"completions\":[\(days)],\"habits\":[{\"id\":\"\(Self.walk)\",\"name\":\"Walk\"}]}"
    let sample = try json(text)
    #expect(sample.results.count == 2_500)
    #expect(sample.results.allSatisfy { $0.record.fields["gameName"] == .string("Walk") })
    #expect(sample.results.last?.record.day == first + 2_499)
    #expect(sample.ends.count == 3)
    // Nothing after the first kept day counts as read before all of them were returned.
    #expect(sample.ends.dropLast().allSatisfy { $0 < 20 })
    #expect(sample.ends.last == text.utf8.count)
  }

  @Test func `completions beyond the limit keep their days and lose their names`() throws {
    let day =
      "{\"habitId\":\"\(Self.walk)\",\"date\":\"2026-03-01T00:00:00Z\",\"isCompleted\":true},"
    let count = 5_001
    let text =
      "{\"completions\":[" + String(repeating: day, count: count) + "0],\"habits\":"
      + "[{\"id\":\"\(Self.walk)\",\"name\":\"Walk\"}]}"
    var reader = HabittoReader(
      memorySource(text), options: ReaderOptions(), maxKeptDays: 5_000)
    var (found, problems) = (0, [String]())
    while let batch = try reader.next() {
      found += batch.results.count
      problems += batch.issues.map(\.description)
    }
    #expect(found == count)
    #expect(
      problems == [
        "f:1: 5000 completions are before the habits; their names stay unknown",
        "f:1: habitId is not a UUID",
      ])
  }

  @Test func `an export is known by its first bytes`() throws {
    let json = Array(try text(Self.json).utf8)
    let table = Array(try text(Self.table).utf8)
    #expect(HabittoReader.recognises(json))
    #expect(HabittoReader.recognises(Array(json.prefix(100))))
    #expect(!HabittoReader.recognises(table))
    #expect(HabittoTableReader.recognises(table))
    #expect(!HabittoTableReader.recognises(json))
    for other in ["", "[]", "{\"metadata\":{}}", "{\"gameResults\":[]}", "{\"habits\":[],\"x\":1}"]
    {
      #expect(!HabittoReader.recognises(Array(other.utf8)), "\(other)")
    }
    #expect(try self.json("{}").issueLines == ["f:1: no list of completions was found"])
  }
}
