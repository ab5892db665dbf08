import StreaklineReaders
import Testing

/// Chats of two that were copied out of a window in which `You sent` is above one's own messages.
@Suite struct SentHeadsTests {
  private static let three = "Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"
  private static let four = "Wordle 1,234 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"

  private static func text(_ form: String) -> String {
    form.replacing("MINE", with: three).replacing("HERS", with: four)
  }

  @Test(arguments: [
    "You sent\nMINE\nRosa\nHERS\n", "Rosa\nHERS\n\nYou sent\nMINE\n",
    "Rosa\nhello\nRosa\nHERS\nYou sent\nMINE\n",
    "You sent\nMINE\nEnter\nRosa sent\nHERS\nEnter\n", "Du hast gesendet\nMINE\nRosa\nHERS\n",
    "You sent\nfinally\nMINE\nRosa\nso hard today\nRosa\nHERS\n",
    "You sent\nMINE\n\nRosa\nHERS\n\nYou sent\nwell done\n",
    "Rosa Berg\nRosa\nHERS\nYou sent\nMINE\n",
    "Mon 8:12 AM\nYou sent\nMINE\n8:15 AM\nRosa\nHERS\nSeen\n",
  ])
  func `what is below the other name is hers, and the rest mine`(form: String) throws {
    let found = try ChatRecords(Self.text(form)).results
    let hers = ["Rosa wordle 20241104 4 -", "Rosa Berg wordle 20241104 4 -"]
    #expect(found.count == 2)
    #expect(found.contains("me wordle 20241104 3 -"))
    #expect(found.contains { hers.contains($0) })
  }

  @Test(arguments: [
    "You sent\nMINE\nRosa\nHERS\nTom\nHERS\n", "You sent\nRosa\nHERS\n",
    "HERS\nYou sent\nMINE\nRosa\nhi\n",
    "You sent\nMINE\nTom\nhello\nHERS\nRosa\nHERS\n",
    "You replied to Rosa\nOriginal message:\nHERS\nYou sent\nMINE\nRosa\nHERS\n",
    "You sent\nmy boss's\nHERS\nRosa\nHERS\n",
  ])
  func `any other such text is refused`(form: String) {
    #expect(throws: InputError.self) { try ChatRecords(Self.text(form)) }
  }
}
