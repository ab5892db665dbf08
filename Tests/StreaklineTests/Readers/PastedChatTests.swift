import StreaklineReaders
import Testing

/// Chats as people paste them, with heads of many forms above or before the shares of two persons: read with
/// their names, or refused, and never the results of whoever pastes them.
@Suite struct PastedChatTests {
  private static let three = "Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"
  private static let four = "Wordle 1,234 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"

  /// Whether nothing of a text becomes the importer's.
  private func expectOthers(_ text: String) throws {
    do {
      let found = try ChatRecords(text).results
      #expect(found.count == 2 && !found.contains { $0.hasPrefix("me ") }, "\(found)")
    } catch let error as InputError {
      guard case .unknownChat = error else { throw error }
    }
  }

  /// The shares of Ada and Bo, each with its head.
  private func chat(_ head: String, _ separator: String) -> String {
    let ada = head.replacing("NAME", with: "Ada").replacing("TIME", with: "8:00")
    let bo = head.replacing("NAME", with: "Bo").replacing("TIME", with: "8:05")
    return "\(ada)\(separator)\(Self.three)\n\(bo)\(separator)\(Self.four)\n"
  }

  @Test(arguments: [
    ("from NAME to everyone:    TIME AM", ["Ada Ruiz", "Bo Lee"]),
    ("From NAME to Me (privately):  TIME AM", ["Ada Ruiz", "Bo Lee"]),
    ("von NAME an alle:    TIME AM", ["Ada Ruiz", "Bo Lee"]),
    ("De NAME à tous :    TIME AM", ["Ada Ruiz", "Bo Lee"]),
  ])
  func `the copy of a meeting's chat has its senders between two words`(
    form: (head: String, people: [String])
  ) throws {
    let text = zip(form.people, [Self.three, Self.four]).map { name, share in
      form.head.replacing("NAME", with: name).replacing("TIME", with: "9:02") + "\n\(share)\n"
    }.joined()
    let found = try ChatRecords(text).results
    #expect(found.map { $0.split(separator: " wordle")[0] } == form.people.map { $0[...] })
  }

  @Test(arguments: ["You", "Du", "Tú", "Vous", "Você", "Jij", "Ty", "Вы", "나", "自分", "Toi", "Ich"])
  func `what a program calls its owner is nobody else's name`(name: String) throws {
    let forms = ["[8:00, 03/10/2026] NAME: SHARE\n", "NAME — Today at 8:00 AM\nSHARE\n\n"]
    for form in forms where name != "Ty" || form.hasPrefix("[") {
      let text = [(name, Self.three), ("Ada", Self.four)].map { name, share in
        form.replacing("NAME", with: name).replacing("SHARE", with: share)
      }.joined()
      let people = try ChatRecords(text).results.map { $0.split(separator: " ")[0] }
      #expect(people == ["me", "Ada"], "\(text)")
    }
  }

  @Test func `in an export a word that is also a name is a person`() throws {
    let text = "03/10/2026, 08:00 - Ty: \(Self.three)\n13/10/2026, 08:05 - You: \(Self.four)\n"
    let people = try ChatRecords(text).results.map { $0.split(separator: " ")[0] }
    #expect(people == ["Ty", "me"])
  }

  @Test func `a line with a time that is no sender's is not read as one`() throws {
    let text = "Wordle scores:    9:02 AM\n\(Self.three)\n"
    #expect(throws: InputError.self) { try ChatRecords("Chat of Ada:  9:02 AM\n\(Self.three)\n") }
    #expect((try? ChatRecords(text))?.results.contains { !$0.hasPrefix("me ") } != true)
  }

  @Test(arguments: [
    "0TIME NAME", "NAME 0TIME", "TIME AM NAME", "NAME, 0TIME", "NAME (0TIME)", "NAME [0TIME]",
    "NAME said:", "NAME wrote:", "NAME schrieb:", "NAME a écrit :", "@NAME", "@NAME:", "NAME:",
    "NAME -",
    "NAME —", "NAME –", "NAME >", "NAME |", "(NAME)", "0TIME NAME -", "NAME ·", "NAME →", "NAME »",
    "【NAME】", "NAME (TIME am):", "NAME got", "NAME scored", "0TIME NAME wrote:", "2024-05-03 NAME",
    "3 May 2024 NAME", "NAME @ 0TIME:", "NAME 3 May 0TIME", "Sat 0TIME NAME", "NAME's:", "NAME ~",
    "*NAME*", "~NAME:", "<NAME>", "NAME：", "@NAME 0TIME", "1) NAME -", "NAME 🌻:", "=== NAME ===",
    "NAME's score:", "by NAME:", "Message from NAME:", "NAME um 0TIME Uhr",
  ])
  func `a name with a mark or a time shows a chat, before a share and above it`(head: String) throws
  {
    try expectOthers(chat(head, " "))
    try expectOthers(chat(head, "\n"))
  }

