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
    _ = try? ChatRecords(text)
  }

  /// Letters for a number, so that a name is no id.
  private static func letters(_ number: Int) -> String {
    String(number, radix: 26).map { String($0) }.joined(separator: "_")
  }

  @Test(.timeLimit(.minutes(10)))
  func `structures that are cut or changed anywhere crash nothing`() {
    var random = SeededRandom(seed: 4)
    for seed in UInt64(1)...UInt64(LongRun.rounds(150, long: 3_000)) {
      let bytes = Array(RandomStructure(seed: seed).text.utf8)
      var changed = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      for _ in 0..<3 where !changed.isEmpty {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = try? ChatRecords(changed)
    }
  }
}
