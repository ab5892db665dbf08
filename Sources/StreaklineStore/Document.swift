package import StreaklineCore

/// Something that has a name of its own and is no result, such as settings or a group.
package struct Document: Hashable, Sendable {
  /// The name of the record type.
  package let type: String
  /// The document's name, the only one of its type.
  package let name: String
  /// The fields as one compact JSON object.
  package let encodedFields: ArraySlice<UInt8>

  package init(type: String, name: String, fields: Fields) {
    self.type = type
    self.name = name
    encodedFields = JSONWriter.encoded(fields)[...]
  }

  /// A document whose fields were kept as JSON; `nil` when they are no JSON object.
  init?(type: String, name: String, storedFields: [UInt8]) {
    guard case .object? = try? readJSON(storedFields) else { return nil }
    self.type = type
    self.name = name
    encodedFields = storedFields[...]
  }

  /// The fields; they are decoded at each call.
  package var fields: Fields { (try? readJSON(encodedFields))?.object ?? [:] }
}