  @Test(arguments: [
    "# NAME", "## NAME", "- NAME", "**NAME**", "--- NAME ---", "1. NAME", "NAME\n0TIME",
    "0TIME\nNAME",
    "NAME\nTIME AM", "TIME AM\nNAME", "NAME • 2h", "NAME · 5 min ago", "NAME\n2h",
    "NAME\n2 hours ago",
    "NAME\n3 May 2024", "NAME sent", "NAME replied to you", "NAME\nNAME", "NAME\n—\nToday at 0TIME",
    "From: NAME", "NAME Today 0TIME", "NAME\nSat TIME AM", "Sat, TIME AM\nNAME",
    "NAME, Today at TIME AM",
  ])
  func `lines of their own above a share show a chat`(head: String) throws {
    try expectOthers(chat(head, "\n"))
  }

  @Test(arguments: [
    "NAME 0TIME", "0TIME NAME", "NAME:", "NAME said:", "@NAME", "NAME\n0TIME", "TIME AM\nNAME",
    "NAME (0TIME)",
    "NAME • 2h", "[NAME]", "<NAME>", "NAME\n2 hours ago",
  ])
  func `words may come between a head and a share`(head: String) throws {
    try expectOthers(chat(head + "\nlook at this", "\n"))
  }

  /// As programs copy and export messages; the shares are in the places of `SHARE`.
  @Test(arguments: [
    "Ada Lovelace, [03.10.26 08:00]\nSHARE\n\nBo Martin, [03.10.26 08:05]\nSHARE\n",  // Telegram
    "Ada Lovelace\nAda\nSHARE\nBo Martin\nBo\nSHARE\n",
    "Sat 8:00 AM\nAda\nSHARE\nSat 8:05 AM\nBo\nSHARE\n",
    "Ada\nSHARE\n5m\nBo\nSHARE\n2m\n",  // Signal
    "Ada\n5 minutes ago\nSHARE\nBo\n2 minutes ago\nSHARE\n",  // Slack
    "> Ada (Oct 3rd)\n> SHARE\n> Bo (Oct 3rd)\n> SHARE\n",
    "Ada, 03.10.2026 08:00:\nSHARE\nBo, 03.10.2026 08:05:\nSHARE\n",  // Viber
    "[ 3 Oct 2026 8:00 AM ] Ada: SHARE\n[ 3 Oct 2026 8:05 AM ] Bo: SHARE\n",
    "[Ada] [오전 8:00] SHARE\n[Bo] [오전 8:05] SHARE\n",  // KakaoTalk
    "[08:00] Ada: SHARE\n[08:05] Bo: SHARE\n",  // Skype
    "Ada Lovelace, 8:00 AM\nSHARE\nBo Martin, 8:05 AM\nSHARE\n",
    "Ada Lovelace\n, \nSat 8:00 AM\nSHARE\nBo Martin\n, \nSat 8:05 AM\nSHARE\n",  // Google Chat
    "Ada Lovelace, Sat 8:00 AM, Edited\nSHARE\nBo Martin, Sat 8:05 AM\nSHARE\n",
    "Ada Lovelace\n5 min\nSHARE\nBo Martin\n2 min\nSHARE\n",
    "Ada\nSHARE\n08:00\nBo\nSHARE\n08:05\n",  // Zalo
    "[03/10/2026 08:00] Ada SHARE\n[03/10/2026 08:05] Bo SHARE\n",
    "Ada 8:00 SA\nSHARE\nBo 8:05 SA\nSHARE\n",
    "Ada  2026/10/3 08:00\nSHARE\n\nBo  2026/10/3 08:05\nSHARE\n",  // WeChat
    "小明 10-03 08:00:12\nSHARE\n小红 10-03 08:05:12\nSHARE\n", "—— Ada ——\nSHARE\n—— Bo ——\nSHARE\n",
    "2026-10-03 08:00:00 Ada(12345678)\nSHARE\n\n2026-10-03 08:05:00 Bo(87654321)\nSHARE\n",  // QQ
    "2026년 10월 3일 토요일\n오전 8:00:Ada:SHARE\n오전 8:05:Bo:SHARE\n",  // Band
    "Ada\n10월 3일 오전 8:00\nSHARE\nBo\n10월 3일 오전 8:05\nSHARE\n",
    "Ada\nSHARE\n8:00 AM\nBo\nSHARE\n8:05 AM\n",  // GroupMe
    "Ada Lovelace\nOct 3, 8:00 AM\nSHARE\nBo Martin\nOct 3, 8:05 AM\nSHARE\n",
    "Ada said SHARE\nBo said SHARE\n",  // Messages for web
    "Ada\nSHARE\nSat 8:00 AM\nBo\nSHARE\nSat 8:05 AM\n",
    "Message from Ada: SHARE\nMessage from Bo: SHARE\n",
    "Ada's profile picture\nAda\nSHARE\nBo's profile picture\nBo\nSHARE\n",  // Instagram
    "ada.lovelace\nada.lovelace\nSHARE\nbo_martin\nbo_martin\nSHARE\n",
    "ada.lovelace\n2h\nSHARE\nbo_martin\n1h\nSHARE\n",
    "u/ada_l\n•\n2h ago\nSHARE\nu/bomart\n•\n1h ago\nSHARE\n",  // Reddit
    "Ada\n@ada@mastodon.social\n2h\nSHARE\nBo\n@bo@mastodon.social\n1h\nSHARE\n",  // Mastodon
    "Ada\n@ada\n·\n2h\nSHARE\nBo\n@bo\n·\n1h\nSHARE\n",
    "Ada @ada · 2h\nSHARE\nBo @bo · 1h\nSHARE\n",
    "8:00 AMAda\nSHARE\n8:05 AMBo\nSHARE\n",  // Discord
    "Ada\n03/10/2026 08:00\nSHARE\nBo\n03/10/2026 08:05\nSHARE\n",  // Teams
    "Ada (@ada:example.org): SHARE\nBo (@bo:example.org): SHARE\n",  // Matrix
    "Ada @ada 8:00 AM\nSHARE\nBo @bo 8:05 AM\nSHARE\n",  // Rocket.Chat
    "Ada said:\n```quote\nSHARE\n```\nBo said:\n```quote\nSHARE\n```\n",  // Zulip
    "Ada (+12125550100) 2026-10-03 08:00:00\nSHARE\nBo (+12125550101) 2026-10-03 08:05:00\nSHARE\n",
    "+1 (212) 555-0100: SHARE\n+1 (212) 555-0101: SHARE\n",
    // IRC
    "08:00 < ada> SHARE\n08:05 <@bo> SHARE\n", "08:00:01 ada | SHARE\n08:05:01 bo | SHARE\n",
    "2026-10-03 08:00:01\tada\tSHARE\n2026-10-03 08:05:01\tbo\tSHARE\n",
    "Ada wrote:\n> SHARE\nBo wrote:\n> SHARE\n",  // Forums
    "SHARE\n— Ada\n\nSHARE\n— Bo\n",  // Signatures
    "Ana de Souza 08:00\nSHARE\nBo van Dyk 08:05\nSHARE\n",
  ])
  func `copies and exports of many programs are read or refused`(form: String) throws {
    let parts = form.split(separator: "SHARE", omittingEmptySubsequences: false)
    try #require(parts.count == 3)
    let text = parts[0] + Self.three + parts[1] + Self.four + parts[2]
    try expectOthers(String(text))
  }

