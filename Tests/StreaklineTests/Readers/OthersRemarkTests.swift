import StreaklineReaders
import Testing

/// Everyday words beside pasted shares that say that one of them is somebody else's, and those that do not.
@Suite struct OthersRemarkTests {
  private static let share = "Wordle 1,941 4/6\n\n⬛🟨⬛⬛⬛\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"
  private static let other = "Wordle 1,942 2/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩"

  @Test(arguments: [
    "They got", "Someone got", "Everyone got", "Them:", "Von ihr:", "Er hat", "Elle a eu", "De él:",
    "Od mamy:", "Od Ani:",
    "Dari ibu:", "Kutoka kwa mama:", "แม่ส่งมา", "The winner today:", "Office winner:",
    "Best result in the office:",
    "Top comment:", "The average score today:", "The computer got", "I let an AI play and it got",
    "WordleBot:",
    "Just got sent this", "Found in my inbox:", "Gerade bekommen:", "Reçu ce matin :",
    "From the family chat:", "FW:",
    "Fw:", "Well done you!", "👵:", "Anna hat heute vorgelegt:", "Mum is unbeatable today:",
  ])
  func `one share below words for somebody else is not mine`(line: String) {
    #expect(throws: InputError.self) { try ChatRecords("\(line)\n\(Self.share)\n") }
    #expect(throws: InputError.self) { try ChatRecords("\(line)\nWordle 1,941 4/6\n") }
  }

  @Test(arguments: [
    "How did you do that in 4??", "You beat me again!", "I only got 5", "- m.", "Well done you!",
  ])
  func `one share above words to whoever has sent it is not mine`(line: String) {
    #expect(throws: InputError.self) { try ChatRecords("\(Self.share)\n\n\(line)\n") }
  }

  @Test(arguments: [
    "I got", "We got", "Heute:", "Me:", "W:", "Today:", "Mine:", "My best result in the office:",
    "Best result this week:", "Alle geschafft", "Beat the AI:", "I asked AI for a hint and got",
    "Will try again tomorrow:", "May was hard:",
    "Got sent home, so that was all", "Von unterwegs:", "It got me", "Well done me!",
    "You will not believe this",
    "SHARE\nHow did I do that in 4??", "SHARE\nHow did you all do?", "SHARE\nYou won't beat me",
    "SHARE\nI only needed 4!", "SHARE\nI got 3 greens first", "SHARE\n- x",
    "SHARE\nI beat you again!",
  ])
  func `what one author says of his own share is read`(form: String) throws {
    let text =
      form.contains("SHARE")
      ? form.replacing("SHARE", with: Self.share) : "\(form)\n\(Self.share)\n"
    #expect(try ChatRecords(text).results.count == 1)
  }

  @Test(arguments: [
    ("A: ", "B: "), ("A. ", "B. "), ("A\n", "B\n"), ("A:\n", "B:\n"), ("🐻\n", "🦊\n"), ("❤️ ", "💙 "),
    ("You got\n", "I got\n"), ("They got\n", "We got\n"), ("One of us:\n", "The other:\n"),
  ])
  func `two shares below different letters, animals, hearts or people are refused`(
    first: String, second: String
  ) {
    #expect(throws: InputError.self) {
      try ChatRecords(first + Self.share + "\n\n" + second + Self.other + "\n")
    }
  }

  @Test func `an animal after each share that differs is a person`() {
    #expect(throws: InputError.self) {
      try ChatRecords("Wordle 1,941 4/6 🐻\nWordle 1,942 2/6 🦊\n")
    }
  }

  @Test(arguments: [
    ("I got\n", "I got\n"), ("🎉\n", "😀\n"), ("☕ ", "🍷 "), ("1. ", "2. "), ("a) ", "b) "),
    ("🐻\n", "🐻\n"),
  ])
  func `two shares below moods, numbers or the same mark are read`(
    first: String, second: String
  ) throws {
    let text = first + "Wordle 1,941 4/6\n" + second + "Wordle 1,942 2/6\n"
    #expect(try ChatRecords(text).results.count == 2)
  }
}
