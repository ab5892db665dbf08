import StreaklineCore
import StreaklineReaders
import Testing

@testable import Streakline

/// What somebody quotes, copies or passes on is not his own result.
@Suite struct QuotationTests {
  private static let quoted = "it is quoted, and nothing says whose it is"
  private static let undated =
    "it is quoted or forwarded, and nothing says on which day it was sent"

  private func chat(_ text: String) -> String {
    // A stamp of another form is a copy only where most lines have the chat's own form.
    let rest = (10..<20).map { "\($0)/11/2024, 08:00 - Ben: hi\n" }.joined()
    return "04/11/2024, 07:58 - Ann: \(text)\n\(rest)"
  }

  @Test(arguments: [
    ("Loved “", "”"), ("Emphasized “", "”"), ("❤️ to “", "”"), ("Reacted 😂 to “ ", " ”"),
    ("Hat „", "“ mit einem Herz markiert"), ("Polubił(a) „", "”"), ("A aimé « ", " »"),
    ("Le gustó “", "”"),
    ("Liked \"", "\""),
    ("「", "」にハートを付けました"),
  ])
  func `a share in a reaction to it is not whoever's has reacted`(open: String, close: String)
    throws
  {
    for share in ["Wordle 1,234 4/6", "Wordle 1,234 4/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"] {
      let found = try ChatRecords(chat("\(open)\(share)\(close)"))
      #expect(found.results.isEmpty)
      #expect(found.misses == ["Ann wordle: \(Self.quoted)"])
    }
  }

  @Test(arguments: [
    "\"Wordle 1,234 4/6\"", "Finally “lucky” Wordle 1,234 4/6",
    "So “easy” today:\nWordle 1,234 4/6",
    "Wordle 1,234 4/6 “phew”", "“phew”\nWordle 1,234 4/6",
  ])
  func `words in quotation marks beside a share leave it the sender's`(text: String) throws {
    let found = try ChatRecords(chat(text))
    #expect(found.results == ["Ann wordle 20241104 4 2024-11-04T07:58:00Z"])
  }

  @Test(arguments: ["> ", ">", "&gt; ", ">>> ", "  > "])
  func `a quoted share is not the quoter's, and his own beside it is`(mark: String) throws {
    let quotation = "\(mark)Wordle 1,234 4/6\n\(mark)\n\(mark)⬛⬛⬛⬛⬛\n\(mark)🟩🟩🟩🟩🟩"
    let own = "Wordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let alone = try ChatRecords(chat(quotation))
    #expect(alone == ChatRecords(misses: ["Ann wordle: \(Self.quoted)"]))
    let after = try ChatRecords(chat("\(own)\n\(quotation)"))
    #expect(after.results == ["Ann wordle 20241104 2 2024-11-04T07:58:00Z"])
    #expect(after.misses == ["Ann wordle: \(Self.quoted)"])
    guard mark != ">>> " else { return }
    let before = try ChatRecords(chat("\(quotation)\n\(own)"))
    #expect(before.results == ["Ann wordle 20241104 2 2024-11-04T07:58:00Z"])
    #expect(before.misses == ["Ann wordle: \(Self.quoted)"])
  }

  @Test(arguments: [
    "Forwarded", "Forwarded message", "Forwarded many times", "↪ Forwarded", "Weitergeleitet",
    "Häufig weitergeleitet", "Reenviado muchas veces", "Transféré", "Inoltrato molte volte",
    "Encaminhada", "Doorgestuurd", "Vidarebefordrat", "Переслано", "Fwd:", "転送済み",
    "Forwarded from church group, not mine!",
  ])
  func `a message below a line for forwarding is not the forwarder's`(line: String) throws {
    let share = "Wordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let found = try ChatRecords(chat("\(line)\n\(share)"))
    #expect(found.results.isEmpty && found.misses.count == 1)
    guard line != "Fwd:", !line.hasSuffix("!") else { return }
    #expect(try ChatRecords(chat("\(line) this to Bo\n\(share)")).results.count == 1)
    #expect(try ChatRecords(chat("\(share)\n\(line)")).results.count == 1)
  }

