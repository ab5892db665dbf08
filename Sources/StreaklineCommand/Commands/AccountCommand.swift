internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// The accounts to which pipelines belong.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Sign in, and show to which accounts pipelines belong.",
    discussion: """
      A pipeline belongs to the first account that its remote names. When the remote is signed in to
      another account, sync stops (exit code 78) before anything is sent or taken. Then sign in with the
      account of the pipeline, or use another store for the other account, or let the pipeline belong
      to the other account.

      Examples:
        streakline account login --pipeline streaksync
        streakline account
        streakline account adopt --pipeline cloud
        streakline sync --store ~/other.db
      """,
    subcommands: [Show.self, Login.self, Adopt.self], defaultSubcommand: Show.self)
}

extension AccountCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show to which account each pipeline belongs.",
      discussion: """
        Examples:
          streakline account
          streakline account show --pipeline cloud --output json
        """)

    @OptionGroup var pipelines: PipelineOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let store = try pipelines.store.openReadingIfPresent()
      for pipeline in try pipelines.load().pipelines {
        let state = try store?.syncState(of: pipeline) ?? SyncState(pipeline: pipeline.name)
        guard !output.isJSON else {
          Output.json(
            .object([
              "pipeline": .string(pipeline.name),
              "account": state.account.map(Value.string) ?? .null,
              "signedInAs": (state.otherAccount ?? state.account).map(Value.string) ?? .null,
            ]))
          continue
        }
        let other = state.otherAccount.map { "; its remote was signed in as \($0)" } ?? ""
        Output.line("\(pipeline.name): \(state.account ?? "no account")\(other)")
      }
    }
  }

  struct Adopt: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "adopt", abstract: "Let a pipeline belong to another account.",
      discussion: """
        The next sync sends the other account what the pipeline carries, and takes what is there. Nothing
        is deleted here or at the former account. What is known of the former account is put aside,
        and counts again when the pipeline belongs to it again.

        Examples:
          streakline account adopt --pipeline cloud          # the account that the last sync met
          streakline account adopt anna --pipeline cloud
        """)

    @Argument(help: "The account. If left out, the one that the last sync met.")
    var account: String?
    @OptionGroup var pipelines: PipelineOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      guard account?.isEmpty != true else { throw ValidationError("an account has a name") }
    }

    func run() throws {
      let reading = try pipelines.store.openReading()
      let (pipeline, account) = try choice(reading)
      let store = try pipelines.store.open()
      let (former, waiting) = try store.adopt(account, for: pipeline, now: .now)
      try store.close()
      if output.isJSON {
        Output.json(
          .object([
            "pipeline": .string(pipeline.name), "account": .string(account),
            "former": former.map(Value.string) ?? .null, "pending": .int(waiting),
          ]))
      } else if !output.quiet {
        Output.line(
          "\(pipeline.name): belongs to \(account)" + (former.map { ", no longer to \($0)" } ?? ""))
        Output.note(
          "the next `streakline sync --pipeline \(pipeline.name)` sends "
            + "\(pluralized(waiting, "record")) to \(account), and takes what is there")
      }
    }

    private func choice(_ store: RecordStore) throws -> (Pipeline, String) {
      let known = try pipelines.load().pipelines.map { ($0, try store.syncState(of: $0)) }
      if let account {
        guard known.count == 1, let (pipeline, _) = known.first else {
          throw CommandFailure(
            ExitCodes.usage, "there are \(known.count) pipelines", help: "name one with --pipeline")
        }
        return (pipeline, account)
      }
      let others = known.compactMap { pipeline, state in
        state.otherAccount.map { (pipeline, $0) }
      }
      guard let choice = others.first, others.count == 1 else {
        throw CommandFailure(
          others.isEmpty ? ExitCodes.nothing : ExitCodes.usage,
          others.isEmpty
            ? "no sync has met another account"
            : "\(others.count) pipelines have met other accounts",
          help: others.isEmpty
            ? "name the account: streakline account adopt ACCOUNT --pipeline NAME"
            : "name one with --pipeline")
      }
      return choice
    }
  }
}
