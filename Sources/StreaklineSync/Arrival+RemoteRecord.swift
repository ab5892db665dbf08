internal import StreaklineCore
internal import StreaklineStore

/// Reads the records of a remote as results and documents of the store.
struct RecordDecoder {
  /// How records of one of our types are read.
  fileprivate final class Form: Sendable {
    let type: RecordType
    let destination: Pipeline.Destination
    /// The name of the type there.
    let remoteType: String
    /// `nil` when the zone's name depends on the record.
    let zone: String?
    /// Our names of the remote's fields.
    let fieldNames: [String: String]
    let kinds: [String: RecordType.Kind]
    /// The names of the fields that the remote has; `nil` when it has all.
    let known: Set<String>?
    /// All fields of a result in their order; `nil` where its bytes cannot be taken as they come.
    let layout: [Field]?
    /// The life that the pipeline's own name tells: a name without a UUID is the same in all lives.
    let ownLife: Int?

    init(_ type: RecordType, _ destination: Pipeline.Destination) {
      self.type = type
      self.destination = destination
      remoteType = destination.type ?? type.name
      zone = destination.zone.isConstant ? destination.zone.template : nil
      var known = destination.fields.map { Set($0.keys) }
      if known?.contains("completionCount") == true { known?.insert("isCompleted") }
      self.known = known
      var names: [String: String] = [:]
      if let fields = destination.fields {
        for (name, theirs) in fields { names[theirs] = name }
      } else {
        let all = type.fieldNames + (type.form == .result ? ["userId", "game"] : [])
        for name in all { names[name] = name }
      }
      fieldNames = names
      var kinds: [String: RecordType.Kind] = [:]
      for name in names.values { kinds[name] = type.kindOfAny(name) }
      self.kinds = kinds
      layout =
        destination.fields == nil && type.form == .result && !type.hasDate
        ? type.fieldNames.map { name in
          Field(
            name: name, kind: kinds[name], isLocal: Pipeline.localFields.contains(name))
        } : nil
      ownLife = destination.name.placeholders.isDisjoint(with: [.uuid, .upperUUID]) ? nil : 0
    }
  }

  /// A field of a result.
  fileprivate struct Field {
    let name: String
    let kind: RecordType.Kind?
    /// Whether the field never leaves a store.
    let isLocal: Bool
  }

  private let names: RecordNames
  private let now: Instant
  /// The slugs of known games, by gameId.
  private let games: [String: String]
  /// What people call a game, given its slug.
  private let gameName: @Sendable (String) -> String?
  private let forms: [Form]

  init(_ names: RecordNames, _ schema: RecordSchema, _ games: KnownGames, now: Instant) {
    self.names = names
    self.now = now
    self.games = games.slugs
    gameName = games.name
    forms = names.pipeline.records.sorted { $0.key < $1.key }.compactMap { name, destination in
      schema[name].map { Form($0, destination) }
    }
  }

  /// After how many deletions and new creations a record is still recognised by its name.
  private static let mostLives = 16

  func arrival(_ remote: RemoteRecord) -> Arrival {
    var arrival = read(remote)
    arrival.type = remote.type
    return arrival
  }

  private func read(_ remote: RemoteRecord) -> Arrival {
    if let author = remote.modifiedBy, let (writer, type) = writer(of: remote), author != writer {
      var arrival = foreign(remote)
      arrival.isOverwritten = writer == names.account
      // The type of a record cannot be changed, so ours is created anew and not sent as a change.
      if remote.type != type { arrival.tag = nil }
      return arrival
    }
    return understood(remote) ?? foreign(remote)
  }

  private func foreign(_ remote: RemoteRecord) -> Arrival {
    Arrival(
      name: remote.recordName, isOwnName: false, .foreign, tag: remote.tag, stamp: remote.stamp,
      modifiedAt: remote.modifiedAt, others: remote.fields)
  }

