internal import Foundation
internal import StreaklineFiles
internal import StreaklineSync

/// A program that runs beside this one and is spoken to in lines. It is ended with the object.
final class RunningProgram {
  /// How long a program may take to end after its input has ended, in seconds.
  private static let goodbyeSeconds = 2.0
  private static let stepMilliseconds: Int32 = 100
  /// How long an answer is waited for when the user wants to stop, in seconds.
  private static let interruptedSeconds = 3.0

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  /// What was read and not taken. Its first `searched` bytes have no line feed.
  private var received: [UInt8] = []
  private var searched = 0

  init(
    _ command: [String], folder: String, environment: [String: String]
  ) throws(RemoteError) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["--"] + command
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw RemoteError(.configuration, "it cannot be started: \(error.localizedDescription)")
    }
    // So that neither side waits for the other for ever.
    for end in [input.fileHandleForWriting, output.fileHandleForReading] {
      let flags = fcntl(end.fileDescriptor, F_GETFL)
      _ = fcntl(end.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    let deadline = ContinuousClock.now + .seconds(Self.goodbyeSeconds)
    while process.isRunning, ContinuousClock.now < deadline { usleep(5_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? output.fileHandleForReading.close()
  }

  /// Whether there is more than the lines that were asked for.
  var hasSaidMore: Bool { !received.isEmpty }

  /// Ends the program at once.
  func stop() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Writes a request and reads the line that answers it.
  ///
  /// - Throws: `failed` when the program ends or its line is too long; `offline` when it is silent for too
  ///   long or the user wants to stop; `configuration` when there is no such program.
  func exchange(
    _ request: [UInt8], longestLine: Int, seconds: Double
  ) throws(RemoteError) -> [UInt8] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var interruptedDeadline: ContinuousClock.Instant?
    var sent = 0
    while true {
      if sent == request.count, let line = try takeLine(longestLine) { return line }
      let now = ContinuousClock.now
      guard now < deadline else {
        throw RemoteError(.offline, "it did not answer within \(Int(seconds.rounded(.up))) s")
      }
      if Interruption.isRequested {
        let end = interruptedDeadline ?? now + .seconds(Self.interruptedSeconds)
        guard sent > 0, now < end else {
          throw RemoteError(.offline, "the program was asked to stop")
        }
        interruptedDeadline = end
      }
      wait(forRoom: sent < request.count)
      if sent < request.count { sent = write(request, from: sent) }
      // An answer may begin before all of the request is written, and wants to be read then.
      if read() == .ended {
        guard try hasLine(longestLine) else { throw end() }
        sent = request.count
      }
    }
  }

  private func wait(forRoom: Bool) {
    var ends = [
      pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    ]
    if forRoom {
      ends.append(
        pollfd(fd: input.fileHandleForWriting.fileDescriptor, events: Int16(POLLOUT), revents: 0))
    }
    _ = unsafe poll(&ends, nfds_t(ends.count), Self.stepMilliseconds)
  }

  /// - Returns: How many bytes of the request are written. All of them when the program no longer reads:
  ///   it may have answered before it ended.
  private func write(_ request: [UInt8], from sent: Int) -> Int {
    let descriptor = input.fileHandleForWriting.fileDescriptor
    let count = unsafe request[sent...].withUnsafeBytes {
      unsafe writeBytes(descriptor, $0.baseAddress, $0.count)
    }
    if count >= 0 { return sent + count }
    return errno == EAGAIN || errno == EINTR ? sent : request.count
  }

  private enum Reading { case open, ended }

  private func read() -> Reading {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let descriptor = output.fileHandleForReading.fileDescriptor
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe readBytes(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 { received += buffer[..<count] }
    if count < 0, errno != EAGAIN, errno != EINTR { return .ended }
    return count == 0 ? .ended : .open
  }

  private func hasLine(_ longest: Int) throws(RemoteError) -> Bool {
    searched += received[searched...].prefix { $0 != 0x0A }.count
    guard searched <= longest else {
      throw RemoteError(.failed, "it answered with a line of more than \(longest >> 20) MiB")
    }
    return searched < received.count
  }

  private func takeLine(_ longest: Int) throws(RemoteError) -> [UInt8]? {
    guard try hasLine(longest) else { return nil }
    let line = Array(received[..<searched])
    received.removeSubrange(...searched)
    searched = 0
    return line
  }

  /// Why the program no longer answers.
  private func end() -> RemoteError {
    try? input.fileHandleForWriting.close()
    let deadline = ContinuousClock.now + .seconds(Self.goodbyeSeconds)
    while process.isRunning, ContinuousClock.now < deadline { usleep(5_000) }
    guard !process.isRunning else {
      return RemoteError(.failed, "it closed its output before it answered")
    }
    let status = process.terminationStatus
    switch (process.terminationReason, status) {
    case (.exit, 126), (.exit, 127):
      return RemoteError(.configuration, "it cannot be started; correct `command` in the pipeline")
    case (.exit, _):
      return RemoteError(.failed, "it ended with status \(status) before it answered")
    default: return RemoteError(.failed, "it was ended by signal \(status) before it answered")
    }
  }
}

// The methods of the same names hide the system's functions.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  unsafe read(descriptor, bytes, count)
}
