internal import Foundation
internal import StreaklineFiles
internal import StreaklineSync

/// A program that runs beside this one and is spoken to in lines. It is ended with the object.
final class RunningProgram {
  /// How long a program may take to end after its input has ended, in seconds.
  private static let goodbyeSeconds = 2.0
  private static let stepMilliseconds: Int32 = 100

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  /// Gets what the program says to the user, line by line.
  private let say: (String) -> Void
  /// What was said and is not a line yet.
  private var saying: [UInt8] = []
  private var hasClosedErrors = false
  private var isSilenced = false
  /// A longer line is said in parts, in bytes.
  private static let longestSaid = 1_000
  /// How many bytes the program may still say.
  private var sayable = 65_536
  /// What was read and not taken. Its first `searched` bytes have no line feed.
  private var received: [UInt8] = []
  private var searched = 0

  init(
    _ command: [String], folder: String, environment: [String: String],
    say: @escaping (String) -> Void
  ) throws(RemoteError) {
    self.say = say
    // It looks into PATH. In a container that holds nothing else there is none, and a path is enough.
    let env = "/usr/bin/env"
    if let path = command.first, path.hasPrefix("/"),
      !FileManager.default.isExecutableFile(atPath: env)
    {
      process.executableURL = URL(filePath: path)
      process.arguments = Array(command.dropFirst())
    } else {
      process.executableURL = URL(filePath: env)
      process.arguments = ["--"] + command
    }
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    // So that neither side waits for the other for ever.
    for end in [
      input.fileHandleForWriting, output.fileHandleForReading, errors.fileHandleForReading,
    ] {
      let flags = fcntl(end.fileDescriptor, F_GETFL)
      _ = fcntl(end.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
    }
    do {
      try process.run()
    } catch {
      throw RemoteError(.configuration, "it cannot be started: \(error.localizedDescription)")
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    let deadline = ContinuousClock.now + .seconds(Self.goodbyeSeconds)
    while process.isRunning, ContinuousClock.now < deadline { usleep(5_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    listen()
    if !saying.isEmpty { say(String(decoding: saying, as: UTF8.self)) }
    try? output.fileHandleForReading.close()
    try? errors.fileHandleForReading.close()
  }

  /// Whether the program has said more than the lines that it was asked for. What it says later shows only later.
  func hasSaidMore() -> Bool {
    if received.isEmpty { _ = read() }
    return !received.isEmpty
  }

  /// Ends the program at once.
  func stop() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Writes a request and reads the line that answers it.
  ///
  /// - Parameter patienceSeconds: How long an answer is waited for when the user wants to stop.
  /// - Throws: `failed` when the program ends or its line is too long; `offline` when it is silent for too
  ///   long or the user wants to stop; `configuration` when there is no such program.
  func exchange(
    _ request: [UInt8], longestLine: Int, seconds: Double, patienceSeconds: Double
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
        let end = interruptedDeadline ?? now + .seconds(patienceSeconds)
        guard sent > 0, now < end else {
          throw RemoteError(.offline, "the program was asked to stop")
        }
        interruptedDeadline = end
      }
      let wasRunning = process.isRunning
      wait(forRoom: sent < request.count)
      listen()
      if sent < request.count { sent = write(request, from: sent) }
      // An answer may begin before all of the request is written, and wants to be read then.
      let reading = read()
      // Another program may hold its output open after it has ended.
      if reading == .ended || reading == .nothing && !wasRunning {
        guard try hasLine(longestLine) else { throw end() }
        sent = request.count
      }
    }
  }

  /// Passes on what the program says to the user, up to a limit.
  private func listen() {
    // Not for ever, where a program says something all the time.
    for _ in 0..<100 {
      guard let bytes = available(errors) else { return }
      let heard = bytes.prefix(sayable)
      sayable -= heard.count
      for byte in heard {
        if byte != 0x0A, saying.count < Self.longestSaid {
          saying.append(byte)
        } else {
          say(String(decoding: saying, as: UTF8.self))
          saying = byte == 0x0A ? [] : [byte]
        }
      }
      if heard.count < bytes.count, !isSilenced {
        isSilenced = true
        say("it says more than is shown")
      }
    }
  }

  private func wait(forRoom: Bool) {
    var ends = [output, errors].map {
      pollfd(fd: $0.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    // A pipe that was closed would end each wait at once.
    if hasClosedErrors { ends.removeLast() }
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

  private enum Reading { case some, nothing, ended }

  private func read() -> Reading {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer)
    if count > 0 { received += buffer[..<count] }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .ended }
    return count == 0 ? .ended : .some
  }

  /// What can be read from a pipe at once; `nil` when it is nothing.
  private func available(_ pipe: Pipe) -> [UInt8]? {
    guard !hasClosedErrors else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(pipe, &buffer)
    if count == 0 { hasClosedErrors = true }
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private func read(_ pipe: Pipe, _ buffer: inout [UInt8]) -> Int {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    return unsafe buffer.withUnsafeMutableBytes {
      unsafe readBytes(descriptor, $0.baseAddress, $0.count)
    }
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
