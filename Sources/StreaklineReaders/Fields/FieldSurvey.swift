/// The results of a first reading of structured data: where shares are, and what the fields around them
/// hold.
struct FieldSurvey {
  /// What objects of one place have.
  struct Place {
    /// How many objects there are.
    var count = 0
    /// How often a field of the object itself holds a share.
    var shares: [String: Int] = [:]
    var paths: [String: Path] = [:]
    /// The values of the fields that may name the author, in each combination that occurs.
    var people: Set<[String: String]> = []

    /// Whether a field may say who sent a share. What only other objects have does not.
    func mayTellSender(_ path: Path) -> Bool { shares.isEmpty || path.besideShares > 0 }
  }

  /// What a field holds.
  struct Path {
    let name: FieldName
    /// Whether the name is that of an author.
    let isSender: Bool
    let isTime: Bool
    let direction: DirectionField?
    var count = 0
    /// How many of the objects that hold a share have it.
    var besideShares = 0
    /// How many values are times, and how many of them are moments.
    var times = 0
    var moments = 0
    /// The order of days of three numbers in it.
    var dateOrder = FieldDateOrder()
    /// How many values say that I sent it, that somebody else did, or neither.
    var own = 0
    var others = 0
    var directionless = 0
    /// How many values name a group or a program, and no person.
    var nobodies = 0
    /// How many values Android writes for what I sent, and for what was received, and how many are 0.
    var boxOwn = 0
    var boxOthers = 0
    var zeros = 0
    /// How many values are 1 or 2.
    var onesAndTwos = 0
    /// How many values are true or false, or 0 or 1.
    var flags = 0
    /// How many values are empty or null.
    var empties = 0
    /// How many values have letters, other than `true` and the like.
    var worded = 0
    /// Two of the values, if there are two different ones.
    var values: Set<[UInt8]> = []
    /// ``FieldName/isNumbering``.
    let isNumbering: Bool
    /// Hashes of the first values of a numbering field.
    private var numbers: Set<Int> = []
    /// Whether two objects have the same value in it.
    private(set) var repeats = false
    /// How many values of it have letters and no digit.
    private(set) var words = 0

    init(_ path: String) {
      name = FieldName(path)
      // Asked for each value.
      isSender = name.senderStrength != nil || path == SenderChoice.owner
      isTime = name.isTime
      direction = name.direction
      isNumbering = name.isNumbering
    }

    fileprivate mutating func addNumber(_ value: [UInt8]) {
      let hash = value.hashValue
      if numbers.contains(hash) {
        repeats = true
      } else if numbers.count < FieldSurvey.maximumNumbers {
        numbers.insert(hash)
      }
      if !value.contains(where: { $0 &- 0x30 < 10 }), value.contains(where: { $0 > 0x40 }) {
        words += 1
      }
    }
  }

  private static let maximumPlaces = 512
  private static let maximumPaths = 300
  private static let maximumPeople = 4_096
  private static let maximumNames = 100_000
  private static let maximumNumbers = 1_000
  private static let longestName = 200
  private(set) var places: [String: Place] = [:]
  /// The names of people by their ids, from tables of people in the same input.
  private(set) var names: [String: String] = [:]
  /// By place, how many of its objects have a share that the object around them has, too.
  private(set) var copies: [String: Int] = [:]
  /// The names of chats of more than two people, who are nobody.
  private(set) var groups = GroupNames()
  /// Why the input cannot be read as structured data.
  private(set) var problem: String?

  /// Reads all objects of an input.
  init(_ objects: any FieldObjects, _ scan: CandidateScan) throws(InputError) {
    var objects = objects
    while let object = try objects.next() {
      if !objects.isQuoted(object) { add(object, scan) }
    }
    problem = objects.problem ?? problem ?? senderProblem
  }

  /// Why what looks like the sender is none: it says days, as in a table with a column for each person.
  private var senderProblem: String? {
    for place in places.values where !place.shares.isEmpty {
      for path in place.paths.values where path.name.senderStrength != nil {
        let days = path.values.filter { HeadTime.isDayWord(String(decoding: $0, as: UTF8.self)) }
        if !days.isEmpty, days.count == path.values.count {
          return "“\(path.name.path)” has days, not people"
        }
      }
    }
    return nil
  }

