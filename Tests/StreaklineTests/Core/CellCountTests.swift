import StreaklineCore
import Testing

@Suite struct CellCountTests {
  @Test(arguments: [
    ("Ada", 3), ("", 0), ("山田", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ｱｶﾞ", 3), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇦🇹", 2), ("❤️", 2), ("❤", 1),
    ("e\u{301}\u{323}", 1), ("\u{301}a", 1), ("a\u{200B}b", 2), ("שלום", 4), ("مرحبا", 5),
    ("กำ", 2), ("½…–", 3), ("🌡", 1),
  ])
  func `counts the cells that a terminal fills`(text: String, cells: Int) {
    #expect(cellCount(of: text) == cells)
  }

  @Test(arguments: [
    ("Ada", 3, "Ada"), ("Ada L.", 3, "Ad…"), ("Ada", 1, "…"), ("Ada", 0, ""),
    ("山田太郎", 8, "山田太郎"), ("山田太郎", 7, "山田太…"), ("山田太郎", 6, "山田…"),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `cuts a text to so many cells, between characters`(
    text: String, cells: Int, expected: String
  ) {
    #expect(fitted(text, cells: cells) == expected)
  }

  @Test func `a text of nothing but marks is cut`() {
    let marks = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(fitted(marks, cells: 10).unicodeScalars.count <= 41)
  }
}
