internal import Synchronization

/// Whether the user has asked the program to stop. Code that waits for a file gives up then.
///
/// Only the program requests it, when it gets a signal; the library never does.
package enum Interruption {
  private static let count = Atomic<Int>(0)

  package static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Records a request; safe in a signal handler.
  ///
  /// - Returns: How many requests there were before.
  package static func request() -> Int {
    count.add(1, ordering: .relaxed).oldValue
  }
}
