/// Which of the fields of messages says who sent them.
///
/// Fields that say the same in other words (a name and an id) do not contradict each other; fields with
/// different people do, and then nothing is chosen.
struct SenderChoice {
  /// The paths of the name, the best one first.
  private(set) var senders: [String] = []
  /// The path of the id.
  private(set) var id: String?
  /// Two paths that may both be the author.
  private(set) var conflict: (String, String)?
  /// Whether they contradict each other also where a direction is known.
  private(set) var isConflictStrong = false

  private struct Candidate {
    let name: FieldName
    let strength: FieldName.Strength
    let values: Set<String>
    var isVaried: Bool { values.count > 1 }
  }

  private let rows: Set<[String: String]>
  private let names: [String: String]

  /// - Parameter names: The names of people by their ids.
  init(_ place: FieldSurvey.Place, names: [String: String]) {
    rows = place.people
    self.names = names
    let ordered = Self.candidates(place).sorted { left, right in
      (right.strength.rawValue, right.isVaried ? 1 : 0, left.name.nameRank, left.name.path)
        < (left.strength.rawValue, left.isVaried ? 1 : 0, right.name.nameRank, right.name.path)
    }
    guard let first = ordered.first else { return }
    var same = [first]
    for other in ordered.dropFirst() {
      if contradicts(first, other) {
        if conflict == nil {
          conflict = (first.name.path, other.name.path)
          isConflictStrong = other.strength > .weak && first.strength > .weak
        }
      } else if isSame(first, other) {
        same.append(other)
      } else if isConflict(first, other), conflict == nil {
        conflict = (first.name.path, other.name.path)
        isConflictStrong = other.strength > .weak && first.strength > .weak
      }
    }
    if conflict == nil, contradictsOwner(first) { conflict = (first.name.path, Self.owner) }
    choose(same)
  }

  /// A field that is no author's where it is alone: whoever owns a file has not written all of it.
  static let owner = "owner"

  /// Whether somebody else owns a message than the one whom a field such as `user` names.
  private func contradictsOwner(_ first: Candidate) -> Bool {
    let owners = Set(rows.compactMap { $0[Self.owner] })
    guard first.strength < .strong, owners.count > 1 || owners.count == 1 && !first.isVaried,
      !owners.contains(where: Self.looksLikeID), !first.name.isCounterpart
    else { return false }
    return rows.contains { row in
      guard let owner = row[Self.owner], let person = row[first.name.path] else { return false }
      return owner.lowercased() != person.lowercased()
    }
  }

  private static func candidates(_ place: FieldSurvey.Place) -> [Candidate] {
    let found = place.paths.values.compactMap { path -> Candidate? in
      let values = Set(place.people.compactMap { $0[path.name.path] })
      guard path.nobodies == 0, !values.isEmpty, place.mayTellSender(path), !saysSides(values),
        // `<` and `>` say which way it went.
        values.contains(where: { $0.contains { $0.isLetter || $0.isNumber || !$0.isASCII } })
      else { return nil }
      let isAddress = path.name.words == ["id"] && values.allSatisfy(Self.isAddress)
      guard let strength = path.name.senderStrength ?? (isAddress ? .weak : nil) else { return nil }
      return Candidate(name: path.name, strength: strength, values: values)
    }
    guard found.contains(where: { $0.name.isRow }) else { return besideAddresses(found, []) }
    // A table out of a database has, with each message, the account that received it, and the sender's address beside the
    // number of his row.
    let people = found.filter { !$0.name.words.contains("account") }
    let addresses = people.filter { $0.values.allSatisfy(Self.isAddress) }
    return besideAddresses(people.filter { addresses.isEmpty || !$0.name.isRow }, people)
  }

  /// The candidates without addresses that are called `id`. Where these are several people's and each name is the same in all
  /// messages, that is the group's name, and the addresses are left.
  private static func besideAddresses(_ found: [Candidate], _ rows: [Candidate]) -> [Candidate] {
    let ids = found.filter { $0.name.words == ["id"] && $0.values.allSatisfy(isAddress) }
    let others = found.filter { $0.name.words != ["id"] }
    let areOfGroup = !others.isEmpty && others.allSatisfy { !$0.isVaried && $0.name.isShownName }
    if areOfGroup, ids.contains(where: \.isVaried) { return ids }
    return rows.isEmpty ? others : found
  }

  /// Whether values say of two only which of them it was: `me` and `them`.
  private static func saysSides(_ values: Set<String>) -> Bool {
    values.count == 2
      && Set(values.map { DirectionField.word.isOwn(Array($0.utf8)) }) == [true, false]
  }

  /// A phone number, or a name with `@` in it.
  private static func isAddress(_ value: String) -> Bool {
    if let sign = value.firstIndex(of: "@") { return value[sign...].contains(".") }
    return value.first == "+" && value.utf8.count { $0 &- 0x30 < 10 } > 4
  }

