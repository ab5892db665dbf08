internal import Dispatch
internal import Synchronization

/// Passes values from one thread to another. Only a few wait at a time.
final class Channel<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  // Both start at 0: a semaphore must not end below the value that it was made with.
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    for _ in 0..<capacity {
      room.signal()
    }
  }

  /// Waits for room and passes a value on; `false` once the channel is closed.
  func send(_ element: Element) -> Bool {
    room.wait()
    let isOpen = state.withLock { state in
      if !state.isClosed { state.waiting.append(element) }
      return !state.isClosed
    }
    filled.signal()
    return isOpen
  }

  /// Waits for the next value.
  func next() -> Element {
    while true {
      filled.wait()
      let element = state.withLock { state in
        state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      room.signal()
      if let element { return element }
    }
  }

  /// Closes the channel. A sender that waits for room continues.
  func close() {
    state.withLock { $0.isClosed = true }
    room.signal()
  }
}
