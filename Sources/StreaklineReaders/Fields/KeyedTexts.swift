internal import StreaklineCore

/// The texts of JSON that says with its keys whose they are or of what day: `{"Ann": ["Wordle …"]}`,
/// `{"2026-10-11": "Wordle …"}`.
struct KeyedTexts {
  /// A string or number with the keys around it, the outermost one first.
  struct Text {
    let keys: [String]
    let value: [UInt8]
    let line: Int
    /// Equal for the values of one object.
    let object: Int
    let hasShare: Bool
  }

  private(set) var texts: [Text] = []
  private let scan: CandidateScan
  /// Why the keys were not looked at, in what is larger or deeper than what people keep so.
  private(set) var limit: String?
  private var objectCount = 0
  /// Whether a value of true or false may say that a text is somebody else's.
  private var hasUnknownFlag = false
  /// The keys and the object of the last text that says nothing. Of a list of such texts one is kept.
  private var lastPlain: (keys: [String], object: Int)?

  private static let deepest = 8
  private static let mostTexts = 100_000

  /// - Returns: `nil` for what cannot be read, and for what holds no share.
  init?(_ source: ByteSource, _ scan: CandidateScan) throws(InputError) {
    self.scan = scan
    var tokens = JSONTokens(source, isLines: false)
    while try tokens.value() { try read(&tokens, [], in: 0) }
    guard !tokens.hasFailed, texts.contains(where: \.hasShare) || limit != nil else { return nil }
  }

  private mutating func read(
    _ tokens: inout JSONTokens, _ keys: [String], in object: Int
  ) throws(InputError) {
    guard keys.count <= Self.deepest, texts.count < Self.mostTexts else {
      limit =
        keys.count > Self.deepest
        ? "its keys are more than \(Self.deepest) levels deep"
        : "it has more than 100,000 texts with keys"
      return
    }
    var value: [UInt8] = []
    if try tokens.beginObject() {
      objectCount += 1
      let inner = objectCount
      while let key = try tokens.key() { try read(&tokens, keys + [key], in: inner) }
    } else if try tokens.beginArray() {
      while try tokens.element() { try read(&tokens, keys, in: object) }
    } else if try tokens.string(into: &value) {
      add(value, keys, tokens.line, object)
    } else if try tokens.scalar() {
      add(tokens.text, keys, tokens.line, object)
    } else if try tokens.bool() != nil, let key = keys.last, !FieldName(key).isHarmlessFlag {
      hasUnknownFlag = true
    }
  }

  private mutating func add(_ value: [UInt8], _ keys: [String], _ line: Int, _ object: Int) {
    let hasShare = scan.isPresent(in: value, 0..<value.count)
    guard hasShare || keys.last.map(saysMore) ?? false else {
      if let last = lastPlain, last.object == object, last.keys == keys { return }
      lastPlain = (keys, object)
      texts.append(Text(keys: keys, value: [], line: line, object: object, hasShare: false))
      return
    }
    texts.append(Text(keys: keys, value: value, line: line, object: object, hasShare: hasShare))
  }

  /// Whether what is under a key counts also where no share is in it: a remark, or a time.
  private func saysMore(_ key: String) -> Bool {
    FieldSurvey.remarks.contains(key.lowercased()) || FieldName(key).isTime
  }

  // Whose the texts are.

  private enum Owner {
    case author
    /// The key at each place of a text's keys is a person.
    case person(at: Int)
  }

