internal import StreaklineCore
internal import StreaklineStore

/// Reads the records of a remote as results and documents of the store.
struct RecordDecoder {
  let names: RecordNames
  let schema: RecordSchema
  /// The slugs of known games, by gameId.
  let games: [String: String]

  /// After how many deletions and new creations a record is still recognised by its name.
  private static let mostLives = 16

  func arrival(_ remote: RemoteRecord) -> Arrival {
    let base = Arrival(
      name: remote.recordName, isOwnName: false, .foreign, tag: remote.tag, stamp: remote.stamp,
      modifiedAt: remote.modifiedAt, others: remote.fields)
    guard let (type, destination) = destination(remote) else { return base }
    return (type.form == .result ? result : document)(remote, type, destination) ?? base
  }

  func arrival(_ deletion: RemoteDeletion) -> Arrival {
    Arrival(name: deletion.recordName, isOwnName: true, .deletion, stamp: deletion.stamp)
  }

  private func destination(_ remote: RemoteRecord) -> (RecordType, Pipeline.Destination)? {
    for (name, destination) in names.pipeline.records.sorted(by: { $0.key < $1.key }) {
      let isZone =
        destination.zone.isConstant ? destination.zone.template == remote.zone.name : true
      if isZone, destination.type ?? name == remote.type, let type = schema[name] {
        return (type, destination)
      }
    }
    return nil
  }

  // MARK: - Results

  private func result(
    _ remote: RemoteRecord, _ type: RecordType, _ destination: Pipeline.Destination
  ) -> Arrival? {
    let (fields, others) = split(remote.fields, type, destination)
    guard let user = user(fields, destination), let gameID = gameID(fields, destination),
      let day = day(fields)
    else { return nil }
    let pipeline = names.pipeline
    guard let game = game(gameID, fields),
      isPlain(game), pipeline.users?.contains(user) ?? true, pipeline.games?.contains(game) ?? true
    else { return nil }
    var values = Fields()
    for (name, value) in fields where !["suspect", "source"].contains(name) {
      values.append(name, value)
    }
    // The app has no such field: a day on which the habit was not done has the count 0.
    if type.name == RecordType.completionEvent.name, values["isCompleted"] == nil,
      let count = values["completionCount"]?.int
    {
      values.append("isCompleted", .bool(count > 0))
    }
    let record = Record(
      type: type, userId: user, game: game, gameId: gameID, day: day, values: values)
    let id = CompositeID(userId: record.userId, day: day, gameId: gameID)
    return arrival(remote, .result(record), .result(type: type.name, id), destination, others)
  }

  /// Whose result it is: the field says it, or the pipeline sends those of one user only.
  private func user(_ fields: Fields, _ destination: Pipeline.Destination) -> String? {
    if destination.fields == nil || destination.fields?["userId"] != nil {
      return fields["userId"]?.string.flatMap { $0.isEmpty ? nil : normalFormC($0) }
    }
    guard let users = names.pipeline.users, users.count == 1 else { return nil }
    return users.first
  }

  /// The field says it, or the pipeline has results of one game only.
  private func gameID(_ fields: Fields, _ destination: Pipeline.Destination) -> String? {
    if let names = destination.fields, names["gameId"] == nil {
      let ids = games.filter { $0.value == onlyGame }.map(\.key)
      return ids.count == 1 ? ids[0] : nil
    }
    guard let text = fields["gameId"]?.string, !text.isEmpty, text.utf8.count <= 200 else {
      return nil
    }
    return UniqueID(text)?.description ?? text
  }

  private func game(_ gameID: String, _ fields: Fields) -> String? {
    fields["game"]?.string ?? games[gameID] ?? slug(fields["gameName"]?.string) ?? onlyGame
  }

  /// The game of all results that the pipeline sends.
  private var onlyGame: String? {
    guard let games = names.pipeline.games, games.count == 1 else { return nil }
    return games.first
  }

  private func day(_ fields: Fields) -> Day? {
    if let number = fields["dateInt"]?.int { return Day(dateInt: number) }
    guard let text = fields["date"]?.string else { return nil }
    return Day(iso: String(text.prefix(10)))
  }

  /// A slug for a game that no rule is for.
  private func slug(_ name: String?) -> String? {
    guard let name else { return nil }
    let letters = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let slug = String(letters).split(separator: "-").joined(separator: "-")
    return slug.isEmpty ? nil : String(slug.prefix(64))
  }

