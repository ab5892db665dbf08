internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Deletes documents.
struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete documents; deletions are delivered like documents.",
    discussion: """
      This cannot be undone, but `streakline put` stores a document of the name again. Results are
      deleted with `streakline results delete`.

      Example:
        streakline delete LeaderboardGroup group_family
      """)

  @Argument(help: "The type, such as LeaderboardGroup.") var type: String
  @Argument(help: "The documents' names, or their starts.") var names: [String]
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    Output.whenUnread(.finishes)
    let reading = try store.openReading()
    try store.documentTypes().refuseUnknown(type, in: reading.documents)
    let names = try names.map { try reading.documents.name($0, type: type) }
    let database = try store.open()
    var missing = 0
    for name in names {
      let isDeleted = try database.documents.delete(
        type: type, name: name, now: .now)
      missing += isDeleted ? 0 : 1
      if output.isJSON {
        Output.json(
          .object([
            "type": .string(type), "name": .string(name), "deleted": .bool(isDeleted),
          ]))
      } else if !isDeleted {
        Output.error("there is no \(type) '\(name)'", help: "streakline list \(type) shows them")
      } else if !output.quiet {
        Output.line("deleted \(type) \(name)")
      }
    }
    try database.close()
    if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
  }
}
