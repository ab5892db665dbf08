internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// What was decided about people, here and on other devices.
struct DecisionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decisions",
    abstract: "Show what was decided about people, here and on other devices; answer what waits.",
    discussion: """
      Erasing, forgetting, merging and renaming people hold on all devices that share a folder or a program's
      remote. What another device has decided waits for a yes where it would take more than twenty results
      that the remote does not have.

      Examples:
        streakline decisions
        streakline decisions accept 3f2a
        streakline decisions refuse 3f2a
      """,
    subcommands: [List.self, Accept.self, Refuse.self], defaultSubcommand: List.self)
}

extension DecisionsCommand {
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the decisions, the oldest first.",
      discussion: """
        Whoever is erased is not named: only a digest of the name is kept.

        Examples:
          streakline decisions
          streakline decisions list --output json
        """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let database = try store.openReading()
      let decisions = try database.decisions.all()
      let device = try database.deviceID()
      output.list(
        decisions, header: ["DECISION", "TIME", "WHAT", "DEVICE", "STATE", "RESULTS"], names: [2],
        none: "nothing was decided about people", json: \.json
      ) { stored in
        let decision = stored.decision
        return [
          String(decision.id.prefix(8)), decision.at.iso, what(decision),
          decision.device == device ? "this one" : String(decision.device.prefix(8)),
          decision.undoneAt == nil ? stored.state.rawValue : "taken back",
          withThousandsSeparators(stored.results),
        ]
      }
    }

    private func what(_ decision: Decision) -> String {
      switch decision.kind {
      case .erased: "a person is erased up to then"
      case .forgotten: "a person is forgotten"
      case .renamed, .merged: "\(decision.old ?? "") is \(decision.new ?? "")"
      }
    }
  }

  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "accept", abstract: "Carry out what another device has decided.",
      discussion: """
        Example:
          streakline decisions accept 3f2a
        """)

    @Argument(help: "The decision, or how its name begins.") var decision: String
    @OptionGroup var store: StoreOptions

    func run() throws {
      let database = try store.open()
      let stored = try DecisionsCommand.waiting(decision, in: database)
      let files = PipelineFiles(currentLocations().folders("Pipelines"), store: store.location)
      guard let pipeline = files.pipelines.first(where: { $0.name == stored.pipeline }) else {
        throw CommandFailure(
          ExitCodes.configuration, "there is no pipeline '\(stored.pipeline ?? "")' any more",
          help: "the decision came by it")
      }
      let results = try database.decisions.accept(
        stored, by: pipeline, of: files.pipelines, now: .now)
      try database.close()
      Output.line(
        "carried out: it concerned \(pluralized(results, "result")); `streakline sync` tells the remotes"
      )
    }
  }

  struct Refuse: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refuse", abstract: "Do not do here what another device has decided.",
      discussion: """
        What this device has stays, and the next sync gives it to the other devices again, also to the one that has
        decided against it. What that one alone had does not come back. Until you answer, nothing is sent or taken.

        Example:
          streakline decisions refuse 3f2a
        """)

    @Argument(help: "The decision, or how its name begins.") var decision: String
    @OptionGroup var store: StoreOptions

    func run() throws {
      let database = try store.open()
      let stored = try DecisionsCommand.waiting(decision, in: database)
      try database.decisions.refuse(stored, now: .now)
      try database.close()
      Output.line(
        "refused: everything stays here as it is; with `streakline sync` the other devices have it again, too"
      )
    }
  }

  /// The decision whose name begins so, if it waits for an answer.
  fileprivate static func waiting(_ prefix: String, in store: RecordStore) throws -> StoredDecision
  {
    let waiting = try store.decisions.waiting()
    let found = waiting.filter { $0.decision.id.hasPrefix(prefix.lowercased()) }
    guard let stored = found.first, found.count == 1 else {
      throw CommandFailure(
        ExitCodes.nothing,
        found.isEmpty
          ? "no decision that waits begins with '\(prefix)'"
          : "several decisions that wait begin with '\(prefix)'",
        help: waiting.isEmpty ? "nothing waits for an answer" : "streakline decisions lists them")
    }
    return stored
  }
}
