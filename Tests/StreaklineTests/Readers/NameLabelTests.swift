import StreaklineReaders
import Testing

/// A message that names somebody directly before a share: whose it is, the sender's line does not say.
@Suite struct NameLabelTests {
  private static let three = "Wordle 1,049 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"

  private static func chat(_ words: String, of name: String = "Zia") -> String {
    let text = words.contains("SHARE") ? words.replacing("SHARE", with: three) : words + " " + three
    return "[13/05/2024, 21:29:00] Bo: hi all\n[13/05/2024, 21:29:30] \(name): and hello\n"
      + "[13/05/2024, 21:30:00] \(name): \(text)\n"
  }

  private static let named =
    "Zia wordle: another name is directly before it, and nothing says whose it is"

  @Test(arguments: [
    "Rosa:", "Rosa Berg:", "rosa:", "*Rosa*:", "**Rosa:**", "@Rosa:", "Rosa :", "Rosa：", "R. Berg:",
    "+44 7700 900123:", "Mum:", "My sister:", "my boss:", "she:", "Hers:", "Oma:", "ma voisine:",
    "Rosa (8:12):", "1. Rosa:", "Rosa:\nSHARE", "Rosa:\n\nSHARE", "look\nRosa: SHARE", "Rosa: haha",
    "Update: Rosa:", "Rosa and Tom:", "From Rosa:", "Rosa's", "my sister's", "<Rosa>", "田中:", "👵:",
    "K:", "you:", "rosa_b:", "Mrs Berg:", "Bo:", "<@U04ANA11>:", "Wordle von Rosa:", "Rosa & Tom:",
    "Rosa/Tom:",
    "elle :", "Er:", "Rosa -", "Rosa —", "(Rosa)", "Rosa",
    "Mum", "Mi hermana:", "Моя сестра:", "花子さん:", "Rosa.\nSHARE", "Rosa;\nSHARE", "April:", "May:",
    "[Tuesday, 21 February 2023 08:01] Rosa: \n\n<<< SHARE",
  ])
  func `a share after a name is not the sender's`(words: String) throws {
    let found = try ChatRecords(Self.chat(words))
    #expect(found.results == [])
    #expect(found.misses == [Self.named])
  }

  @Test(arguments: [
    "Me:", "me:", "Today:", "My score:", "my result today:", "Wordle:", "NYT:", "NYT Wordle:",
    "Heute:",
    "Mein Ergebnis:", "Aujourd'hui :", "Hoy:", "Update:", "PS:", "Edit:", "Hard mode:",
    "Late again:",
    "Monday:", "8:12:", "13/05:", "W:", "Meu resultado:", "Mój wynik:", "Mitt resultat:", "내 결과:",
    "Guten Morgen:",
    "Доброе утро:", "P.S.:", "@all:", "WFH:", "pfff:", "Bugünkü sonucum:", "Zia:", "Zia's",
    "CRANE:", "In bed:", "Finally:",
    "So close:", "Il mio risultato:", "La mia griglia:", "Nice.\nSHARE", "Hi Rosa.\nSHARE",
    "Thanks Rosa:", "Hi Rosa:", "Beat Rosa:", "Hello Rosa", "Rosa, look", "better than Rosa's,", "",
    "well :smile:\nSHARE", "<@U04ANA11> show-off :smile:\nSHARE", "Look:\nSHARE", "hi Rosa\nSHARE",
    "Morning all!\n\nSHARE",
    "Rosa: good morning everybody here\nSHARE",
  ])
  func `a share after other words is the sender's`(words: String) throws {
    let found = try ChatRecords(Self.chat(words))
    #expect(found.results == ["Zia wordle 20240503 3 2024-05-13T21:30:00Z"])
  }

  @Test(arguments: [
    "13/05/2024, 21:30 - Zia: TEXT\n13/05/2024, 21:31 - Bo: well done\n",
    "[8:00, 13/05/2024] Zia: TEXT\n[8:05, 13/05/2024] Bo: well done\n",
    "Zia — 13/05/2024 8:00\nTEXT\n\nBo — 13/05/2024 8:01\nwell done\n",
    "Zia, [13.05.2024 08:00]\nTEXT\n\nBo, [13.05.2024 08:01]\nwell done\n",
  ])
  func `no export of a chat counts it for the sender`(form: String) throws {
    let words = form.replacing("TEXT", with: "Rosa: " + Self.three)
    #expect(try ChatRecords(words).results == [])
    let own = form.replacing("TEXT", with: "Today: " + Self.three)
    #expect(try ChatRecords(own).results.map { $0.prefix(11) } == ["Zia wordle "])
  }

  @Test func `the sender may name himself by a part of his name`() throws {
    let found = try ChatRecords(Self.chat("Zia:", of: "Zia Berg"))
    #expect(found.results.map { $0.prefix(15) } == ["Zia Berg wordle"])
  }

  @Test(arguments: [
    "carl — Today at 7:58 AM", "Carl Roe  7:58 AM", "[7:58 AM] Carl Roe", "Carl\nToday 7:58 AM",
    "Carl Roe\n@carl\n·\n3h", "Carl Roe @carl · Oct 2", "u/carl", "Carl, 07:58", "via @carl",
    "@carl",
    "From mum", "From the family chat:", "Das ist von Papa", "Papas Ergebnis", "Lo de mi madre",
    "Copied from Twitter", "Aus der Familiengruppe:", "not mine but look",
    "og denne er fra Vibeke:", "Do avô, que não sabe usar isto:",
    "Asger ringede og sendte bagefter sin:", "von Heike:", "this one is from Odile:",
    "wynik mojej żony od rana, od siostry:",
  ])
  func `a share below what another program or its sender writes above others' is not the sender's`(
    words: String
  ) throws {
    let found = try ChatRecords(Self.chat(words + "\nSHARE"))
    #expect(found.results == [])
    #expect(found.misses == [Self.named])
  }

  @Test func `two copied messages in one message are not the sender's`() throws {
    let other = Self.three.replacing("1,049", with: "1,048")
    let words = "Carl Roe  7:58 AM\nSHARE\n\nDana Poe  8:01 AM\n\(other)"
    let found = try ChatRecords(Self.chat(words))
    #expect(found.results == [] && found.misses.count == 2)
  }

  @Test(arguments: [
    "not mine", "(not me)", "That's mum's, not mine", "by Carl, not me", "— Carl", "- Carl Roe",
    "nicht meins",
  ])
  func `a share above a denial or another's signature is not the sender's`(words: String) throws {
    let found = try ChatRecords(Self.chat("SHARE\n" + words))
    #expect(found.results == [])
    #expect(found.misses == [Self.named])
  }

  @Test(arguments: [
    "SHARE\nnot my day", "SHARE\nnot me again in six", "SHARE\n— Zia", "SHARE\n- hard mode",
    "SHARE\nwhy not me?", "SHARE\nCarl is next", "@all\nSHARE", "@Zia\nSHARE", "from bed\nSHARE",
    "Done by 7:58\nSHARE", "Coffee at 8:00 AM\nSHARE", "Today 7:58 AM\nSHARE", "7:58\nSHARE",
    "SHARE\nnot mine:", "from the train:\nSHARE",
    "Wordle von heute:\nSHARE", "day 3 of my holiday in Rome:\nSHARE",
  ])
  func `a share beside other remarks is the sender's`(words: String) throws {
    let found = try ChatRecords(Self.chat(words))
    #expect(found.results == ["Zia wordle 20240503 3 2024-05-13T21:30:00Z"])
  }
}