  /// Whether any field holds a share.
  var hasShares: Bool { places.values.contains { !$0.shares.isEmpty } }

  private mutating func add(_ object: FieldObject, _ scan: CandidateScan) {
    if places[object.place] == nil, places.count >= Self.maximumPlaces {
      problem = "it has more than \(Self.maximumPlaces) kinds of objects"
      return
    }
    addName(object)
    groups.add(object)
    var place = places[object.place] ?? Place()
    places[object.place] = nil
    place.count += 1
    var hasShare = false
    for field in object.fields {
      add(field, to: &place)
      if !field.path.contains("."), field.value.count > 3,
        scan.isPresent(in: field.value, 0..<field.value.count)
      {
        hasShare = true
        place.shares[field.path, default: 0] += 1
        countCopies(of: field.value, in: object)
      }
    }
    if hasShare {
      for field in object.fields { place.paths[field.path]?.besideShares += 1 }
    }
    if place.people.count < Self.maximumPeople {
      var people: [String: String] = [:]
      for field in object.fields where field.value.count <= Self.longestName {
        if let path = place.paths[field.path], !field.value.isEmpty,
          path.isSender || isAddress(field.value, path.name)
        {
          let person = String(decoding: field.value, as: UTF8.self)
          if path.name.isNobody(person) { continue }
          // In a field of the object itself, or of a list in it. Keys such as numbers are those of other messages.
          let isTwice = !field.path.contains(".") && path.name.senderStrength == .strong
          if field.path.hasSuffix("[]") || isTwice, !place.shares.isEmpty,
            let other = people[field.path], other != person
          {
            problem = "“\(field.path)” has several people"
          }
          people[field.path] = person
        } else if place.paths[field.path]?.direction == .word, field.value.count <= 2 {
          people[field.path] = String(decoding: field.value, as: UTF8.self)
        }
      }
      place.people.insert(people)
    }
    places[object.place] = place
  }

  /// Whether a value is the phone number or address of somebody in a field called `id`, as in a database.
  private func isAddress(_ value: [UInt8], _ name: FieldName) -> Bool {
    name.words.count == 1 && name.words[0] == "id"
      && (value[0] == UInt8(ascii: "+") || value.contains(UInt8(ascii: "@")))
  }

  /// Counts the objects inside this one that repeat its share.
  private mutating func countCopies(of share: [UInt8], in object: FieldObject) {
    for field in object.fields where field.path.contains(".") && field.value == share {
      let path = field.path.split(separator: ".").dropLast().joined(separator: "/")
      copies["\(object.place)/\(path)", default: 0] += 1
    }
  }

  private func add(_ field: (path: String, value: [UInt8]), to place: inout Place) {
    guard place.paths[field.path] != nil || place.paths.count < Self.maximumPaths else { return }
    var path = place.paths[field.path] ?? Path(field.path)
    place.paths[field.path] = nil
    path.count += 1
    if field.value.isEmpty || field.value.elementsEqual("null".utf8) { path.empties += 1 }
    if path.isTime { Self.addTime(field.value, to: &path) }
    if field.value.contains(where: { $0 > 0x40 }), !Self.isPlain(field.value) { path.worded += 1 }
    if path.values.count < 2, field.value.count <= Self.longestName {
      path.values.insert(field.value)
    }
    if path.isNumbering, field.value.count <= Self.longestName, !Self.isPlain(field.value) {
      path.addNumber(field.value)
    }
    if path.isSender,
      path.name.isNobody(String(decoding: field.value.prefix(Self.longestName), as: UTF8.self))
    {
      path.nobodies += 1
    }
    if Self.flags.contains(where: { field.value.elementsEqual($0.utf8) }) { path.flags += 1 }
    if let direction = path.direction {
      if field.value == [0x31] || field.value == [0x32] { path.onesAndTwos += 1 }
      switch DirectionField.box.isOwn(field.value) {
      case true?: path.boxOwn += 1
      case false?: path.boxOthers += 1
      case nil: if field.value == [UInt8(ascii: "0")] { path.zeros += 1 }
      }
      switch direction.isOwn(field.value) {
      case true?: path.own += 1
      case false?: path.others += 1
      case nil: path.directionless += 1
      }
    }
    place.paths[field.path] = path
  }

