internal import ArgumentParser
internal import Foundation
internal import Synchronization

/// A command that lists: on a terminal its output is shown page by page.
protocol PagedCommand: ParsableCommand {
  var output: OutputOptions { get }
}

/// The program that shows output page by page on a terminal: `$STREAKLINE_PAGER`, `$PAGER`, or `less`.
enum Pager {
  /// What a shell has to read: a value with one of these is handed to it.
  private static let shellCharacters = Set("|&;<>()$`\\\"'*?[#~=%\n")
  private static let process = Atomic(pid_t(0))

  private static let showsErrors = Atomic(false)

  static var isRunning: Bool { process.load(ordering: .relaxed) > 0 }

  /// Whether what is written to standard output or standard error goes to the terminal through the pager.
  static func shows(_ descriptor: Int32) -> Bool {
    switch descriptor {
    case STDOUT_FILENO: process.load(ordering: .relaxed) > 0
    case STDERR_FILENO: showsErrors.load(ordering: .relaxed)
    default: false
    }
  }

  /// Starts the pager if standard output is a terminal. Everything that is written from then on, also
  /// to standard error, is shown by it. A pager that cannot be started is left out.
  static func start() {
    guard isatty(STDOUT_FILENO) == 1, let words else { return }
    // The terminal can be measured only as long as it is the standard output.
    _ = StandardStreams.terminalColumns
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    if let started = spawn(words, reading: ends[0]) {
      process.store(started, ordering: .relaxed)
      dup2(ends[1], STDOUT_FILENO)
      if isatty(STDERR_FILENO) == 1 {
        dup2(ends[1], STDERR_FILENO)
        showsErrors.store(true, ordering: .relaxed)
      }
      atexit { Pager.waitForEnd() }
    }
    for end in ends { close(end) }
  }

  /// The program and its arguments; `nil` where no pager is wanted.
  private static var words: [String]? {
    let terminal = environment("TERM") ?? ""
    let value = environment("STREAKLINE_PAGER") ?? environment("PAGER") ?? "less"
    let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty, words != ["cat"], !["", "dumb"].contains(terminal) else { return nil }
    return value.contains(where: shellCharacters.contains) ? ["/bin/sh", "-c", value] : words
  }

  /// What is written is UTF-8 also where no locale is set.
  private static let variables = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]

  /// - Returns: The process; `nil` when there is no such program.
  private static func spawn(_ words: [String], reading end: Int32) -> pid_t? {
    let variables = ProcessInfo.processInfo.environment.merging(variables) { own, _ in own }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = (unsafe posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
    // This program ignores SIGPIPE; the pager, and what it may start, does not.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var started = pid_t(0)
    let failure = unsafe posix_spawnp(
      &started, words[0], &actions, &attributes, &arguments, &environment)
    return failure == 0 ? started : nil
  }

  /// Lets the pager see the end of the output, and waits until its user leaves it. Ctrl-C is the pager's.
  private static func waitForEnd() {
    _ = signal(SIGINT, SIG_IGN)
    close(STDOUT_FILENO)
    close(STDERR_FILENO)
    while waitpid(process.load(ordering: .relaxed), nil, 0) < 0, errno == EINTR {}
  }
}