  /// The only account that may write a record, and the type that it has there; `nil` where all may write who
  /// reach it. Members of a group can write all of its records. A score is its account's own, and the group
  /// itself its owner's, whatever somebody else has written there.
  private func writer(of remote: RemoteRecord) -> (account: String, type: String)? {
    let scores = forms.first { $0.type.name == RecordType.dailyScore.name }
    if let scores, remote.zone.name == scores.zone ?? remote.zone.name,
      let account = scores.destination.name.account(of: remote.recordName)
    {
      return (account, scores.remoteType)
    }
    guard let form = form(of: remote) else { return nil }
    let account: String? =
      switch form.type.name {
      case RecordType.dailyScore.name: split(remote.fields, form).0["userId"]?.string
      case RecordType.leaderboardGroup.name: remote.zoneOwner
      default: nil
      }
    return account.map { ($0, form.remoteType) }
  }

  private func understood(_ remote: RemoteRecord) -> Arrival? {
    guard let form = form(of: remote) else { return nil }
    guard form.type.form == .result else { return document(remote, form) }
    return writtenResult(remote, form) ?? result(remote, form)
  }

  func arrival(_ deletion: RemoteDeletion) -> Arrival {
    Arrival(name: deletion.recordName, isOwnName: true, .deletion, stamp: deletion.stamp)
  }

  private func form(of remote: RemoteRecord) -> Form? {
    forms.first { $0.remoteType == remote.type && $0.zone ?? remote.zone.name == remote.zone.name }
  }

  // MARK: - Results

  private func result(_ remote: RemoteRecord, _ form: Form) -> Arrival? {
    let (type, destination) = (form.type, form.destination)
    let (fields, others) = split(remote.fields, form)
    guard let user = user(fields, destination), let gameID = gameID(fields, destination),
      let day = day(fields)
    else { return nil }
    guard let game = game(gameID, fields), isWanted(user, game) else { return nil }
    var values = fields
    for name in Pipeline.localFields { values[name] = nil }
    // The app has no such field: a day on which the habit was not done has the count 0.
    if type.name == RecordType.completionEvent.name, values["isCompleted"] == nil,
      let count = values["completionCount"]?.int
    {
      values.append("isCompleted", .bool(count > 0))
    }
    // The records of some apps lack the game's name.
    if values["gameName"] == nil, games[gameID] != nil, let name = gameName(game) {
      values.append("gameName", .string(name))
    }
    let record = Record(
      type: type, userId: user, game: game, gameId: gameID, day: day, values: values)
    let id = CompositeID(userId: record.userId, day: day, gameId: gameID)
    return arrival(remote, .result(record), .result(type: type.name, id), form, others)
  }

  private func isWanted(_ user: String, _ game: String) -> Bool {
    isPlain(game) && names.pipeline.users?.contains(user) ?? true
      && names.pipeline.games?.contains(game) ?? true
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
    // Reading and writing the UUID of each result again would cost more than finding a known one.
    return games[text] == nil ? UniqueID(text)?.description ?? text : text
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
    guard slug.utf8.count > 64 else { return slug.isEmpty ? nil : slug }
    // Two long names that start alike are two games.
    var hash = XXHash64()
    hash.add(Array(slug.utf8))
    return "\(slug.prefix(47))-\(hexadecimal(hash.digest))"
  }

  private func isPlain(_ slug: String) -> Bool {
    !slug.isEmpty && slug.utf8.count <= 64
      && slug.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }

  // MARK: - Results as this program writes them

  /// The result of a record whose fields are as ``Record/sendableJSON`` writes them, without making values of
  /// them; `nil` for any other.
  private func writtenResult(_ remote: RemoteRecord, _ form: Form) -> Arrival? {
    guard let layout = form.layout, case .json(let json) = remote.carried,
      var members = WrittenObject(json), let user = members.text(of: "userId"), !user.isEmpty,
      let game = members.text(of: "game")
    else { return nil }
    var writer = JSONWriter()
    var (gameID, day): (String?, Day?)
    for field in layout {
      writer.append(writer.count == 0 ? "{" : ",")
      if field.isLocal {
        writer.write(.string(field.name))
        writer.append(":null")
        continue
      }
      guard let value = members.value(of: field.name), isTaken(value, as: field.kind) else {
        return nil
      }
      // With the name, its quotes and the colon.
      writer.append(json[value.startIndex - field.name.utf8.count - 3..<value.endIndex])
      switch field.name {
      case "gameId": gameID = WrittenObject.text(value)
      case "dateInt": day = WrittenObject.int(value).flatMap(Day.init(dateInt:))
      default: break
      }
    }
    writer.append("}")
    guard members.isAtEnd, let day, let gameID, games[gameID] != nil,
      isWanted(normalFormC(user), game)
    else { return nil }
    let record = Record(
      type: form.type, userId: user, game: game, gameId: gameID, day: day,
      writtenFields: writer.bytes)
    let id = CompositeID(userId: record.userId, day: day, gameId: gameID)
    return arrival(remote, .result(record), .result(type: form.type.name, id), form, Fields())
  }

