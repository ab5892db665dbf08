internal import CloudKitCore
internal import Hummingbird
internal import Logging
internal import StreaklinePage
internal import Synchronization

extension CloudKitServer {
  /// Logs a request of the page in one line, and returns the answer to send.
  func logged(
    _ site: Site, _ question: PageRequest, _ reply: Reply, since start: ContinuousClock.Instant
  ) -> Response {
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let response =
      switch reply {
      case .page(let answer): Self.response(answer)
      case .events(let response): response
      }
    if case .page(let answer) = reply, let note = answer.logNote { logger.warning("\(note)") }
    logger.info(
      "answered",
      metadata: [
        "route": "\(site.route(of: question))", "status": "\(response.status.code)",
        "milliseconds": "\(milliseconds)",
      ])
    return response
  }

  /// The refusal of a request whose token is wrong, or the one that tells to wait where too many have come from its
  /// address.
  func slowedDown(_ answer: Answer, from address: ClientAddress) -> Answer {
    guard answer.code == ServiceError.Code.authenticationFailed.rawValue,
      let seconds = wrongTokens.take(from: address)
    else { return answer }
    return Answer(
      ServiceError(.throttled, "too many wrong tokens", retryAfterSeconds: seconds),
      uuid: service.newUUID())
  }
}

/// ``WrongTokens`` of a running server, with its clock.
final class WrongTokenCount: Sendable {
  private let start = ContinuousClock.now
  private let count: Mutex<WrongTokens>

  init(_ settings: ServerSettings) {
    count = Mutex(
      WrongTokens(burst: settings.wrongTokens, secondsEach: settings.wrongTokenSeconds))
  }

  /// - Returns: Seconds to wait where too many wrong tokens have come from an address.
  func take(from address: ClientAddress) -> Int? {
    let now = (ContinuousClock.now - start) / .seconds(1)
    return count.withLock { $0.take(from: address.text, at: now) }
  }

  func giveBack(to address: ClientAddress) {
    count.withLock { $0.giveBack(to: address.text) }
  }
}