  @Test(arguments: [
    "Forwarded from Cleo", "Weitergeleitet von Cleo", "Reenviado de Cleo:", "Переслано от Cleo",
    "Forwarded message from Cleo", "[ Przesłano od Cleo ]",
  ])
  func `a message below a line for forwarding is its author's where the line names one`(
    line: String
  ) throws {
    let share = "Wordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let found = try ChatRecords(chat("\(line)\n\(share)"))
    #expect(found.results == ["Cleo wordle 20241104 2 -"])
    let copied = try ChatRecords("[07:58, 04/11/2024] Ann: \(line)\n\(share)\n")
    #expect(copied.results == ["Cleo wordle 20241104 2 -"])
  }

  @Test(arguments: [
    ("```quote\n", "\n```\n"), ("[quote]\n", "\n[/quote]\n"), ("[quote]", "[/quote]\n"),
    ("[qt][qtmeta aid=1 time=2]", "[/qt]\n"),
    ("[QUOTE]", "[/QUOTE] "), ("[QUOTE][QUOTE]", "[/QUOTE]\nwow\n[/QUOTE]\n"),
  ])
  func `what stands between marks of a quotation is not the quoter's`(
    marks: (start: String, end: String)
  ) throws {
    let quoted = "Wordle 1,234 4/6\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛🟨\n⬛⬛⬛🟩⬛\n🟩🟩🟩🟩🟩"
    let own = "Wordle 1,233 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let found = try ChatRecords(chat("\(marks.start)\(quoted)\(marks.end)\(own)"))
    #expect(found.results == ["Ann wordle 20241103 2 2024-11-04T07:58:00Z"])
    #expect(found.misses == ["Ann wordle: \(Self.quoted)"])
  }

