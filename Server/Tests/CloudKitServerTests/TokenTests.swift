import CloudKitCore
import Crypto
import ServerJSON
import Testing

/// Sync tokens, access tokens and their encodings.
@Suite struct TokenTests {
  private let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))

  @Test func `a sync token is good for its feed and its key only`() {
    let feeds: [SyncToken.Feed] = [.zone(1), .zone(2), .database(""), .database("_a")]
    for feed in feeds {
      for sequence in [Int64(0), 1, 255, 1 << 40, .max] {
        let text = SyncToken(feed, sequence: sequence).text(signedWith: key)
        #expect(SyncToken(text, of: feed, signedWith: key)?.sequence == sequence)
        for other in feeds where other != feed {
          #expect(SyncToken(text, of: other, signedWith: key) == nil)
        }
        let otherKey = SymmetricKey(data: [UInt8](repeating: 8, count: 32))
        #expect(SyncToken(text, of: feed, signedWith: otherKey) == nil)
      }
    }
  }

  @Test func `a sync token with any byte changed is unknown`() throws {
    let text = SyncToken(.zone(3), sequence: 9).text(signedWith: key)
    let content = try #require(bytes(base64: text))
    for place in content.indices {
      var changed = content
      changed[place] ^= 1
      #expect(SyncToken(base64(changed), of: .zone(3), signedWith: key) == nil)
    }
    for wrong in ["", "=", "AAAA", text + "AAAA", String(text.dropLast())] {
      #expect(SyncToken(wrong, of: .zone(3), signedWith: key) == nil)
    }
  }

  @Test func `tokens are read as they were written`() {
    var next: UInt8 = 0
    let token = AccessToken { count in
      (0..<count).map { _ in
        next &+= 31
        return next
      }
    }
    #expect(token.apiText.count == 64)
    #expect(AccessToken(apiText: token.apiText) == token)
    #expect(AccessToken(apiText: token.apiText.uppercased()) == nil)
    let original = WebAuthToken.original(token)
    #expect(WebAuthToken(original.text(signedWith: key), signedWith: key) == original)
    let rotated = WebAuthToken.rotated(id: token.id, issuedAt: 1_800_000_000_000)
    #expect(WebAuthToken(rotated.text(signedWith: key), signedWith: key) == rotated)
    #expect(!String(describing: token.hash).contains(String(describing: token.secret)))
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FFFF}", "77+/"),
  ])
  func `base64 is that of RFC 4648`(text: String, encoded: String) {
    #expect(base64(Array(text.utf8)) == encoded)
    #expect(bytes(base64: encoded) == Array(text.utf8))
  }

  @Test(arguments: ["A", "AB", "ABC", "A===", "AB=C", "====", "AB*=", "A\u{0}=="])
  func `what is no base64 is refused`(text: String) {
    #expect(bytes(base64: text) == nil)
  }

  @Test func `a budget refills with time and is never more than full`() throws {
    var budget = RequestBudget(perSecond: 2, burst: 3, at: 0)
    for _ in 0..<3 { try budget.take(at: 0) }
    #expect(throws: ServiceError.self) { try budget.take(at: 0) }
    try budget.take(at: 0.5)
    #expect(throws: ServiceError.self) { try budget.take(at: 0.5) }
    for _ in 0..<3 { try budget.take(at: 1_000) }
    #expect(throws: ServiceError.self) { try budget.take(at: 1_000) }
    // A clock that goes back gives nothing.
    #expect(throws: ServiceError.self) { try budget.take(at: 0) }
  }
}
