internal import StreaklineCore

/// The fields of a record on its way to or from a remote: as values, or as the JSON that they came in. Most
/// records are only passed on, and then nobody has to make values of them.
enum CarriedFields: Sendable {
  case values(Fields)
  /// A JSON object.
  case json(ArraySlice<UInt8>)

  /// The fields. Those that came as JSON are decoded at each call.
  var values: Fields {
    switch self {
    case .values(let fields): fields
    case .json(let bytes): (try? readJSON(bytes))?.object ?? [:]
    }
  }

  /// The fields as a JSON object. Those that came as values are encoded at each call.
  var json: ArraySlice<UInt8> {
    switch self {
    case .values(let fields): JSONWriter.encoded(fields)[...]
    case .json(let bytes): bytes
    }
  }
}

extension CarriedFields: Hashable {
  static func == (left: CarriedFields, right: CarriedFields) -> Bool {
    left.values == right.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
