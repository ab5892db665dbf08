import StreaklineReaders
import Testing

/// A text with one share, and somebody beside it who may have written it.
@Suite struct OnlyShareTests {
  private static let share = "Wordle 1,941 4/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"

  private static func text(_ form: String) -> String {
    form.contains("SHARE") ? form.replacing("SHARE", with: share) : "\(form)\n\(share)\n"
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
  ])
  func `is not mine where words present it as somebody's`(form: String) {
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
  ])
  func `is mine where somebody is only mentioned, and beside my own words`(form: String) throws {
    let records = try ChatRecords(Self.text(form))
    #expect(records.results.map { $0.hasPrefix("me wordle") } == [true])
  }

  @Test func `is mine where the user says so`() throws {
    #expect(try ChatRecords(Self.text("Annika"), format: .text).results.count == 1)
  }
}