  /// Whether ``split(_:_:)`` would leave a written value as it is.
  private func isTaken(_ value: ArraySlice<UInt8>, as kind: RecordType.Kind?) -> Bool {
    if isJSONNull(value) { return true }
    let first = value.first ?? 0
    let isNumber = first == UInt8(ascii: "-") || first &- 0x30 < 10
    switch kind {
    case .object: return isFlatObject(value)
    case .bool, .double:
      return !isNumber && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    default:
      return first != UInt8(ascii: "{")
        && !(first == UInt8(ascii: "[") && value.contains(UInt8(ascii: "{")))
    }
  }

  // MARK: - Documents

  private func document(_ remote: RemoteRecord, _ form: Form) -> Arrival? {
    let (type, destination) = (form.type, form.destination)
    var (fields, others) = split(remote.fields, form)
    guard var name = destination.documentName(of: remote.recordName, ofType: type.name),
      !name.isEmpty
    else { return nil }
    if type.name == RecordType.leaderboardGroup.name { limit(&fields, of: remote) }
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
      .document(type: type.name, name: name), form, others)
  }

  /// Takes of somebody else's group only what its owner can say: not that it is another one's, and not that it
  /// has begun before it was there, which would have older scores sent to it.
  private func limit(_ fields: inout Fields, of group: RemoteRecord) {
    guard let owner = group.zoneOwner, owner != names.account else { return }
    fields["createdBy"] = .string(owner)
    // The remote's clock may be ahead.
    guard let created = group.createdAt.map({ min($0, now) }) else { return }
    let said = fields["createdAt"]?.string.flatMap(Instant.init(iso8601:))
    if said.map({ $0 < created }) ?? true { fields["createdAt"] = .string(created.iso) }
  }

  // MARK: - Both

  private func arrival(
    _ remote: RemoteRecord, _ content: Arrival.Content, _ identity: ItemIdentity,
    _ form: Form, _ others: Fields
  ) -> Arrival {
    let unread = form.destination.gzipFields.filter { name in
      form.destination.fields?[name].flatMap { others[$0] } != nil
    }
    let known = unread.isEmpty ? form.known : form.known?.subtracting(unread)
    let isOwn = names.own(identity) == remote.recordName
    var arrival = Arrival(
      name: remote.recordName, isOwnName: isOwn, content, tag: remote.tag, stamp: remote.stamp,
      modifiedAt: remote.modifiedAt,
      life: isOwn ? form.ownLife : life(remote.recordName, identity, form), others: others,
      known: known)
    arrival.unreadFields = unread.count
    return arrival
  }

  private func life(_ name: String, _ identity: ItemIdentity, _ form: Form) -> Int? {
    guard form.ownLife == 0 else { return nil }
    return (0...Self.mostLives).map { 2 * $0 }.first { life in
      let values = PlaceholderValues(
        identity, deviceID: names.deviceID, account: names.account, life: life)
      let own = try? form.destination.name.expanded(values)
      return own?.lowercased() == name.lowercased()
    }
  }

  /// The fields under our names, of the kinds that the type declares, and those that nobody knows.
  private func split(_ fields: Fields, _ form: Form) -> (Fields, Fields) {
    var (understood, others) = (Fields(), Fields())
    understood.reserveCapacity(fields.count)
    for (theirs, value) in fields {
      let name = form.fieldNames[theirs]
      if let name, form.destination.gzipFields.contains(name) {
        if let value = value.unpacked {
          understood.append(name, value)
        } else {
          others.append(theirs, value)
        }
      } else if let name {
        understood.append(name, value.converted(to: form.kinds[name]))
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
