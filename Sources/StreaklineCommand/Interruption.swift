internal import Foundation
internal import Synchronization

/// Whether somebody has pressed Ctrl-C (or sent SIGTERM): long work stops where the store is
/// consistent. A second signal ends the program at once.
enum Interruption {
  private static let count = Atomic<Int>(0)

  static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  static func listen() {
    // Whoever started us may have blocked them.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&signals, number)
      // Without SA_RESTART, so that a read that waits for input comes back.
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u = .init(__sa_handler: noteSignal)
      #else
        action.__sigaction_handler = .init(sa_handler: noteSignal)
      #endif
      _ = unsafe sigaction(number, &action, nil)
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  fileprivate static func note(_ number: Int32) {
    if count.add(1, ordering: .relaxed).oldValue > 0 {
      _exit(128 + number)
    }
  }
}

private func noteSignal(_ number: Int32) {
  Interruption.note(number)
}
