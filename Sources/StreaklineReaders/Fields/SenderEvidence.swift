/// What stands beside the name of each person with shares, also in their other messages. It shows where a name is that of the
/// other person of a chat, and stands also beside messages that I sent.
///
/// The messages are read a second time for it: the first reading finds the field with the names.
struct SenderEvidence {
  /// What is beside one name.
  private struct Person {
    var count = 0
    var hasShare = false
    var hasOwn = false
    var hasOthers = false
    /// Whether a message does not say which way it went.
    var hasNeither = false
    /// Whether some messages say it and others do not.
    var saysOnlySometimes: Bool { hasNeither && (hasOwn || hasOthers) }
    /// The outcome of each puzzle of which a result is beside the name.
    var outcomes: [String: String] = [:]
    var fields: [String: Values] = [:]
  }

  /// The first values of a field beside one name.
  private struct Values {
    var count = 0
    var shown: Set<String> = []
    var areShort = true
  }

  private static let maximumPeople = 64
  private static let maximumFields = 60
  private static let maximumOutcomes = 1_000
  private static let mostValues = 3
  private static let mostDirections = 6
  private static let longestValue = 24

  private let choice: FieldChoice
  private let sender: FieldName
  private let strength: FieldName.Strength
  private let scan: CandidateScan
  private var people: [String: Person] = [:]
  /// A name beside which two results of one puzzle are.
  private var contradicted: String?
  /// The answers of ``mayTell(_:)``, which is asked for each field of each message.
  private var mayTell: [String: Bool] = [:]

  /// - Returns: `nil` where no field names a sender, or the lists of messages say which way they went.
  init?(_ choice: FieldChoice, _ scan: CandidateScan) {
    guard let sender = choice.senders.first, !choice.isOwn, choice.isSentPlace == nil else {
      return nil
    }
    self.choice = choice
    self.scan = scan
    self.sender = FieldName(sender)
    let paths = choice.senders + [choice.senderID].compactMap(\.self)
    strength = paths.compactMap { FieldName($0).senderStrength }.max() ?? .weak
  }

  mutating func add(_ object: FieldObject) {
    let texts = (choice.texts + choice.spareTexts).map { object.text($0) }
    guard texts.contains(where: { !$0.isEmpty }),
      let value = choice.senders.lazy.compactMap({ object[$0] }).first
    else { return }
    let share = texts.first { scan.isPresent(in: $0, 0..<$0.count) }
    // A name that is surely the sender's needs no proof from other messages.
    guard share != nil || strength < .strong else { return }
    let name = String(decoding: value.prefix(200), as: UTF8.self)
    guard people[name] != nil || people.count < Self.maximumPeople else { return }
    var person = people.removeValue(forKey: name) ?? Person()
    person.count += 1
    if let share { add(object, share, to: &person, name) }
    if choice.direction == nil { addFields(of: object, to: &person) }
    people[name] = person
  }

  private mutating func add(
    _ object: FieldObject, _ share: [UInt8], to person: inout Person, _ name: String
  ) {
    person.hasShare = true
    switch choice.isSent(object) {
    case true?: person.hasOwn = true
    case false?: person.hasOthers = true
    case nil: person.hasNeither = true
    }
    if choice.direction == nil, strength == .weak, sender.mayBeCounterpart,
      !sender.path.contains(".")
    {
      addOutcomes(of: share, to: &person, name)
    }
  }

  private mutating func addOutcomes(of text: [UInt8], to person: inout Person, _ name: String) {
    for result in scan.games.results(MessageWords.plain(text)) {
      guard let puzzle = result.puzzle, person.outcomes.count < Self.maximumOutcomes else {
        continue
      }
      if let known = person.outcomes[puzzle], known != result.outcome { contradicted = name }
      person.outcomes[puzzle] = result.outcome
    }
  }

  private mutating func addFields(of object: FieldObject, to person: inout Person) {
    for field in object.fields where mayTell(field.path) {
      guard person.fields[field.path] != nil || person.fields.count < Self.maximumFields else {
        continue
      }
      var values = person.fields.removeValue(forKey: field.path) ?? Values()
      values.count += 1
      if field.value.count > Self.longestValue {
        values.areShort = false
      } else if values.shown.count <= Self.mostDirections {
        values.shown.insert(String(decoding: field.value, as: UTF8.self))
      }
      person.fields[field.path] = values
    }
  }

  /// Whether a field may say which way a message went.
  private mutating func mayTell(_ path: String) -> Bool {
    if let known = mayTell[path] { return known }
    let isUsed =
      (choice.senders + choice.texts + choice.spareTexts
      + [choice.senderID, choice.time]
      .compactMap(\.self)).contains(path)
    let tells = !isUsed && !path.hasSuffix("[]") && FieldName(path).mayTellDirection
    mayTell[path] = tells
    return tells
  }

  // What it shows.

  /// The people whose messages I sent, as the direction says, where they are several.
  var sentBySeveral: [String] {
    let own = people.filter { $0.value.hasOwn }
    guard own.count > 1, !sender.isCounterpart else { return [] }
    guard strength == .strong || own.allSatisfy({ !$0.value.hasOthers }) else { return [] }
    return own.keys.sorted()
  }

