package import ArgumentParser
internal import Foundation
internal import RemoteHTTP
internal import RemoteProgram
internal import Streakline

/// The program `streakline-remote-http`.
package struct RemoteHTTPCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "streakline-remote-http",
    abstract: "Exchange records with a receiver over HTTP, for `streakline sync`.",
    discussion: """
      `streakline sync` starts this program for a pipeline with `remote: {http: {url: …}}` and asks it in
      lines of JSON. All settings are in the pipeline file; secrets are in a file of mode 0600 that it
      names. Documentation/http.md describes both, and what a receiver has to answer.
      """,
    version: programVersion)

  package init() {}

  package func run() async throws {
    var conversation = Conversation(now: { Int(Date().timeIntervalSince1970) })
    await answerQuestions(program: "streakline-remote-http") { question in
      await conversation.answer(question)
    }
  }
}
