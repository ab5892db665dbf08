internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Documents that were changed here and at a remote.
struct Conflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Show documents that were changed here and elsewhere, and settle them.",
    discussion: """
      With the merge policy `ask`, both versions of a document are kept until you choose; until then the
      remote's is shown on all devices. Results that contradict each other are in `streakline disputes`.

      Examples:
        streakline conflicts
        streakline conflicts show 2
        streakline conflicts settle 2 --mine
        streakline conflicts settle 2 --fields theme,volume
      """,
    subcommands: [List.self, Show.self, Settle.self], defaultSubcommand: List.self)
}

extension Conflicts {
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List conflicts by their numbers.",
      discussion: """
        Examples:
          streakline conflicts
          streakline conflicts list --all     # also what a merge policy has decided
        """)

    @Flag(help: "Also conflicts that a merge policy or you have settled.") var all = false
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let conflicts = try store.openReading().conflicts.all(isOpen: !all)
      for conflict in conflicts {
        if output.isJSON {
          Output.json(conflict.json)
        } else {
          for line in conflict.lines { Output.line(line) }
        }
      }
      if conflicts.isEmpty, !output.isJSON, !output.quiet { Output.note("no conflicts") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show both versions of a document, field by field.",
      discussion: """
        Example:
          streakline conflicts show 2
        """)

    @Argument(help: "The conflict's number.") var number: Int64
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let conflict = try Conflicts.conflict(number, store.openReading())
      guard !output.isJSON else {
        Output.json(conflict.json)
        return
      }
      for line in conflict.lines { Output.line(line) }
      var table = Table(header: ["field", "mine", "theirs"], names: [1, 2])
      for name in conflict.differences {
        table.add([
          name, conflict.mine.value(name).shown,
          conflict.stored?.value(name).shown ?? "deleted",
        ])
      }
      table.print()
    }
  }

  struct Settle: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "settle", abstract: "Choose between the versions of a document.",
      discussion: """
        What you choose is a new version, which `streakline sync` sends. `--mine` is what this device had,
        `--theirs` what is stored now; `--fields` takes the named fields from mine and the others from
        theirs.

        Examples:
          streakline conflicts settle 2 --mine
          streakline conflicts settle 2 --theirs
          streakline conflicts settle 2 --fields theme,volume
        """)

    @Argument(help: "The conflict's number.") var number: Int64
    @Flag(help: "Store what this device had.") var mine = false
    @Flag(help: "Keep what is stored now.") var theirs = false
    @Option(help: ArgumentHelp("Take these fields from mine.", valueName: "name,name"))
    var fields: String?
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      guard [mine, theirs, fields != nil].count(where: { $0 }) == 1 else {
        throw ValidationError("choose one of --mine, --theirs and --fields")
      }
    }

    func run() throws {
      let conflict = try Conflicts.conflict(number, store.openReading())
      let chosen = try chosen(conflict)
      let database = try store.open()
      guard
        let isChanged = try database.conflicts.settle(
          conflict, with: chosen, now: .now)
      else { throw Conflicts.missing(number) }
      try database.close()
      if output.isJSON {
        Output.json(
          .object([
            "number": .int(Int(number)), "type": .string(conflict.key.type),
            "name": .string(conflict.key.name), "changed": .bool(isChanged),
          ]))
      } else if !output.quiet {
        Output.line("settled \(conflict.key.type) \(conflict.key.name)")
        if isChanged { Output.note("next: streakline sync") }
      }
    }

    /// `nil` to keep what is stored.
    private func chosen(_ conflict: Conflict) throws -> Fields? {
      let names = fields?.split(separator: ",").map(String.init)
      do {
        return try conflict.fields(theirs ? .theirs : names.map { .fields($0) } ?? .mine)
      } catch .deletedSince {
        throw CommandFailure(
          ExitCodes.usage, "the document was deleted since", help: "choose --mine or --theirs")
      } catch .sameField(let unknown, let differences) {
        throw CommandFailure(
          ExitCodes.usage, "both versions have the same '\(unknown)'",
          help: "they differ in \(differences.joined(separator: ", "))")
      }
    }
  }

  fileprivate static func conflict(_ number: Int64, _ store: RecordStore) throws -> Conflict {
    guard let conflict = try store.conflicts.conflict(number) else { throw missing(number) }
    return conflict
  }

  fileprivate static func missing(_ number: Int64) -> CommandFailure {
    CommandFailure(
      ExitCodes.nothing, "there is no conflict \(number)", help: "streakline conflicts lists them")
  }
}

extension Conflict {
  fileprivate var lines: [String] {
    let differences = differences.isEmpty ? "the same now" : differences.joined(separator: ", ")
    let state = isOpen ? "" : " · settled"
    let deleted = stored == nil ? " · deleted since" : ""
    return Columns.item(
      "\(number): \(Columns.name(pipeline)): \(key.type) \(Columns.name(key.name))",
      ["\(seenAt.iso) · \(differences)\(deleted)\(state)"])
  }
}

extension Value {
  /// The value as a person writes it.
  fileprivate var shown: String {
    switch self {
    case .null: "–"
    case .string(let text): text
    default: String(json: self)
    }
  }
}