  /// Why nobody can tell who has sent the messages; `nil` where nothing speaks against the names.
  func problem(text: String) -> UnclearFields? {
    if let direction = choice.direction, let first = sentBySeveral.first {
      return UnclearFields(
        reason:
          "“\(direction)” says that you sent the messages of “\(first)” and of “\(sentBySeveral[1])”",
        senders: [sender.path], text: text, time: choice.time)
    }
    if let direction = choice.direction, !choice.isBox, strength == .weak || sender.isCounterpart,
      let first = people.filter({ $0.value.saysOnlySometimes }).keys.min()
    {
      return UnclearFields(
        reason:
          "“\(direction)” is missing in a message beside “\(first)”, and nothing says whether you sent it",
        senders: [sender.path], text: text, time: choice.time, sent: [["\(direction)="]])
    }
    guard choice.direction == nil else { return nil }
    if let (path, values) = splitting {
      let shown = values.map { "“\($0)”" }.joined(separator: " or ")
      return UnclearFields(
        reason: "“\(path)” is \(shown) beside one “\(sender.path)”, so it may say what you sent",
        senders: [sender.path], text: text, time: choice.time,
        sent: values.filter { !$0.isEmpty }.map { ["\(path)=\($0)"] })
    }
    if let contradicted {
      return UnclearFields(
        reason:
          "“\(contradicted)” has two results of one puzzle, so “\(sender.path)” may be to whom you sent one",
        senders: [sender.path], text: text, time: choice.time)
    }
    return nil
  }

  /// A field that tells messages beside one name apart as a direction would.
  private var splitting: (path: String, values: [String])? {
    let sharers = people.values.filter(\.hasShare)
    let isOne = sharers.count == 1
    for path in mayTell.filter(\.value).keys.sorted() {
      let name = FieldName(path)
      for person in sharers {
        guard let found = person.fields[path], found.areShort else { continue }
        var values = found.shown
        if found.count < person.count { values.insert("") }
        guard values.count > 1, !name.saysKinds(values) else { continue }
        let isDirection = name.isNamedDirection || DirectionField.areSigns(values)
        guard values.count <= (isDirection ? Self.mostDirections : Self.mostValues) else {
          continue
        }
        if !isDirection, name.isHarmless || name.isHarmlessFlag || name.isRemark { continue }
        if isDirection && (isOne || strength < .strong)
          || strength == .weak && (isOne || sender.isCounterpart)
        {
          return (path, values.sorted())
        }
      }
    }
    return nil
  }
}

extension FieldChoice {
  /// Whether a message says that I sent it; `nil` where it says neither.
  func isSent(_ object: FieldObject) -> Bool? {
    if let isSentPlace { return isSentPlace }
    guard let direction else { return nil }
    if let sentValues { return sentValues.contains(object[direction] ?? []) }
    return object[direction].flatMap { value in
      (isBox ? DirectionField.box : FieldName(direction).direction)?.isOwn(value)
    }
  }
}

extension FieldName {
  /// Whether a value may say which way a message went: it is no time, count, place, text or the like.
  fileprivate var mayTellDirection: Bool {
    if isTime && words != ["sent"] { return false }
    if words.contains(where: Self.aboutContents.contains) || saysForward { return false }
    return !isCount
  }

  /// Whether somebody writes in the field what they like about a message. It says a direction only with words for one.
  fileprivate var isRemark: Bool {
    textRank != nil || words.contains(where: Self.remarks.contains)
  }

  private static let remarks: Set<String> = [
    "tag", "tags", "note", "notes", "comment", "description",
  ]

  /// Whether the name is one for a direction, whatever the values are.
  fileprivate var isNamedDirection: Bool {
    guard let direction,
      words.last.map({ !["type", "kind", "label", "labels"].contains($0) }) == true
    else {
      return words.contains { ["io", "inout", "smer", "yön", "suunta", "verso"].contains($0) }
    }
    if case .state = direction { return false }
    return true
  }

  /// Whether values say of what kind a message is, or what became of it, and not which way it went.
  fileprivate func saysKinds(_ values: Set<String>) -> Bool {
    values.allSatisfy { value in
      let words = FieldName.words(value)
      return !words.isEmpty && words.allSatisfy(Self.kinds.contains)
    }
  }

  /// Words of fields about a game, a text's parts or whoever else is named.
  private static let aboutContents: Set<String> = [
    "game", "games", "puzzle", "puzzles", "title", "subject", "topic", "theme", "difficulty", "url",
    "link", "links", "language", "score", "result", "results", "day", "week", "weekday", "month",
    "reaction", "reactions", "attachment", "attachments", "media", "file", "filename", "mime",
    "image", "photo", "picture", "avatar", "icon", "color", "colour", "thread", "quote", "quoted",
    "reply", "replies", "embed", "embeds", "mention", "mentions", "edited", "edit", "parent",
    "preview", "version", "hashtags", "priority", "encoding", "charset", "channel",
    "room", "chat", "group", "conversation", "server", "guild", "team", "workspace", "service",
    "carrier", "sim", "country", "html", "format", "emoji", "first", "last", "family", "given",
  ]
  private static let kinds = OrdinaryWords.set(
    """
    text plain message msg chat sms mms rcs imessage image photo video audio voice sticker media file link location
    contact reply regular normal default standard user group event note comment post share system notice html markdown
    read delivered seen edited ok success pending queued message_type whatsapp signal telegram conversation
    extended private public unread done
    """)
}
