import CLiteralScan
import StreaklineCore
import StreaklineRules
import Testing

/// One after the other: the path of the scan is chosen for the whole process.
@Suite(.serialized) struct LiteralScanTests {
  private struct Hit: Hashable {
    let position: Int
    let literal: Int
  }

  private static let paths = ["avx2", "ssse3", "neon", "portable"]

  /// The paths that this processor has.
  private static let available: Set<String> = {
    let found = paths.filter(use)
    useBest()
    return Set(found)
  }()

  /// Whether this processor has the path, which is used from now on.
  private static func use(_ path: String) -> Bool { unsafe literal_scan_force_path(path) == 1 }

  private static func useBest() { _ = paths.first(where: use) }

  /// - Parameter offset: How many bytes of other memory come before the text, for its alignment.
  private func hits(of literals: [[UInt8]], in text: [UInt8], offset: Int, capacity: Int) -> [Hit] {
    let memory = [UInt8](repeating: 0, count: offset) + text
    var buffer = [literal_hit](repeating: literal_hit(), count: capacity)
    var found: [Hit] = []
    let copies = unsafe literals.map { literal in
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: literal.count)
      _ = unsafe copy.initialize(from: literal)
      return unsafe UnsafePointer(copy.baseAddress)
    }
    defer { unsafe copies.forEach { unsafe $0?.deallocate() } }
    guard let scan = unsafe literal_scan_create(copies, literals.map(\.count), literals.count)
    else { return [] }
    defer { unsafe literal_scan_free(scan) }
    unsafe memory.withUnsafeBufferPointer { memory in
      var from = 0
      while from < text.count {
        var resume = text.count
        let count = unsafe literal_scan_find(
          scan, memory.baseAddress.map { unsafe $0 + offset }, text.count, from, &buffer, capacity,
          &resume)
        for hit in buffer[..<count] {
          found.append(Hit(position: hit.position, literal: Int(hit.literal)))
        }
        precondition(resume > from)
        from = resume
      }
    }
    return found
  }

  private func naiveHits(of literals: [[UInt8]], in text: [UInt8]) -> [Hit] {
    text.indices.flatMap { position in
      literals.indices.filter { text[position...].starts(with: literals[$0]) }.map {
        Hit(position: position, literal: $0)
      }
    }
  }

  @Test(.enabled(if: available.contains("avx2")), arguments: [UInt64](1...6))
  func `the AVX2 path finds what a naive search finds`(seed: UInt64) {
    compareWithNaiveSearch(path: "avx2", seed)
  }

  @Test(.enabled(if: available.contains("ssse3")), arguments: [UInt64](1...6))
  func `the SSSE3 path finds what a naive search finds`(seed: UInt64) {
    compareWithNaiveSearch(path: "ssse3", seed)
  }

  @Test(.enabled(if: available.contains("neon")), arguments: [UInt64](1...6))
  func `the NEON path finds what a naive search finds`(seed: UInt64) {
    compareWithNaiveSearch(path: "neon", seed)
  }

  @Test(arguments: [UInt64](1...6))
  func `the portable path finds what a naive search finds`(seed: UInt64) {
    compareWithNaiveSearch(path: "portable", seed)
  }

  private func compareWithNaiveSearch(path: String, _ seed: UInt64) {
    #expect(Self.use(path))
    defer { Self.useBest() }
    var random = SeededRandom(seed: seed)
    for _ in 0..<6 {
      let alphabet = [2, 5, 256].randomElement(using: &random) ?? 2
      func byte() -> UInt8 {
        alphabet == 256
          ? .random(in: 0...255, using: &random)
          : 0x61 + .random(in: 0..<UInt8(alphabet), using: &random)
      }
      let literals = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        (0..<Int.random(in: 3...(Bool.random(using: &random) ? 6 : 64), using: &random)).map { _ in
          byte()
        }
      }
      var text = (0..<Int.random(in: 0...700, using: &random)).map { _ in byte() }
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let literal = literals.randomElement(using: &random) ?? []
        guard literal.count <= text.count else { continue }
        let start = Int.random(in: 0...(text.count - literal.count), using: &random)
        text.replaceSubrange(start..<start + literal.count, with: literal)
      }
      let wanted = naiveHits(of: literals, in: text)
      let offset = Int.random(in: 0..<64, using: &random)
      for capacity in [literals.count, 1_024] {
        let found = hits(of: literals, in: text, offset: offset, capacity: capacity)
        #expect(found == wanted, "path \(path), seed \(seed)")
      }
      let counted = unsafe text.withUnsafeBufferPointer {
        unsafe byte_count($0.baseAddress, text.count, text.first ?? 0)
      }
      #expect(counted == text.count { $0 == text.first }, "path \(path), seed \(seed)")
    }
  }

  @Test func `the portable path is there on every processor and the best one is used by default`() {
    #expect(Self.use("portable"))
    #expect(!Self.use("no such path"))
    Self.useBest()
    #expect(Self.available.contains("portable"))
  }

  @Test func `a literal that cannot be searched for is an error, not a scanner that finds nothing`()
  {
    #expect(throws: LiteralScannerError.self) { try LiteralScanner(literals: ["ab"]) }
    #expect(throws: Never.self) { try LiteralScanner(literals: []) }
  }

  @Test func `five hundred rules are all found`() {
    expectAllFound(count: 500)
  }

  @Test(.long) func `ten thousand rules are all found`() {
    expectAllFound(count: 10_000)
  }

  /// Every rule has a name of its own; a text with one share of each must give one result of each.
  private func expectAllFound(count: Int) {
    let words = (0..<count).map { number in
      // Letters only, all names equally long, so that none starts with another one.
      String(number + 1_000_000, radix: 10).map {
        String("abcdefghij".dropFirst($0.wholeNumberValue ?? 0).prefix(1))
      }
      .joined()
    }
    let files = words.enumerated().map { number, word in
      RuleFile(path: "game-\(word).yaml", text: Self.rule(word: word, number: number))
    }
    let rules = RuleSet(files: files)
    #expect(rules.problems.map(\.rendered) == [])
    #expect(rules.games.count == count)
    let text = words.map { "\(Self.title($0)) #7 3/6\n" }.joined(separator: "\n")
    let reader = ShareReader(rules: rules)
    let shares = reader.read(ShareText(Array(text.utf8))).shares
    #expect(shares.map(\.game) == words.map { "game-\($0)" })
    #expect(!rules.candidates(in: Array(text.utf8), 0..<text.utf8.count).isEmpty)
  }

  private static func title(_ word: String) -> String { "G\(word)" }

  private static func rule(word: String, number: Int) -> String {
    let hexadecimal = String(number + 0x1000_0000, radix: 16)
    return ##"""
      format: 1
      game: game-\##(word)
      name: \##(title(word))
      id: \##(hexadecimal)-2222-4333-8444-555555555555
      record: GameResult
      begins: ["\##(title(word)) #"]
      puzzle: {number: puzzle, anchors: [{number: 1, date: 2026-01-01}]}
      variants:
        - {name: standard, match: '\##(title(word)) \x20 \# (?<puzzle> \d+ ) \x20 (?<score> [1-6] ) /6'}
      fields:
        score: {group: score, type: int}
        completed: true
      examples:
        - {name: solved, text: "\##(title(word)) #7 3/6", expect: {score: 3}}
      """##
  }
}
