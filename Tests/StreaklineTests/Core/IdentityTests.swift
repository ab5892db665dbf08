import StreaklineCore
import Testing

@Suite struct IdentityTests {
  private let day = Day(daysSinceEpoch: 20_000)

  @Test func `the id is user, day and game`() {
    let id = CompositeID(userId: "me", day: Day(daysSinceEpoch: 20_031), gameId: "g")
    #expect(id.encoded == "me|20241104|g")
  }

  @Test func `separators in a name do not make two ids one`() {
    // Seed bug S11: a|b + c = a + b|c.
    let left = CompositeID(userId: "a|20241004|b", day: day, gameId: "c").encoded
    let right = CompositeID(userId: "a", day: day, gameId: "b|20241004|c").encoded
    #expect(left != right)
    #expect(left.utf8.count { $0 == UInt8(ascii: "|") } == 2)
  }

  @Test func `composed and decomposed letters are one user`() {
    let composed = CompositeID(userId: "Ren\u{E9}", day: day, gameId: "g").encoded
    let decomposed = CompositeID(userId: "Rene\u{301}", day: day, gameId: "g").encoded
    #expect(Array(composed.utf8) == Array(decomposed.utf8))
  }

  @Test func `an encoded id comes apart into what it was made of`() {
    var random = SeededRandom(seed: 11)
    let pieces = [
      "a", "|", "%", "%7C", "é", "e\u{301}", "\n", "\u{7F}", "🟩", " ", "20241104", "\u{0}",
    ]
    var seen: [[UInt8]: CompositeID] = [:]
    for _ in 0..<LongRun.rounds(2_000, long: 20_000) {
      let user = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let game = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let id = CompositeID(
        userId: user, day: day + Int.random(in: 0...3, using: &random), gameId: game)
      let decoded = CompositeID(encoded: id.encoded)
      #expect(decoded == id)
      if let other = seen.updateValue(id, forKey: Array(id.encoded.utf8)) {
        #expect(other == id)
      }
    }
  }

  @Test(arguments: [
    "", "a|b", "a|20241104", "a|20241104|g|x", "a|20241304|g", "a|2024|g", "a%ZZ|20241104|g",
    "a%41|20241104|g", "a|+0241104|g",
  ])
  func `a text that no id encodes to is refused`(text: String) {
    #expect(CompositeID(encoded: text) == nil)
  }

  @Test func `version five UUIDs are those of RFC 9562`() throws {
    let dns = try #require(UniqueID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    #expect(
      UniqueID(namespace: dns, name: "www.example.com").description
        == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test func `UUIDs are read in either case and written in lower case`() throws {
    let id = try #require(UniqueID("550E8400-E29B-41D4-A716-446655440000"))
    #expect(id.description == "550e8400-e29b-41d4-a716-446655440000")
    #expect(UniqueID("550e8400e29b41d4a716446655440000") == nil)
    #expect(UniqueID("550e8400-e29b-41d4-a716-44665544000g") == nil)
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func `SHA-1 gives the digests of FIPS 180`(text: String, digest: String) {
    let hex = sha1(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == digest)
  }
}
