import Synchronization

/// Lets at most a number of tests do something at a time; the others wait without a thread.
package final class AsyncSemaphore: Sendable {
  /// The servers in the process of the tests. Each opens some ten files and connections, and Foundation's
  /// `Process` crashes where a number of a file is above 1,024.
  package static let servers = AsyncSemaphore(24)

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  package init(_ count: Int) {
    state = Mutex(State(free: count))
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  package func signal() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
