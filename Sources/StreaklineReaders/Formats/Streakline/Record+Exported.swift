internal import StreaklineCore

extension Record {
  /// Decodes a record of one of our exports. Unknown fields are dropped; missing ones are null.
  ///
  /// The id must agree with `userId`, `dateInt` and `gameId`. A missing id is made from these, and
  /// a missing one of these is taken from the id.
  ///
  /// - Parameters:
  ///   - user: The user, if neither the id nor the record names one.
  ///   - source: The location of the record, for one that has no source of its own.
  init(
    exported fields: Fields, user: String, schema: RecordSchema, source: SourceLocation
  ) throws(RecordFormatError) {
    guard let type = fields["type"]?.string.flatMap({ schema[$0] }) else {
      let names = schema.types.map(\.name).joined(separator: ", ")
      throw RecordFormatError("the type is not one of \(names)")
    }
    for column in schema.columns {
      if let value = fields[column.name], value != .null { try Self.check(value, column) }
    }
    guard let game = fields["game"]?.string, !game.isEmpty else {
      throw RecordFormatError("the game is missing")
    }
    var values = fields
    if values["source"]?.object == nil { values["source"] = source.json }
    if values["parsedData"]?.object == nil { values["parsedData"] = .object([:]) }
    let id = try Self.identity(fields, user: user)
    // What follows from day and times is judged anew whenever it is asked for.
    if let text = values["suspect"]?.string, Self.isJudgement(text, of: id.day) {
      values["suspect"] = .null
    }
    self.init(
      type: type, userId: id.userId, game: game, gameId: id.gameId, day: id.day, values: values)
  }

  private static func identity(_ fields: Fields, user: String) throws(RecordFormatError)
    -> CompositeID
  {
    let (userId, gameId) = (fields["userId"]?.string, fields["gameId"]?.string)
    let dateInt = fields["dateInt"]?.int
    let day = dateInt.flatMap { Day(dateInt: $0) }
    if dateInt != nil, day == nil { throw RecordFormatError("dateInt is not a date") }
    guard let encoded = fields["id"]?.string else {
      guard let day, let gameId, !gameId.isEmpty else {
        throw RecordFormatError("the id is missing, and dateInt and gameId do not make one")
      }
      return CompositeID(userId: userId ?? user, day: day, gameId: gameId)
    }
    guard let id = CompositeID(encoded: encoded) else {
      throw RecordFormatError("the id is not made of user, day and gameId")
    }
    let said = CompositeID(
      userId: userId ?? id.userId, day: day ?? id.day, gameId: gameId ?? id.gameId)
    // Compares bytes, because Swift treats two Unicode spellings of a letter as equal.
    guard said.encoded.utf8.elementsEqual(encoded.utf8) else {
      throw RecordFormatError("the id does not agree with userId, dateInt and gameId")
    }
    return said
  }

  /// Checks that a value is null or of the column's kind.
  private static func check(_ value: Value, _ column: RecordType.Field) throws(RecordFormatError) {
    let mistake: String? =
      switch column.kind {
      case .string, .date, .bytes, .reference: value.string == nil ? "not text" : nil
      case .int: value.int == nil ? "not a whole number" : nil
      case .double: value.number == nil ? "not a number" : nil
      case .bool: value.bool == nil ? "neither true nor false" : nil
      case .object: value.object == nil ? "not an object" : nil
      case .strings:
        if case .list(let texts) = value, texts.allSatisfy({ $0.string != nil }) {
          nil
        } else {
          "not a list of texts"
        }
      }
    if let mistake { throw RecordFormatError("\(column.name) is \(mistake)") }
    if column.name == "playedAt", Instant(iso8601: value.string ?? "") == nil {
      throw RecordFormatError("playedAt is not a time such as 2026-03-01T12:00:00Z")
    }
    if column.name == "parsedData", value.object?.allSatisfy({ $0.value.string != nil }) == false {
      throw RecordFormatError("parsedData holds a value that is not text")
    }
  }
}

extension Value {
  /// The value as a number, when it is one.
  fileprivate var number: Double? {
    if case .double(let number) = self { number } else { int.map(Double.init) }
  }
}
