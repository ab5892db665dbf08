import StreaklineReaders
import Testing

/// Shares below heads of one form with two names are a chat: read, or refused.
@Suite struct NamedHeadTests {
  @Test(arguments: [
    "Mum: Wordle 1,063 3/6\nTom: Wordle 1,063 4/6",
    "**Mum**: Wordle 1,063 3/6\n**Tom**: Wordle 1,063 4/6",
    "Mum:\nWordle 1,063 3/6\n\nTom:\nWordle 1,063 4/6",
    "- Ana Ruiz: Wordle 1,063 3/6\n- Bo: Wordle 1,063 4/6",
    "[2019-10-27 03:13:09] <nick1> Wordle 1,063 3/6\n[2019-10-27 03:14:09] <@op> Wordle 1,063 4/6",
    "<ann_> Wordle 1,063 3/6\n<+bob> Wordle 1,063 4/6",
    "[Ana] Wordle 1,063 3/6\n[Bo] Wordle 1,063 4/6",
    "Ana 15:04: Wordle 1,063 3/6\nBo 15:10: Wordle 1,063 4/6",
    "May 3, 2024, 3:05 PM - Bo: Wordle 1,063 3/6\nMay 3, 2024, 3:09 PM - Ana Ruiz: Wordle 1,063 4/6",
    "3. Mai 2024 15:05 Bo: Wordle 1,063 3/6\n3. Mai 2024 15:09 Ana: Wordle 1,063 4/6",
    "Ana Ruiz\nYesterday 9:43 AM\nWordle 1,063 4/6\n\nBo Martin\nYesterday 9:50 AM\nWordle 1,063 3/6\n",
    "> [17/05/2024, 08:02:41] Ana: Wordle 1,063 4/6\n> [17/05/2024, 09:02:41] Bo: Wordle 1,063 3/6\n> [17/05/2024, 09:03:41] Bo: ok",
    "- sender: Ana\n  text: Wordle 1,063 3/6\n- sender: Bo\n  text: Wordle 1,063 4/6",
    "Author: Ana Ruiz\nMessage: Wordle 1,063 3/6\n\nAuthor: Bo\nMessage: Wordle 1,063 4/6",
    "| Ana | Wordle 1,063 3/6 |\n| Bo | Wordle 1,063 4/6 |",
    "Ana\tWordle 1,063 3/6\nBo\tWordle 1,063 4/6",
    "> Mum: Wordle 1,063 3/6\n> Tom: Wordle 1,063 4/6",
    "• Mum: Wordle 1,063 3/6\n\n• Tom: Wordle 1,063 4/6",
    "1. Mum: Wordle 1,063 3/6\n2. Tom: Wordle 1,063 4/6",
    "👩 Mum: Wordle 1,063 3/6\n👨 Tom: Wordle 1,063 4/6",
    "# Mum: Wordle 1,063 3/6\n# Tom: Wordle 1,063 4/6",
    "— Mum: Wordle 1,063 3/6\n— Tom: Wordle 1,063 4/6",
    "ada8:00 AM\nWordle 1,063 3/6\nbo8:05 AM\nWordle 1,063 4/6",
    "Originally posted by Ada:\nWordle 1,063 3/6", "Originally Posted by Ada\nWordle 1,063 3/6",
    "[quote=Ada]Wordle 1,063 3/6[/quote]",
    "[quote=\"ada, post:3, topic:12\"]\nWordle 1,063 3/6\n[/quote]",
    "Ada wrote:\nWordle 1,063 3/6", "Forwarded from Ada\nWordle 1,063 3/6",
    "Zosia\nWordle 1,063 3/6\n2h  Reply\n\nBartek\nWordle 1,064 4/6\n1h  Like  Reply",
  ])
  func `a chat in a form that is not known is refused`(text: String) throws {
    do {
      let found = try ChatRecords(text)
      Issue.record("\(found.results)")
    } catch let error as InputError {
      guard case .unknownChat = error else { throw error }
    }
  }

