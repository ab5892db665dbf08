package import StreaklineCore

/// A record with a name of its own that is not a result, such as settings or a group.
package struct Document: Hashable, Sendable {
  /// The name of the record type.
  package let type: String
  /// The document's name, unique among the documents of its type.
  package let name: String
  /// The fields as one compact JSON object.
  package let encodedFields: ArraySlice<UInt8>

  package init(type: String, name: String, fields: Fields) {
    self.type = type
    self.name = name
    encodedFields = JSONWriter.encoded(fields)[...]
  }

  /// A document with stored fields; `nil` when they are not a JSON object.
  init?(type: String, name: String, storedFields: [UInt8]) {
    guard case .object? = try? readJSON(storedFields) else { return nil }
    self.type = type
    self.name = name
    encodedFields = storedFields[...]
  }

  /// The fields, decoded at each call.
  package var fields: Fields { (try? readJSON(encodedFields))?.object ?? [:] }
}