  private func isPlain(_ slug: String) -> Bool {
    !slug.isEmpty && slug.utf8.count <= 64
      && slug.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }

  // MARK: - Documents

  private func document(
    _ remote: RemoteRecord, _ type: RecordType, _ destination: Pipeline.Destination
  ) -> Arrival? {
    var (fields, others) = split(remote.fields, type, destination)
    guard var name = destination.documentName(of: remote.recordName, ofType: type.name),
      !name.isEmpty
    else { return nil }
    let group = destination.zone.group(ofZone: remote.zone.name)
    if let group, type.kind(of: "groupId") != nil { fields["groupId"] = .string(group) }
    if type.namesByFields {
      guard let own = type.documentName(of: fields) else { return nil }
      name = own
    } else if let own = type.namingField.flatMap({ fields[$0]?.string }), !own.isEmpty {
      name = UniqueID(own)?.description ?? own
    }
    return arrival(
      remote, .document(Document(type: type.name, name: name, fields: fields)),
      .document(type: type.name, name: name), destination, others)
  }

  // MARK: - Both

  private func arrival(
    _ remote: RemoteRecord, _ content: Arrival.Content, _ identity: ItemIdentity,
    _ destination: Pipeline.Destination, _ others: Fields
  ) -> Arrival {
    var known = destination.fields.map { Set($0.keys) }
    if known?.contains("completionCount") == true { known?.insert("isCompleted") }
    let unread = destination.gzipFields.filter { name in
      destination.fields?[name].flatMap { others[$0] } != nil
    }
    known?.subtract(unread)
    let isOwn = names.own(identity) == remote.recordName
    var arrival = Arrival(
      name: remote.recordName, isOwnName: isOwn, content, tag: remote.tag, stamp: remote.stamp,
      modifiedAt: remote.modifiedAt,
      life: isOwn ? ownLife(destination) : life(remote.recordName, identity, destination),
      others: others, known: known)
    arrival.unreadFields = unread.count
    return arrival
  }

  /// The life that the pipeline's own name tells: a name without a UUID is the same in all lives.
  private func ownLife(_ destination: Pipeline.Destination) -> Int? {
    destination.name.placeholders.isDisjoint(with: [.uuid, .upperUUID]) ? nil : 0
  }

  private func life(
    _ name: String, _ identity: ItemIdentity, _ destination: Pipeline.Destination
  ) -> Int? {
    guard ownLife(destination) == 0 else { return nil }
    return (0...Self.mostLives).map { 2 * $0 }.first { life in
      let values = PlaceholderValues(
        identity, deviceID: names.deviceID, account: names.account, life: life)
      let own = try? destination.name.expanded(values)
      return own?.lowercased() == name.lowercased()
    }
  }

  /// The fields under our names, of the kinds that the type declares, and those that nobody knows.
  private func split(
    _ fields: Fields, _ type: RecordType, _ destination: Pipeline.Destination
  ) -> (Fields, Fields) {
    var ours: [String: String] = [:]
    for (name, theirs) in destination.fields ?? [:] { ours[theirs] = name }
    let known = Set(type.fieldNames + (type.form == .result ? ["userId", "game"] : []))
    var (understood, others) = (Fields(), Fields())
    for (theirs, value) in fields {
      let name = destination.fields == nil ? (known.contains(theirs) ? theirs : nil) : ours[theirs]
      if let name, destination.gzipFields.contains(name) {
        if let value = value.unpacked {
          understood.append(name, value)
        } else {
          others.append(theirs, value)
        }
      } else if let name {
        understood.append(name, value.converted(to: type.kindOfAny(name)))
      } else {
        others.append(theirs, value)
      }
    }
    return (understood, others)
  }
}

extension Value {
  /// The value as a kind declares it, where remotes have fewer kinds.
  fileprivate func converted(to kind: RecordType.Kind?) -> Value {
    switch (kind, self) {
    case (.bool, .int(let number)): .bool(number != 0)
    case (.int, .double(let number)) where number.rounded() == number && abs(number) < 1e15:
      .int(Int(number))
    case (.double, .int(let number)): .double(Double(number))
    case (.object, .string(let text)): (try? readJSON(Array(text.utf8))) ?? self
    default: self
    }
  }
}
