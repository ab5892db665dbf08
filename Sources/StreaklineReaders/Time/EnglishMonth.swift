/// The names of months in English.
enum EnglishMonth {
  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static func read(_ cursor: inout ByteCursor) -> Int? {
    names.firstIndex { cursor.skip(word: $0) }.map { $0 + 1 }
  }
}
