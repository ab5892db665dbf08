internal import Synchronization

/// Work that requests leave behind them, done one after the other.
final class Notices: Sendable {
  typealias Work = @Sendable () async throws -> Void

  /// What waits at most. Notifications can be lost, so the oldest goes.
  private static let most = 1_000

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
    var lost = 0
  }

  private let state = Mutex(State())

  /// How much was not done since the server was started: because too much waited, or because it failed.
  var lost: Int { state.withLock { $0.lost } }

  func add(_ work: @escaping Work) {
    let begins = state.withLock { state in
      if state.waiting.count >= Self.most {
        state.waiting.removeFirst()
        state.lost += 1
      }
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard begins else { return }
    Task {
      while let work = next() {
        do { try await work() } catch { state.withLock { $0.lost += 1 } }
      }
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning ? state.waiting.removeFirst() : nil
    }
  }
}
