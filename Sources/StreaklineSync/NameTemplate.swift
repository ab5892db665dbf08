package import StreaklineCore
package import StreaklineStore

/// The template of a record's name or zone at a remote, such as `puzzleResult_{date}_{deviceId}`.
package struct NameTemplate: Hashable, Sendable {
  /// The names that can be in braces.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The UUID of the record's type and id, in lower case.
    case uuid
    /// The same UUID in upper case, as Apple writes it.
    case upperUUID = "UUID"
    case userId, dateInt, date, gameId, deviceId
    /// The game's UUID in upper case.
    case upperGameID = "GAMEID"
    /// A document's own name.
    case name
    /// A document's own name; in upper case when it is a UUID.
    case upperName = "NAME"
    /// The field `groupId`.
    case groupId
    /// The field `groupId`; in upper case when it is a UUID.
    case upperGroupID = "GROUPID"
    /// The remote's account.
    case account
  }

  private enum Part: Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// Why a text is not a template.
  package enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownPlaceholder(String)
    case braceNotClosed
    case empty

    package var description: String {
      switch self {
      case .unknownPlaceholder(let name): "there is no placeholder {\(name)}"
      case .braceNotClosed: "a brace is not closed"
      case .empty: "it is empty"
      }
    }
  }

  /// A placeholder for which a record has no value.
  package struct MissingValue: Error, Hashable, Sendable {
    package let placeholder: Placeholder
  }

  /// The template as it was written.
  package let template: String
  private let parts: [Part]

  package init(_ template: String) throws(Mistake) {
    var parts: [Part] = []
    var rest = template[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      let inside = rest[brace...].dropFirst()
      guard let end = inside.firstIndex(of: "}") else { throw .braceNotClosed }
      let name = String(inside[..<end])
      guard let placeholder = Placeholder(rawValue: name) else { throw .unknownPlaceholder(name) }
      parts.append(.placeholder(placeholder))
      rest = inside[end...].dropFirst()
    }
    guard !template.isEmpty else { throw .empty }
    self.parts = rest.isEmpty ? parts : parts + [.text(String(rest))]
    self.template = template
  }

  private init(_ placeholder: Placeholder) {
    template = "{\(placeholder.rawValue)}"
    parts = [.placeholder(placeholder)]
  }

  private init(constant: String) {
    template = constant
    parts = [.text(constant)]
  }

  /// `{uuid}`: the name of results for which a pipeline gives no template.
  package static let uuid = NameTemplate(.uuid)

  /// The name of documents for which a pipeline gives no template.
  package static let documentName = NameTemplate(.name)

  /// The zone of records for which a pipeline gives none, as CloudKit names it.
  package static let defaultZone = NameTemplate(constant: "_defaultZone")

  /// The name of a document that a remote's record has, as far as the template tells: what stands for
  /// `{name}`, else the whole name.
  func documentName(of recordName: String) -> String {
    value(of: .name, in: recordName) ?? lowerUUID(of: .upperName, in: recordName) ?? recordName
  }

  /// The group whose records a zone has; `nil` when the template does not tell.
  func group(ofZone zone: String) -> String? {
    value(of: .groupId, in: zone) ?? lowerUUID(of: .upperGroupID, in: zone)
  }

  /// The account whose record it is, as far as its name tells.
  func account(of recordName: String) -> String? {
    var rest = recordName[...]
    var account: String?
    for (index, part) in parts.enumerated() {
      switch part {
      case .text(let text):
        guard rest.hasPrefix(text) else { return nil }
        rest = rest.dropFirst(text.count)
      case .placeholder(let placeholder):
        // The placeholder's value ends where the template's next text begins.
        var end = rest.endIndex
        if index + 1 < parts.count {
          guard case .text(let text) = parts[index + 1], let next = rest.firstRange(of: text) else {
            return nil
          }
          end = next.lowerBound
        }
        if placeholder == .account { account = percentDecoded(String(rest[..<end])) }
        rest = rest[end...]
      }
    }
    return rest.isEmpty ? account : nil
  }

  private func lowerUUID(of placeholder: Placeholder, in expanded: String) -> String? {
    value(of: placeholder, in: expanded).map { UniqueID($0)?.description ?? $0 }
  }

  /// What stands for a placeholder in an expanded text; `nil` when the template has others beside it, or
  /// the text is not of this template.
  private func value(of placeholder: Placeholder, in expanded: String) -> String? {
    guard placeholders == [placeholder], let index = parts.firstIndex(of: .placeholder(placeholder))
    else { return nil }
    func text(_ parts: ArraySlice<Part>) -> String {
      parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }
    let (before, after) = (text(parts[..<index]), text(parts[(index + 1)...]))
    guard expanded.utf8.count > before.utf8.count + after.utf8.count,
      expanded.hasPrefix(before), expanded.hasSuffix(after)
    else { return nil }
    return percentDecoded(String(expanded.dropFirst(before.count).dropLast(after.count)))
  }

  /// What the template names about a record.
  package var placeholders: Set<Placeholder> {
    Set(
      parts.compactMap { part in
        if case .placeholder(let placeholder) = part { placeholder } else { nil }
      })
  }

  /// Whether the template gives all records the same text.
  package var isConstant: Bool {
    placeholders.isEmpty
  }

  /// The text for one record. Values are percent-encoded as in a composite id, so that no user's
  /// name can give two records the same text.
  package func expanded(_ values: PlaceholderValues) throws(MissingValue) -> String {
    // Most templates have one part, and joining texts takes longer than everything else here.
    if parts.count == 1 { return try text(of: parts[0], values) }
    var all = ""
    for part in parts { all += try text(of: part, values) }
    return all
  }

  private func text(of part: Part, _ values: PlaceholderValues) throws(MissingValue) -> String {
    switch part {
    case .text(let constant): return constant
    case .placeholder(let placeholder):
      guard let value = values[placeholder] else { throw MissingValue(placeholder: placeholder) }
      return percentEncoded(value)
    }
  }
}