  @Test(arguments: [
    "2026.10.03 Saturday", "2026.10.03 土曜日", "2026/10/03(土)", "2026.10.03 星期六", "2026.10.03 토요일",
  ])
  func `LINE's desktop export of a group is read without a title`(day: String) throws {
    let text = "\(day)\n08:00 Ada \(Self.three)\n08:05 Bo \(Self.four)\n"
    #expect(
      try ChatRecords(text).results == [
        "Ada wordle 20241104 3 2026-10-03T08:00:00Z", "Bo wordle 20241104 4 2026-10-03T08:05:00Z",
      ])
  }

  @Test(arguments: [
    "08:00 Ada Miller \(three)\n08:05 Bo Smith \(four)",
    "08:00 Ada look:\n\(three)\n08:05 Bo mine:\n\(four)",
  ])
  func `LINE's export of a group is refused whose names are not certain`(lines: String) throws {
    #expect(throws: InputError.self) { try ChatRecords("2026.10.03 Saturday\n\(lines)\n") }
  }

  /// What one person writes before and above shares.
  @Test(arguments: [
    "2026.10.03 Saturday\n08:00 \(three)\n08:05 \(four)", "08:00 \(three)\n08:05 \(four)",
    "2026.10.03 Saturday\n08:00 Breakfast \(three)\n08:05 Train \(four)",
    "08:00 - \(three)\n08:05 - \(four)", "Today 08:00\n\(three)\nToday 09:00\n\(four)",
    "Mon 08:00 \(three)\nTue 08:00 \(four)", "Wordle - \(three)\nConnections - \(four)",
    "Done! \(three)\nFinally! \(four)", "Yay \(three)\nPhew \(four)",
    "Relaxed\n\(three)\nBrilliant\n\(four)",
    "Yay - \(three)\nPhew - \(four)", "## Morning\n\(three)\n## Evening\n\(four)",
    "Today's: \(three)\nYesterday's: \(four)", "I got \(three)\nWe got \(four)",
  ])
  func `one person's words before shares are no heads`(text: String) throws {
    // Nobody has two results of one puzzle.
    let text = text.replacing("1,234 4/6", with: "1,235 4/6")
    #expect(try ChatRecords(text) == ChatRecords(text, format: .text))
  }

  @Test func `a blank without width before the first stamp hides no sender`() throws {
    let text =
      "\u{200B}[28/10 07:12] Odile: Wordle 1,957 3/6\n[28/10 07:30] Papou: Wordle 1,957 4/6\n"
    let found = try ChatRecords(text).results.map { $0.prefix { $0 != " " } }
    #expect(found == ["Odile", "Papou"])
  }
}
