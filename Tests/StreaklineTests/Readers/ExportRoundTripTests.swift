import StreaklineCore
import Testing

@testable import StreaklineReaders

/// Random chats, written as each program would, must be read as they were.
@Suite struct ExportRoundTripTests {
  private struct Line: Hashable {
    var sender: String?
    var milliseconds: Int64
    var text: String
  }

  @Test(arguments: JSONExport.allCases)
  func `a chat that was written is read as it was`(format: JSONExport) throws {
    for seed in 1...UInt64(LongRun.rounds(15, long: 60)) {
      var random = SeededRandom(seed: UInt64(seed))
      let chat = randomChat(format, using: &random)
      let text = render(chat, as: format, using: &random)
      let chunk = Int.random(in: 1...400, using: &random)
      let source = memorySource(Array(text.utf8), chunk: chunk)
      let export = try ReaderOutput(format.reader(source, scan: .everywhere))
      #expect(export.issues == [], "seed \(seed)")
      #expect(export.counts == MessageCounts(messages: chat.count), "seed \(seed)")
      let lines = export.messages.map {
        Line(
          sender: $0.sender, milliseconds: $0.sentAt?.milliseconds ?? -1,
          text: String(decoding: $0.text, as: UTF8.self))
      }
      #expect(lines == chat.filter { !$0.text.isEmpty }, "seed \(seed)")
      #expect(JSONExport.recognising(Array(text.utf8)) == (chat.isEmpty ? [] : [format]))
    }
  }

  private func randomChat(_ format: JSONExport, using random: inout SeededRandom) -> [Line] {
    let names = ["Ann", "Bob Builder", "Chloë", "Дарья", "田中 🧩", "a\"b\\c", "x/y", "Me "]
    let pieces = [
      "Wordle 1,932 3/6", "\n", "\r\n", "🟩", "⬛\u{FE0F}", "é", "\"", "\\", "/", "<", ">", "&",
      "&lt;",
      "<@U1>", "|", " ", "\t", "\u{1}", "#Worldle", "https://x.example/?a=1&b=2", "}", "]",
      "\u{2028}",
      "\u{202F}", "\u{7F}",
    ]
    return (0..<Int.random(in: 1...30, using: &random)).map { _ in
      let isOwn = format == .signal && Bool.random(using: &random)
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      // Facebook cannot garble a text that already looks garbled; none of the pieces does.
      return Line(
        sender: isOwn ? nil : names.randomElement(using: &random),
        milliseconds: Int64.random(in: 1_000_000_000...2_000_000_000, using: &random) * 1_000,
        text: text.hasSuffix("  ") ? text + "." : text)
    }
  }

  private func render(
    _ chat: [Line], as format: JSONExport, using random: inout SeededRandom
  ) -> String {
    let messages = chat.enumerated().map { index, line -> String in
      let iso = String(Instant(milliseconds: line.milliseconds).iso.dropLast())
      let seconds = line.milliseconds / 1_000
      let sender = line.sender ?? "Me"
      var keys: [String]
      switch format {
      case .telegram:
        keys = [
          "\"id\": \(index)", "\"type\": \"message\"", "\"date\": \"2001-01-01T00:00:00\"",
          "\"date_unixtime\": \"\(seconds)\"", "\"from\": \(quoted(sender, using: &random))",
          "\"text\": " + telegramText(line.text, using: &random),
          "\"text_entities\": [{\"text\": \"x\"}]",
        ]
      case .discord:
        keys = [
          "\"id\": \"\(index)\"", "\"type\": \"Default\"", "\"timestamp\": \"\(iso).000+00:00\"",
          "\"content\": \(quoted(line.text, using: &random))",
          "\"author\": {\"isBot\": false, \"nickname\": \(quoted(sender, using: &random))}",
          "\"embeds\": [{\"content\": \"x\"}]", "\"mentions\": []",
        ]
      case .slack:
        let escaped = line.text.flatMap { letter -> String in
          switch letter {
          case "&": "&amp;"
          case "<": "&lt;"
          case ">": "&gt;"
          default: String(letter)
          }
        }
        keys = [
          "\"type\": \"message\"", "\"user\": \"U1\"", "\"ts\": \"\(seconds).000\(index)\"",
          "\"user_profile\": {\"real_name\": \(quoted(sender, using: &random))}",
          "\"text\": \(quoted(String(escaped), using: &random))",
        ]
      case .messenger:
        keys = [
          "\"sender_name\": \(quoted(garbled(sender), using: &random))",
          "\"timestamp_ms\": \(line.milliseconds)",
          "\"content\": \(quoted(garbled(line.text), using: &random))",
        ]
      case .signal:
        keys = [
          "\"date\": \"\(iso)\"", "\"sender\": \(quoted(sender, using: &random))",
          "\"body\": \(quoted(line.text + "  ", using: &random))", "\"deleted\": false",
        ]
      }
      keys.shuffle(using: &random)
      return "{" + keys.joined(separator: format == .signal ? ", " : ",\n ") + "}"
    }
    switch format {
    case .telegram:
      return "{\"name\": \"x\", \"messages\": [" + messages.joined(separator: ",") + "]}"
    case .discord:
      return "{\"guild\": {}, \"channel\": {}, \"messages\": [\n"
        + messages.joined(separator: ",\n") + "]}\n"
    case .slack: return "[\n" + messages.joined(separator: ", ") + "\n]"
    case .messenger:
      return "{\"messages\": [" + messages.joined(separator: ",") + "], \"participants\": []}"
    case .signal: return messages.joined(separator: "\n") + "\n"
    }
  }

  /// As Telegram: a string, or pieces of which some are objects.
  private func telegramText(_ text: String, using random: inout SeededRandom) -> String {
    guard Bool.random(using: &random) else { return quoted(text, using: &random) }
    let parts = text.unicodeScalars.split(maxSplits: 3) { _ in Bool.random(using: &random) }
    guard parts.map(\.count).reduce(0, +) == text.unicodeScalars.count else {
      return "[" + quoted(text, using: &random) + "]"
    }
    return "["
      + parts.map {
        let piece = quoted(String(String.UnicodeScalarView($0)), using: &random)
        return Bool.random(using: &random) ? piece : "{\"type\": \"bold\", \"text\": \(piece)}"
      }.joined(separator: ", ") + "]"
  }

  /// Each byte of UTF-8 as a character.
  private func garbled(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }

  /// In quotes, with some of the characters escaped that need not be.
  private func quoted(_ text: String, using random: inout SeededRandom) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "/" where Bool.random(using: &random): result += "\\/"
      case _ where scalar.value < 0x20 || Int.random(in: 0...5, using: &random) == 0:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
