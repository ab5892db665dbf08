internal import Foundation
internal import Synchronization

/// Standard input, output and error as the program was started with them.
enum StandardStreams {
  private static let isOutputClosed = Atomic(false)

  /// Whether there was no standard output at the start.
  static var outputWasClosed: Bool { isOutputClosed.load(ordering: .relaxed) }

  /// Opens what is closed on nothing: otherwise the next file that is opened, such as the store, would
  /// take its number and get what is printed.
  static func openClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is the one that is closed.
      _ = unsafe open("/dev/null", O_RDWR)
      if descriptor == STDOUT_FILENO { isOutputClosed.store(true, ordering: .relaxed) }
    }
  }
}
