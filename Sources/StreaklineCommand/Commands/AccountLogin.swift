internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension AccountCommand {
  struct Login: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "login", abstract: "Sign in to the service of an app's pipeline.",
      discussion: """
        On a terminal it asks for what is needed, one thing after another, and checks it with the
        service. Otherwise it reads lines from standard input: apiToken and webAuthToken of a user, or
        keyID and privateKey (the path of a key's file) for the public database. What was said before
        need not be said again. The secrets are kept in a file that only you can read.

        Examples:
          streakline account login --pipeline streaksync
          streakline serve invite anna --container iCloud.com.example.app > anna.login
          streakline account login --pipeline streaksync < anna.login
        """)

    @OptionGroup var pipelines: PipelineOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let (pipeline, remote) = try remote()
      let answer: SignInAnswer
      do {
        answer =
          Output.isTerminal(STDIN_FILENO)
          ? try ask(pipeline, remote) : try remote.signIn(try given())
      } catch let error as RemoteError {
        throw CommandFailure(ExitCodes.configuration, "\(pipeline.name): \(error.message)")
      }
      switch answer {
      case .done(let account, let file): show(pipeline, account, file)
      case .goTo(let address):
        throw CommandFailure(
          ExitCodes.configuration,
          "\(pipeline.name): a webAuthToken lacks; the user gets it at \(address)",
          help:
            "run `streakline account login --pipeline \(pipeline.name)` on a terminal, or add a "
            + "line `webAuthToken: …`")
      }
    }

    private func remote() throws -> (Pipeline, ProgramRemote) {
      let all = try pipelines.chosen == nil ? pipelines.loadAll() : pipelines.load().pipelines
      let signedIn = all.filter { $0.remote.kind == .cloudkit }
      guard pipelines.chosen != nil, let pipeline = signedIn.first, signedIn.count == 1 else {
        let names = signedIn.map(\.name).joined(separator: ", ")
        throw CommandFailure(
          ExitCodes.usage, "name a pipeline of an app with --pipeline",
          help: names.isEmpty ? nil : "those with an account to sign in to: \(names)")
      }
      do {
        let remote = try Route.signIn(
          for: pipeline, store: pipelines.store.location, currentLocations(),
          environment: ProcessInfo.processInfo.environment)
        if let remote { return (pipeline, remote) }
      } catch .withoutFolder(let words) {
        throw CommandFailure(ExitCodes.cannotWrite, words)
      } catch {}
      throw CommandFailure(ExitCodes.configuration, Route.absence(of: pipeline.remote.kind))
    }

    /// What standard input says, by name.
    private func given() throws -> [(name: String, value: String)] {
      let lines = try SmallInput(path: "-").text.split(whereSeparator: \.isNewline)
      return try lines.map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        .map { line in
          let parts = line.split(separator: ":", maxSplits: 1)
          guard parts.count == 2 else {
            throw CommandFailure(
              ExitCodes.data, "a line of standard input is no `name: value`",
              help: "such as `apiToken: …`")
          }
          let name = parts[0].trimmingCharacters(in: .whitespaces)
          let value = parts[1].trimmingCharacters(in: .whitespaces)
          return (name, name == "webAuthToken" ? Self.token(value) : value)
        }
    }

    private func show(_ pipeline: Pipeline, _ account: String?, _ file: String) {
      if output.isJSON {
        Output.json(
          .object([
            "pipeline": .string(pipeline.name),
            "account": account.map(Value.string) ?? .null, "file": .string(file),
          ]))
      } else if !output.quiet {
        Output.line(
          "\(pipeline.name): signed in" + (account.map { " as \($0)" } ?? "") + " (\(file))")
        let next = pipeline.isEnabled ? "sync" : "pipelines enable"
        let name = pipeline.isEnabled ? "--pipeline \(pipeline.name)" : pipeline.name
        Output.note("next: streakline \(next) \(name)")
      }
    }

    // MARK: - On a terminal

    /// Asks for the app's token, unless the service has it from before, and then for the user's.
    private func ask(_ pipeline: Pipeline, _ remote: ProgramRemote) throws -> SignInAnswer {
      say([
        "Signing in for \(pipeline.name). What you type is not shown.",
        "The app's API token comes from who runs the container: its developer makes it in Apple's",
        "CloudKit Console; on your own server `streakline serve invite` prints it.",
      ])
      let api = try typed("API token (Return to keep the one that is there): ")
      let secrets = api.isEmpty ? [] : [(name: "apiToken", value: api)]
      // A token from before may have expired, so a new one is asked for in any case.
      var place = "the service's page to sign in"
      do throws(RemoteError) {
        switch try remote.signIn(secrets) {
        case .goTo(let address): place = address
        case .done: break
        }
      } catch {
        guard error.kind == .signIn else { throw error }
      }
      say([
        "The user's token: open \(place)",
        "and sign in. Then paste the address to which the page leads, or the token.",
        "Your own server has no such page: `streakline serve invite` prints the token.",
      ])
      let web = try typed("Web auth token: ")
      guard !web.isEmpty else { throw CommandFailure(ExitCodes.usage, "no token was given") }
      return try remote.signIn(secrets + [(name: "webAuthToken", value: Self.token(web))])
    }

    private func say(_ lines: [String]) {
      for line in lines { Output.note(line) }
    }

    /// A line that is typed without being shown.
    private func typed(_ question: String) throws -> String {
      var settings = termios()
      let isTerminal = unsafe tcgetattr(STDIN_FILENO, &settings) == 0
      var silent = settings
      silent.c_lflag &= ~tcflag_t(ECHO)
      FileHandle.standardError.write(Data(question.utf8))
      if isTerminal { _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) }
      defer {
        if isTerminal { _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        FileHandle.standardError.write(Data("\n".utf8))
      }
      guard let line = readLine() else {
        throw CommandFailure(ExitCodes.usage, "no token was given")
      }
      return line.trimmingCharacters(in: .whitespaces)
    }

    /// The token of a pasted address, or the pasted token.
    static func token(_ text: String) -> String {
      let parts = text.split(separator: "ckWebAuthToken=", maxSplits: 1)
      guard text.contains("ckWebAuthToken="), let value = parts.last else { return text }
      let token = String(value.prefix { $0 != "&" && $0 != "#" })
      return token.removingPercentEncoding ?? token
    }
  }
}
