internal import Dispatch
internal import Synchronization

/// Hands values from one thread to another, a few ahead at most.
final class Channel<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  // Both begin at 0: a semaphore must not end below the value that it was made with.
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    for _ in 0..<capacity {
      room.signal()
    }
  }

  /// Waits for room and hands a value over; `false` when nobody takes values any more.
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

  /// Takes no more values; who waits with one goes on.
  func close() {
    state.withLock { $0.isClosed = true }
    room.signal()
  }
}
