import StreaklineReaders
import Testing

/// Words beside two shares that nothing explains are names, whatever form they have.
@Suite struct NamesBesideSharesTests {
  /// Forms of no program that is known. The first share is Connections', so that no result contradicts another.
  private static let forms: [(String, String)] = [
    ("NAME — Aujourd’hui à 07:31\nSHARE\n", "heads in another language"),
    ("NAME\n14 мая в 8:30\nSHARE\n", "a date in a language that is not known"),
    ("NAME hat gesendet\nSHARE\n\n", "what somebody did"),
    ("NAME said...\nSHARE\nMay 14, 2026 at 7:31 AM\n\n", "a time below"),
    ("07:15:09 Von NAME an Alle : SHARE\n", "a recipient"),
    ("【管理员】NAME  7:15:09\nSHARE\n\n", "a level"),
    ("> [!slack]+ Message from NAME\n> **Time:** 7:31 AM\n> SHARE\n\n", "a callout"),
    ("SHARE – NAME Commented May 14 at 8:30\n", "a signature after a share"),
    ("SHARE NAME (talk) 07:15, 5 June 2025 (UTC)\n\n", "a signature of a wiki"),
    ("NAME\nWell-known member\nJoined\nMar 3, 2019\nAdd bookmark\n#30\nSHARE\n", "a forum's page"),
    ("NAME\nSHARE\n• Reply • May 14, 2026\n", "buttons below"),
    ("NAME // SHARE\n", "a mark of one's own"), ("30. NAME\nSHARE\n\n", "a number"),
    ("NAME\nSHARE\n\n", "a name alone"), ("Team Blue (NAME): SHARE\n", "a team"),
    ("NAME... SHARE\n", "dots"), ("SHARE\n(NAME)\n\n", "a name below"),
  ]

  @Test(arguments: [
    ("Grandma ❤️", "Benedikt Öz"), ("Дарья Зуева", "林 由紀"),
    ("ann_b@example.org", "b_oez@example.org"),
    ("Zosia", "Bartek"),
  ])
  func `different words in the same place of a line are two people`(names: (String, String)) {
    for (form, what) in Self.forms {
      let shares = [(names.0, "Connections\nPuzzle #342\n🟨🟨🟨🟨"), (names.1, "Wordle 1,063 3/6")]
      let text = shares.map { name, share in
        let filled = form.replacing("NAME", with: name)
        let quoted = form.hasPrefix(">") ? share.replacing("\n", with: "\n> ") : share
        return filled.replacing("SHARE", with: quoted)
      }.joined()
      #expect(throws: InputError.self, "\(what): \(text)") { try ChatRecords(text) }
    }
  }

  @Test(arguments: [
    "1778743869 <ann> Connections\nPuzzle #342\n🟨🟨🟨🟨\n1778743989 <bob> Wordle 1,063 3/6",
    "[07:31:09] [Render thread/INFO]: [CHAT] <ann> Wordle 1,062 3/6\n[07:31:10] [Render thread/INFO]: [CHAT] <bob> Wordle 1,063 3/6",
    "hedda_s 2 hours ago | link | \n\nWordle 1,062 4/6\n\nlucaf92 2 hours ago | link | \n\nWordle 1,063 3/6",
    "my turn: Wordle 1,062 4/6\nmy husband: Wordle 1,063 3/6",
    "Hers:\nWordle 1,062 4/6\n\nMine:\nWordle 1,063 3/6",
    "Wordle 1,062 4/6\nvia Ann\n\nWordle 1,063 3/6\nvia Bob\n",
    "Ann Lee: 6:41 AM\nWordle 1,062 4/6\n\nBob Ray: 7:03 AM\nWordle 1,063 3/6",
    "🦊: Wordle 1,062 4/6\n\nGRACE: Wordle 1,063 3/6",
    "[14/5 7:44] 🦊\nWordle 1,062 4/6\n\n[14/5 9:12] Grace\nWordle 1,063 3/6",
    "Jan's mum:\nWordle 1,062 4/6\n\nWordle 1,063 3/6",
    "she said:\nWordle 1,062 4/6", "he got: Wordle 1,062 4/6", "My wife's:\nWordle 1,063 3/6",
    "> **Ann** wrote:\n> \n> Wordle 1,063 4/6\n\nHere is mine:\n\nWordle 1,063 3/6",
    "On Mon, 4 Nov 2024 at 07:58, Bob <bob@example.com> wrote:\n> Wordle 1,062 3/6\n\nZosia:\nWordle 1,063 3/6\n\nBartek:\nWordle 1,064 4/6",
  ])
  func `others are seen by marks, by what they are called and below quotations`(text: String) {
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test(arguments: [
    "Relaxed\nWordle 1,062 4/6\n\nWhoops\nWordle 1,063 3/6",
    "so close!\nWordle 1,062 4/6\n\nthird time lucky\nWordle 1,063 3/6",
    "Location: kitchen\nWeather: 12°C Cloudy\nWordle 1,062 4/6\n\nWeather: 14°C Clear\nWordle 1,063 3/6",
    "Today's Wordle\nWordle 1,062 4/6\n\nToday's Connections\nConnections\nPuzzle #342\n🟨🟨🟨🟨",
    "🐢\nWordle 1,062 4/6\n\n🐇\nWordle 1,063 3/6",
    "Mood: Tired\nCoffee: 2\nWordle 1,062 4/6\n\nSteps: 8,204\nWordle 1,063 3/6",
    "- Jeudi 2 mai\nWordle 1,062 4/6\n- Vendredi 3 mai\nWordle 1,063 3/6",
  ])
  func `days, comments and fields of one author are nobody's names`(text: String) throws {
    #expect(try ChatRecords(text) == ChatRecords(text, format: .text))
  }

  @Test func `what was forwarded in a copy of a chat is its author's`() throws {
    let text = """
      Bob, [14.05.2026 8:20]
      [Forwarded from Amy]
      Wordle 1,790 4/6

      Bob, [14.05.2026 8:21]
      Wordle 1,790 3/6
      """
    #expect(try ChatRecords(text).results.contains { $0.hasPrefix("Amy wordle") })
  }
}
