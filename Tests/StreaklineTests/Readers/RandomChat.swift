import StreaklineCore

/// Messages that people might send, and exports of `Fixtures/exports`.
struct RandomChat {
  /// `nil` for whoever made the export.
  var sender: String?
  var sentAt: Instant
  var text: String

  static let fixtures = [
    "signal/chat.md", "signal/index.md", "imessage/group.txt", "imessage/replies.txt",
    "discord/channel.txt", "discord/channel.csv", "discord/puzzle-club.json", "signal/data.json",
    "slack/users.json", "telegram/result.json", "messenger/message_1.json", "csv/resaved.csv",
    "jsonl/export.jsonl",
  ]

  /// `2024-01-05 09:14:02`, in UTC.
  func local(separator: String) -> String {
    String(sentAt.iso.dropLast().replacing("T", with: separator))
  }

  static func message(_ random: inout SeededRandom) -> RandomChat {
    let senders = [nil, "Ann", "Zoë B.", "+44 7700 900123", "🦊", "Dr. Wu-Li", "山田"]
    let day = Day(daysSinceEpoch: Int.random(in: 14_610...22_000, using: &random))
    let seconds = Int.random(in: 0..<86_400, using: &random)
    let time = Instant(day, hour: seconds / 3_600, minute: seconds / 60 % 60, second: seconds % 60)
    return RandomChat(
      sender: senders.randomElement(using: &random) ?? nil, sentAt: time, text: text(&random))
  }

  /// Lines that no exporter writes, with empty ones between them; the first and the last are not
  /// empty.
  static func text(_ random: inout SeededRandom) -> String {
    let lines = [
      "Wordle 930 4/6", "", "⬛🟨⬛⬛⬛", "🟩🟩🟩🟩🟩", "so: what", "2016-04-29 10:30:00", "[note] x: y",
      "5/1/2024 soon", "  indented", "a, \"quoted\", b", "https://example.com/?a=b:c",
      "May 17 then",
      "==========", "{Embeds}", "Me", "é\u{301}", "x\ty", "Edited: no", "12:30 PM", "> cited",
    ]
    var found: [String] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      found.append(lines.randomElement(using: &random) ?? "")
    }
    return "on \(found.joined(separator: "\n"))\nend"
  }

  /// Bytes with some of them replaced, dropped or doubled.
  static func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
      default:
        bytes[index] = [0x0A, 0x20, 0x5B, 0x5D, 0x3A, 0x22].randomElement(using: &random) ?? 0
      }
    }
    return bytes
  }
}
