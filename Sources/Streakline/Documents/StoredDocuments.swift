package import StreaklineCore
package import StreaklineStore

/// The documents of a store: what is put there, found and deleted.
package struct StoredDocuments: Sendable {
  /// Why a name or a document is not taken.
  package enum Mistake: Error {
    case nameTooLong(mostBytes: Int)
    case controlCharacterInName
    case tooLarge(bytes: Int, mostBytes: Int)
  }

  let store: Store

  /// How many documents there are of each type.
  package func counts() throws -> [(type: String, documents: Int)] { try store.documentCounts() }

  package func all(ofType type: String) throws -> [Document] { try store.documents(type: type) }

  package func document(type: String, name: String) throws -> Document? {
    try store.document(type: type, name: name)
  }

  /// Changes some fields of a document, or makes it of them.
  ///
  /// - Returns: The document as it is now, and whether anything has changed.
  /// - Throws: ``Mistake``; nothing is stored then.
  package func set(
    _ values: Fields, of type: RecordType, name: String, now: Instant
  ) throws -> (document: Document, isChanged: Bool) {
    let key = DocumentKey(type: type.name, name: name)
    var stored = Document(type: key.type, name: key.name, fields: [:])
    let changed = try store.changeDocuments([key], now: now) { found in
      let former = found[key]?.fields
      stored = Document(type: key.type, name: key.name, fields: type.setting(values, in: former))
      let (size, most) = (stored.encodedFields.count, Document.maximumBytes)
      guard size <= most else { throw Mistake.tooLarge(bytes: size, mostBytes: most) }
      let isSame = former.map { former in values.allSatisfy { former[$0.name] == $0.value } }
      return isSame ?? false ? [] : [stored]
    }
    return (stored, changed > 0)
  }

  /// - Returns: Whether there was such a document.
  package func delete(type: String, name: String, now: Instant) throws -> Bool {
    try store.deleteDocument(type: type, name: name, now: now)
  }

  /// The name of the document that a text names: by its name, or by the start of it, at least seven
  /// characters. Any other text is returned as it is.
  ///
  /// - Throws: ``AmbiguousName``, ``Mistake``.
  package func name(_ text: String, type: String) throws -> String {
    let name = try Self.name(text)
    let leastCharacters = 7
    if try name.count < leastCharacters || document(type: type, name: name) != nil { return name }
    let names = try all(ofType: type).map(\.name).filter { $0.hasPrefix(name) }
    return try AmbiguousName.only(names, named: text, type: type) ?? name
  }

  /// The name of a document as the user has typed it, in the form in which it is stored.
  package static func name(_ text: String) throws(Mistake) -> String {
    let maximumBytes = 255
    let name = normalFormC(text)
    guard name.utf8.count <= maximumBytes else { throw .nameTooLong(mostBytes: maximumBytes) }
    let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard !hasControl else { throw .controlCharacterInName }
    return name
  }
}

extension Document {
  /// The document as one JSON object. The fields are apart from type and name, because a type may
  /// declare fields of these names.
  package var json: Value {
    .object(["type": .string(type), "name": .string(name), "fields": .object(fields)])
  }
}

/// A text that names several results or documents, where one is meant.
package struct AmbiguousName: Error {
  package let text: String
  /// The type of the documents; `nil` for results.
  package let type: String?
  package let names: [String]

  /// The only name that was found; `nil` where none was.
  static func only(
    _ names: [String], named text: String, type: String? = nil
  ) throws(AmbiguousName) -> String? {
    guard names.count < 2 else { throw AmbiguousName(text: text, type: type, names: names) }
    return names.first
  }
}

extension RecordStore {
  package var documents: StoredDocuments { StoredDocuments(store: store) }
}
