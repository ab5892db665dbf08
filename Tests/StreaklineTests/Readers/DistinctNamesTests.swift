import Foundation
import StreaklineCore
import Testing

@testable import StreaklineReaders

/// Two people never share results because they share a name.
@Suite struct DistinctNamesTests {
  @Test func `who is met second has his id in the name, and keeps it`() {
    var names = DistinctNames()
    for _ in 1...2 {
      #expect(names.name("Sam", of: "user1") == "Sam")
      #expect(names.name("Sam", of: "user2") == "Sam (user2)")
      #expect(names.name("Zoë", of: "user3") == "Zoë")
    }
  }

  @Test func `a name like one that was made up is another person's`() {
    var names = DistinctNames()
    _ = names.name("Sam", of: "user1")
    let madeUp = names.name("Sam", of: "user2")
    #expect(names.name(madeUp, of: "user3") == "Sam (user2) (user3)")
    var others = DistinctNames()
    #expect(others.name("Sam (user2)", of: "user3") == "Sam (user2)")
    _ = others.name("Sam", of: "user1")
    #expect(others.name("Sam", of: "user2") == "Sam (user2) (user2)")
  }

  @Test func `somebody without an id is not the next namesake`() {
    var names = DistinctNames()
    #expect(names.name("Sam", of: "user1") == "Sam")
    #expect(names.name("Sam", of: nil) == "Sam (no id)")
    #expect(names.name("Sam", of: "user1") == "Sam")
  }

  @Test func `people beyond the limit stay apart`() {
    var names = DistinctNames()
    for index in 0..<100_000 { _ = names.name("n\(index)", of: "u\(index)") }
    #expect(names.name("n5", of: "u5") == "n5")
    let late = (1...3).map { names.name("Sam", of: "late\($0)") }
    #expect(Set(late).count == 3)
    #expect(names.name("Sam", of: "late2") == late[1])
    #expect(names.name("n5", of: "late1") == "n5 (late1)")
  }

  @Test func `an id that looks like a part of a name is shown as a digest`() {
    var names = DistinctNames()
    for id in ["a", "1) (a", String(repeating: "x", count: 1_000)] {
      _ = names.name("Sam", of: id)
    }
    #expect(names.name("Sam", of: "1) (a") != "Sam (1) (a)")
    #expect(names.name("Sam", of: String(repeating: "x", count: 1_000)).utf8.count < 60)
  }

  @Test(arguments: [JSONExport.telegram, .discord, .slack, .messenger, .signal])
  func `senders that differ only after the first kilobyte do not become one`(
    format: JSONExport
  ) throws {
    let long = String(repeating: "x", count: 1_024)
    let messages = ["a", "b"].map { end in
      let person = "\"\(long)\(end)\""
      return switch format {
      case .telegram:
        "{\"id\":1,\"type\":\"message\",\"date\":\"2024-01-05T10:00:00\",\"from\":\"Sam\",\"from_id\":\(person),\"text\":\"Wordle 1\"}"
      case .discord:
        "{\"id\":\"1\",\"type\":\"Default\",\"timestamp\":\"2024-01-05T10:00:00Z\",\"content\":\"Wordle 1\",\"author\":{\"id\":\(person),\"name\":\"Sam\"}}"
      case .slack:
        "{\"type\":\"message\",\"ts\":\"1700000000.1\",\"user\":\(person),\"text\":\"Wordle 1\"}"
      case .messenger: "{\"sender_name\":\(person),\"timestamp_ms\":1000,\"content\":\"Wordle 1\"}"
      case .signal: "{\"date\":\"2024-01-05T10:00:00\",\"sender\":\(person),\"body\":\"Wordle 1\"}"
      }
    }
    let list = messages.joined(separator: format == .signal ? "\n" : ",")
    let text =
      switch format {
      case .signal: list
      case .slack: "[\(list)]"
      default: "{\"messages\":[\(list)]}"
      }
    let output = try ReaderOutput(format.reader(memorySource(text)))
    #expect(output.messages.isEmpty)
    #expect(output.counts.unreadable == 2)
    #expect(
      output.issues.map(\.summary)
        == Array(repeating: "the sender's name or id is longer than 1 KiB", count: 2))
  }
}

/// Who sent a message in a chat is never the owner by the mere name.
@Suite struct OwnerNameTests {
  private func users(_ text: String, _ arguments: [String] = []) throws -> [String] {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(
      ["parse", "--output", "json", "--format", "whatsapp"] + arguments, input: text)
    return run.objects.compactMap { $0["userId"] as? String }
  }

  private func chat(_ senders: [String]) -> String {
    senders.enumerated().map { index, sender in
      "\(13 + index)/06/2024, 21:25 - \(sender): Wordle \(1_090 + index) X/6\n"
    }.joined()
  }

  @Test func `a sender who is called as the owner is somebody else`() throws {
    #expect(try users(chat(["me", "Ann"])) == ["me (in a chat)", "Ann"])
    #expect(try users(chat(["me", "Ann"]), ["--user", "Ann"]) == ["me", "Ann (in a chat)"])
    #expect(
      try users(chat(["me", "me (in a chat)"])) == ["me (in a chat)", "me (in a chat) (in a chat)"])
  }

  @Test func `an alias or --me makes a sender the owner`() throws {
    #expect(try users(chat(["me"]), ["--alias", "me=me"]) == ["me"])
    #expect(try users(chat(["Ann"]), ["--me", "Ann"]) == ["me"])
  }

  @Test func `a near miss keeps its sender when it is read again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--format", "whatsapp"], input: "13/06/2024, 21:25 - me: Wordle 1,090 7/6\n")
    try tool.run([], input: "Wordle 1,091 7/6\n")
    let rule = try String(
      contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"), encoding: .utf8)
    _ = try tool.write(
      rule.replacing("[1-6Xx] ) /6 (?<hard>", with: "[1-7Xx] ) /6 (?<hard>")
        .replacing("  - Wordle 1,281 7/6\n", with: ""),
      to: "config/streakline/Parsers/wordle.yaml")
    try tool.run(["reparse"])
    let users = try tool.run(["results", "--output", "json"]).objects.compactMap {
      $0["userId"] as? String
    }
    #expect(Set(users) == ["me", "me (in a chat)"])
  }
}
