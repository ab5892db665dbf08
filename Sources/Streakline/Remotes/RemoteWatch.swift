internal import Foundation
package import StreaklineCore
internal import StreaklineFiles
internal import Synchronization

/// Hears from a remote that something has changed there, in a thread of its own. What is missed, the next pull
/// finds.
package final class RemoteWatch: Sendable {
  private static let seconds = 25

  private struct State {
    var hasChanged = false
    var isWatching = true
    /// Whether its program has ended as well.
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// - Parameter place: What ``ProgramRemote/watch()`` says.
  package init(_ remote: ProgramRemote, at place: Value) {
    let waiting = remote.another()
    let thread = Thread { [weak self] in
      // It ends with whatever goes wrong; who follows the remote begins a new one.
      while self?.state.withLock(\.isWatching) == true, !Interruption.isRequested {
        guard let changed = try? waiting.wait(at: place, seconds: Self.seconds) else { break }
        if changed { self?.state.withLock { $0.hasChanged = true } }
      }
      self?.state.withLock { state in
        state.isWatching = false
        state.hasEnded = true
      }
    }
    thread.start()
  }

  /// Whether it still hears.
  package var isWatching: Bool { state.withLock(\.isWatching) }

  /// Whether something has changed since this was asked last.
  package func takeChange() -> Bool {
    state.withLock { state in
      defer { state.hasChanged = false }
      return state.hasChanged
    }
  }

  /// Lets it end with the next answer, or at once when the user wants to stop.
  package func stop() {
    state.withLock { $0.isWatching = false }
    let deadline = ContinuousClock.now + .seconds(0.5)
    while Interruption.isRequested, !state.withLock(\.hasEnded), ContinuousClock.now < deadline {
      usleep(5_000)
    }
  }
}
