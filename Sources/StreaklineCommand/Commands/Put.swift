internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Stores a document, or changes fields of it.
struct Put: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Store a document, or change some of its fields.",
    discussion: """
      Fields that are not named stay as they are; `field=` empties one. With - in place of fields, a
      JSON object is read from standard input. `streakline list` shows the types and their fields.

      Examples:
        streakline put LeaderboardGroup group_family title='The family'
        streakline put quiettimer.UserPreferences userPreferences defaultTimerDuration=1500
        streakline put TimerSession 7c9e6679-7425-40de-944b-e07fc1f90ae7 tags=work,reading notes=
        echo '{"title": "The family"}' | streakline put LeaderboardGroup group_family -
      """)

  @Argument(help: "The type, such as LeaderboardGroup.") var type: String
  @Argument(help: "The document's name.") var name: String
  @Argument(
    help: ArgumentHelp(
      "What to set, or - for a JSON object on standard input.", valueName: "field=value"))
  var fields: [String]
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard fields != ["-"] else { return }
    for text in fields where !text.dropFirst().contains("=") {
      throw ValidationError("'\(text)': write it as field=value, or write only - for JSON")
    }
  }

  func run() throws {
    let type = try store.documentTypes().declared(type)
    let name = try StoredDocuments.name(name)
    let values = try values(of: type)
    let database = try store.open()
    let (stored, isChanged) = try database.documents.set(
      values, of: type, name: name, now: .now)
    try database.close()
    output.report(
      stored.json, "\(type.name) \(name): \(isChanged ? "stored" : "nothing has changed")")
  }

  private func values(of type: RecordType) throws -> Fields {
    do {
      return fields == ["-"] ? try valuesOnInput(type) : try valuesInArguments(type)
    } catch let mistake as ValueMistake {
      throw CommandFailure(ExitCodes.usage, mistake.summary, help: mistake.help)
    }
  }

  private func valuesInArguments(_ type: RecordType) throws -> Fields {
    var values = Fields()
    for text in fields {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let field = String(parts[0])
      guard values[field] == nil else {
        throw CommandFailure(
          ExitCodes.usage, "the field '\(field)' is named twice", help: "name it once")
      }
      values[field] = try type.value(String(parts[1]), for: field)
    }
    return values
  }

  private func valuesOnInput(_ type: RecordType) throws -> Fields {
    let text = try SmallInput(path: "-").text
    let object: Fields?
    do {
      object = try readJSON(Array(text.utf8)).object
    } catch {
      throw CommandFailure(
        ExitCodes.data, "standard input is no JSON: \(error)",
        help: "write an object of fields, such as {\"title\": \"The family\"}")
    }
    guard let object else {
      throw CommandFailure(
        ExitCodes.data, "standard input is no JSON object",
        help: "write an object of fields, such as {\"title\": \"The family\"}")
    }
    var values = Fields()
    for (field, value) in object {
      values[field] = try type.value(value, for: field)
    }
    return values
  }
}
