/// What a person has decided about somebody's data: it holds on all of his devices, and for what they meet later.
///
/// It is stored and delivered as a document of the type ``RecordType/decision``, named by ``id``.
package struct Decision: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case erased = "erase"
    case forgotten = "forget"
    case renamed = "rename"
    case merged = "merge"

    /// Whether the decision says that two names are those of one person.
    package var joinsNames: Bool { self == .renamed || self == .merged }
  }

  /// The user of texts without a sender: a role of each device and nobody's name, so that two people who share a
  /// folder can both have it.
  package static let ownRole = "me"

  /// The field with the time at which a document about a decision was written. Of two versions the later one holds, also
  /// at a remote without stamps.
  package static let saidAt = "saidAt"

  package let id: String
  package let kind: Kind
  /// When it was made. An erasure concerns what was written up to then.
  package var at: Instant
  /// The id of the device on which it was made.
  package let device: String
  package let salt: String
  /// Salted digests of the names of whoever is erased or forgotten.
  package var people: Set<String> = []
  /// The name that ends and the name that stays, where names are joined.
  package var old: String?
  package var new: String?
  /// Of an erasure the ids of the decisions that had joined one of the names with another one and were taken back
  /// before. The erasure deletes them, so that another device may not hear in another way that they do not hold.
  package var takenBack: Set<String> = []
  /// Salted digests of the names that somebody who is erased had by the decisions of ``takenBack``.
  package var formerPeople: Set<String> = []
  /// Whether nothing of somebody who is forgotten is kept.
  package var isForGood = false
  /// Of an erasure the id of the one that it holds for one more name.
  package var extends: String?
  /// Of such an erasure the ids of the decisions by which that name was the person's. Where one of them was taken back,
  /// the name is another person's, and the erasure does not hold for it.
  package var joinedBy: Set<String> = []
  /// When it was taken back.
  package var undoneAt: Instant?

  /// - Parameter version: A version of the store that makes it, which makes the id unique.
  package init(_ kind: Kind, at: Instant, device: String, version: Int64) {
    self.init(
      kind, at: at, device: device,
      id: UniqueID(namespace: .streakline, name: "decision|\(device)|\(version)").description,
      salt: Self.hexadecimal(sha1(Array("salt|\(device)|\(version)".utf8)).prefix(8)))
  }

  private init(_ kind: Kind, at: Instant, device: String, id: String, salt: String) {
    self.kind = kind
    self.at = at
    self.device = device
    self.id = id
    self.salt = salt
  }

  /// The same erasure for one more name of the person, which a device had joined with his before it heard of the erasure.
  ///
  /// - Parameters:
  ///   - device: That device. Another one that had joined the same names makes the same decision.
  ///   - joinedBy: As ``joinedBy``.
  package func extended(to name: String, on device: String, joinedBy: Set<String>) -> Decision {
    let first = extends ?? id
    var extended = Decision(
      kind, at: at, device: device,
      id: UniqueID(namespace: .streakline, name: "decision|\(first)|\(digest(name, role: device))")
        .description, salt: salt)
    extended.extends = first
    extended.joinedBy = joinedBy
    extended.add(person: name)
    return extended
  }

  /// Notes that the decision is about the person of a name.
  ///
  /// - Parameter accounts: The accounts of remotes that are one person's, on whose devices ``ownRole`` is he.
  package mutating func add(person name: String, accounts: [String] = []) {
    people.insert(digest(name, role: device))
    if name == Self.ownRole {
      for account in accounts { people.insert(digest(name, role: "@\(account)")) }
    }
  }

  /// Notes that the person of an erasure had a name by a decision that was taken back.
  package mutating func add(formerName name: String) {
    formerPeople.insert(digest(name, role: device))
  }

  /// Whether the person of an erasure had a name by a decision that was taken back.
  package func concerns(formerName name: String) -> Bool {
    formerPeople.contains(digest(name, role: device))
  }

  /// Whether the decision is about the person of a name.
  ///
  /// - Parameter role: Of ``ownRole`` the device whose user is meant, or `@` and the account.
  package func concerns(_ name: String, role: String) -> Bool {
    people.contains(digest(name, role: role))
  }

  /// Stands among ``Stamp/replaced`` of a content that somebody has brought back who knew of the decision.
  package var mark: Int64 {
    var hash = XXHash64()
    hash.add(Array("decision|\(id)".utf8))
    return Int64(bitPattern: hash.digest)
  }

  private func digest(_ name: String, role: String) -> String {
    let person = name == Self.ownRole ? "\(name)\0\(role)" : normalFormC(name)
    return Self.hexadecimal(sha1(Array("\(salt)\0\(person)".utf8)))
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension Decision {
  /// The fields of the decision's document.
  package var fields: Fields {
    var fields: Fields = [
      "kind": .string(kind.rawValue), "at": .int(Int(at.milliseconds)), "device": .string(device),
    ]
    if !people.isEmpty {
      fields.append("salt", .string(salt))
      fields.append("people", .list(people.sorted().map(Value.string)))
    }
    if !takenBack.isEmpty {
      fields.append("takenBack", .list(takenBack.sorted().map(Value.string)))
    }
    if !formerPeople.isEmpty {
      fields.append("formerPeople", .list(formerPeople.sorted().map(Value.string)))
    }
    if let old { fields.append("old", .string(old)) }
    if let new { fields.append("new", .string(new)) }
    if let extends { fields.append("extends", .string(extends)) }
    if !joinedBy.isEmpty {
      fields.append("joinedBy", .list(joinedBy.sorted().map(Value.string)))
    }
    if isForGood { fields.append("forGood", .bool(true)) }
    if let undoneAt { fields.append("undoneAt", .int(Int(undoneAt.milliseconds))) }
    fields.append(Self.saidAt, .int(Int((undoneAt ?? at).milliseconds)))
    return fields
  }

  /// Reads what ``fields`` gives; `nil` for what a later version of the program may have written.
  package init?(id: String, _ fields: Fields) {
    guard let kind = fields["kind"]?.string.flatMap(Kind.init),
      let at = fields["at"]?.int.flatMap(Instant.init(receivedMilliseconds:)),
      let device = fields["device"]?.string
    else { return nil }
    self.id = id
    self.kind = kind
    self.at = at
    self.device = device
    salt = fields["salt"]?.string ?? ""
    if case .list(let people)? = fields["people"] { self.people = Set(people.compactMap(\.string)) }
    if case .list(let ids)? = fields["takenBack"] { takenBack = Set(ids.compactMap(\.string)) }
    if case .list(let people)? = fields["formerPeople"] {
      formerPeople = Set(people.compactMap(\.string))
    }
    old = fields["old"]?.string.map(normalFormC)
    new = fields["new"]?.string.map(normalFormC)
    extends = fields["extends"]?.string
    if case .list(let ids)? = fields["joinedBy"] { joinedBy = Set(ids.compactMap(\.string)) }
    isForGood = fields["forGood"]?.bool ?? false
    undoneAt = fields["undoneAt"]?.int.flatMap(Instant.init(receivedMilliseconds:))
    let isComplete =
      kind.joinsNames
      ? old?.isEmpty == false && new?.isEmpty == false && old != Self.ownRole
        && new != Self.ownRole
      : !people.isEmpty
    guard isComplete else { return nil }
  }
}
