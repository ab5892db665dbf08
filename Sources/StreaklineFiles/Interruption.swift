internal import Synchronization

/// Whether the user has asked the program to stop: whoever waits for a file gives up then.
///
/// A library never sets it; the program does when it gets a signal.
package enum Interruption {
  private static let count = Atomic<Int>(0)

  package static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Notes a request; safe in a signal handler.
  ///
  /// - Returns: How many there were before.
  package static func request() -> Int {
    count.add(1, ordering: .relaxed).oldValue
  }
}