  @Test func `a share in brackets of a quotation is that of whom they name, with its last row`()
    throws
  {
    let quoted = "Wordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let found = try ChatRecords(chat("[quote=\"Bob, post:1\"]\(quoted)[/quote]\nnice"))
    #expect(found.results == ["Bob wordle 20241104 2 -"])
    let linked = "[quote author=Bob Ray link=topic=7.msg5#msg5 date=1792393920]\(quoted)[/quote]"
    #expect(try ChatRecords(chat(linked)).results == ["Bob Ray wordle 20241104 2 -"])
    let nested = "[QUOTE=Bob;7][QUOTE=Cleo;6]\(quoted)[/QUOTE]\nwow[/QUOTE]\nnice"
    #expect(try ChatRecords(chat(nested)).results == ["Cleo wordle 20241104 2 -"])
  }

  @Test func `a forwarded mail in Japanese is not its reader's`() throws {
    let head =
      "---------- メッセージを転送 ---------\n送信元：高梨 さくら <sakura@mail.example>\n日付：2024年11月4日月曜日 8:12:44 +0900\n件名：今日のWordle\n送信先：kenta@mail.example\n\n"
    let records = try? ChatRecords(head + "Wordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩\n")
    #expect(records?.results.contains { $0.hasPrefix("me ") } ?? false == false)
  }

  @Test func `in a text without senders a quoted share counts`() throws {
    let text = "> Wordle 1,234 4/6\n>\n> ⬛⬛⬛⬛⬛\n> ⬛⬛⬛⬛⬛\n> ⬛⬛⬛⬛⬛\n> 🟩🟩🟩🟩🟩\n"
    #expect(try ChatRecords(text).results == ["me wordle 20241104 4 -"])
  }

  @Test(arguments: [
    ("On Mon, Nov 4, 2024 at 7:58 AM Bob Miller <bob@example.com> wrote:", "Bob Miller"),
    ("On Mon, 4 Nov 2024 at 07:58, Bob Miller <bob@example.com>\nwrote:", "Bob Miller"),
    ("On Nov 4, 2024, at 7:58\u{202F}AM, Bob Miller <bob@example.com> wrote:", "Bob Miller"),
    ("On 11/4/24 07:58, Bob Miller wrote:", "Bob Miller"),
    ("On Mon, 4 Nov 2024 at 07:58, <bob@example.com> wrote:", "bob@example.com"),
    ("El vie, 10 abr 2026 a las 8:12, Bob Miller (<bob at example.org>)\nescribió:", "Bob Miller"),
    ("Am Mo., 4. Nov. 2024 um 07:58 Uhr schrieb Bob Miller <bob@example.com>:", "Bob Miller"),
    ("Am 04.11.24 um 07:58 schrieb Bob Miller:", "Bob Miller"),
    ("Le lun. 4 nov. 2024 à 07:58, Bob Miller <bob@example.com> a écrit :", "Bob Miller"),
    ("El lun, 4 nov 2024 a las 7:58, Bob Miller (<bob@example.com>) escribió:", "Bob Miller"),
    (
      "Il giorno lun 4 nov 2024 alle ore 07:58 Bob Miller <b@example.com> ha scritto:", "Bob Miller"
    ),
    ("Op ma 4 nov 2024 om 07:58 schreef Bob Miller <bob@example.com>:", "Bob Miller"),
    ("Em seg., 4 de nov. de 2024 às 07:58, Bob Miller <b@example.com> escreveu:", "Bob Miller"),
  ])
  func `what is below a mail's attribution is its author's`(line: String, name: String) throws {
    let own = "Wordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let share = "Wordle 1,234 4/6\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let marked = share.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "> \($0)" }.joined(separator: "\n")
    let expected = ["me wordle 20241104 2 -", "\(name) wordle 20241104 4 -"]
    #expect(try ChatRecords("\(own)\n\n\(line)\n\n\(marked)\n").results == expected)
    #expect(try ChatRecords("\(own)\n\n\(line)\n\(share)\n").results == expected)
    let between = try ChatRecords("\(line)\n\(marked)\n\n\(own)\n").results
    #expect(between == expected.reversed())
    #expect(
      try ChatRecords("\(own)\n\n\(line)\n\(share)\n".replacing("\n", with: "\r\n")).results
        == expected)
  }

  @Test(arguments: ["> ", ">> ", "> > "])
  func `what an attribution names may have as many marks as the attribution`(marks: String) throws {
    let lines = "On 4 Nov 2024, at 07:58, Bob <bob@example.com> wrote:\n\nWordle 1,234 4/6"
    let quoted = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { marks + $0 }.joined(separator: "\n")
    let found = ["Bob wordle 20241104 4 -"]
    #expect(try ChatRecords("nice\n\n\(quoted)\n").results == found)
    #expect(try ChatRecords("\(quoted)\n").results == found)
  }

  @Test(arguments: [
    "-----Original Message-----\nSubject: Fwd: wordle", "-----Alkuperäinen viesti-----",
    "----- Oryginalna wiadomość -----",
  ])
  func `an attribution names nobody in another mail below it`(head: String) throws {
    let text = """
      On Mon, 4 Nov 2024 at 07:58, Bob <bob@example.com> wrote:
      > Wordle 1,234 3/6

      \(head)

      > Wordle 1,235 5/6
      """
    #expect(try ChatRecords(text).results == ["Bob wordle 20241104 3 -"])
  }

  @Test func `the author of a quotation within a quotation is another one`() throws {
    let text = """
      On Tue, 5 Nov 2024 at 08:00, Ann <ann@example.com> wrote:
      > Wordle 1,234 2/6
      >
      > On Mon, 4 Nov 2024 at 07:58, Bob <bob@example.com> wrote:
      >> Wordle 1,234 3/6
      >>> Wordle 1,234 5/6
      > Wordle 1,235 6/6
      Wordle 1,234 4/6
      """
    let found = try ChatRecords(text)
    #expect(
      found.results == [
        "Ann wordle 20241104 2 -", "Bob wordle 20241104 3 -", "Ann wordle 20241105 6 -",
        "me wordle 20241104 4 -",
      ])
    #expect(found.misses == ["me wordle: \(Self.quoted)"])
  }

  @Test(arguments: [
    "---------- Forwarded message ---------\nFrom: Bob <b@example.com>\nDate: Mon, Nov 4, 2024\nSubject: Wordle\nTo: <me@example.com>\n\n",
    "-----Original Message-----\nFrom: Bob\nSent: Monday, November 4, 2024 7:58 AM\nTo: Me\n\n",
    "Begin forwarded message:\n\nFrom: Bob <b@example.com>\nSubject: mine\nDate: 4 November 2024\n\n",
    "-----Ursprüngliche Nachricht-----\nVon: Bob <b@example.com>\nGesendet: Montag\nBetreff: x\n\n",
  ])
  func `a forwarded mail is its author's`(head: String) throws {
    let found = try ChatRecords("Wordle 1,234 2/6\n\n\(head)Wordle 1,234 4/6\n")
    #expect(found.results == ["me wordle 20241104 2 -", "Bob wordle 20241104 4 -"])
  }

  private static let heads: [String] = [
    "From: Bob Ray\nSent: Friday, October 2, 2026 8:00 AM\nTo: Ann\nSubject: RE: w",
    "From: Bob Ray <bob@x.org>\nDate: Friday, October 2, 2026\nTo: Ann\nSubject: w",
    "*From:* Bob Ray\n*Sent:* Friday", "From: Bob Ray\nSent: Friday",
    "Subject: w\nDate: Friday\nFrom: Bob Ray",
    "Von: Bob Ray\nGesendet: Freitag, 2. Oktober 2026 08:00\nAn: Ann\nBetreff: AW: w",
    "De : Bob Ray\nEnvoyé : vendredi 2 octobre 2026 08:00\nÀ : Ann\nObjet : w",
    "De: Bob Ray\nEnviado: viernes", "Da: Bob Ray\nInviato: venerdì",
    "Van: Bob Ray\nVerzonden: vrijdag",
    "Från: Bob Ray\nSkickat: fredag", "Fra: Bob Ray\nSendt: fredag", "Od: Bob Ray\nWysłano: piątek",
    "От: Bob Ray\nОтправлено: пятница", "Lähettäjä: Bob Ray\nLähetetty: perjantai",
    "Kimden: Bob Ray\nGönderildi: Cuma", "Feladó: Bob Ray\nElküldve: péntek",
    "差出人: Bob Ray\n送信日時: 金曜日", "寄件者：Bob Ray\n主旨：w", "보낸 사람: Bob Ray\n제목: w",
  ]

  @Test(arguments: heads)
  func `a mail's head in a text or a message says whose the share below it is`(head: String) throws
  {
    let share = "Wordle 1,234 4/6\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let bob = ["Bob Ray wordle 20241104 4 -"]
    #expect(try ChatRecords("nice\n\n\(head)\n\n\(share)\n").results == bob)
    #expect(try ChatRecords("nice\n\n\(head)\n\(share)\n").results == bob)
    #expect(try ChatRecords(chat("\(head)\n\n\(share)")).results == bob)
    #expect(try ChatRecords(chat("hi all\n\(head)\n\n\(share)")).results == bob)
    #expect(throws: InputError.self) { try ChatRecords("\(head)\n\n\(share)\n") }
  }

  @Test(arguments: ["From: the heart", "To: all of you\nSubject: w", "Date: today\nScore: good"])
  func `fields without a mail's sender and date are the author's words`(lines: String) throws {
    let found = try ChatRecords(chat("\(lines)\n\nWordle 1,234 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"))
    #expect(found.results == ["Ann wordle 20241104 2 2024-11-04T07:58:00Z"])
  }

  private static let attributions: [String] = [
    "Den fre 2 okt. 2026 kl 08:04 skrev Bob Ray <bob@x.org>:",
    "Den fre. 2. okt. 2026 kl. 08.04 skrev Bob Ray <bob@x.org>:",
    "fre. 2. okt. 2026 kl. 08:04 skrev Bob Ray <bob@x.org>:",
    "Bob Ray <bob@x.org> ezt írta (időpont: 2026. okt. 2., P, 8:04):",
    "пт, 2 окт. 2026 г. в 08:04, Bob Ray <bob@x.org>:",
    "пт, 2 жовт. 2026 р. о 08:04 Bob Ray <bob@x.org> пише:",
    "pt., 2 paź 2026 o 08:04 Bob Ray <bob@x.org> napisał(a):",
    "pá 2. 10. 2026 v 8:04 odesílatel Bob Ray <bob@x.org> napsal:",
    "pe 2. lokak. 2026 klo 8.04 Bob Ray (bob@x.org) kirjoitti:",
    "Bob Ray <bob@x.org>, 2 Eki 2026 Cum, 08:04 tarihinde şunu yazdı:",
    "În vin., 2 oct. 2026 la 08:04, Bob Ray <bob@x.org> a scris:",
    "Στις Παρ 2 Οκτ 2026 στις 8:04 π.μ., ο/η Bob Ray <bob@x.org> έγραψε:",
    "2026年10月2日(金) 8:04 Bob Ray <bob@x.org>:", "Bob Ray <bob@x.org> 于2026年10月2日周五 08:04写道：",
    "2026년 10월 2일 (금) 오전 8:04, Bob Ray <bob@x.org>님이 작성:",
    "El dv., 2 d’oct. 2026, 8:04, Bob Ray <bob@x.org> va escriure:",
    "On Friday, October 2, 2026 at 08:04:11 AM GMT+2, Bob Ray <bob@x.org> wrote:",
    "On Fri, Oct 02, 2026 at 08:04:11AM +0200, Bob Ray wrote:", "On Fri, 2 Oct 2026 Bob Ray wrote:",
    "On 2026-10-02 08:04 CEST, Bob Ray wrote:", "On Fri, 2 Oct 2026 at 8:04 a. m., Bob Ray wrote:",
  ]

  @Test(arguments: attributions)
  func `the line above a quotation names its author in any language`(line: String) throws {
    let share = "Wordle 1,234 4/6\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let bob = ["Bob Ray wordle 20241104 4 -"]
    #expect(try ChatRecords("nice\n\n\(line)\n\(share)\n").results == bob)
    #expect(try ChatRecords(chat("nice\n\(line)\n\(share)")).results == bob)
    let json = try ChatRecords(
      """
      [{"sender": "Ann", "body": "nice\\n\(line)\\nWordle 1,234 4/6"},
       {"sender": "Cy", "body": "Wordle 1,235 3/6"}]
      """)
    #expect(!json.results.contains { $0.hasPrefix("Ann") })
  }

  @Test(arguments: [
    "[04/11, 07:58] Bob: ", "[07:58, 04/11/2024] Bob: ", "[04/11/2024, 07:58:01] ~ Bob: ",
    "[11/4/24, 7:58:01\u{202F}AM] Bob: ", "Bob, [04.11.2024 07:58]\n", "Bob, [04.11.24 07:58]:\n",
    "Bob, [11/4/24 7:58 AM]\n",
  ])
  func `a message that was copied into a message is its author's`(stamp: String) throws {
    let copied = "look:\n\(stamp)Wordle 1,234 4/6\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    let found = try ChatRecords(chat("Wordle 1,234 2/6\n\(copied)"))
    #expect(
      found.results == ["Ann wordle 20241104 2 2024-11-04T07:58:00Z", "Bob wordle 20241104 4 -"])
    #expect(
      try ChatRecords("mine: Wordle 1,234 2/6\n\(copied)", format: .text).results == [
        "me wordle 20241104 2 -", "Bob wordle 20241104 4 -",
      ])
  }

  @Test func `a quoted share without a day of its own is a near miss of its author`() throws {
    let text = "[04/11, 07:58] Bob: Cloudle - Paris: 3/6\n\n⚫🟢🟡⚫🟢\n⚫🟢🟢🟢🟢\n🟢🟢🟢🟢🟢"
    let found = try ChatRecords(chat("look:\n\(text)"))
    #expect(found.results == [])
    #expect(found.misses == ["Bob cloudle: \(Self.undated)"])
  }

  @Test func `a long message keeps whose words come next`() throws {
    let filler = String(repeating: "a line of other words\n", count: 20_000)
    let head = "On Mon, 5 Nov 2024 at 07:58, Bob <b@example.com> wrote:\nWordle 1,233 2/6\n"
    #expect(
      try ChatRecords("\(head)\(filler)Wordle 1,234 4/6\n").results
        == ["Bob wordle 20241103 2 -", "Bob wordle 20241104 4 -"])
    let marked = "On 4 Nov 2024 at 07:58, Bob wrote:\n> hi\n\(filler)Wordle 1,234 4/6\n"
    #expect(try ChatRecords(marked).results == ["me wordle 20241104 4 -"])
    let telegram =
      "{\"name\":\"P\",\"type\":\"personal_chat\",\"id\":1,\"messages\":[{\"id\":1,\"type\":\"message\",\"date\":\"2024-11-04T08:00:00\",\"from\":\"Ann\",\"from_id\":\"user1\",\"text\":[{\"type\":\"blockquote\",\"text\":\"\(filler.replacing("\n", with: "\\n"))Wordle 1,234 4/6\"},\"\\nWordle 1,234 2/6\"]}]}"
    let found = try ChatRecords(telegram)
    #expect(found.results == ["Ann wordle 20241104 2 2024-11-04T08:00:00Z"])
    #expect(found.misses == ["Ann wordle: \(Self.quoted)"])
  }

  @Test func `a long text loses no share where it is read in parts`() throws {
    let count = 12_000
    let shares = (0..<count).map { "Wordle \($0 % 1_900) 2/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n" }
    let found = try ChatRecords(shares.joined(separator: "so:\n"))
    #expect(found.results.count == count)
    #expect(found.misses == [])
  }

  @Test func `near misses of others are not read again as the quoter's`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let talk = try tool.run(["ingest"], input: chat("> Wordle 1,234 4/6")).talk
    #expect(talk.contains("1 share quoted, forwarded or copied, and nothing says whose"))
    #expect(!talk.contains("did not parse"))
    let run = try tool.run(["reparse"])
    #expect(run.status == 0 || run.status == 1)
    #expect(try tool.run(["results", "--output", "json"]).objects.isEmpty)
  }

  @Test func `words that only look like a quotation stay the sender's`() throws {
    for words in [
      "score > 3\nWordle 1,234 4/6", "On it:\nWordle 1,234 4/6", "[x] Wordle 1,234 4/6",
      "- Wordle 1,234 4/6", "mine :\nWordle 1,234 4/6",
    ] {
      #expect(
        try ChatRecords(chat(words)).results == ["Ann wordle 20241104 4 2024-11-04T07:58:00Z"],
        "\(words)")
    }
  }

  @Test(arguments: ["Begin forwarded message:\n\n", ""])
  func `below a mail's head with marks, what has none is its sender's`(separator: String) throws {
    let head = [
      "From: Bob <bob@example.org>", "Date: 4 November 2024", "To: Ann <ann@example.org>",
    ]
    let mail = (head + ["", "Wordle 1,234 2/6"]).map { "> \($0)\n" }.joined()
    let found = try ChatRecords(chat("look\n\n\(separator)\(mail)\nMe:\n\nWordle 1,234 4/6"))
    #expect(
      Set(found.results.map { $0.split(separator: " ").prefix(4).joined(separator: " ") })
        == ["Bob wordle 20241104 2", "Ann wordle 20241104 4"])
  }
}
