/// A time of day as people's programs write it: `07:58`, `7:58 AM`, `7:58AM`, `오후 3:25`, `下午04:46`.
enum ClockTime {
  private static let mornings = ["AM", "am", "오전", "上午", "午前", "a.m."]
  private static let afternoons = ["PM", "pm", "오후", "下午", "午後", "p.m."]

  /// Reads a time; `nil`, with the cursor anywhere, when there is none.
  static func read(_ cursor: inout ByteCursor) -> (hour: Int, minute: Int, isOn12: Bool)? {
    var isAfternoon = period(&cursor)
    if isAfternoon != nil { cursor.skipBlanks() }
    guard let hour = cursor.number(1...2), cursor.skip(ascii: ":"),
      let minute = cursor.number(2...2), minute.value < 60
    else { return nil }
    if cursor.skip(ascii: ":"), cursor.number(2...2) == nil { return nil }
    if isAfternoon == nil {
      var later = cursor
      later.skipBlanks()
      isAfternoon = period(&later)
      if isAfternoon != nil { cursor = later }
    }
    guard let isAfternoon else {
      return hour.value < 24 ? (hour.value, minute.value, false) : nil
    }
    guard hour.value <= 12 else { return nil }
    return (hour.value % 12 + (isAfternoon ? 12 : 0), minute.value, true)
  }

  private static func period(_ cursor: inout ByteCursor) -> Bool? {
    if afternoons.contains(where: { cursor.skip(word: $0) }) { return true }
    return mornings.contains { cursor.skip(word: $0) } ? false : nil
  }
}