  private static func addTime(_ value: [UInt8], to path: inout Path) {
    if let time = FieldTime.read(value) {
      path.times += 1
      if case .moment = time { path.moments += 1 }
    } else if FieldTime.day(value) != nil || FieldTime.numericDate(value)?.readings != nil {
      path.times += 1
    }
    if let date = FieldTime.numericDate(value) { path.dateOrder.add(date) }
  }

  private static let flags = ["true", "false", "True", "False", "TRUE", "FALSE", "0", "1"]

  private static func isPlain(_ value: [UInt8]) -> Bool {
    value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8)
      || value.elementsEqual("null".utf8)
  }

  // People.

  private static let tables: Set<String> = [
    "users", "user", "members", "member", "people", "participants", "profiles", "contacts",
    "senders",
    "sender", "authors", "author", "accounts", "userprofile", "persons", "players", "names",
    "creator", "poster", "recipient", "recipients",
  ]

  /// Notes the name of somebody, if the object is one of a table of people: `"users": [{"id": 1, "name":
  /// "Ann"}]`, `"users": {"U1": {"name": "Ann"}}`, `"users": {"U1": "Ann"}`, `"people": {"p1": "Ann"}`.
  private mutating func addName(_ object: FieldObject) {
    guard names.count < Self.maximumNames else { return }
    addIndexes(object)
    addMember(object)
    let parts = object.place.split(separator: "/").map { String($0.replacing("[]", with: "")) }
    guard let table = parts.last(where: { $0 != "*" }), isTable(table) else { return }
    if parts.last == table, !object.place.hasSuffix("[]") {
      for field in object.own
      where (placeName(field.path) == "*" || field.path.contains(where: \.isNumber))
        && field.value.count <= Self.longestName
      {
        names[field.path] = String(decoding: field.value, as: UTF8.self)
      }
    }
    let shown = object.fields.map { (FieldName($0.path), $0.value) }
      .filter { $0.0.isShownName && !$0.1.isEmpty && $0.1.count <= Self.longestName }
      .min { $0.0.nameRank < $1.0.nameRank }
    guard let shown else { return }
    let isPart = Self.firstNames.contains(shown.0.words) || Self.lastNames.contains(shown.0.words)
    let name =
      isPart ? Self.wholeName(object) : String(decoding: shown.1, as: UTF8.self)
    for field in object.own
    where FieldName(field.path).isID && field.value.count <= Self.longestName {
      names[String(decoding: field.value, as: UTF8.self)] = name
    }
    if parts.last == "*", !object.key.isEmpty { names[object.key] = name }
  }

  private static let firstNames = [["first", "name"], ["firstname"], ["given", "name"]]
  private static let lastNames = [["last", "name"], ["lastname"], ["family", "name"]]

  /// First and last name as one.
  private static func wholeName(_ object: FieldObject) -> String {
    [firstNames, lastNames].compactMap { kinds in
      object.own.first { kinds.contains(FieldName($0.path).words) && !$0.value.isEmpty }
        .map { String(decoding: $0.value.prefix(longestName), as: UTF8.self) }
    }.joined(separator: " ")
  }

  /// Notes the people whom messages name by their place in a list of ids: Discord History Tracker's `userindex`.
  private mutating func addIndexes(_ object: FieldObject) {
    let ids = object.own.filter { $0.path == "userindex[]" }
    for (index, id) in ids.enumerated() {
      names[String(index)] = names[String(decoding: id.value, as: UTF8.self)]
    }
  }

  /// Notes whom an event of Matrix names that says who is in the room (`m.room.member`, Client-Server API).
  private mutating func addMember(_ object: FieldObject) {
    guard let id = object["state_key"], id.first == UInt8(ascii: "@"),
      let name = object["content.displayname"], !name.isEmpty, !name.elementsEqual("null".utf8),
      max(id.count, name.count) <= Self.longestName
    else { return }
    names[String(decoding: id, as: UTF8.self)] = String(decoding: name, as: UTF8.self)
  }

  private func isTable(_ key: String) -> Bool {
    FieldName.words(key).contains { Self.tables.contains($0) }
  }
}
