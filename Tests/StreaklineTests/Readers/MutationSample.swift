import Foundation

/// A file of `Fixtures/exports` with one of its values replaced by something else.
struct MutationSample {
  let name: String
  let bytes: [UInt8]

  /// What a value is replaced by.
  static let replacements = [
    "null", "17", "[1,\"x\",{}]", "{\"a\":[1]}",
    "\"" + String(repeating: "Wordle 1,234 3/6 ", count: 300) + "\"",
  ]

  /// The exports: texts, tables and JSON, without archives.
  static let files: [String] = {
    let names = FileManager.default.enumerator(atPath: Fixture.path(""))?.compactMap {
      $0 as? String
    }
    return (names ?? []).filter { name in
      [".json", ".jsonl", ".csv", ".txt", ".md", ".html"].contains { name.hasSuffix($0) }
    }.sorted()
  }()

  /// Every value of every file, replaced by every replacement.
  static func all() throws -> [MutationSample] {
    try files.flatMap { name in
      let bytes = try Fixture.bytes(name)
      return ranges(in: bytes, name).flatMap { range in
        replacements.map { sample(name, bytes, [(range, $0)]) }
      }
    }
  }

  /// A file with two of its values replaced.
  static func pair(_ random: inout SeededRandom) throws -> MutationSample {
    let name = files.randomElement(using: &random) ?? ""
    let bytes = try Fixture.bytes(name)
    let ranges = ranges(in: bytes, name)
    let first = Int.random(in: ranges.indices, using: &random)
    let later = ranges.filter { $0.lowerBound >= ranges[first].upperBound }
    let chosen = [ranges[first]] + [later.randomElement(using: &random)].compactMap { $0 }
    let changes = chosen.map { ($0, replacements.randomElement(using: &random) ?? "") }
    return sample(name, bytes, changes)
  }

  private static func sample(
    _ name: String, _ bytes: [UInt8], _ changes: [(range: Range<Int>, text: String)]
  ) -> MutationSample {
    var bytes = bytes
    for (range, text) in changes.reversed() {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    let places = changes.map { "\($0.range.lowerBound): \($0.text.prefix(12))" }
    return MutationSample(name: "\(name) \(places.joined(separator: ", "))", bytes: bytes)
  }

  /// Where the values of a file are: of JSON those of any kind, of a table the cells, else the
  /// lines.
  private static func ranges(in bytes: [UInt8], _ name: String) -> [Range<Int>] {
    if name.contains(".json") { return jsonRanges(in: bytes) }
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || name.hasSuffix(".csv") && $0 == 0x2C }
    return bytes.split(omittingEmptySubsequences: true, whereSeparator: isEnd).map(\.indices)
  }

  private static func jsonRanges(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(start)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): found.append((open.popLast() ?? 0)..<index)
      case UInt8(ascii: "\""):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
        // A key is no value.
        if index < bytes.count, bytes[index...].first(where: { $0 > 0x20 }) != UInt8(ascii: ":") {
          found.append(start..<index)
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(
          ascii: "a")...UInt8(
          ascii: "z"):
        while index < bytes.count, bytes[index] > 0x20, !",]}".utf8.contains(bytes[index]) {
          index += 1
        }
        found.append(start..<index)
      default: break
      }
    }
    return found.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }
}
