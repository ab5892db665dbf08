import StreaklineReaders
import Testing

/// A text with one share, and somebody beside it who may have written it.
@Suite struct OnlyShareTests {
  private static let share = "Wordle 1,941 4/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"

  private static func text(_ form: String) -> String {
    form.contains("SHARE") ? form.replacing("SHARE", with: share) : "\(form)\n\(share)\n"
  }

  @Test(arguments: [
    "not mine", "(her)", "- Mum", "mum did it!", "@ann", "by Anna", "— Annika", "Annika",
  ])
  func `words behind the score may say that the only share is somebody else's`(words: String) {
    let rows = "\n\n⬛🟨⬛⬛⬛\n🟨🟩⬛⬛⬛\n🟩🟩🟩🟩🟩\n"
    let records = try? ChatRecords("Wordle 1,063 3/6 \(words)" + rows)
    #expect(records?.results.contains { $0.hasPrefix("me ") } ?? false == false)
  }

  @Test(arguments: ["phew!", "😅", "so close", "*", "ugh, hard one", "(hard mode)"])
  func `what one says of the own score behind it names nobody`(words: String) throws {
    let rows = "\n\n⬛🟨⬛⬛⬛\n🟨🟩⬛⬛⬛\n🟩🟩🟩🟩🟩\n"
    #expect(try ChatRecords("Wordle 1,063 3/6 \(words)" + rows).results.count == 1)
  }

  @Test(arguments: [
    "Annika", "Annika SHARE", "Annika: SHARE", "Annika:", "tomhale", "+44 7700 900123", "小明",
    "花子さん", "Annika Berg\nlook at this", "SHARE\nAnnika", "SHARE\n\nAnnika\n", "SHARE - Annika",
    "SHARE (Annika)", "Annika today", "Annika got this", "TK",
  ])
  func `is not mine below, above or beside a name`(form: String) {
    #expect(throws: InputError.self) { try ChatRecords(Self.text(form)) }
  }

  @Test(arguments: [
    "look what Mum managed", "regarde ce que Mamie a fait", "mira lo que hizo Ana",
    "Schau, was Oma geschafft hat", "check what my sister did", "from my sister",
    "Granny's Wordle", "Annika's Wordle", "Annika's first try", "her Wordle", "Resultado de Ana",
    "das hat Annika geschickt", "via Tom Hale", "Well done Annika",
    "Annika sent me this one this morning", "Check out Annika's Wordle from today!",
    "Mein Chef hat das geschafft", "SHARE\nsent from Annika's iPhone", "sender=annika",
    "SHARE\nLove, Granny", "SHARE\n\nBest,\nTom Hale",
    "SHARE\nxx Annika", "SHARE\n— Annika",
    "C'est Odile qui m'a envoyé ça, la pauvre :", "Diesmal hat Odile mir das geschickt",
    "Este lo ha hecho Odile, no es mío", "SHARE\n\n– Opa Horst, heute früh, ganz stolz",
    "my sister Odile just sent me hers and she will not shut up about it all day long:",
    "Odile z pracy wysłał mi swój wynik:",
    "This one is from Odile Berger of Leeds, who has played since the spring:",
    "SHARE\n\nI haven't played yet, so nothing from me.", "Odile's, not mine",
    "From: Odile\nDate: Mon, 4 Nov 2024 07:58:00 +0000\n",
    "Wordle van Fenna", "Wordle de Lola", "Wordle von Linde", "Wordle от Ольги", "Score from Art",
    "Odile beat me once more", "Oma hat mich geschlagen", "Odile m'a battue", "Min bror fick",
    "#odile", "my flatmate's sister did this one",
    "Lost to Odile again", "Second to Rosa today", "Lost to my sister by one",
    "Schon wieder gegen Odile verloren",
    "J'ai perdu contre Odile", "Perdí contra mi hermana", "Ho perso contro Odile",
    "Verloren van Fenna", "Beaten by my own mother", "Beaten by Odile", "Von Oma geschlagen",
    "проиграла Ольге", "---\nauthor: Odile\n---\nSHARE",
    "From: 'Odile' via List <list@example.org>\nTo: list@example.org\nSubject: today\n",
    "From: Me <me@example.org>\nTo: me@example.org\nSubject: Wordle from Odile\n",
    "From: Me <me@example.org>\nTo: me@example.org\nList-Id: <list.example.org>\n",
  ])
  func `is not mine where words present it as somebody's`(form: String) {
    #expect(throws: InputError.self) { try ChatRecords(Self.text(form)) }
  }

