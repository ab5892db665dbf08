/// One result, as it is stored, printed and sent.
///
/// A header says whose result of which game and day it is; everything else is in the fields, which
/// are kept as JSON. The program prints these bytes, the store keeps them, and the
/// content hash is made of them, so a record is encoded once.
public struct Record: Hashable, Sendable {
  /// The name of the record's type, such as `GameResult`.
  public let type: String
  /// Who played, in normal form C.
  public let userId: String
  /// The game's slug, such as `wordle`.
  public let game: String
  /// The game's UUID in lower case; a mode has its own.
  public let gameId: String
  /// The puzzle's day.
  public let day: Day
  /// Whether the puzzle was completed; `nil` when the share does not say.
  public let completed: Bool?
  /// Whether the record is kept but never counted; `suspect` gives the reason.
  public let isSuspect: Bool
  /// The content hash; see ``ContentHash``.
  package let contentHash: Int64
  /// The fields as one compact JSON object, in the order of the type's field names.
  package var encodedFields: ArraySlice<UInt8>

  /// A record whose fields are encoded already.
  ///
  /// - Parameter encodedFields: What `JSONWriter` writes for the fields. The other arguments must
  ///   agree with them.
  package init(
    type: String, userId: String, game: String, gameId: String, day: Day, completed: Bool?,
    isSuspect: Bool, contentHash: Int64, encodedFields: ArraySlice<UInt8>
  ) {
    self.type = type
    self.userId = userId
    self.game = game
    self.gameId = gameId
    self.day = day
    self.completed = completed
    self.isSuspect = isSuspect
    self.contentHash = contentHash
    self.encodedFields = encodedFields
  }

  /// A record with the given fields, in the given order.
  public init(
    type: RecordType, userId: String, game: String, gameId: String, day: Day, fields: Fields
  ) {
    self.init(
      type: type, userId: userId, game: game, gameId: gameId, day: day,
      writtenFields: JSONWriter.encoded(fields))
  }

  /// Puts the values into the order of the type's fields: a value that is not given is null, and
  /// `gameId`, `dateInt` and `date` follow from the other arguments.
  public init(
    type: RecordType, userId: String, game: String, gameId: String, day: Day,
    values: Fields
  ) {
    var fields = Fields()
    fields.reserveCapacity(type.fieldNames.count)
    var next = 0
    for name in type.fieldNames {
      switch name {
      case "gameId": fields.append(name, .string(gameId))
      case "dateInt": fields.append(name, .int(day.dateInt))
      case "date": fields.append(name, .string(day.iso))
      default: fields.append(name, values.value(of: name, expectedAt: &next) ?? .null)
      }
    }
    self.init(
      type: type, userId: userId, game: game, gameId: gameId, day: day, fields: fields)
  }

  /// A record whose fields were stored as JSON; `nil` when they are not a JSON object.
  package init?(
    type: RecordType, userId: String, game: String, gameId: String, day: Day, storedFields: [UInt8]
  ) {
    guard String(validating: storedFields, as: UTF8.self) != nil, isJSONObject(storedFields[...])
    else { return nil }
    self.init(
      type: type, userId: userId, game: game, gameId: gameId, day: day, writtenFields: storedFields)
  }

  /// - Parameter writtenFields: A JSON object as `JSONWriter` writes it, with the type's fields in their
  ///   order.
  package init(
    type: RecordType, userId: String, game: String, gameId: String, day: Day,
    writtenFields encoded: [UInt8]
  ) {
    let summary = RecordSummary(of: encoded[...], type: type, day: day)
    self.init(
      type: type.name, userId: normalFormC(userId), game: game, gameId: gameId, day: day,
      completed: summary.completed, isSuspect: summary.isSuspect,
      contentHash: summary.contentHash, encodedFields: encoded[...])
  }

  /// Decodes a record from the JSON object that `json` gives; `nil` for any other value and for a
  /// type that is not in the schema.
  public init?(json: Value, schema: RecordSchema = .standard) {
    guard var rest = json.object,
      let type = rest["type"]?.string.flatMap({ schema[$0] }),
      let id = rest["id"]?.string, let composite = CompositeID(encoded: id),
      let game = rest["game"]?.string
    else { return nil }
    for key in ["type", "id", "userId", "game"] {
      rest[key] = nil
    }
    self.init(
      type: type, userId: composite.userId, game: game, gameId: composite.gameId,
      day: composite.day, fields: rest)
  }

  /// The encoded composite id. It is computed at each call.
  public var id: String { CompositeID(userId: userId, day: day, gameId: gameId).encoded }

  /// Everything but type, id, user and game. The fields are decoded at each call.
  public var fields: Fields { (try? readJSON(encodedFields))?.object ?? [:] }

  /// The record as one JSON object.
  public var json: Value {
    var all: Fields = [
      "type": .string(type), "id": .string(id), "userId": .string(userId), "game": .string(game),
    ]
    for (name, value) in fields {
      all.append(name, value)
    }
    return .object(all)
  }

  /// Why the record is kept but never counted, or `nil`. A record whose day is still to come is not
  /// counted either: see ``suspicion(at:)``.
  public var suspect: String? {
    isSuspect ? fields["suspect"]?.string ?? Self.earlyReason(day) : nil
  }

  /// The record's name at remotes, unless the pipeline gives a template. It depends on the type
  /// too, because CloudKit allows a name only once in a zone, whatever the type.
  public var uuid: UniqueID { UniqueID(namespace: .streakline, name: "\(type)|\(id)") }
}