  /// The texts as objects with a text, a day and the person whose key is around it.
  ///
  /// - Returns: `nil` where the keys do not say whose all shares are. `choice.isOwn` where all are the author's.
  func objects() -> (objects: [FieldObject], choice: FieldChoice)? {
    guard let owner, !hasUnknownFlag else { return nil }
    var choice = FieldChoice(place: "", texts: ["text"], time: "day")
    if case .author = owner { choice.isOwn = true } else { choice.senders = ["key"] }
    let times = Dictionary(
      texts.filter { $0.keys.last.map { FieldName($0).isTime } ?? false }.map {
        ($0.object, $0.value)
      }
    ) { first, _ in first }
    let objects = texts.filter { $0.hasShare || isRemark($0) }.map { text in
      var object = FieldObject(place: "", line: text.line)
      object.add("text", text.value)
      if case .person(let index) = owner { object.add("key", Array(text.keys[index].utf8)) }
      if let time = times[text.object] ?? day(text.keys) { object.add("day", time) }
      return object
    }
    return (objects, choice)
  }

  private var owner: Owner? {
    let kinds = texts.map { text in text.keys.map { KeyKind($0, scan) } }
    let ofShares = zip(texts, kinds).filter { $0.0.hasShare }
    guard let first = ofShares.first?.1, !texts.contains(where: saysOther),
      ofShares.allSatisfy({ !$0.1.contains(.unclear) })
    else { return nil }
    guard let index = first.firstIndex(where: \.isPerson) else {
      // A key that is a person's anywhere shows that not all is one author's.
      return isDiary(ofShares.map(\.1)) && !kinds.joined().contains(where: \.isPerson)
        ? .author : nil
    }
    let isEach = ofShares.allSatisfy { text, kinds in
      kinds.indices.filter { kinds[$0].isPerson } == [index]
        && kinds[..<index].map(\.isDay) == first[..<index].map(\.isDay)
        && !saysKey(text, index)
    }
    let people = Set(ofShares.map { $0.0.keys[index] })
    let areSure = ofShares.allSatisfy { $0.1[index] == .person }
    // `{"me": …, "you": …}`
    let own = Set(people.filter(OwnName.isOfField).map { $0.lowercased() })
    return isEach && (people.count > 1 || areSure) && own.count < 2 ? .person(at: index) : nil
  }

  /// Whether each share is below a day: a date, or one of several weekdays. `today` alone may be a name of anything.
  private func isDiary(_ ofShares: [[KeyKind]]) -> Bool {
    let days = Set(texts.flatMap(\.keys)).filter { KeyKind($0, scan) == .day }
    // `{"April": …, "June": …}` may be two people.
    return ofShares.allSatisfy { $0.contains(.day) }
      && !days.allSatisfy { Self.monthsOfPeople.contains($0.lowercased()) }
      && (days.count > 1 || days.contains { $0.contains(where: \.isNumber) })
  }

  private static let monthsOfPeople: Set<String> = [
    "april", "may", "june", "august", "juno", "avril",
  ]

  /// Whether a field says who sent something, or that it was passed on.
  private func saysOther(_ text: Text) -> Bool {
    text.keys.contains { key in
      let name = FieldName(key)
      return name.senderStrength != nil && !KeyKind.groups.contains(key.lowercased())
        || name.sureDirection != nil || name.saysForward
    }
  }

  /// Whether a share has the words of a key, as that of a game that is not known.
  private func saysKey(_ text: Text, _ index: Int) -> Bool {
    let value = String(decoding: text.value, as: UTF8.self).lowercased()
    return value.contains(text.keys[index].lowercased())
  }

  private func isRemark(_ text: Text) -> Bool {
    text.keys.last.map { FieldSurvey.remarks.contains($0.lowercased()) } ?? false
  }

  /// The day in the keys, as `2026-10-11`: of one of them, or of one for the year, one for the month and one for the day.
  private func day(_ keys: [String]) -> [UInt8]? {
    let dates = keys.filter { KeyKind($0, scan).isDay }
    let parts = dates.joined(separator: "-").split { "-/.T ".contains($0) }.prefix(3).map { part in
      part.count == 1 ? "0" + part : String(part)
    }
    guard parts.count == 3, parts[0].count == 4 else { return nil }
    let day = parts.joined(separator: "-")
    return Day(iso: day) == nil ? nil : Array(day.utf8)
  }
}
