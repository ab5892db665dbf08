internal import Foundation
internal import Synchronization

/// Standard input, output and error as the program was started with them.
enum StandardStreams {
  private static let isOutputClosed = Atomic(false)

  /// Whether there was no standard output at the start.
  static var outputWasClosed: Bool { isOutputClosed.load(ordering: .relaxed) }

  /// The width of the terminal that was the standard output at the start; `nil` where it was none, or one
  /// that does not know its width.
  static let terminalColumns: Int? = {
    #if canImport(Darwin)
      let request: UInt = 0x4008_7468
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, request, &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }()

  /// Opens closed streams on `/dev/null`. Otherwise the next file that is opened, such as the store,
  /// would get the stream's number, and with it everything that is printed.
  static func openClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // `open` takes the lowest free number, which is that of the closed stream.
      _ = unsafe open("/dev/null", O_RDWR)
      if descriptor == STDOUT_FILENO { isOutputClosed.store(true, ordering: .relaxed) }
    }
  }
}
