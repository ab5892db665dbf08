internal import Foundation
internal import StreaklineCore
internal import Synchronization

/// The one way to standard output (data) and standard error (everything else).
///
/// Texts may come from anybody: what a terminal would obey instead of showing it is escaped here, so
/// callers hand over plain text. Only this type writes control characters.
enum Output {
  /// On a terminal C1 and bidi controls are escaped in JSON too.
  private static let buffer = Mutex(JSONWriter(escapesForTerminal: isTerminal(STDOUT_FILENO)))
  private static let bufferSize = 65_536
  private static let reportsJSON = Atomic(false)
  /// Whether a line of progress is on the screen.
  private static let showsStatus = Atomic(false)

  /// Whether errors and notes are JSON Lines too.
  static var isJSON: Bool {
    get { reportsJSON.load(ordering: .relaxed) }
    set { reportsJSON.store(newValue, ordering: .relaxed) }
  }

  /// Writes a line of data for people.
  ///
  /// - Parameter sign: A sign before the text.
  static func line(_ text: String, sign: Sign? = nil) {
    fill {
      if let sign { $0.append(Array("\(sign.rendered) ".utf8)) }
      $0.append(Array(escapedForTerminal(text).utf8))
      $0.endLine()
    }
  }

  /// Whether objects are written as rows of CSV, under a header with the names of the first one's fields.
  static var isCSV: Bool {
    get { table.withLock { $0 != nil } }
    set { table.withLock { $0 = newValue ? TableRows() : nil } }
  }

  private static let table = Mutex(TableRows?.none)

  /// Writes a value as a line of JSON, or as a row of CSV.
  static func json(_ value: Value) {
    if let fields = value.object, let rows = table.withLock({ $0?.rows(of: fields) }) {
      let isShown = isTerminal(STDOUT_FILENO)
      return fill { $0.append(Array((isShown ? escapedLines(rows) : rows).utf8)) }
    }
    fill {
      $0.write(value)
      $0.endLine()
    }
  }

  /// Writes a record as a line of JSON.
  static func json(_ record: Record) {
    fill {
      $0.write(record)
      $0.endLine()
    }
  }

  /// Writes a file's content: byte for byte, but with escapes when it is shown on a terminal.
  static func content(_ text: String) {
    fill {
      $0.append(Array((isTerminal(STDOUT_FILENO) ? escapedLines(text) : text).utf8))
    }
  }

  /// Writes bytes that are escaped already where that is needed.
  static func write(_ bytes: [UInt8]) {
    fill { $0.append(bytes) }
  }

  private static func fill(_ body: (inout JSONWriter) -> Void) {
    let isFull = buffer.withLock { writer in
      body(&writer)
      return writer.count >= bufferSize
    }
    if isFull { flush() }
  }

  /// Reports something on standard error that is not an error.
  static func note(_ text: String) {
    report(["note": .string(text)], escapedForTerminal(text))
  }

  /// Reports an error on standard error.
  ///
  /// - Parameters:
  ///   - code: The exit code, when the error ends the program.
  ///   - help: What the user can do.
  static func error(_ text: String, code: Int32? = nil, help: String? = nil) {
    var fields: Fields = ["error": .string(text)]
    if let code { fields.append("code", .int(Int(code))) }
    if let help { fields.append("help", .string(help)) }
    let hint = help.map { "\n  = help: \(escapedForTerminal($0))" } ?? ""
    report(fields, "streakline: \(escapedForTerminal(text))\(hint)")
  }

  /// Reports a problem in a file of the user's on standard error.
  static func problem(_ problem: Problem) {
    report(problem.json.object ?? Fields(), problem.rendered)
  }

  /// Reports what the argument parser says, which may have several lines.
  static func usageError(_ text: String, code: Int32) {
    report(["error": .string(text), "code": .int(Int(code))], escapedLines(text))
  }

  /// - Parameters:
  ///   - fields: What is written under `--output json`.
  ///   - text: What is written for people, with all controls but line breaks escaped.
  private static func report(_ fields: Fields, _ text: String) {
    send()
    clearStatus()
    guard isJSON else {
      writeAll(Array((text + "\n").utf8), to: STDERR_FILENO)
      return
    }
    var writer = JSONWriter(escapesForTerminal: isTerminal(STDERR_FILENO))
    writer.writeObject(fields)
    writer.endLine()
    writeAll(writer.bytes, to: STDERR_FILENO)
  }

  /// Shows a line of progress on standard error in place of the one before, without ending it.
  static func status(_ text: String) {
    showsStatus.store(true, ordering: .relaxed)
    writeAll(Array("\r\u{1B}[K\(escapedForTerminal(text))".utf8), to: STDERR_FILENO)
  }

  /// Removes the line of progress, so that the next line starts at its beginning.
  static func clearStatus() {
    guard showsStatus.exchange(false, ordering: .relaxed) else { return }
    writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
  }

  /// What a command does when nobody reads its output.
  enum Unread {
    /// Ends: the reader has what it wanted, and nothing else is left to do.
    case ends
    /// Ends, but not with success: more may be left to store.
    case stops
    /// Finishes its work without output, and does not end with success.
    case finishes
  }

  /// What to do, and the exit code of the first write that failed.
  private static let unread = Mutex((policy: Unread.ends, code: Int32?.none))

  /// Sets what the command does when nobody reads its output.
  static func whenUnread(_ policy: Unread) {
    unread.withLock { $0.policy = policy }
  }

  /// Writes buffered data to standard output. Callers flush only what is stored already, because the
  /// program may end here when nobody reads the output.
  static func flush() {
    send()
    let (policy, code) = unread.withLock { $0 }
    guard let code, policy != .finishes else { return }
    Foundation.exit(policy == .ends && code == ExitCodes.readerGone ? ExitCodes.done : code)
  }

  /// Ends the program. A code other than done stays, whether or not anybody reads the output.
  static func exit(_ code: Int32) -> Never {
    send()
    clearStatus()
    if code == ExitCodes.done {
      // Nothing is left to finish now.
      unread.withLock { if $0.policy == .finishes { $0.policy = .stops } }
      flush()
    }
    Foundation.exit(code)
  }

  private static func send() {
    let failure = buffer.withLock { writer -> Int32? in
      guard writer.count > 0 else { return nil }
      clearStatus()
      defer { writer.removeAll() }
      guard unread.withLock({ $0.code }) == nil else { return nil }
      if StandardStreams.outputWasClosed { return EBADF }
      return unsafe writer.withBytes { unsafe writeAll($0, to: STDOUT_FILENO) }
    }
    guard let failure else { return }
    let code = failure == EPIPE ? ExitCodes.readerGone : ExitCodes.inputOutput
    unread.withLock { $0.code = code }
    if failure != EPIPE {
      error("cannot write the output: \(unsafe String(cString: strerror(failure)))", code: code)
    }
  }

  /// Whether what is written there is shown on a terminal, perhaps by the pager.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 || Pager.shows(descriptor)
  }

  /// The text with line breaks and tabs as they are and all other controls escaped.
  private static func escapedLines(_ text: String) -> String {
    // The two characters at the end of a row of CSV are one `Character`, which is no "\n".
    let lines = text.replacing("\r\n", with: "\n")
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { escapedForTerminal(String($0)) }.joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// - Returns: `errno` of a write that failed, or `nil`.
  @discardableResult
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
  }

  private static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) -> Int32? {
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = unsafe Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        written += count
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
