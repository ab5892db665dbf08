import Foundation
import StreaklineCore
import Testing

/// Names of more than a thousand characters that start alike.
@Suite struct LongNameTests {
  private static let long = String(repeating: "ä", count: 1_100)

  @Test func `what stands for a long text keeps its start, and tells it from others`() {
    let texts = (0..<100).map { shortenedText("\(Self.long)\($0)", maximumBytes: 1_023) }
    #expect(Set(texts).count == 100)
    #expect(texts.allSatisfy { $0.hasPrefix(String(repeating: "ä", count: 511) + "…") })
    #expect(shortenedText("short", maximumBytes: 1_023) == "short")
  }

  private func users(_ file: String, _ content: String) throws -> Int {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([try tool.write(content, to: file)])
    #expect(run.status == 0, "\(run)")
    return try tool.run(["users", "--output", "json"]).objects.count
  }

  @Test func `people of a chat whose long names start alike stay different people`() throws {
    let lines = (0..<30).map {
      "[13/11/2024, 10:00:\($0 + 10)] \(Self.long)\($0): \(wordle(1_200))"
    }
    #expect(try users("chat.txt", lines.joined()) == 30)
  }

  @Test func `habits whose long names start alike stay different habits`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let ids = (0..<9).map { "6BF20C5E-3A41-4D8E-9D17-52000000000\($0)" }
    let habits = ids.map { #"{"id":"\#($0)","name":"\#(Self.long)\#($0)"}"# }
    let days = ids.map {
      #"{"createdAt":"2024-11-04T12:00:00Z","date":"2024-11-04T12:00:00Z","habitId":"\#($0)","isCompleted":true}"#
    }
    let path = try tool.write(
      #"{"completions":[\#(days.joined(separator: ","))],"habits":[\#(habits.joined(separator: ","))]}"#,
      to: "habits.json")
    try tool.run([path])
    let results = try tool.run(["results", "--output", "json"]).objects
    let names = Set(results.compactMap { $0["gameName"] as? String })
    #expect(names.count == 9, "\(names.count) of \(results.count)")
  }
}