  /// Each as the program named writes or copies it; the persons are invented.
  @Test(arguments: [
    // signal-cli receive
    "Envelope from: “NAME” +48123456701 (device: 1) to +49123456705\nTimestamp: 1715932929000 (2024-05-17T08:02:09.000Z)\nBody: SHARE\nWith profile key\n\n",
    // Konversation, Textual
    "[Friday, May 17, 2024] [8:02:09 AM CEST] <NAME>\tSHARE\n",
    "[2024-05-17T08:02:09+0200] <NAME> SHARE\n",
    // Zoom, before 2021
    "08:02:09\t From  NAME : SHARE\n",
    // SMS to Text; a sheet and Nokia Suite's table without a row of names
    "2024-05-17\t08:02:09\tin\t+48123456701\tNAME\tSHARE\n", "NAME,2024-05-17,\"SHARE\"\n",
    // Emacs ERC
    "<NAME> SHARE    [08:02]\n",
    // old Reddit, Hacker News
    "[–]NAME 12 points 2 hours ago \nSHARE\n\npermalinkembedsavereportreply\n",
    "NAME 2 hours ago | prev | next [–]\n\nSHARE\n\nreply\n",
    "NAME on May 17, 2024 | parent | context\nSHARE\n",
    // LinkedIn, Google Groups, vBulletin, Discourse: lines of the page
    "NAME\n• 2nd\nEngineer at Example\n2h\nwell done\nSHARE\nLike\nReply\n",
    "NAME\nunread,\nMay 17, 2024, 8:02 AM\nto Puzzle Group\nSHARE\n\n",
    "05-17-2024, 8:02 AM\n#2\nNAME\nSenior Member\n\nJoin Date: Mar 2009\nPosts: 1,234\n\nSHARE\n\n",
    "NAME\n\n2h\nSHARE\n\n\n\nReply\n",
    // MetaFilter, Slashdot, MediaWiki
    "SHARE\nposted by NAME at 8:02 AM on May 17 [2 favorites]\n\n",
    "by NAME ( 1234 ) on Friday May 17, 2024 @08:00AM (#62)\nSHARE\n\n",
    ": SHARE --[[User:NAME|NAME]] ([[User talk:NAME|talk]]) 08:02, 17 May 2024 (UTC)\n",
    // phpBB, Usenet, mail
    "NAME wrote: ↑Fri May 17, 2024 8:02 am\nSHARE\n\n",
    "NAME <NAME@example.org> wrote:\n> SHARE\n\n",
    "In article <2@example.org>, NAME writes:\n> SHARE\n\n",
    "NAME <NAME@example.org>\tFri, May 17, 2024 at 8:02 AM\nTo: Group <g@example.org>\nSHARE\n\n",
    "________________________________\nFrom: NAME <NAME@example.org>\nSent: Friday, May 17, 2024 8:02 AM\nTo: Group\nSubject: puzzles\n\nSHARE\n\n",
    // Markdown
    "**NAME:**\n> SHARE\n\n", "NAME\n=====\nSHARE\n\n", "NAME\n:   SHARE\n\n",
  ])
  func `a copy from a program in a form that is not known is refused`(form: String) throws {
    let text = [("Zosia", "Wordle 1,063 3/6"), ("Bartek", "Wordle 1,063 4/6")].map { name, share in
      form.replacing("NAME", with: name).replacing("SHARE", with: share)
    }.joined()
    do {
      let found = try ChatRecords(text)
      Issue.record("\(found.results)")
    } catch let error as InputError {
      guard case .unknownChat = error else { throw error }
    }
  }

