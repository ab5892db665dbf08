internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineStore

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
    let type = try DocumentTypes(store).declared(type)
    let key = DocumentKey(type: type.name, name: try documentName(name))
    let values = try values(of: type)
    let database = try store.open()
    var stored: Document?
    let changed = try database.changeDocuments([key], now: currentInstant()) { found in
      let former = found[key]?.fields
      let document = Document(
        type: key.type, name: key.name, fields: type.setting(values, in: former))
      try refuseTooLarge(document)
      stored = document
      let isSame = former.map { former in values.allSatisfy { former[$0.name] == $0.value } }
      return isSame ?? false ? [] : [document]
    }
    try database.close()
    guard let stored else { return }
    if output.isJSON {
      Output.json(stored.json)
    } else if !output.quiet {
      Output.line("\(type.name) \(key.name): \(changed > 0 ? "stored" : "nothing has changed")")
    }
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

  private func refuseTooLarge(_ document: Document) throws {
    let (size, maximum) = (document.encodedFields.count, Document.maximumBytes)
    guard size > maximum else { return }
    throw CommandFailure(
      ExitCodes.data,
      "the document would have \(withThousandsSeparators(size)) bytes; nothing was stored",
      help: "a document has at most \(withThousandsSeparators(maximum)) bytes (1 MB)")
  }
}
