internal import Foundation
internal import Streakline
internal import Synchronization

/// Ctrl-C and SIGTERM: long work stops where the store is consistent. A second signal ends the
/// program at once.
extension Interruption {
  static func listen() {
    handle(SIGINT, noteSignal)
    handle(SIGTERM, noteSignal)
    handle(SIGALRM, ringAgain)
  }

  /// Ends a command that only reads when Ctrl-C was pressed.
  ///
  /// - Throws: ``CommandFailure``.
  static func stopIfRequested() throws {
    if isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
  }

  /// Whether a signal ends the program at once, because it does nothing that has to be finished.
  private static let endsProgram = Atomic(false)

  /// Runs a body that only reads. A signal ends the program in the middle of it, however long the body
  /// takes; one that came before ends it now.
  ///
  /// - Throws: ``CommandFailure``, and what the body throws.
  static func endingProgram<Result>(_ body: () throws -> Result) throws -> Result {
    // A pager shows what is there already, and Ctrl-C is the pager's.
    guard !Pager.isRunning else { return try body() }
    let before = endsProgram.exchange(true, ordering: .sequentiallyConsistent)
    defer { endsProgram.store(before, ordering: .sequentiallyConsistent) }
    try stopIfRequested()
    return try body()
  }

  /// - Parameter handler: Interrupts any code at any point, so it may only do what is safe in a signal
  ///   handler.
  private static func handle(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    // Without SA_RESTART, so that a read that waits for input ends.
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u = .init(__sa_handler: handler)
    #else
      action.__sigaction_handler = .init(sa_handler: handler)
    #endif
    _ = unsafe sigaction(number, &action, nil)
    // The program that started this one may have blocked the signal.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  fileprivate static func note(_ number: Int32) {
    let isRepeated = request() > 0
    if endsProgram.load(ordering: .sequentiallyConsistent) {
      let words: StaticString =
        Output.isJSON
        ? "{\"error\":\"interrupted\",\"code\":130}\n" : "streakline: interrupted\n"
      _ = unsafe write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      _exit(ExitCodes.interrupted)
    }
    if isRepeated { _exit(128 + number) }
    alarm(1)
  }
}

private func noteSignal(_ number: Int32) {
  Interruption.note(number)
}

/// A signal that comes just before a read starts does not end it; this alarm does, once a second.
private func ringAgain(_: Int32) {
  alarm(1)
}