  @Test func `marks of emphasis around a copied name are not of the name`() throws {
    let text =
      "**Ada** — Today at 8:00 AM\nWordle 1,063 3/6\n**Tom** — Today at 8:05 AM\nWordle 1,063 4/6"
    #expect(
      try ChatRecords(text).results == ["Ada wordle 20240517 3 -", "Tom wordle 20240517 4 -"])
  }

  @Test(arguments: ["AdaRole icon, Moderator", "Ada Role icon, Moderator", "Ada [PUZZ], "])
  func `a role's picture or a server's tag beside a copied name is not of the name`(
    head: String
  ) throws {
    let text =
      "\(head) — Today at 8:00 AM\nWordle 1,063 3/6\nTom — Today at 8:05 AM\nWordle 1,063 4/6"
    #expect(
      try ChatRecords(text).results == ["Ada wordle 20240517 3 -", "Tom wordle 20240517 4 -"])
  }

  @Test(arguments: ["Carla\n — Yesterday at 08:15", "Carla\n [MODS]\n — Yesterday at 08:15"])
  func `a copied name that stands above its stamp has what is below`(head: String) throws {
    let text =
      "Ada — Today at 8:00 AM\nWordle 1,063 3/6\n\(head)\nWordle 1,063 5/6"
    #expect(
      try ChatRecords(text).results == ["Ada wordle 20240517 3 -", "Carla wordle 20240517 5 -"])
  }

  @Test func `a row of a grid above a time is not taken for a name`() throws {
    let text =
      "Ada — Today at 8:00 AM\nWordle 1,063 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩\n — Today at 8:05 AM\nWordle 1,064 4/6"
    #expect(try ChatRecords(text).results == ["Ada wordle 20240517 3 -"])
  }

  @Test func `below the name of somebody in a copied chat without a stamp nothing is anybody's`()
    throws
  {
    let text =
      "Ada — Today at 8:00 AM\nWordle 1,063 3/6\nTom — Today at 8:05 AM\nhi\nAda\nWordle 1,064 4/6"
    #expect(try ChatRecords(text).results == ["Ada wordle 20240517 3 -"])
  }

  /// Words beside shares are names where the results say so, or where they are common names.
  @Test(arguments: [
    "Zosia\nWordle 1,063 3/6\n\nBartek\nWordle 1,063 4/6",
    "zosia\n\nWordle 1,063 3/6\n\nbartek\n\nWordle 1,063 4/6",
    "Zosia\nlook at this\nWordle 1,063 3/6\n\nBartek\nWordle 1,063 4/6",
    "Zosia\nWordle 1,063 3/6\nBartek\nWordle 1,064 3/6\nZosia\nWordle 1,065 4/6\nBartek\nWordle 1,066 4/6",
    "Ada\nWordle 1,063 3/6\n\nTom\nWordle 1,064 4/6",
    "Ada - \nlook:\nWordle 1,063 3/6\n\nTom - \nyes:\nWordle 1,063 4/6",
    "Wordle 1,063 3/6 - Zosia\nWordle 1,063 4/6 - Bartek",
    "Wordle 1,063 3/6 (Zosia)\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩\n\nWordle 1,063 4/6 (Bartek)",
    "Wordle 1,063 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩 Ada\n\nWordle 1,064 4/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩 Tom",
    "Wordle 1,063 3/6\nAda\n\nWordle 1,063 4/6\nTom",
    "Wordle 1,063 3/6\n\nMum: Wordle 1,063 4/6",
    "Wordle 1,063 3/6\n\nTom\nWordle 1,063 4/6",
  ])
  func `names without a mark are told by the results`(text: String) throws {
    do {
      let found = try ChatRecords(text)
      Issue.record("\(found.results)")
    } catch let error as InputError {
      guard case .unknownChat = error else { throw error }
    }
    #expect(try !ChatRecords(text, format: .text).results.isEmpty)
  }

  @Test func `two results each of two puzzles are not one author's`() throws {
    let text = """
      Wordle 1,063 3/6
      Wordle 1,063 4/6
      Wordle 1,064 3/6
      Wordle 1,064 2/6
      """
    #expect(throws: InputError.severalAuthors("f", line: 2)) { try ChatRecords(text) }
  }

  @Test func `a second result of a puzzle is somebody else's, and among many a correction`() throws
  {
    let few = "Wordle 1,063 3/6\nWordle 1,064 4/6\nWordle 1,063 2/6"
    #expect(throws: InputError.severalAuthors("f", line: 3)) { try ChatRecords(few) }
    let many = (0..<30).map { "Wordle 1,0\(10 + $0) 4/6" } + ["Wordle 1,020 3/6"]
    #expect(try ChatRecords(many.joined(separator: "\n")).results.count == 31)
  }

  private static let results = [
    "Ana Ruiz wordle 20240517 4", "Ana Ruiz wordle 20240528 3", "Bo artle 20240528 2",
    "Bo wordle 20240503 3",
  ]

  /// Lines as iOS writes them where the year comes first, also without its invisible marks.
  @Test(arguments: [
    [
      "[2024-05-03, 3:04:09 PM]", "[2024-05-03, 9:30:00 PM]", "[2024-05-17, 8:02:41 AM]",
      "[2024-05-28, 11:59:58 PM]",
    ],
    [
      "[2024-05-03, 3:04:09\u{202F}p.m.]", "[2024-05-03, 9:30:00\u{202F}p.m.]",
      "[2024-05-17, 8:02:41\u{202F}a.m.]",
      "[2024-05-28, 11:59:58\u{202F}p.m.]",
    ],
    [
      "[2024-05-03 15 h 04 min 09 s]", "[2024-05-03 21 h 30 min 00 s]",
      "[2024-05-17 08 h 02 min 41 s]",
      "[2024-05-28 23 h 59 min 58 s]",
    ],
    [
      "[2024-05-03 15:04:09]", "[2024-05-03 21:30:00]", "[2024-05-17 08:02:41]",
      "[2024-05-28 23:59:58]",
    ],
    [
      "2024-05-03, 3:04:09 PM:", "2024-05-03, 9:30:00 PM:", "2024-05-17, 8:02:41 AM:",
      "2024-05-28, 11:59:58 PM:",
    ],
  ])
  func `stamps with the year first are read with their senders and times`(stamps: [String]) throws {
    let text = """
      \(stamps[0]) Ana Ruiz: good morning all
      \(stamps[1]) Bo: Wordle 1,049 3/6

      ⬛🟨⬛⬛⬛
      ⬛🟩🟩⬛🟨
      🟩🟩🟩🟩🟩
      \(stamps[2]) Ana Ruiz: Wordle 1,063 4/6
      \(stamps[3]) Bo: Artle #601
      🎨 🟥 🟩 ⬜ ⬜
      \(stamps[3]) Ana Ruiz: Wordle 1,074 3/6
      """
    let found = try ChatRecords(text)
    #expect(
      found.results.map { $0.split(separator: " 2024-").first.map(String.init) ?? $0 }.sorted()
        == Self.results)
  }

  @Test func `signal-export's chat is read without the blanks at the ends of lines`() throws {
    let text = """
      [2024-05-03 15:05:10] Me: Wordle 1,049 3/6
      (- Alice: 👍 -)
      [2024-05-04 15:05:10] Alice: 
      >
      > Wordle 1,049 3/6
      >
      nice one
      [2024-05-04 16:05:10] Alice: Wordle 1,050 4/6
      [2024-05-05 17:05:10] Bob: Artle #601
      🎨 🟥 🟩 ⬜ ⬜
      """
    let found = try ChatRecords(text).results.map { $0.split(separator: " 2024-")[0] }
    #expect(found == ["me wordle 20240503 3", "Alice wordle 20240504 4", "Bob artle 20240505 2"])
  }

  @Test func `pages of Google Voice and of imessage-exporter are read`() throws {
    let voice = """
      <?xml version="1.0" ?>
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Ana</title></head>
      <body><div class="hChatLog hfeed">
      <div class="message"><abbr class="dt" title="2024-05-17T20:08:08.451-05:00">May 17, 2024, 8:08:08&#8239;PM Central Time</abbr>:
      <cite class="sender vcard"><a class="tel" href="tel:+12125551234"><span class="fn">Ana</span></a></cite>:
      <q>Artle #601<br>🎨 🟥 🟩 ⬜ ⬜</q>
      </div> <div class="message"><abbr class="dt" title="2024-05-17T20:14:11.911-05:00">May 17, 2024, 8:14:11&#8239;PM Central Time</abbr>:
      <cite class="sender vcard"><a class="tel" href="tel:+16465559876"><abbr class="fn" title="">Me</abbr></a></cite>:
      <q>Wordle 1,063 4/6</q>
      </div></div></body></html>
      """
    #expect(
      try ChatRecords(voice).results == [
        "Ana artle 20240517 2 2024-05-18T01:08:08Z",
        "me wordle 20240517 4 2024-05-18T01:14:11Z",
      ])
    let messages = """
      <html><body><div class="message"><div class="sent iMessage"><p><span class="timestamp">May 17, 2024  8:00:00 AM (Read by them after 5 seconds)</span> <span class="sender">Me</span></p><hr><div class="message_part"><span class="bubble">Wordle 1,063 4/6</span></div></div></div><div class="message"><div class="received"><p><span class="timestamp">May 17, 2024  8:05:00 AM</span> <span class="sender">Ana</span></p><hr><div class="message_part"><span class="bubble">Artle #601<br>🎨 🟥 🟩 ⬜ ⬜</span></div></div></div></body></html>
      """
    #expect(
      try ChatRecords(messages).results == [
        "me wordle 20240517 4 2024-05-17T08:00:00Z", "Ana artle 20240517 2 2024-05-17T08:05:00Z",
      ])
  }
}
