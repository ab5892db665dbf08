internal import Synchronization

/// Bounds the memory that large bodies take: the bytes that are being read, and the JSON that is made of them,
/// which can be sixteen times as large.
final class LargeBodies: Sendable {
  /// A body up to this size is not counted, so that usual requests never wait for large ones.
  static let smallest = 64 << 10
  /// Bytes that are read at once, at most; and for one token, so that nobody can take all by being slow.
  private static let mostBytes = 32 << 20
  private static let mostBytesOfToken = 16 << 20

  private let reserved = Mutex<[String: Int]>([:])
  private let turns = Turns()

  /// Carries out a request with a large body.
  ///
  /// - Parameters:
  ///   - bytes: The length of the body at most, unpacked.
  ///   - read: Reads the body.
  ///   - answer: Is called for one body at a time.
  /// - Returns: `nil` when there is no room now.
  func withRoom<Body: Sendable, Result: Sendable>(
    for bytes: Int, of token: String, read: () async -> Body,
    answer: (Body) async -> Result
  ) async -> Result? {
    guard reserve(bytes, of: token) else { return nil }
    defer { release(bytes, of: token) }
    let body = await read()
    await turns.take()
    let answer = await answer(body)
    await turns.end()
    return answer
  }

  private func reserve(_ bytes: Int, of token: String) -> Bool {
    reserved.withLock { reserved in
      let own = reserved[token, default: 0] + bytes
      let all = reserved.values.reduce(bytes, +)
      guard own <= Self.mostBytesOfToken, all <= Self.mostBytes else { return false }
      reserved[token] = own
      return true
    }
  }

  private func release(_ bytes: Int, of token: String) {
    reserved.withLock { reserved in
      let rest = reserved[token, default: 0] - bytes
      reserved[token] = rest > 0 ? rest : nil
    }
  }
}

/// One at a time, in the order in which they ask.
private actor Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func end() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
