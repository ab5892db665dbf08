internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Shows one document.
struct Get: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show a document.",
    discussion: """
      Examples:
        streakline get ActiveTimer activeTimer
        streakline get LeaderboardGroup group_family --output json
      """)

  @Argument(help: "The type, such as LeaderboardGroup.") var type: String
  @Argument(help: "The document's name, or its start.") var name: String
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let documents = try store.openReading().documents
    try store.documentTypes().refuseUnknown(type, in: documents)
    let name = try documents.name(name, type: type)
    guard let document = try documents.document(type: type, name: name) else {
      let known = try documents.all(ofType: type).map(\.name)
      throw CommandFailure(
        ExitCodes.nothing, "there is no \(type) '\(name)'",
        help: suggestion(for: name, among: known) ?? "streakline list \(type) shows their names")
    }
    if output.isJSON {
      Output.json(document.json)
      return
    }
    var table = Table(header: ["FIELD", "VALUE"], names: [1])
    for (field, value) in document.fields {
      table.add([field, value.text ?? "–"])
    }
    table.print()
  }
}
