import CloudKitCore
import Crypto
import Foundation
import Testing

/// An attacker who measures how long a guess is compared must not learn how many of its bytes were right. Guesses
/// that are wrong at the first byte and at the last byte are timed, and Welch's t-test compares the two, as dudect
/// does (Reparaz, Balasch and Verbauwhede, 2017). It runs with `STREAKLINE_LONG=1` only: other work on the machine
/// disturbs it.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["STREAKLINE_LONG"] != nil))
struct TokenTimingTests {
  private static let samples = 200_000
  /// Above this value dudect speaks of a leak.
  private static let most = 4.5

  /// Welch's t of the times that the body takes for two guesses, in random order. The slowest tenth is left out:
  /// there the machine did something else.
  private func difference(_ guesses: [[UInt8]], _ body: ([UInt8]) -> Bool) -> Double {
    var times: [[Double]] = [[], []]
    var hits = 0
    for number in 0..<(Self.samples + 1_000) {
      let kind = Int.random(in: 0...1)
      // A copy of its own each time, so that no class has the faster memory.
      let guess = guesses[kind].map { $0 }
      let start = DispatchTime.now().uptimeNanoseconds
      if body(guess) { hits += 1 }
      let end = DispatchTime.now().uptimeNanoseconds
      if number >= 1_000 { times[kind].append(Double(end - start)) }
    }
    #expect(hits == 0)
    let all = (times[0] + times[1]).sorted()
    let limit = all[all.count * 9 / 10]
    let kept = times.map { $0.filter { $0 <= limit } }
    let means = kept.map { $0.reduce(0, +) / Double($0.count) }
    let errors = zip(kept, means).map { values, mean in
      values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
        / Double(values.count)
    }
    return (means[0] - means[1]) / (errors[0] + errors[1]).squareRoot()
  }

  /// A guess whose first byte is wrong, and one of which all but the last is right.
  private func guesses(of secret: [UInt8]) -> [[UInt8]] {
    var (early, late) = (secret, secret)
    early[0] ^= 1
    late[late.count - 1] ^= 1
    return [early, late]
  }

  @Test func `the time of a comparison does not tell how many bytes were right`() {
    let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let t = difference(guesses(of: secret)) { isEqual($0, secret) }
    print("comparison of hashes: |t| = \(abs(t)) of \(Self.samples) samples")
    #expect(abs(t) < Self.most)
  }

  @Test func `the time in which a forged token is refused does not tell how much of it was right`()
    throws
  {
    let key = SymmetricKey(size: .bits256)
    let token = WebAuthToken.rotated(id: Array(repeating: 3, count: 8), issuedAt: 1_800_000_000_000)
    let whole = try #require(bytes(base64: token.text(signedWith: key)))
    // What comes before the signature is no secret.
    let head = Array(whole.prefix(whole.count - 32))
    let t = difference(guesses(of: Array(whole.suffix(32)))) {
      WebAuthToken(base64(head + $0), signedWith: key) != nil
    }
    print("refusal of a token: |t| = \(abs(t)) of \(Self.samples) samples")
    #expect(abs(t) < Self.most)
  }

  @Test func `the measure sees a comparison that stops at the first difference`() {
    let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let t = difference(guesses(of: secret)) { guess in
      for (one, other) in zip(guess, secret) where one != other { return false }
      return true
    }
    #expect(abs(t) > Self.most)
  }
}
