import StreaklineReaders
import Testing

/// A message that reports somebody else's result directly before a share: it is not the sender's.
@Suite struct ReportedResultTests {
  private static let share = "Wordle 1,049 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"

  private static func chat(_ words: String, _ end: String = " ") -> String {
    "[13/05/2024, 21:29:00] Bo: hi all\n[13/05/2024, 21:29:30] Zia: and hello\n"
      + "[13/05/2024, 21:30:00] Zia: \(words)\(end)\(share)\n"
  }

  private static let others: [String] = [
    "mum says hers is", "and my boss got", "friend of mine got", "mon frère a dit que le sien est",
    "un ami a fait", "mia madre mi ha chiesto di condividere",
    "mi hermano me pidió que lo compartiera", "mum says hers is #wordle", "somebody at work got",
    "Somebody at work got:",
    "a friend got", "my colleague did", "the neighbour scored", "she got", "he did it in 3",
    "they solved it", "my sister solved this one", "Mum has", "dad did this today:", "Rosa got",
    "Tom from accounting got this", "my flatmate sent me this", "Rosa asked me to post this",
    "my boss asked me to share", "here is hers:", "this is mum's", "and hers", "hers is", "his was",
    "her score today", "mum's result", "so my brother finally did it,", "she's got", "not mine",
    "good morning. My sister got", "somebody sent me this:", "mum just texted hers",
    "solved by my boss", "the lady next door got", "Quirin solved it", "I asked and she got",
    "meine Schwester hat", "Meine Schwester hat mir das geschickt:", "Oma hat heute 3 geschafft",
    "das hat mein Kollege geschickt", "sie hat", "er hat es in 3 geschafft",
    "jemand hat das gelöst",
    "Rosa hat mich gebeten das zu posten", "hier ist ihrs",
    "ma sœur a fait", "ma sœur m'a envoyé", "maman a eu", "elle a fait", "voici le score de maman",
    "mi hermana hizo", "mi hermana me mandó", "me lo mandó mi hermana", "mamá sacó", "ella sacó",
    "mia sorella ha fatto", "mamma mi ha mandato", "fatto da mia sorella", "lei ha fatto",
    "minha irmã fez", "minha mãe mandou", "ela fez", "um amigo me mandou isto",
    "mijn zus had", "mijn zus heeft dit gestuurd", "zij heeft", "de buurman deed het in 3",
  ]

  @Test(arguments: others, [" ", "\n", "\n\n"])
  func `a share after a report is not the sender's`(words: String, end: String) throws {
    let found = try ChatRecords(Self.chat(words, end))
    #expect(found.results == [])
    #expect(
      found.misses == [
        "Zia wordle: another name is directly before it, and nothing says whose it is"
      ])
  }

  private static let own: [String] = [
    "beat mum today", "They did it again", "das hat Spaß gemacht", "Tom got 4, I got",
    "sorry Tom, I got", "as Tom says, easy", "she got 4 but I got", "mum helped",
    "can anybody beat this", "@Rosa look",
    "he'll never believe this", "my sister will hate me:", "mum helped me get",
    "my sister got engaged!",
    "mum made pancakes,", "I hope she got it,", "did mum get it?", "mum, got it in 3",
    "thanks to mum got",
    "mum and I got", "me and mum got", "he got me", "she got 4, me", "my boss said to do some work",
    "mum says hi", "she says this was easy", "a friend sent me this game",
    "my sister showed me this",
    "mum made me do it", "mum never got this", "my sister didn't get it", "better than hers",
    "beat his", "hers was better", "mum's asleep", "mum's here", "at mum's", "her favourite game",
    "Mum got this in 4. I got", "mum beat me", "my sister has hated this game", "nobody got this",
    "if she got it in 3", "man, got it", "dude got it", "we did it", "got it", "Zia got",
    "lost to mum",
    "my partner has a cold", "the baby slept", "my kids are sick", "not my day", "why not me?",
    "my turn", "mine", "the team is back", "I told my sister", "sorry mum", "she hates this",
    "I got this, mum", "I sent my sister this:", "waiting for her",
    "meine Schwester hasst mich", "Mama hat Kuchen gebacken", "sie hat 4 aber ich habe",
    "besser als Mama", "mit Oma gelöst", "er glaubt es nie", "Danke Oma", "sie hat mir geholfen",
    "ma sœur va me détester", "maman a fait un gâteau", "elle a 4 mais moi j'ai", "avec maman",
    "mi hermana me odia", "mamá hizo pan", "ella sacó 4 pero yo saqué", "con mi madre",
    "mia sorella mi odia", "mamma ha fatto la torta", "lei ha 4 ma io ho", "con mamma",
    "minha mãe ajudou", "ela fez 4 mas eu fiz", "com a mãe", "minha irmã vai me odiar",
    "mijn zus haat me", "zij had 4 maar ik had", "met mama", "beter dan oma",
  ]

  @Test(arguments: own, [" ", "\n"])
  func `a share after other words about people is the sender's`(words: String, end: String) throws {
    let found = try ChatRecords(Self.chat(words, end))
    #expect(found.results == ["Zia wordle 20240503 3 2024-05-13T21:30:00Z"])
  }

  @Test(arguments: [
    "13/05/2024, 21:30 - Priya: mum says hers is #thirdle #thirdle776\n\n🏆 4 / 6 | 🔥 2\n"
      + "13/05/2024, 21:31 - Bo: hi\n",
    "저장한 날짜 : 2024년 5월 20일 오전 9:00\n\n2024년 5월 13일 오전 8:01, Jisoo : somebody at work got "
      + "More/Less #338 — 9/25\n2024년 5월 13일 오전 8:02, Bo : hi\n",
  ])
  func `it is so for other games and programs`(chat: String) throws {
    let found = try ChatRecords(chat)
    #expect(found.results == [])
    #expect(found.misses.count == 1)
  }
}
