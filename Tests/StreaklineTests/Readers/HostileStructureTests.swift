import StreaklineReaders
import Testing

/// Structured data that somebody has made to be slow, large or wrong: the reader ends soon, and never crashes.
@Suite struct HostileStructureTests {
  private static let share = "Wordle 1,063 3/6"

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      String(repeating: #"{"a":"#, count: 500) + "1" + String(repeating: "}", count: 500),
      String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000),
      "[" + String(repeating: #"{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}},"#, count: 20_000)
        + #"{"text":"\#(share)"}]"#,
      "{"
        + (0..<50_000).map { #""k\#($0)x":{"text":"\#(share)","n":\#($0)}"# }.joined(separator: ",")
        + "}",
      "[" + (0..<2_000).map { #"{"a\#(letters($0))":"\#(share)"}"# }.joined(separator: ",") + "]",
      "<a>" + String(repeating: "<b>", count: 100_000),
      "<?xml version='1.0'?><a b='" + String(repeating: "x", count: 9_000_000),
      "<?xml version='1.0'?><!--" + String(repeating: "<>", count: 500_000) + share,
      "text,sender\n" + String(repeating: "\"\n", count: 100_000), "text,sender\n" + share,
      "x = [{\"text\":\"" + share,
    ])
  func `hostile data ends soon`(text: String) {
    expectNobodys(try? ChatRecords(text))
  }

  /// What is not read whole is refused or left out: it counts for nobody, and not for whoever imports it.
  private func expectNobodys(_ read: ChatRecords?) {
    let own = (read?.results ?? []).filter { $0.hasPrefix("me ") }
    #expect(own == [])
  }

  /// Letters for a number, so that a name is no id.
  private static func letters(_ number: Int) -> String {
    String(number, radix: 26).map { String($0) }.joined(separator: "_")
  }

  @Test(.timeLimit(.minutes(10)))
  func `structures that are cut or changed below their first line count for nobody`() {
    var random = SeededRandom(seed: 4)
    for seed in UInt64(1)...UInt64(LongRun.rounds(150, long: 3_000)) {
      let structure = RandomStructure(seed: seed)
      // Where the messages say which of them were sent, some are the user's own.
      guard !structure.results.contains(where: { $0.hasPrefix("me ") }) else { continue }
      let bytes = Array(structure.text.utf8)
      let head = min(bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count, 200)
      var changed = Array(bytes.prefix(Int.random(in: head...bytes.count, using: &random)))
      for _ in 0..<3 where changed.count > head {
        changed[Int.random(in: head..<changed.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      expectNobodys(try? ChatRecords(changed))
    }
  }
}
