internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Who has results, and under which name.
struct Users: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "List who has results; rename, merge or forget users.",
    discussion: """
      Examples:
        streakline users
        streakline users rename 'Alice B.' alice
        streakline users merge '+43 660 1234567' Bob
      """,
    subcommands: [List.self, Rename.self, Merge.self, Forget.self], defaultSubcommand: List.self)

  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List who has results, with other names that stand for each.",
      discussion: """
        Example:
          streakline users
        """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let people = try store.openReading().people
      let (users, forgotten) = (try people.all(), try people.forgotten())
      output.list(
        users, header: ["USER", "RESULTS", "GAMES", "FIRST", "LAST", "ALSO"], names: [0, 5],
        none: "no users", json: json
      ) { user in
        [
          user.user, withThousandsSeparators(user.results), withThousandsSeparators(user.games),
          user.first?.iso ?? "–", user.last?.iso ?? "–", user.names.joined(separator: ", "),
        ]
      }
      guard !output.isJSON, !output.quiet else { return }
      for name in forgotten { Output.note("\(name) is forgotten: new results are not stored") }
      for (user, other) in try people.probablySame(among: users) { noteTwins(user, other) }
    }

    private func noteTwins(_ first: String, _ second: String) {
      let owner = UserSettings.current.user ?? "me"
      let (user, other) = first == owner ? (second, first) : (first, second)
      Output.note(
        "\(user) and \(other) have results of the same messages; if they are one person: "
          + "streakline users merge '\(user)' '\(other)'")
    }

    private func json(_ user: UserSummary) -> Value {
      .object([
        "userId": .string(user.user), "results": .int(user.results), "games": .int(user.games),
        "first": user.first.map { .int($0.dateInt) } ?? .null,
        "last": user.last.map { .int($0.dateInt) } ?? .null,
        "names": .list(user.names.map(Value.string)),
      ])
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give a user another name, here and in later imports.",
      discussion: """
        At remotes the results under the old name are deleted and those under the new one saved.
        `streakline corrections undo` takes it back.

        Example:
          streakline users rename 'Alice B.' alice
        """)

    @Argument(help: "The name now.") var old: String
    @Argument(help: "The new name.") var new: String
    @OptionGroup var options: ChangeOptions

    func validate() throws {
      guard !new.isEmpty else { throw ValidationError("the new name must not be empty") }
    }

    func run() throws {
      try options.run("\(old) is \(new) now, also in later imports") {
        try $0.rename(old, to: new, now: .now)
      }
    }
  }

  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Give the results of one user to another, who is the same person.",
      discussion: """
        Where both have a result of a puzzle and they differ, the second user's stays and the other one
        becomes a dispute. Later imports count the first name for the second.
        `streakline corrections undo` takes it back.

        Example:
          streakline users merge '+43 660 1234567' 'Bob'
        """)

    @Argument(help: "The name that ends.", completion: NameCompletion.users) var old: String
    @Argument(help: "The name that stays.", completion: NameCompletion.users) var new: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
      let hint = { $0 == new ? "to give a user a new name: streakline users rename" : nil }
      try options.run(
        "the results of \(old) are those of \(new) now, also in later imports", hint: hint
      ) {
        try $0.merge(old, into: new, now: .now)
      }
    }
  }

  struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget",
      abstract: "Remove a user's results, and leave them out of later imports.",
      discussion: """
        `streakline corrections undo` brings them back, unless with --for-good: then nothing of them is
        kept in the store.

        Example:
          streakline users forget 'Bob'
        """)

    @Argument(help: "The user.", completion: NameCompletion.users) var name: String
    @Flag(help: "Keep nothing for undoing it.") var forGood = false
    @OptionGroup var options: ChangeOptions

    func run() throws {
      let sharesRole = name == Decision.ownRole && sharesFolder
      let sentence =
        sharesRole
        ? "what this device has made as \(name) is forgotten, also in later imports"
        : "\(name) is forgotten, also in later imports"
      try options.run(sentence) {
        try $0.forget(
          name, isForGood: forGood, sharesRole: sharesRole, given: UserSettings.current.aliases,
          now: .now)
      }
    }

    /// Whether the store shares a folder, in which other people's devices may have results under `me`, too.
    private var sharesFolder: Bool {
      PipelineFiles(currentLocations().folders("Pipelines"), store: options.store.location)
        .pipelines.filter { !$0.isSample }.shareRole(erasing: .user(name))
    }
  }

  struct ChangeOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    /// - Parameter hint: What to do when there is no user of a name.
    func run(
      _ sentence: String, hint: (String) -> String? = { _ in nil },
      _ change: (StoredPeople) throws -> UserChange
    ) throws {
      let known = try store.openReading().people.ids()
      let database = try store.open()
      let outcome = try change(database.people)
      try database.close()
      switch outcome {
      case .done(let action):
        output.report(.object(["correction": .int(Int(action))]), sentence)
      case .unknown(let name):
        throw CommandFailure(
          ExitCodes.nothing, "there is no user '\(name)' with results",
          help: hint(name) ?? suggestion(for: name, among: known) ?? "streakline users lists them")
      case .same:
        throw CommandFailure(ExitCodes.usage, "both names are the same")
      case .taken:
        throw CommandFailure(
          ExitCodes.nothing, "there is a user of that name already",
          help: "if both are one person: streakline users merge; else choose another name")
      case .ended(let name, let correction):
        throw CommandFailure(
          ExitCodes.nothing, "the name '\(name)' is taken: its user was merged or forgotten",
          help: "choose another name, or first: streakline corrections undo \(correction)")
      case .stands(let name, let other):
        throw CommandFailure(
          ExitCodes.nothing,
          "the name '\(name)' stands for '\(other)', who had it before, also on other devices",
          help: "choose another name, or first take back what has joined both: "
            + "streakline corrections lists it on the device that has done it")
      case .forgotten(let name):
        throw CommandFailure(
          ExitCodes.nothing,
          "whoever has the name '\(name)' is forgotten: later imports leave it out",
          help: "choose another name, or first take that back on the device that has decided it: "
            + "streakline decisions lists it")
      }
    }
  }
}