  @Test(arguments: [
    "an unknown man on the train showed me this one", "somebody posted this in the group chat",
    "jemand aus dem Büro hat das geschafft", "un inconnu a fait ça", "alguien resolvió esto",
    "qualcuno ha fatto questo", "ktoś zagrał to", "not my score", "It wasn't me!",
    "das ist nicht mein Ergebnis", "ce n'est pas mon score", "esta no es mi partida", "это не моё",
    "copied from a blog", "hab ich im Netz gefunden: gefunden im Internet", "trouvé sur internet",
    "no clue who played this", "keine Ahnung, von wem das ist", "je ne sais pas à qui c'est",
    "anonymous:", "author unknown", "Wordle from a stranger", "someone's Wordle",
    "Forwarded many times", "Häufig weitergeleitet", "Reenviado", "転送済み", "SHARE\nnot me, sadly",
    "Odile left this on the table", "Just got Odile's", "not my own",
    "(someone else's)", "Guess who did this", "Rate mal, wer das war", "deze is niet van mij hoor",
    "das ist nicht meins übrigens", "Kasia dzisiaj zrobiła to w czterech:",
    "Она угадала с четвёртой, а я вообще нет", "O professor de matemática acertou de primeira",
    "Mon boss l'a eu en 3", "il mio capo l'ha fatto in 3", "Papa heeft hem in drie",
    "https://www.instagram.com/tom.hale",
    "a colleague of mine got this", "la voisine a fait ça", "For Odile:", "bu benim değil",
    "Wordle for Odile", "Lund", "Lund, 8:12",
    "lady next door solved it", "SHARE\nlady next door solved it", "neighbour got this one",
    "boss solved it in four", "my boss solved it", "a friend of mine solved that",
    "mum's friend did it",
    "the man from the bakery cracked it", "Annika from work solved it", "bus driver got this",
    "grandson did it", "kid next door did this", "le voisin a trouvé", "une amie l'a résolu",
    "o vizinho acertou", "mijn baas deed dit", "koleżanka to zgadła", "подруга это сделала",
    "komşum bunu çözdü", "they did it without me", "solved by the lady next door",
    "gelöst von meiner Nachbarin", "Nachbarin hat es gelöst",
    "mein Chef hat das gelöst", "ma voisine l'a résolu", "la vecina lo resolvió",
    "vicina l'ha risolto",
    "minha vizinha resolveu este", "de buurvrouw heeft het opgelost", "grannen löste det",
    "moja sąsiadka to rozwiązała", "соседка решила это", "My neighbour solved today's",
  ])
  func `is not mine where words say that it is somebody's, or nobody knows whose`(form: String) {
    #expect(throws: InputError.self) { try ChatRecords(Self.text(form)) }
  }

