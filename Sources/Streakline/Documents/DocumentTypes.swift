package import StreaklineCore

/// The document types that the program and the pipeline files declare.
package struct DocumentTypes {
  private let schema: RecordSchema
  private let problems: [Problem]

  package init(_ files: PipelineFiles) {
    let declared = files.pipelines.flatMap(\.types).filter { $0.form == .document }
    schema = RecordSchema(RecordSchema.documents.types + declared)
    problems = files.problems
  }

  /// All types, sorted by their names.
  package var all: [RecordType] { schema.types.sorted { $0.name < $1.name } }

  /// The declared type of that name.
  package func declared(_ name: String) throws(UnknownDocumentType) -> RecordType {
    if let type = schema[name] { return type }
    throw unknown(name, stored: [])
  }

  /// Refuses a name that is neither that of a declared type nor that of a stored document's type: a
  /// pipeline file may have declared that type before.
  package func refuseUnknown(_ name: String, in documents: StoredDocuments) throws {
    guard schema[name] == nil else { return }
    let stored = try documents.counts().map(\.type)
    if !stored.contains(name) { throw unknown(name, stored: stored) }
  }

  private func unknown(_ name: String, stored: [String]) -> UnknownDocumentType {
    UnknownDocumentType(
      name: name, isOfResults: RecordSchema.standard[name] != nil,
      known: Set(schema.types.map(\.name) + stored).sorted(), problems: problems)
  }
}

/// A name that no document type has.
package struct UnknownDocumentType: Error {
  package let name: String
  /// Whether it is a type of results.
  package let isOfResults: Bool
  /// The names of all types, sorted.
  package let known: [String]
  /// What is wrong with pipeline files, of which one may declare the type.
  package let problems: [Problem]
}
