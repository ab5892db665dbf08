/// The names of groups in structured data: chats of more than two people. Where a direction says that somebody else
/// has sent a message, the name of a chat of two is his; that of a group is nobody's.
struct GroupNames {
  private static let mostNames = 100_000
  private static let longestName = 200
  /// Keys of the name of a chat, the best one first.
  static let keys = [
    "contact_name", "display_name", "displayName", "name", "title", "contact", "partner", "with",
  ]
  private static let members: Set<String> = [
    "participants", "participant", "members", "member", "people", "users", "recipients",
  ]
  /// Words of a name that several people have together.
  private static let words = OrdinaryWords.set(
    """
    group groups gruppe grupo groupe gruppo groep grupp family familie familia famille famiglia friends freunde amigos
    amis amici gang crew squad team club chat room channel puzzlers players everyone besties mates us guys girls boys
    ladies neighbours neighbors colleagues office work class league party
    """)

  private var names: Set<String> = []
  /// How many members are in a list inside of the object at a place.
  private var listed: [String: Int] = [:]

  /// Counts the members of a chat, and notes its name where there are more than two or it says that it is a group.
  mutating func add(_ object: FieldObject) {
    let isKeyed = object.place.hasSuffix("/*")
    if object.place.hasSuffix("[]") || isKeyed {
      let list = object.place.dropLast(2)
      if let slash = list.lastIndex(of: "/"), isMembers(list[list.index(after: slash)...]) {
        listed[String(list[..<slash]), default: 0] += 1
      }
    }
    let inside = listed.removeValue(forKey: object.place) ?? 0
    guard names.count < Self.mostNames, inside > 2 || isGroup(object) else { return }
    for key in Self.keys {
      guard let name = object[key], name.count <= Self.longestName else { continue }
      names.insert(String(decoding: name, as: UTF8.self))
    }
  }

  private func isMembers(_ key: some StringProtocol) -> Bool {
    FieldName.words(String(key)).contains(where: Self.members.contains)
  }

  /// What a field may say about the number of people.
  private enum Kind { case members, group, type, nothing }

  /// Asked for each field of each object.
  private var kinds: [String: Kind] = [:]
  private static let mostKinds = 10_000

  private mutating func kind(_ path: String) -> Kind {
    if let known = kinds[path] { return known }
    let words = FieldName.words(path)
    let kind: Kind =
      words.contains(where: Self.members.contains)
      ? .members
      : words.contains("group") || words.contains("isgroup")
        ? .group : words.last == "type" || words.last == "kind" ? .type : .nothing
    if kinds.count < Self.mostKinds { kinds[path] = kind }
    return kind
  }

  private mutating func isGroup(_ object: FieldObject) -> Bool {
    if object.key.hasSuffix("@g.us") { return true }
    var people = 0
    for field in object.own where field.value.count <= Self.longestName {
      if field.value.suffix(5).elementsEqual("@g.us".utf8) { return true }
      let kind = kind(field.path)
      if kind == .nothing { continue }
      let value = String(decoding: field.value, as: UTF8.self)
      switch kind {
      case .members:
        people =
          Int(value).map { max(people, $0) } ?? people + value.split { ",;".contains($0) }.count
      case .group: if ["true", "1", "yes"].contains(value.lowercased()) { return true }
      case .type: if Self.isGroupKind(value) { return true }
      case .nothing: break
      }
    }
    return people > 2
  }

  /// `group`, `supergroup`, `private_channel`
  private static func isGroupKind(_ value: String) -> Bool {
    FieldName.words(value).contains { $0.hasSuffix("group") || $0 == "channel" || $0 == "room" }
  }

  /// Whether a name is that of a group, or has words that nobody is called.
  func contains(_ name: String, _ games: GameKnowledge) -> Bool {
    names.contains(name) || FieldName.words(name).contains { Self.words.contains($0) }
      || games.isTitle(name) || name.split(separator: " ").contains { games.isTitle(String($0)) }
  }
}