  /// Whether two fields are one person's: either says which value the other one has.
  private func isSame(_ first: Candidate, _ other: Candidate) -> Bool {
    let root = first.name.root
    if !root.isEmpty, root == other.name.root { return true }
    guard first.isVaried == other.isVaried else { return false }
    return !isSwapped(first, other)
      && (determines(first.name.path, other.name.path)
        || determines(other.name.path, first.name.path))
  }

  /// Whether two fields, each with names of authors, contradict each other: both have the same people, but in other
  /// messages, or one message has two different first names. What is beside a clear field, such as `sender`, may be the
  /// chat's name and contradicts nothing.
  private func contradicts(_ first: Candidate, _ other: Candidate) -> Bool {
    let root = first.name.root
    guard root.isEmpty || root != other.name.root, first.isVaried == other.isVaried,
      !isID(first), !isID(other), !other.name.isCounterpart, !first.name.isCounterpart,
      other.strength > .weak || first.strength < .strong && other.name.isShownName
        || other.name.words == ["name"]
    else { return false }
    return isSwapped(first, other)
      || rows.contains { row in
        guard let left = row[first.name.path], let right = row[other.name.path] else {
          return false
        }
        return left.lowercased() != right.lowercased() && isFirstName(left) && isFirstName(right)
          || first.strength == .strong && areOthers(left, right)
      }
  }

  /// Whether two names are surely different people's: each starts with a common first name, and no word is in both.
  private func areOthers(_ left: String, _ right: String) -> Bool {
    GivenNames.starts(left) && GivenNames.starts(right)
      && Set(FieldName.words(left.lowercased())).isDisjoint(
        with: FieldName.words(right.lowercased()))
  }

  /// A common first name and nothing else.
  private func isFirstName(_ value: String) -> Bool {
    value.allSatisfy(\.isLetter) && GivenNames.starts(value)
  }

  /// Whether two fields may name different people.
  private func isConflict(_ first: Candidate, _ other: Candidate) -> Bool {
    if !other.isVaried { return false }
    // A name that has nothing to do with the author's field is the chat's, or the like.
    return first.strength == other.strength || other.strength > .weak || !first.isVaried
  }

  /// Whether the same people are in both fields, and different ones in one message.
  private func isSwapped(_ first: Candidate, _ other: Candidate) -> Bool {
    let lefts = shown(first.values)
    let rights = shown(other.values)
    return rows.contains { row in
      guard let left = row[first.name.path].map(shown), let right = row[other.name.path].map(shown),
        left != right
      else { return false }
      return rights.contains(left) || lefts.contains(right)
    }
  }

  /// The name of a person whom a value names by his id.
  private func shown(_ value: String) -> String { names[value] ?? value }

  private func shown(_ values: Set<String>) -> Set<String> { Set(values.map(shown)) }

  private func determines(_ first: String, _ other: String) -> Bool {
    var known: [String: String] = [:]
    for row in rows {
      guard let left = row[first], let right = row[other] else { continue }
      if let before = known[left], before != right { return false }
      known[left] = right
    }
    return true
  }

  private mutating func choose(_ same: [Candidate]) {
    let first = same[0]
    let isResolved = first.values.contains { names[$0] != nil }
    let isFirstID = isID(first)
    let shown = same.filter { candidate in
      !isID(candidate)
        && (candidate.strength > .weak || isFirstID || candidate.name.root == first.name.root)
    }.sorted { ($0.name.nameRank, $0.name.path) < ($1.name.nameRank, $1.name.path) }
    let order = isResolved ? [first] + shown : shown + [first]
    senders =
      order.map(\.name.path)
      + same.map(\.name.path).filter { path in !order.contains { $0.name.path == path } }
    // Reddit's `name` beside `author` is the message's.
    let ids = same.filter { candidate in
      isID(candidate)
        && (candidate.strength > .weak || !candidate.name.isShownName
          || candidate.name.root == first.name.root)
    }
    id = ids.first { $0.name.path != senders.first || isResolved }?.name.path
  }

  private func isID(_ candidate: Candidate) -> Bool {
    candidate.name.isID || candidate.values.allSatisfy(Self.looksLikeID)
  }

  /// `U0887G31L03`, `49111@s.whatsapp.net`, `12`, a UUID.
  private static func looksLikeID(_ value: String) -> Bool {
    let digits = value.utf8.count { $0 &- 0x30 < 10 }
    return digits * 4 >= value.utf8.count && !value.contains(" ")
  }
}

extension FieldName {
  /// The better of two names of one person has the lower rank.
  var nameRank: Int {
    if words.contains("display") || words.contains("displayname") { return 0 }
    if words.contains("real") || words.contains("full") || words.contains("fullname")
      || words.contains("realname")
    {
      return 1
    }
    if words.contains("nick") || words.contains("nickname") { return 3 }
    if words.contains("username") || words.contains("handle") || words.contains("screen") {
      return 4
    }
    if words.contains("first") { return 5 }
    return words.last == "name" ? 2 : isID ? 9 : 6
  }
}
