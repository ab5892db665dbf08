/// The names of a chat that hold a colon and a blank: `Bo: the second: Wordle 1,049 3/6`.
///
/// A name ends at the first such colon, unless each message of that name continues with words and a
/// colon, and all these words occur at least twice. The whole chat is read for that, but only when a
/// message with a share asks for it.
final class ColonNames {
  /// Opens the chat at its start; `nil` when it can no longer be read.
  typealias Opening = () -> ByteSource?
  /// The range of the name, up to the first colon, in a line that starts a message.
  typealias Name = (_ text: [UInt8], _ line: Range<Int>) -> Range<Int>?

  /// The longest words between the two colons, in bytes.
  private static let longestWords = 48
  private static let mostNames = 10_000

  /// What the messages of one name start with.
  private struct Openings {
    /// Lines in which no second colon follows. They may be lines by the program about the person.
    var plain: [[UInt8]] = []
    var isPlain = false
    var counts: [[UInt8]: Int] = [:]
  }

  private let opening: Opening
  private let name: Name
  private let scan: CandidateScan
  private lazy var openings = surveyed()

  init(_ opening: @escaping Opening, scan: CandidateScan, name: @escaping Name) {
    self.opening = opening
    self.scan = scan
    self.name = name
  }

  /// The end of the whole name of a message.
  ///
  /// - Parameters:
  ///   - name: The name up to its first colon.
  ///   - end: The end of the line.
  func end(of name: Range<Int>, in text: [UInt8], lineEnd end: Int) -> Int {
    guard let words = Self.words(text, after: name.upperBound, end: end), isPart(text, words),
      let openings = openings[Array(text[name])], !openings.isPlain
    else { return name.upperBound }
    let found = openings.counts[Array(text[words])] ?? 0
    return found > 1 && openings.counts.values.allSatisfy({ $0 > 1 })
      ? words.upperBound : name.upperBound
  }

  /// The words between a name's first colon and another one that is followed by more.
  private static func words(_ text: [UInt8], after colon: Int, end: Int) -> Range<Int>? {
    let start = colon + 2
    guard start < end, text[start - 1] == 0x20 else { return nil }
    let limit = min(end - 2, start + longestWords)
    guard start < limit,
      let second = (start..<limit).first(where: { text[$0] == 0x3A && text[$0 + 1] == 0x20 })
    else { return nil }
    return second > start ? start..<second : nil
  }

  /// Whether words before a colon may belong to a name. `Today: Wordle …` and `Score: …` are what
  /// people write.
  private func isPart(_ text: [UInt8], _ words: Range<Int>) -> Bool {
    let shown = String(decoding: text[words], as: UTF8.self)
    let parts = shown.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return !parts.isEmpty && !parts.contains { Self.beginnings.contains($0) }
      && !shown.contains(where: { "/?!…#\"„“”".contains($0) })
      && !scan.isPresent(in: text, words)
  }

  /// Reads the whole chat.
  private func surveyed() -> [[UInt8]: Openings] {
    guard let source = opening() else { return [:] }
    var found: [[UInt8]: Openings] = [:]
    var lines = LineReader(source)
    while let line = try? lines.next() {
      guard let text = line.bytes, let name = name(text, 0..<text.count) else { continue }
      let key = Array(text[name])
      guard found[key] != nil || found.count < Self.mostNames else { continue }
      Self.add(text, name, to: &found[key, default: Openings()])
    }
    for key in found.keys { Self.settle(&found[key]) }
    return found
  }

  private static func add(_ text: [UInt8], _ name: Range<Int>, to openings: inout Openings) {
    guard !openings.isPlain else { return }
    if let words = words(text, after: name.upperBound, end: text.count) {
      openings.counts[Array(text[words]), default: 0] += 1
    } else {
      openings.plain.append(Array(text[name.upperBound...].prefix(longestWords + 2)))
      // The program writes few lines about one person.
      openings.isPlain = openings.plain.count > 20
    }
  }

  /// Lines such as `Bo: the second left` are by the program: they say nothing against the name.
  private static func settle(_ openings: inout Openings?) {
    guard let found = openings else { return }
    openings?.isPlain =
      found.isPlain
      || !found.plain.allSatisfy { line in
        found.counts.keys.contains { line.starts(with: [0x3A, 0x20] + $0 + [0x20]) }
      }
    openings?.plain = []
  }

  /// Words with which people start a message.
  private static let beginnings: Set<String> = [
    "today", "todays", "yesterday", "yesterdays", "tomorrow", "daily", "weekly", "morning",
    "evening", "night", "result", "results", "score", "scores", "game", "games", "puzzle",
    "puzzles", "guess", "guesses", "streak", "my", "mine", "our", "your", "me", "i", "this", "that",
    "here", "look", "looks", "update", "edit", "note", "ps", "re", "fwd", "aw", "quote", "spoiler",
    "spoilers", "ok", "okay", "yes", "no", "yay", "wow", "finally", "hello", "hi", "hey", "so",
    "and", "but", "also", "then", "now", "later", "done", "won", "lost", "win", "loss", "easy",
    "hard", "medium", "mini", "round", "level", "final", "total", "answer", "hint", "nyt",
    "linkedin", "title", "link", "source", "via", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "heute",
    "gestern", "ergebnis", "ergebnisse", "mein", "meine", "montag", "dienstag", "mittwoch",
    "donnerstag", "freitag", "samstag", "sonntag", "hoy", "ayer", "resultado", "resultados", "mi",
    "hier", "aujourd", "résultat", "mon", "ma", "oggi", "ieri", "risultato", "hoje", "ontem",
  ]
}
