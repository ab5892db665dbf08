extension Record {
  /// A hash of the text from which a result was read, without blanks, invisible characters and forms of the same
  /// letter: whoever reads the text by another version of a rule gets another content, but the same hash.
  ///
  /// - Returns: `nil` for a result without a text, such as one that was entered by hand.
  package var textHash: Int64? { Self.textHash(encodedFields) }

  /// ``textHash`` of a record's encoded fields.
  package static func textHash(_ encodedFields: ArraySlice<UInt8>) -> Int64? {
    guard let value = JSONMembers(encodedFields).value(of: "sharedText"),
      let text = (try? readJSON(Array(value)))?.string
    else { return nil }
    var tidied = String.UnicodeScalarView()
    for scalar in normalFormC(text).unicodeScalars {
      let isVisible =
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
      if isVisible { tidied.append(scalar) }
    }
    guard !tidied.isEmpty else { return nil }
    var hash = XXHash64()
    hash.add(Array(String(tidied).utf8))
    return Int64(bitPattern: hash.digest)
  }

  /// The hashes by which a content is known again: its own, and that of its text.
  package var knownHashes: [Int64] { [contentHash] + (textHash.map { [$0] } ?? []) }
}

extension Record {
  /// When the text of a result was sent, by its encoded fields; `nil` where that is not known.
  package static func playedAt(_ fields: ArraySlice<UInt8>) -> Instant? {
    guard let value = JSONMembers(fields).value(of: "playedAt") else { return nil }
    return (try? readJSON(Array(value)))?.string.flatMap(Instant.init(iso8601:))
  }
}

extension Stamp {
  /// Whether the change replaces the content of a result: it was made in knowledge of it. Of what was only read,
  /// and not corrected, the text is enough: another version of its rule reads another content.
  ///
  /// - Parameter stamp: Of the result.
  package func replaces(_ record: Record, correctedAs stamp: Stamp) -> Bool {
    if replaces(record.contentHash) { return true }
    return stamp.revision == 0 && stamp.life == 0 && stamp.replaced.isEmpty && names(record)
  }

  /// Whether ``replaced`` has the content of a result, or its text.
  package func names(_ record: Record) -> Bool {
    guard !replaced.isEmpty else { return false }
    return replaced.contains(record.contentHash)
      || record.textHash.map(replaced.contains) ?? false
  }
}
