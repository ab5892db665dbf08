import StreaklineCore
import StreaklineReaders
import Testing

/// Words beside several shares that may say whose one of them is.
@Suite struct UnexplainedWordsTests {
  private static let first = "Wordle 1,063 3/6\n\n⬛🟨⬛⬛⬛\n🟨🟩⬛⬛⬛\n🟩🟩🟩🟩🟩"
  private static let second = "Connections\nPuzzle #342\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪"

  @Test(arguments: [
    ("Dana finished with", "Dana", 1), ("hubby's effort tonight 😂", "hubby's", 1),
    ("my ex still sends me these", "ex", 1), ("Player 1", "Player", 1), ("母の結果", "母の結果", 1),
    ("A vovó jogou", "vovó", 1), ("un Nain", "Nain", 1), ("and she had:", "she", 1),
    ("Accounting:", "Accounting", 1), ("IT", "IT", 1), ("Rose:", "Rose", 1),
    ("Location: Oslo", "Oslo", 1),
    ("The 8-year-old:", "year-old", 1), ("#player:alba", "#player:alba", 1),
    ("Mark finished with", "Mark", 1), ("this was Rose's", "Rose's", 1), ("Team A", "Team", 1),
    ("Yours:", "Yours", 1),
    ("…0123:", "…0123:", 1), ("Left end of the sofa:", "Left", 1),
    ("Ward 7. Bed 2:", "Bed 2", 1), ("Q: What's the best?", "Q", 1),
    ("all three of us (vi, di, me):", "me", 1), ("P e t r a", "Petra", 1),
    ("Patience sent me", "sent", 1), ("https://game.example/?from=anna", "from=", 1),
    ("https://social.example/@anna", "/@", 1), ("Coffee with Anna afterwards.", "Anna", 1),
  ])
  func `a word that nothing explains refuses a text with several shares`(
    line: String, word: String, number: Int
  ) {
    let text = "\(line)\n\(Self.first)\n\nnow mine\n\(Self.second)\n"
    #expect(throws: InputError.unclearWord("f", word, line: number)) { try ChatRecords(text) }
    let below = "\(Self.first)\n\(line)\n\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(below) }
  }

