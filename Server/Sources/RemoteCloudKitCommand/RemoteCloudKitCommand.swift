package import ArgumentParser
internal import Foundation
internal import RemoteCloudKit
internal import RemoteProgram
internal import Streakline

/// The program `streakline-remote-cloudkit`.
package struct RemoteCloudKitCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "streakline-remote-cloudkit",
    abstract: "Exchange records with an app's CloudKit container, for `streakline sync`.",
    discussion: """
      `streakline sync` starts this program for a pipeline with `remote: {cloudkit: {container: …}}` and asks \
      it in lines of JSON. All settings are in the pipeline file; `streakline account login` writes the \
      secrets into a file of mode 0600. Documentation/cloudkit.md describes both.
      """,
    version: programVersion)

  package init() {}

  package func run() async throws {
    var conversation = Conversation(
      environment: ProcessInfo.processInfo.environment,
      now: { Int(Date().timeIntervalSince1970) })
    await answerQuestions(program: "streakline-remote-cloudkit") { question in
      await conversation.answer(question)
    }
    conversation.end()
  }
}
