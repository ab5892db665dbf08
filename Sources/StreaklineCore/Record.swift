/// One result, as it is stored, printed and sent.
///
/// `fields` holds everything but the four leading keys, in the order in which JSON shows it
/// (DESIGN §7); the store keeps the same JSON, so there is one coding of a record.
public struct Record: Hashable, Sendable {
  /// The name of the record's type, such as `GameResult`.
  public let type: String
  /// The encoded composite id.
  public let id: String
  /// Who played, in normal form C.
  public let userId: String
  /// The game's slug, such as `wordle`.
  public let game: String
  /// The game's UUID in lower case; a mode has one of its own.
  public let gameId: String
  /// The puzzle's day.
  public let day: Day
  /// All other values.
  public var fields: Fields

  public init(
    type: RecordType, userId: String, game: String, gameId: String, day: Day, fields: Fields
  ) {
    self.type = type.name
    self.userId = normalFormC(userId)
    self.game = game
    self.gameId = gameId
    self.day = day
    self.fields = fields
    id = CompositeID(userId: userId, day: day, gameId: gameId).encoded
  }

  /// Puts the fields into their order: a value that is not given is null, and what the id says
  /// (`gameId`, `dateInt`, `date`) is taken from there.
  public init(
    type: RecordType, userId: String, game: String, gameId: String, day: Day,
    values: Fields
  ) {
    var fields = Fields()
    for name in type.fieldNames {
      switch name {
      case "gameId": fields.append(name, .string(gameId))
      case "dateInt": fields.append(name, .int(day.dateInt))
      case "date": fields.append(name, .string(day.iso))
      default: fields.append(name, values[name] ?? .null)
      }
    }
    self.init(
      type: type, userId: userId, game: game, gameId: gameId, day: day, fields: fields)
  }

  /// Takes a record out of the JSON object that `json` writes; `nil` when it is none.
  public init?(json: Value) {
    guard var rest = json.object,
      let type = rest["type"]?.string.flatMap(RecordType.named),
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

  /// Whether the puzzle was completed; `nil` when the share does not say.
  public var completed: Bool? {
    RecordType.named(type).flatMap { fields[$0.outcome]?.bool }
  }

  /// Why the record is kept but not counted, or `nil`.
  public var suspect: String? { fields["suspect"]?.string }

  /// The name that sinks know the record by where the pipeline gives no template.
  public var uuid: UniqueID { UniqueID(namespace: .streakline, name: id) }

  /// Whether both records say the same about the same result: nothing that both know differs.
  ///
  /// A share without its grid is a repeat of the full one, not a dispute.
  public func agrees(with other: Record) -> Bool {
    guard type == other.type, let declared = RecordType.named(type) else { return false }
    let sameFields = declared.fields.allSatisfy {
      compatible(fields[$0.name], other.fields[$0.name])
    }
    // A lost game has no score, so a null score beside a known outcome is knowledge.
    let sameOutcome = fields["score"] == other.fields["score"]
    let mine = fields["parsedData"]?.object ?? [:]
    let theirs = other.fields["parsedData"]?.object ?? [:]
    return sameFields && sameOutcome
      && mine.allSatisfy { compatible($0.value, theirs[$0.name]) }
  }

  private func compatible(_ left: Value?, _ right: Value?) -> Bool {
    guard let left, let right, left != .null, right != .null else { return true }
    return left == right
  }
}
