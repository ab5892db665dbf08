internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// What was imported, and taking it back.
struct Imports: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports", abstract: "List what was imported from where, and take an import back.",
    discussion: """
      Examples:
        streakline imports
        streakline imports undo 12
      """,
    subcommands: [List.self, UndoImport.self], defaultSubcommand: List.self)

  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List imports with what is still in the store of each.",
      discussion: """
        Example:
          streakline imports
        """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let imports = try store.openReading().actions.imports()
      output.list(
        imports,
        header: ["NUMBER", "TIME", "RESULTS", "DISPUTES", "NEAR MISSES", "READ AS", "FROM"],
        names: [6], none: "no imports", json: json
      ) { one in
        let from = one.name == "-" ? "standard input" : one.name
        return [String(one.number), one.at.iso]
          + [one.counts.results, one.counts.disputes, one.counts.misses].map(
            withThousandsSeparators)
          + [one.readAs ?? "-", from + (one.undoneAt == nil ? "" : " (undone)")]
      }
    }

    private func json(_ one: StoredImport) -> Value {
      .object([
        "number": .int(Int(one.number)), "at": .string(one.at.iso), "name": .string(one.name),
        "readAs": one.readAs.map { .string($0) } ?? .null,
        "results": .int(one.counts.results), "disputes": .int(one.counts.disputes),
        "misses": .int(one.counts.misses),
        "undoneAt": one.undoneAt.map { .string($0.iso) } ?? .null,
      ])
    }
  }

  struct UndoImport: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Take back exactly what an import has brought.",
      discussion: """
        Results, disputes and near misses of the import go, and what it has replaced comes back. What
        you have corrected since stays, and texts that you have dropped stay so. The deletions are
        delivered to remotes. A result that another import had too comes back when that one is imported
        again.

        Example:
          streakline imports undo 12
        """)

    @Argument(help: "Numbers, as `streakline imports` lists them.") var numbers: [Int64]
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let imports = try store.openReading().actions.imports()
      for number in numbers where !imports.contains(where: { $0.number == number }) {
        throw CommandFailure(
          ExitCodes.nothing, "there is no import \(number)", help: "streakline imports lists them")
      }
      let database = try store.open()
      for number in numbers {
        try report(
          database.actions.undo(number, now: .now), number, noun: "import", output)
      }
      try database.close()
    }
  }
}

/// Reports what came of undoing an action.
///
/// - Parameter user: Whose what came since is, where a user was renamed or merged.
func report(
  _ outcome: UndoOutcome, _ number: Int64, noun: String, user: String? = nil,
  _ output: OutputOptions
) throws {
  switch outcome {
  case .undone(let results, let kept):
    if output.isJSON {
      Output.json(
        .object([
          "number": .int(Int(number)), "undone": .bool(true), "results": .int(results),
          "kept": .int(kept),
        ]))
    } else if !output.quiet {
      let stays =
        kept > 0
        ? "; \(pluralized(kept, "result")) that came or changed since \(kept == 1 ? "stays" : "stay")"
          + (user.map { " with \($0)" } ?? "") : ""
      Output.line("\(noun) \(number) undone: \(pluralized(results, "result")) as before\(stays)")
    }
  case .unknown:
    throw CommandFailure(ExitCodes.nothing, "there is no \(noun) \(number)")
  case .undoneBefore:
    throw CommandFailure(ExitCodes.nothing, "the \(noun) \(number) is undone already")
  case .nothingKept:
    throw CommandFailure(
      ExitCodes.nothing, "the \(noun) \(number) was for good: nothing was kept that could come back"
    )
  case .changedSince(let other?):
    throw CommandFailure(
      ExitCodes.nothing, "what the \(noun) \(number) did was changed since; nothing was undone",
      help: "undo \(other) first")
  case .changedSince:
    throw CommandFailure(
      ExitCodes.nothing,
      "another device has changed since what the \(noun) \(number) did, or has given its person a new name; nothing was "
        + "undone",
      help: "streakline results edit sets a result right by hand")
  }
}
