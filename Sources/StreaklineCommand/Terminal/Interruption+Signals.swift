internal import Foundation
internal import StreaklineFiles

/// Ctrl-C and SIGTERM: long work stops where the store is consistent. A second signal ends the
/// program at once.
extension Interruption {
  static func listen() {
    handle(SIGINT, noteSignal)
    handle(SIGTERM, noteSignal)
    handle(SIGALRM, ringAgain)
  }

  /// - Parameter handler: Runs in the middle of anything, so it may do next to nothing.
  private static func handle(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    // Without SA_RESTART, so that a read that waits for input comes back.
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u = .init(__sa_handler: handler)
    #else
      action.__sigaction_handler = .init(sa_handler: handler)
    #endif
    _ = unsafe sigaction(number, &action, nil)
    // Whoever started us may have blocked it.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  fileprivate static func note(_ number: Int32) {
    if request() > 0 {
      _exit(128 + number)
    }
    alarm(1)
  }
}

private func noteSignal(_ number: Int32) {
  Interruption.note(number)
}

/// A signal that comes just before a read begins does not end it: the alarm does, once a second.
private func ringAgain(_: Int32) {
  alarm(1)
}
