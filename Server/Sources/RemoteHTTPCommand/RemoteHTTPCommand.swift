internal import ArgumentParser
internal import Foundation
internal import RemoteHTTP
internal import RemoteProgram

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
    var conversation = Conversation(now: { Int(Date().timeIntervalSince1970) })
    await answerQuestions(program: "streakline-remote-http") { question in
      await conversation.answer(question)
    }
  }
}
