internal import ArgumentParser
internal import Foundation
internal import RemoteHTTP

/// The program `streakline-remote-http`.
@main struct RemoteHTTPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streakline-remote-http",
    abstract: "Exchange records with a receiver over HTTP, for `streakline sync`.",
    discussion: """
      `streakline sync` starts this program for a pipeline with `remote: {http: {url: …}}` and asks it in
      lines of JSON. All settings are in the pipeline file; secrets are in a file of mode 0600 that it
      names. Documentation/http.md describes both, and what a receiver has to answer.
      """,
    version: "0.1.0")

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    // A program inherits the signals that are blocked in the thread that starts it. Ctrl-C has to end this
    // one also while it waits for a receiver.
    var noSignals = sigset_t()
    _ = unsafe sigemptyset(&noSignals)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &noSignals, nil)
    // A core dump would have the secrets.
    var noBytes = rlimit(rlim_cur: 0, rlim_max: 0)
    #if os(Linux)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noBytes)
    #else
      _ = unsafe setrlimit(RLIMIT_CORE, &noBytes)
    #endif
    if isatty(STDIN_FILENO) == 1 {
      FileHandle.standardError.write(
        Data("streakline-remote-http: `streakline sync` starts this program; see --help\n".utf8))
    }
    var conversation = Conversation(now: { Int(Date().timeIntervalSince1970) })
    var questions = Lines(descriptor: STDIN_FILENO)
    while let question = questions.next() {
      guard Lines.write(await conversation.answer(question), to: STDOUT_FILENO) else { break }
    }
  }
}
