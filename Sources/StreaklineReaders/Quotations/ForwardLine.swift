/// The line that a program shows above a message that was passed on: `Forwarded`, `Forwarded many times`,
/// `Weitergeleitet von Ann`, `Fwd: …`.
struct ForwardLine {
  /// Who wrote what was passed on, where the line says it.
  let author: String?
  /// Where the words that were passed on start.
  let body: Int

  private static let longest = 160

  /// - Parameter line: Without its line break.
  /// - Returns: `nil` for any other line, such as `Forwarded it to Ann`.
  init?(_ text: [UInt8], _ line: Range<Int>) {
    let colon = text[line].prefix(Self.longest).firstIndex(of: UInt8(ascii: ":"))
    let head = line.lowerBound..<(colon ?? line.upperBound)
    guard head.count <= Self.longest, Self.mayStart(text[head]) else { return nil }
    let words = String(decoding: text[head], as: UTF8.self).split {
      !$0.isLetter && !"'’.-_@+".contains($0) && !$0.isNumber
    }
    .map(String.init)
    guard let verb = words.firstIndex(where: { FieldName.isForward($0.lowercased()) }),
      words[..<verb].allSatisfy({ Self.around.contains($0.lowercased()) })
    else { return nil }
    let after = words[(verb + 1)...]
    let isAround = { (word: String) in Self.around.contains(word.lowercased()) }
    let isOrigin = { (word: String) in Self.origins.contains(word.lowercased()) }
    if after.allSatisfy(isAround) {
      author = nil
    } else {
      let rest = after.drop { isAround($0) && !isOrigin($0) }
      guard rest.count > 1, rest.first.map(isOrigin) ?? false else { return nil }
      let name = rest.dropFirst()
      // `Forwarded from church group, not mine` names nobody.
      let isName = name.count == 1 || name.contains { $0.contains { !$0.isLowercase } }
      author = isName ? name.joined(separator: " ") : nil
    }
    let next = min(line.upperBound + 1, text.count)
    body = colon.map { text[($0 + 1)..<line.upperBound].isBlank ? next : $0 + 1 } ?? next
  }

  /// Whether a text starts with one of the words of such a line. Few do, so that most texts are not looked at again.
  static func mayStart(_ text: ArraySlice<UInt8>) -> Bool {
    guard let start = text.prefix(longestMarks).firstIndex(where: isLetter) else { return false }
    let first = text[start] < 0x80 ? text[start] | 0x20 : text[start]
    return starts[Int(first)].contains { text[(start + 1)...].starts(with: $0) }
  }

  private static let longestMarks = 12

  /// Whether a byte starts a letter: arrows and other signs in front of a line have bytes from 0xE2, 0xEF or 0xF0 on, which
  /// also start the letters of languages in ``starts``.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0xC3...0xDF).contains(byte)
      || (0xE3...0xED).contains(byte)
  }

  /// What the first words of such lines start with, without the first byte, by that byte.
  private static let starts: [[[UInt8]]] = {
    var starts = [[[UInt8]]](repeating: [], count: 256)
    for word in FieldName.forwarding + adverbs {
      let bytes = Array(word.utf8)
      starts[Int(bytes[0])].append(Array(bytes.dropFirst()))
      if bytes[0] >= 0x80 {
        let large = Array(word.prefix(1).uppercased().utf8) + String(word.dropFirst()).utf8
        starts[Int(large[0])].append(Array(large.dropFirst()))
      }
    }
    return starts
  }()

  /// Words with which some of these lines start.
  private static let adverbs = [
    "häufig", "oft ", "mehrfach", "vaak", "veelvuldig", "often ", "frequently", "часто", "message ",
    "nachricht ",
    "mensaje ", "messaggio ", "mensagem ", "bericht ", "сообщение ", "wiadomość ", "ofte ",
    "upprepade", "souvent",
    "çok ", "多次",
  ]

  /// Words beside that for passing on, which say how often it was or what.
  private static let around = OrdinaryWords.set(
    """
    many times often frequently message this post häufig oft mehrfach mehrmals viele male nachricht diese muchas varias
    veces mensaje este con frecuencia frecuentemente plusieurs fois souvent à de nombreuses reprises message ce molte
    volte spesso messaggio questo muitas várias vezes mensagem esta com frequência frequentemente vaak veelvuldig vele
    keren bericht dit många gånger ofta meddelande detta ofte mange gange ganger besked melding wiele razy wiadomość często
    раз много часто сообщение это çok kez mesaj bu monta kertaa viesti viesti
    """)

  /// Words before the name of the author.
  private static let origins = OrdinaryWords.set(
    "from by von vom de del da di do van door från fra od ze от від par por af av")
}
