internal import Streakline
internal import StreaklineCore
internal import StreaklineStore

/// The document types that the program and the pipeline files declare.
struct DocumentTypes {
  private let schema: RecordSchema
  private let problems: [Problem]

  init(_ store: StoreOptions) {
    let files = PipelineFiles(currentLocations().folders("Pipelines"), store: store.location)
    let declared = files.pipelines.flatMap(\.types).filter { $0.form == .document }
    schema = RecordSchema(RecordSchema.documents.types + declared)
    problems = files.problems
  }

  var all: [RecordType] { schema.types.sorted { $0.name < $1.name } }

  /// The declared type of that name.
  func declared(_ name: String) throws -> RecordType {
    if let type = schema[name] { return type }
    throw unknown(name, stored: [])
  }

  /// Refuses a name that is neither that of a declared type nor that of a stored document's type: a
  /// pipeline file may have declared that type before.
  func refuseUnknown(_ name: String, in database: Store) throws {
    guard schema[name] == nil else { return }
    let stored = try database.documentCounts().map(\.type)
    if !stored.contains(name) { throw unknown(name, stored: stored) }
  }

  private func unknown(_ name: String, stored: [String]) -> CommandFailure {
    if RecordSchema.standard[name] != nil {
      return CommandFailure(
        ExitCodes.usage, "'\(name)' is a type of results, not of documents",
        help: "streakline results lists, adds and edits them")
    }
    // A broken pipeline file may be the one that declares the type.
    problems.forEach(Output.problem)
    let names = Array(Set(schema.types.map(\.name) + stored)).sorted()
    let spaced = names.filter { $0.hasSuffix("." + name) }
    let help =
      spaced.isEmpty
      ? suggestion(for: name, among: names) ?? "streakline list shows the types"
      : "say whose: \(spaced.joined(separator: " or "))"
    return CommandFailure(
      problems.isEmpty ? ExitCodes.nothing : ExitCodes.configuration,
      "there is no document type '\(name)'", help: help)
  }
}

/// The name of a document as the user has typed it, in the form in which it is stored.
func documentName(_ text: String) throws -> String {
  let maximumBytes = 255
  let name = normalFormC(text)
  guard name.utf8.count <= maximumBytes else {
    throw CommandFailure(
      ExitCodes.usage, "a document's name has at most \(maximumBytes) bytes",
      help: "choose a shorter one")
  }
  guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
    throw CommandFailure(
      ExitCodes.usage, "a document's name has no control characters", help: "choose another one")
  }
  return name
}

extension Document {
  /// The document as one JSON object. The fields are apart from type and name, because a type may
  /// declare fields of these names.
  var json: Value {
    .object(["type": .string(type), "name": .string(name), "fields": .object(fields)])
  }
}
