import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

/// Chats that LINE's desktop program saves, in which only blanks separate time, name and text.
@Suite struct LineDesktopTests {
  private static let title = "[LINE] Chat history with Puzzlers\nSaved on: 2024/05/20 12:00\n\n"
  private static let three = "Wordle 1,063 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"
  private static let four = "Wordle 1,063 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"

  @Test func `each share has its sender, its day and its time`() throws {
    let records = try ChatRecords(Fixture.bytes("line/desktop-zh.txt"), zone: "Asia/Taipei")
    #expect(
      records.results == [
        "Bo wordle 20240517 3 2024-05-17T00:03:00Z",
        "Ana Ruiz artle 20240518 2 2024-05-17T16:01:00Z",
        "Ana Ruiz wordle 20240518 4 2024-05-17T16:02:00Z",
      ])
    #expect(records.misses == [])
  }

  private func players(_ lines: String...) throws -> [String] {
    let text = Self.title + "2024.05.17 Friday\n" + lines.joined(separator: "\n") + "\n"
    return try ChatRecords(text).results.map { $0.components(separatedBy: " wordle ")[0] }
  }

  @Test func `a name of one word is known by a share behind it`() throws {
    #expect(try players("08:03 Bo \(Self.three)", "08:04 Ann \(Self.four)") == ["Bo", "Ann"])
  }

  @Test func `a name of two words is known by several lines, or by what the program writes`() throws
  {
    #expect(
      try players("08:03 Bo Martin \(Self.three)", "08:05 Bo Martin well", "08:06 Ann \(Self.four)")
        == ["Bo Martin", "Ann"])
    #expect(
      try players("08:02 Bo Martin [Photo]", "08:03 Bo Martin \(Self.three)") == ["Bo Martin"])
    #expect(
      try players("08:02 Bo Martin unsent a message.", "08:03 Bo Martin \(Self.three)")
        == ["Bo Martin"])
  }

  @Test(arguments: [
    ["08:03 Bo Martin \(three)", "08:05 Ann \(four)"],
    ["08:03 Bo Martin \(three)", "08:05 Bo Smith \(four)"],
    ["08:01 Bo \(four)", "08:03 Bo Martin \(three)"],
    ["08:03 Bo my \(three)", "08:05 Bo my \(four)"],
    ["08:03 Bo Martin look:\n\(three)", "08:05 Bo Smith hi"],
  ])
  func `a chat is refused whose names are not certain`(lines: [String]) throws {
    let text = Self.title + "2024.05.17 Friday\n" + lines.joined(separator: "\n") + "\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }
}
