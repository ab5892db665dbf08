internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

extension Results {
  /// Deletes results by their ids.
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Delete results by their id; deletions are delivered like results.",
      discussion: """
        A deleted result does not come back when its share is read again, unless with --replace; a
        share that says something else of the same puzzle is stored. Disputes stay, so that `streakline
        disputes accept` can store the right one. `streakline corrections undo` brings a result back.
        `streakline results --ids` shows the ids.

        Examples:
          streakline results delete 20241104-bd834d4
          streakline results delete 'me|20241104|550e8400-e29b-41d4-a716-446655440000'
        """)

    @Argument(help: "Ids, as `results --ids` prints them.") var ids: [String]
    @OptionGroup var pipelines: PipelineOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      Output.whenUnread(.finishes)
      let ids = try ids.map(try pipelines.store.openReading().resultID)
      let database = try pipelines.store.open()
      var missing = 0
      for id in ids {
        let isDeleted = try database.deleteResult(id: id, now: .now)
        missing += isDeleted ? 0 : 1
        if output.isJSON {
          Output.json(.object(["id": .string(id), "deleted": .bool(isDeleted)]))
        } else if !isDeleted {
          Output.error("there is no result \(id)")
        } else if !output.quiet {
          Output.line("deleted \(id)")
        }
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }
}
