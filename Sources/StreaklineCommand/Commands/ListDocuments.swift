internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// The documents of a type, or the types of documents.
struct ListDocuments: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the documents of a type; without a type, the types.",
    discussion: """
      Examples:
        streakline list
        streakline list TimerSession
        streakline list TimerSession --output json
      """)

  @Argument(help: "The type, such as TimerSession.") var type: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let types = store.documentTypes()
    guard let type else {
      try listTypes(types)
      return
    }
    let documents = try store.openReading().documents
    try types.refuseUnknown(type, in: documents)
    try list(try documents.all(ofType: type))
  }

  private func list(_ documents: [Document]) throws {
    if output.isJSON {
      for document in documents { Output.json(document.json) }
      return
    }
    guard !documents.isEmpty else {
      if !output.quiet { Output.note("no documents") }
      return
    }
    var table = Table(header: ["NAME", "FIELDS"], names: [0, 1])
    let widest = max(4, documents.map { cellCount(of: $0.name) }.max() ?? 0)
    let rest = max((Columns.limit ?? Self.maximumWidth) - widest - 2, 20)
    for document in documents {
      table.add([document.name, summary(document, cells: rest)])
    }
    table.print()
  }

  /// Of a line in a pipe.
  private static let maximumWidth = 80

  /// The fields that have a value, as many of them as fit into a line.
  private func summary(_ document: Document, cells: Int) -> String {
    let parts = document.fields.compactMap { field, value in value.text.map { "\(field)=\($0)" } }
    let text = parts.joined(separator: " ")
    return fitted(text, cells: cells)
  }

  private func listTypes(_ types: DocumentTypes) throws {
    let stored = try store.openReadingIfPresent()?.documents.counts() ?? []
    let counts = Dictionary(stored.map { ($0.type, $0.documents) }) { first, _ in first }
    let declared = types.all
    let others = stored.map(\.type).filter { name in !declared.contains { $0.name == name } }
    var table = Table(header: ["TYPE", "DOCUMENTS", "FIELDS"])
    for (name, fields) in declared.map({ ($0.name, $0.fields) }) + others.map({ ($0, []) }) {
      if output.isJSON {
        Output.json(json(name, counts[name] ?? 0, fields))
      } else {
        let lines = wrapped(fields.map(\.name))
        table.add([name, String(counts[name] ?? 0), lines.first ?? "–"])
        for line in lines.dropFirst() { table.add(["", "", line]) }
      }
    }
    if !output.isJSON { table.print() }
  }

  /// Names with commas between them, in lines that fit beside the other columns.
  private func wrapped(_ names: [String]) -> [String] {
    let maximumLength = max(40, (Columns.limit ?? Self.maximumWidth) - 40)
    var lines: [String] = []
    for name in names {
      if let line = lines.last, line.count + name.count + 2 <= maximumLength {
        lines[lines.count - 1] = "\(line), \(name)"
      } else {
        lines.append(name)
      }
    }
    return lines
  }

  private func json(_ name: String, _ count: Int, _ fields: [RecordType.Field]) -> Value {
    .object([
      "type": .string(name), "documents": .int(count),
      "fields": .list(
        fields.map { .object(["name": .string($0.name), "kind": .string($0.kind.rawValue)]) }),
    ])
  }
}