/// The values of a template's placeholders for one record.
package struct PlaceholderValues: Sendable {
  fileprivate var uuid: UniqueID
  fileprivate var userID: String?
  fileprivate var day: Day?
  fileprivate var gameID: String?
  fileprivate var name: String?
  fileprivate var groupID: String?
  /// The fields of a result, as JSON.
  private var fields: ArraySlice<UInt8>?
  /// The id of this device.
  package var deviceID: String
  /// The account of the remote, `nil` when it has none.
  package var account: String?

  package init(_ record: Record, deviceID: String, account: String?, life: Int = 0) {
    let id = CompositeID(userId: record.userId, day: record.day, gameId: record.gameId)
    self.init(
      .result(type: record.type, id), deviceID: deviceID, account: account, life: life)
    fields = record.encodedFields
  }

  package init(_ document: Document, deviceID: String, account: String?) {
    self.init(
      .document(type: document.type, name: document.name), deviceID: deviceID, account: account)
    let fields = document.fields
    if let device = fields["deviceId"]?.string { self.deviceID = device }
    groupID = fields["groupId"]?.string ?? groupID
    userID = fields["userId"]?.string ?? userID
    gameID = gameID ?? fields["gameId"]?.string
    day =
      fields["dateInt"]?.int.flatMap(Day.init(dateInt:))
      ?? fields["date"]?.string.flatMap(Day.init(iso:)) ?? day
  }

  /// The values that the identity of an item gives.
  ///
  /// - Parameter life: Greater than 0 for an item that was deleted and created again: the record of
  ///   another life has another UUID.
  package init(_ item: ItemIdentity, deviceID: String, account: String?, life: Int = 0) {
    let suffix = life > 0 ? "|\(life)" : ""
    switch item {
    case .result(let type, let id):
      uuid = UniqueID(namespace: .streakline, name: "\(type)|\(id.encoded)\(suffix)")
      userID = id.userId
      day = id.day
      gameID = id.gameId
    case .document(let type, let documentName):
      uuid = UniqueID(namespace: .streakline, name: "\(type)|\(documentName)\(suffix)")
      name = documentName
      if type == RecordType.dailyScore.name, let score = DailyScoreName(documentName) {
        (userID, day, gameID) = (score.account, score.day, score.gameID)
        groupID = score.group
      }
    }
    self.deviceID = deviceID
    self.account = account
  }

  fileprivate subscript(placeholder: NameTemplate.Placeholder) -> String? {
    switch placeholder {
    case .uuid: uuid.description
    case .upperUUID: uuid.description.uppercased()
    case .userId: userID
    case .dateInt: day.map { padded($0.dateInt, 8) }
    case .date: day?.iso
    case .gameId: gameID
    case .upperGameID: gameID.map(upperUUID)
    case .deviceId: deviceID
    case .name: name
    case .upperName: name.map(upperUUID)
    case .groupId: group
    case .upperGroupID: group.map(upperUUID)
    case .account: account
    }
  }

  /// Read only where a template wants it.
  private var group: String? {
    let field = fields.flatMap { JSONMembers($0).value(of: "groupId") }
    return field.flatMap { try? readJSON($0) }?.string ?? groupID
  }
}

/// The text; in upper case when it is a UUID.
private func upperUUID(_ text: String) -> String {
  UniqueID(text) == nil ? text : text.uppercased()
}
