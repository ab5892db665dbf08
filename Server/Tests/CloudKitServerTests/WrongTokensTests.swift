import CloudKitCore
import CloudKitHTTP
import Foundation
import Testing

/// How often wrong tokens may come from an address.
@Suite struct WrongTokensTests {
  @Test func `after some wrong tokens each further one has to wait`() {
    var count = WrongTokens(burst: 3, secondsEach: 5)
    for _ in 0..<3 { #expect(count.take(from: "192.0.2.1", at: 0) == nil) }
    #expect(count.take(from: "192.0.2.1", at: 0) == 5)
    #expect(count.take(from: "192.0.2.1", at: 1) == 4)
    // What is refused is not counted: the wait does not grow.
    #expect(count.take(from: "192.0.2.1", at: 5) == nil)
    #expect(count.take(from: "192.0.2.1", at: 5) == 5)
    #expect(count.take(from: "192.0.2.1", at: 1_000) == nil)
  }

  @Test func `other addresses do not wait, and a good token is not counted`() {
    var count = WrongTokens(burst: 2, secondsEach: 5)
    for _ in 0..<5 {
      _ = count.take(from: "192.0.2.1", at: 0)
      #expect(count.take(from: "192.0.2.2", at: 0) == nil)
      count.giveBack(to: "192.0.2.2")
    }
    #expect(count.take(from: "192.0.2.1", at: 0) != nil)
  }

  @Test func `an app with a wrong token is told to wait, and the right one beside it is not`()
    async throws
  {
    try await RunningServer.run({ ($0.wrongTokens, $0.wrongTokenSeconds) = (3, 1_000_000) }) {
      server in
      let anna = try server.addUser("anna")
      let wrong = anna.with { $0.webToken = "wrong" }
      for _ in 0..<3 { #expect(try await wrong.ask("zones/list").status == 401) }
      let reply = try await wrong.ask("zones/list")
      #expect(reply.status == 429 && reply.code == "THROTTLED", "\(reply.body)")
      #expect(Int(reply.headers["retry-after"] ?? "") ?? 0 > 0, "\(reply.headers)")
      #expect(try await anna.ask("zones/list").status == 200)
    }
  }

  @Test func `a hundred thousand addresses with one wrong token each keep few others waiting`() {
    var count = WrongTokens(burst: 20, secondsEach: 5)
    for number in 0..<100_000 { _ = count.take(from: "a\(number)", at: Double(number) / 100) }
    let waiting = (0..<1_000).count { count.take(from: "b\($0)", at: 1_000) != nil }
    #expect(waiting < 10, "\(waiting) of 1000 wait")
  }
}
