internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// What was changed by hand, and taking it back.
struct Corrections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corrections",
    abstract: "List what you have changed by hand, and take it back.",
    discussion: """
      Examples:
        streakline corrections
        streakline corrections undo
      """,
    subcommands: [List.self, UndoCorrection.self], defaultSubcommand: List.self)

  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List what you have changed by hand, the oldest first.",
      discussion: """
        Results that were edited, added or deleted, disputes that were settled, users that were renamed,
        merged or forgotten.

        Example:
          streakline corrections
        """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let corrections = try store.openReading().actions.corrections()
      output.list(
        corrections, header: ["NUMBER", "TIME", "CORRECTION", "OF"], names: [3],
        none: "no corrections", json: json
      ) { one in
        let kind =
          one.kind.rawValue + (one.follows ? " (decided on another device)" : "")
          + (one.undoneAt == nil ? "" : " (undone)")
        return [String(one.number), one.at.iso, kind, one.subject]
      }
    }

    private func json(_ one: Action) -> Value {
      .object([
        "number": .int(Int(one.number)), "at": .string(one.at.iso),
        "kind": .string(one.kind.rawValue), "detail": .object(one.said),
        "undoneAt": one.undoneAt.map { .string($0.iso) } ?? .null,
      ])
    }
  }

  struct UndoCorrection: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Take a correction back: the last one, or one by its number.",
      discussion: """
        Examples:
          streakline corrections undo
          streakline corrections undo 7
        """)

    @Argument(help: "A number, as `streakline corrections` lists it.") var number: Int64?
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let corrections = try store.openReading().actions.corrections()
      let newest = corrections.last { $0.undoneAt == nil && !$0.follows }
      guard let action = number ?? newest?.number else {
        throw CommandFailure(ExitCodes.nothing, "there is no correction to undo")
      }
      guard let chosen = corrections.first(where: { $0.number == action }) else {
        throw CommandFailure(
          ExitCodes.nothing, "there is no correction \(action)",
          help: "streakline corrections lists them; streakline imports undo takes an import back")
      }
      guard !chosen.follows else {
        throw CommandFailure(
          ExitCodes.nothing, "the correction \(action) follows what another device has decided",
          help: "streakline decisions lists it; take it back on that device")
      }
      let database = try store.open()
      try report(
        database.actions.undo(action, now: .now), action, noun: "correction",
        user: chosen.detail["new"]?.string, output)
      try database.close()
    }
  }
}
