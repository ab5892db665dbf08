internal import Foundation

/// Answers the questions of `streakline` on standard input, line by line, until there are no more.
///
/// - Parameters:
///   - program: The program's name, for somebody who starts it by hand.
///   - answer: Gets a line and returns another, both without a line feed.
package func answerQuestions(program: String, answer: ([UInt8]) async -> [UInt8]) async {
  signal(SIGPIPE, SIG_IGN)
  // A program inherits the signals that are blocked in the thread that starts it. Ctrl-C has to end this
  // one also while it waits for a host.
  var noSignals = sigset_t()
  _ = unsafe sigemptyset(&noSignals)
  _ = unsafe pthread_sigmask(SIG_SETMASK, &noSignals, nil)
  forbidCoreDumps()
  if isatty(STDIN_FILENO) == 1 {
    FileHandle.standardError.write(
      Data("\(program): `streakline sync` starts this program; see --help\n".utf8))
  }
  var questions = Lines(descriptor: STDIN_FILENO)
  while let question = questions.next() {
    guard Lines.write(await answer(question), to: STDOUT_FILENO) else { break }
  }
}

/// A core dump would have the secrets.
package func forbidCoreDumps() {
  var noBytes = rlimit(rlim_cur: 0, rlim_max: 0)
  #if os(Linux)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noBytes)
  #else
    _ = unsafe setrlimit(RLIMIT_CORE, &noBytes)
  #endif
}