  @Test(arguments: [
    ("🥇 Noon", "🥈 Early"), ("🇫🇷", "🇳🇱"), ("⬅️", "➡️ wow ok"), ("⬅️", "➡️"), ("[N]", "[P]"),
    ("<-", "->"), ("[00:01:12] A:", "[00:01:40] B:"), ("08:14 A:", "08:20 B:"),
    ("4B:", "5A:"), ("IN", "OUT"), ("Recibido: 24/11/2026 8:14", "Enviado: 24/11/2026 8:30"),
    ("From: 07700 900112", "To: 07700 900112"), ("Ricevuto 8:14", "Inviato 8:30"),
  ])
  func `marks that differ between shares are people`(marks: (String, String)) throws {
    let text = "\(marks.0)\n\(Self.first)\n\n\(marks.1)\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test(arguments: [
    "Received from Tomasz on 24/11/2026 08:14:", "Tomasz, 24/11/2026 08:14:",
    "Sent by Hilde 24/11/2026:", "Jasper replied 24/11/2026:", "Kelsey on 24/11/2026 08:14:",
    "Wordle from Tomasz on 24/11/2026:", "Wordle by Tomasz", "Tomasz's result of 24/11/2026:",
  ])
  func `a date beside a name does not make a line one of an unknown game`(line: String) {
    #expect(throws: InputError.self) {
      try ChatRecords("\(line)\n\(Self.first)\n\n\(Self.second)\n")
    }
  }

  @Test(arguments: ["nice! mine", "bravo ! Moi", "here's mine", "gut gemacht! Ich"])
  func `words for the author above the second share say that the first is another's`(words: String)
  {
    let text = "\(Self.first)\n\n\(words)\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
    let both = "mine\n\(Self.first)\n\n\(Self.second)\n"
    #expect(throws: Never.self) { try ChatRecords(both) }
  }

  @Test func `a date before a share does not hide the name after it`() {
    let text = "24/11/2026 Wordle 1,063 3/6 (Tomasz)\n\n25/11/2026 Wordle 1,064 4/6\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test(arguments: ["8:15 ✓✓", "8:15 AM · Read", "Gelezen", "Delivered 8:15", "Visto"])
  func `what a program writes below its owner's messages alone tells that others wrote the rest`(
    receipt: String
  ) throws {
    let text = "\(Self.first)\n\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(text + receipt + "\n") }
  }

  @Test func `where each message has been read, all are the owner's`() throws {
    let text = "\(Self.first)\n8:14 ✓✓\n\n\(Self.second)\n8:15 ✓✓\n"
    #expect(try ChatRecords(text).results.count == 2)
  }

  @Test(arguments: ["Received from Mum:", "Message received from Aunt Vi:", "You got"])
  func `one share that somebody else has sent is not mine`(head: String) {
    let line = head.hasSuffix(":") ? head + "\n" : head + " "
    #expect(throws: InputError.self) { try ChatRecords(line + Self.first + "\n") }
  }

  @Test func `you got and I got are two people`() {
    let text = "You got Wordle 1,063 3/6 and I got Worldle #1717 (04.10.2026) 1/6 (100%)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `the fields that Joplin writes below a note name nobody, but for its author`() throws {
    let note = "Games\n\n\(Self.first)\n\n\(Self.second)\n\nid: 0a1b2c\nparent_id: 9f8e7d\n"
    #expect(try ChatRecords(note + "author: \ntype_: 1").results.count == 2)
    #expect(throws: InputError.self) { try ChatRecords(note + "author: Anna\ntype_: 1") }
    #expect(throws: InputError.self) { try ChatRecords(note) }
  }

  @Test func `the same medal over two shares is no ranking`() throws {
    let same = "🥇 Noon\n\(Self.first)\n🥇 Early\n\(Self.second)\n"
    #expect(try ChatRecords(same).results.count == 2)
  }

  @Test(arguments: [
    "From: Ann Lee <ann@example.com>\nTo: me@example.com\nSubject: today",
    "Date: Sat, 12 Sep 2026 08:04:11 +0200\nFrom: =?UTF-8?Q?S=C3=A9verine?= <s@example.fr>\nTo: x@example.fr",
    "Von: Jana\nGesendet: Montag, 4. Mai 2026 08:12\nAn: Kai\nBetreff: heute",
    "De : Léa\nDate : 4 mai 2026\nObjet : le jeu",
    "From ann@example.com Sat Sep 12 08:04:11 2026\nReceived: from a\n by b\nFrom: ann@example.com\nSubject: hi",
  ])
  func `the share of a saved mail is its sender's, whom nobody knows`(header: String) throws {
    #expect(throws: InputError.self) { try ChatRecords("\(header)\n\n\(Self.first)\n") }
  }

  @Test func `a mail to oneself is one's own`() throws {
    let mail = "From: Kai <kai@example.com>\nTo: kai@example.com\nSubject: note\n\n\(Self.first)\n"
    #expect(try ChatRecords(mail).results.count == 1)
  }

  @Test func `who signs a mail that quotes somebody may be anybody`() throws {
    let quoted = Self.second.split(separator: "\n").map { "> \($0)" }.joined(separator: "\n")
    let talk =
      "Le samedi 13 septembre 2025 à 08:02, Pierre Roy <p@example.fr> a écrit :\n\n\(quoted)\n"
    #expect(throws: InputError.self) { try ChatRecords("\(Self.first)\n\nLucile\n\n\(talk)") }
    #expect(try ChatRecords("\(Self.first)\n\n\(talk)").results.count == 2)
  }

  @Test(arguments: [
    "Person,Genevieve,Horatio\nMonday,\"\(first)\",x\nTuesday,\"\(second)\",x",
    "{\"who\":[\"Kirsten\",\"Ludo\"],\"text\":[\"Wordle 1,063 3/6\",\"Wordle 1,064 4/6\"]}",
  ])
  func `columns for people and lists of people are not taken for senders`(text: String) {
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test(arguments: [
    "a stranger on the internet got this", "not my result", "found on a forum",
    "no idea who did this",
    "someone's Wordle", "Häufig weitergeleitet",
  ])
  func `a line that says that one of several shares is not mine refuses them`(line: String) {
    #expect(throws: InputError.self) {
      try ChatRecords("\(Self.first)\n\n\(line)\n\(Self.second)\n")
    }
  }

  @Test(arguments: [
    ("Breakfast with Odile and the dog", "Odile came for dinner"),
    ("déjeuner avec Julien", "Julien est passé hier"),
    ("I met Tom", "Dad called from the hospital"),
  ])
  func `a diary with days may mention people`(words: (String, String)) throws {
    let text =
      "Saturday 3 October\n\(words.0)\n\(Self.first)\n\nSunday 4 October\n\(words.1)\n\(Self.second)\n"
    #expect(try ChatRecords(text).results.count == 2)
  }

  @Test(arguments: ["Odile got this one", "Odile", "from Odile", "Odile sent me hers"])
  func `whoever has sent or had a result is not mentioned, also in a diary`(line: String) {
    let text =
      "Saturday 3 October\n\(Self.first)\n\nSunday 4 October\n\(line)\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test(arguments: [
    "Today's roundup!", "geo trio 🌍", "Catching up, sorry for the spam", "aaaargh. streak gone",
    "und bei den Verbindungen nur ein Fehler", "Geographie läuft 💪",
    "Mes résultats du jeudi 5 mars :",
    "merci la géo 😅", "y el de palabras conectadas:", "Ayer se me olvidó mandar esto:",
    "Recupero dall'archivio:", "en rekenen lukte ook nog net 🧮", "kl 07:40 på bussen",
  ])
  func `what people say of their day and their results names nobody`(line: String) throws {
    let text = "\(line)\n\(Self.first)\n\n\(Self.second)\n"
    #expect(try ChatRecords(text).results.count == 2)
    let between = "\(Self.first)\n\n\(line)\n\(Self.second)\n"
    #expect(try ChatRecords(between).results.count == 2)
  }

  @Test(arguments: ["marten", "lottes", "dane", "arlo", "zeno", "karlos", "nelie"])
  func `a name in small letters with the ending of a word is still a name`(name: String) {
    let text = "\(name)\n\(Self.first)\n\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }

  @Test func `heads that a program writes above its owner's messages name nobody`() throws {
    for head in ["You sent", "Du", "Vous avez envoyé", "Tú"] {
      let text = "\(head)\n\(Self.first)\n\n\(head)\n\(Self.second)\n"
      #expect(try ChatRecords(text).results.count == 2, "\(head)")
    }
    let two = "Me\n\(Self.first)\n\nYou\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(two) }
  }

  @Test func `all of it is one author's where the user says so`() throws {
    let text = "Dana finished with\n\(Self.first)\n\nThen\n\(Self.second)\n"
    #expect(try ChatRecords(text, format: .text).results.count == 2)
  }

  @Test(arguments: [
    ("Squeaked by. Grr, plural!", "Much better, no hints needed"),
    ("Heute hatte ich Glück", "Das war viel zu schwer für mich"),
    ("J'ai eu de la chance", "Trop dur aujourd'hui"), ("Hoy me costó mucho", "Por fin una fácil"),
    ("今日は難しかった", "これは簡単"), ("오늘은 쉬웠어요", "너무 어려웠다"), ("今天太难了", "这个很简单"),
    ("Сегодня было трудно", "Наконец повезло"), ("Bugün çok kolaydı", "Bu zordu"),
    ("Dziś było trudno", "W końcu łatwe"), ("היום היה קשה", "זה היה קל"),
    ("اليوم كان صعبا", "هذا سهل"),
    ("je l'avais presque", "mi sento stanca"), ("ik was bezig", "jag var ute"),
    ("było ciężko", "стало легче"), ("hari ini susah", "all groups are going well"),
    ("to bylo dobré", "Sent from my iPhone"), ("Von meinem iPhone gesendet", "iPhoneから送信"),
    ("Enviado desde mi iPhone", "Envoyé de mon iPad"),
    ("Verzonden vanaf mijn Galaxy", "Get Outlook for iOS"),
    ("散歩に行った。", "仕事が忙しかった。でも楽しかった。"), ("雨だったので家で過ごした", "10月12日(月) 今日は疲れた"),
    ("It's me, tired", "a gutted fish on the train home"), ("My shares:", "two tries, … 3 left"),
    ("Happy", "Grumpy"), ("Rainy and cold", "Sunny"), ("on the bus to work", "in the waiting line"),
    ("Foodle #12 3/6\nStreak: 4", "https://foodle.example/play"),
    ("8月20日(木)", "8月21日（金曜日）"), ("10월 29일 (목)", "10월 30일(금)"),
    ("Petit déjeuner, puis le jeu", "Presque raté"), ("Casi pierdo", "Otra vez fácil"),
    ("ran 3 km first", "Talk soon!"), ("at 12:30:04 +0200", "again 2026-11-24 08:14 +02:00"),
    ("IN 3 MINUTES", "OUT OF LUCK"), ("8:15 read the paper", "9:10 again"),
    ("Esmaspäev", "Teisipäev"), ("čtvrtek", "pátek"), ("sexta-feira", "quarta-feira:"),
  ])
  func `what one author says about results and days is read`(words: (String, String)) throws {
    let text = "\(words.0)\n\(Self.first)\n\n\(words.1)\n\(Self.second)\n"
    #expect(try ChatRecords(text).results.count == 2)
  }
}
