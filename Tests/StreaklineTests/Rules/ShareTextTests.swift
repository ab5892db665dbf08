import StreaklineRules
import Testing

@Suite struct ShareTextTests {
  private func normalised(_ text: String) -> String {
    String(decoding: ShareText(Array(text.utf8)).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("⬛\u{FE0F}⬛", "⬛⬛"), ("1\u{202F}932", "1 932"),
    ("a\u{A0}b\u{2009}c\u{2007}d", "a b c d"), ("a  \nb\t\n", "a\nb\n"), ("x \t ", "x"),
    ("\u{FEFF}\u{200E}W\u{200B}o", "Wo"), ("> a\n>> b\n> > c", "a\nb\nc"),
    ("- a\n* b\n• c", "a\nb\nc"),
    ("||a||", "a"), ("```\na\n```", "\na\n"), ("```text\na\n```", "\na\n"), ("`a`", "a"),
    (":large_green_square::tada:", "🟩🎉"), ("10:30:45 :nonsense:", "10:30:45 :nonsense:"),
    ("a &amp; b &lt;c&gt;", "a & b <c>"), ("&gt; a", "a"), ("a|b", "a|b"), ("", ""), ("   ", ""),
    ("a\u{3000}b\u{2003}c", "a b c"), (":x: :o:", "❌ :o:"), ("a\u{200D}\nb\u{200D}", "a\nb"),
    ("🧙\u{200D}♂", "🧙\u{200D}♂"), ("&#129001;&#x1F7E9;&nbsp;&#10;", "🟩🟩 &#10;"),
    ("&rsquo;&#0;&#xD800;&#99999999;&amp", "’&#0;&#xD800;&#99999999;&amp"),
    ("a<br>b<BR/>c<br />\nd <b>e</b> <br", "a\nb\nc\n\nd <b>e</b> <br"),
    ("a\u{2028}b\u{85}c", "a\nb\nc"), ("  indented", "  indented"), ("5 > 3", "5 > 3"),
  ])
  func `what chats add is undone`(received: String, expected: String) {
    #expect(normalised(received) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xF0, 0x9F], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0x61, 0x00, 0x62], "a\u{0}b"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 become replacement characters`(bytes: [UInt8], expected: String) {
    #expect(String(decoding: ShareText(bytes).bytes, as: UTF8.self) == expected)
  }

  @Test func `the way back leads to the received bytes`() {
    let received = Array("> Wordle 1,234 3/6  \r\n> ⬛\u{FE0F}🟩\u{FE0F}\r\nhi".utf8)
    let text = ShareText(received)
    let start = 0
    let end = Array("Wordle 1,234 3/6\n⬛🟩".utf8).count
    let back = received[text.rawStart(start)..<text.rawEnd(end)]
    #expect(String(decoding: back, as: UTF8.self) == "Wordle 1,234 3/6  \r\n> ⬛\u{FE0F}🟩\u{FE0F}")
  }

  @Test func `random bytes give valid text whose offsets map back in order`() {
    var random = SeededRandom(seed: 5)
    let pieces: [[UInt8]] = [
      [0x61], [0x20], [0x0A], [0x0D], [0x3E], [0x7C, 0x7C], [0x60], Array("🟩".utf8),
      [0xEF, 0xB8, 0x8F],
      [0xC2, 0xA0], [0xFF], [0xE2], Array(":tada:".utf8), Array("&amp;".utf8), [0x00], [0x3A],
    ]
    for _ in 0..<LongRun.rounds(500, long: 3_000) {
      let received = (0..<Int.random(in: 0...24, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      let text = ShareText(received)
      #expect(String(validating: text.bytes, as: UTF8.self) != nil)
      var previous = 0
      var place = ShareText.Place()
      for _ in 0..<8 {
        let offset = Int.random(in: 0...text.bytes.count, using: &random)
        #expect(text.rawStart(offset, &place) == text.rawStart(offset))
        #expect(text.rawEnd(offset, &place) == text.rawEnd(offset))
      }
      for offset in 0...text.bytes.count {
        let start = text.rawStart(offset)
        #expect(start >= previous && start <= received.count)
        #expect(text.rawEnd(offset) <= received.count)
        previous = start
      }
    }
  }
}