  @Test(arguments: [
    "Message from ana@mill on pts/3 at 08:12 ...", "@tomhale · 3h", "Cy Doe boosted",
    "Priya Shah\n • Following", "Senior Member\nJoin Date: May 2014", "u/wordfan • 5h ago",
    "Tom Hale\n2h ·", "Tom Hale\n· 2d · Reply", "Annika Berg\n@annika.example.social\n3h",
    "*** annika has joined #wordle", "Priya Shah is with Tom Hale.", "Sent by Tom",
    "Tom Hale replied", "Signal\nAnnika", "MESSAGES now\nAnnika", "Nachricht von Annika",
    "Ana Ruiz ha condiviso un post", "Tom Hale • 2nd\nProduct Manager at Acme\n3d • Edited",
    "SHARE\n2d  Reply", "Annika\nSHARE\n8:12 AM", "[08:12] <annika> SHARE", "08:12 Annika",
    "Annika, 8:12 AM", "09:02:11 From Ana Ruiz to Everyone:",
    "odile_k\nodile_k\ncommented\n3 days ago\n•\nedited", "Odile\nMembre actif\n·\n3 h\n·",
    "Odile\nvor 2 Tagen", "Messages, conversation with Aunt Odile. Received today at 7:03 AM:",
    "odile_k\nBywalec\nPosty: 12\nRejestracja: 12 mar 2011\nLokalizacja: Gdynia\nRe: wyniki\nPost autor: odile_k » dzisiaj",
    "SHARE\nToutes les réactions :\n4\nJ'aime\nCommenter",
  ])
  func `is not mine below what programs write around posts and messages`(form: String) {
    #expect(throws: InputError.self) { try ChatRecords(Self.text(form)) }
  }

  @Test(arguments: [
    "SHARE", "phew", "SHARE\nphew, that was hard", "Coffee with Anna afterwards.", "Not bad!",
    "Beat my sister!", "Dinner with Mum", "Thanks, Grandma, for the coffee", "Mum helped me",
    "Berlin office day", "Montag, 5. Oktober", "My Wordle today", "Me: SHARE", "WFH today",
    "SHARE\nSent from my iPhone", "SHARE\n\nVon meinem iPhone gesendet",
    "SHARE\nGet Outlook for iOS",
    "How did you all do?", "Today's Wordle", "Day 12", "# Diary\n\n12 October\nWent to the park.",
    "今日は難しかった", "また負けた", "pas facile !", "Squeaked by", "Gym, then this", "Good morning",
    "SHARE\n#wordle #puzzle", "SHARE\nhttps://www.nytimes.com/games/wordle", "@anna beat that!",
    "I boosted my streak", "With Tom's help", "Meeting mit Chef", "CRANE",
    "Tom gave me a hint", "Ann 07:58\nBob 08:00", "Geschafft, in vier!",
    "not my day", "not my best", "Not me getting it in six again", "someone had a long night",
    "saw a new game on Reddit", "no idea who came up with that word", "pas mon jour",
    "for Grandpa", "with my sister, then I got this", "Mum helped me with this",
    "this one is for Nana", "Breakfast with Odile", "Odile est venue dîner",
    "Odile kam zum Essen", "I visited Odile in hospital", "Called Dad first",
    "Odile's birthday today",
    "Lund, 12 October", "Graz, 4. Mai", "New York, May 3", "$ cat games.txt", "% less wordle.md",
    "You sent", "Du hast gesendet\nSHARE\nGesendet vor 4 Min.", "Você enviou", "Enviaste", "You",
    "galéré !", "vermasselt", "Insgesamt", "κέρδισα", "여러분", "paid the bill", "fiasco", "klurigt",
    "Wordle von heute", "Wordle de hoy", "Wordle di Natale",
  ])
  func `is not refused where somebody is only mentioned, and beside my own words`(form: String)
    throws
  {
    let records = try ChatRecords(Self.text(form))
    #expect(records.results.map { $0.hasPrefix("me wordle") } == [true])
  }

  @Test func `is mine as its game has printed it, with what the game prints below`() {
    for example in ShareExample.all {
      #expect(throws: Never.self, "\(example.game) \(example.name)") {
        try ChatRecords(example.text)
      }
    }
  }

  @Test(arguments: ["?utm_medium=share", "?ref=copy&day=2"])
  func `is mine where it ends with a long link`(end: String) throws {
    let share = "Top 5 #725\n⬜⬜⬜🟥🟨⬜⬜\nhttps://topfivetrivia.com/"
    #expect(try ChatRecords(share + end).results.count == 1)
    #expect(throws: InputError.self) { try ChatRecords(share + "?from=annika") }
  }

  @Test func `is mine where the user says so`() throws {
    #expect(try ChatRecords(Self.text("Annika"), format: .text).results.count == 1)
  }
}
