internal import StreaklineCore

/// Lines that web pages have at each comment and people do not write: `Reply`, `Upvote`, `Join Date: Mar 2009`,
/// `permalink`. Where they are at two shares, a page with comments of several people was copied.
struct CommentLines {
  private static let longest = 80
  private static let whole: Set<String> = [
    "reply", "upvote", "downvote", "award", "unread,", "reply | flag", "senior member",
    "junior member", "antworten", "répondre", "responder", "rispondi", "top",
  ]
  private static let starts = [
    "join date:", "joined:", "permalink", "reply | ", "upvote ", "report post", "message-id: ",
  ]
  private static let parts = ["[[user:", "[[benutzer:", "[[utilisateur:"]

  /// The line of the second share with such a line between it and the share before, counted from 0; `nil` where
  /// no two shares have one.
  static func secondShare(_ text: [UInt8], _ lines: [HeadLine]) -> Int? {
    var found = 0
    var isMarked = false
    for (number, line) in lines.enumerated() {
      if line.share != nil {
        if found > 0, isMarked { return number }
        found += 1
        isMarked = false
      }
      if !isMarked { isMarked = isComment(text[line.range]) }
    }
    return nil
  }

  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= longest * 2 else { return false }
    let words = String(decoding: line, as: UTF8.self).lowercased()
    let start = words.drop { $0.isWhitespace }
    let trimmed = String(start.reversed().drop { $0.isWhitespace }.reversed())
    if parts.contains(where: { trimmed.contains($0) }) { return true }
    return trimmed.count <= longest
      && (whole.contains(trimmed) || starts.contains { trimmed.hasPrefix($0) })
  }
}
