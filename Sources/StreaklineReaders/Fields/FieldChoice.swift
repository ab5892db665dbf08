internal import StreaklineCore

/// Which fields of which objects are a message's text, author and time.
struct FieldChoice: Equatable, Sendable {
  /// Where the messages are.
  var place = ""
  /// The paths of the text; the first one that holds a share is taken.
  var texts: [String] = []
  /// Paths of other fields with shares. They are read where all fields of ``texts`` are empty in a message.
  var spareTexts: [String] = []
  /// The paths of the author's name, the best one first.
  var senders: [String] = []
  /// The path of the author's id, if there is one besides the name.
  var senderID: String?
  var time: String?
  /// The order of day and month in the times, where they show one.
  var dateOrder: DateOrder?
  /// The path that says whether I sent it.
  var direction: String?
  /// Whether 1 and 2 say it, as Android writes them.
  var isBox = false
  /// What ``direction`` is in what I sent, where the caller has said so.
  var sentValues: Set<[UInt8]>?
  /// Whether I sent all of them, as the name of the list says in which they are; `nil` where it says neither.
  var isSentPlace: Bool?
  /// The path of the time of the last change, in forms such as notes, whose texts grow over days.
  var edited: String?
  /// The paths that say that a message was passed on.
  var forwards: [String] = []
  /// Values of the sender that name several people of the input: `Ann, Bob`.
  var severalPeople: Set<String> = []
  /// Whether everything is of one author, who made the input.
  var isOwn = false

  /// Takes the fields as those of the object around, in which they are under a key.
  mutating func move(to outer: String, under key: String) {
    let moved = { (path: String) in key + "." + path }
    place = outer
    texts = texts.map(moved)
    spareTexts = spareTexts.map(moved)
    senders = senders.map(moved)
    senderID = senderID.map(moved)
    time = time.map(moved)
    direction = direction.map(moved)
    edited = edited.map(moved)
  }
}

/// Why the fields of a message cannot be told.
struct UnclearFields: Error {
  let reason: String
  /// The fields of which one may be the author.
  var senders: [String] = []
  /// Those of which one may be it although its name does not say so.
  var others: [String] = []
  /// The fields with shares of which each may be meant.
  var texts: [String] = []
  var text: String?
  var time: String?
  /// What the messages may have that the caller sent: values as `FIELD=VALUE`, in each way that is possible.
  var sent: [[String]] = []
}

extension FieldSurvey {
  /// The fields of all messages that hold shares.
  ///
  /// - Parameters:
  ///   - named: What the caller knows.
  ///   - ownsUnnamed: Whether texts without an author are the caller's.
  func choices(_ named: NamedFields, ownsUnnamed: Bool) throws(UnclearFields) -> [FieldChoice] {
    var choices: [FieldChoice] = []
    var unnamed: [(place: String, key: String)] = []
    for (place, key) in sharePlaces where isMessage(place, key) && !isCopy(place, key) {
      guard let found = message(place, key, named) else {
        unnamed.append((place, key))
        continue
      }
      if let text = named.text, text != found.text, text != key { continue }
      if let known = choices.firstIndex(where: { $0.place == found.place }) {
        choices[known].texts.append(found.text)
      } else {
        var choice = try choice(found.place, found.text, named)
        choice.texts = [found.text]
        choices.append(choice)
      }
    }
    for index in choices.indices {
      dropOtherFields(from: &choices[index])
      try checkOwners(of: choices[index], named)
    }
    choices.removeAll { $0.texts.isEmpty }
    if choices.isEmpty, named.sender != nil || !named.sent.isEmpty {
      let fields = [named.sender, named.text, named.sentField?.path].compactMap { $0 }
      throw UnclearFields(
        reason: "no object with shares has the fields \(fields.joined(separator: " and "))")
    }
    if let time = named.time, !choices.isEmpty {
      let paths = choices.compactMap { places[$0.place]?.paths[time] }
      guard
        paths.contains(where: {
          $0.times > 0
            || $0.values.contains { FieldTime.day($0) != nil || FieldTime.numericDate($0) != nil }
        })
      else {
        throw UnclearFields(
          reason: paths.isEmpty
            ? "no object with shares has the field \(time)"
            : "no value of the field \(time) is a time that can be read")
      }
    }
    // A text comes before another form of it.
    unnamed.sort { rank($0.key) < rank($1.key) }
    for (place, key) in unnamed where !isPart(place, of: choices) {
      // A title with a game's name is no text beside messages that are read.
      if !choices.isEmpty, FieldName(key).textRank == nil { continue }
      let columns = columns(place).filter { named.text == nil || $0 == named.text }
      guard columns.count < 2 else {
        throw UnclearFields(
          reason:
            "shares are in the fields \(columns.joined(separator: " and ")), each of which may be a person's",
          texts: columns)
      }
      if let text = named.text, text != key, columns.contains(text) { continue }
      guard ownsUnnamed else {
        throw UnclearFields(
          reason:
            "shares are in the field \(Self.shown(place, key)), and no field beside it says whose they are",
          others: mayBeSenders(place, besides: key), text: key,
          time: places[place].flatMap { Self.time(of: $0, named) } ?? mayBeTime(place))
      }
      var own = FieldChoice(place: place, texts: [key], isOwn: true)
      own.time = places[place].flatMap { Self.time(of: $0, named) }
      own.edited = ownForm?.edited
      choices.append(own)
    }
    guard !choices.isEmpty || !hasShares else {
      throw UnclearFields(reason: "shares are only in what its messages quote or link")
    }
    for index in choices.indices {
      choices[index].texts.sort { rank($0) < rank($1) }
      choices[index].forwards = forwards(at: choices[index].place)
      choices[index].dateOrder = dateOrder(of: choices[index])
      choices[index].severalPeople = severalPeople(choices[index])
      if !choices[index].isOwn, named.isEmpty { choices[index] = withForwards(choices[index]) }
    }
    return choices
  }

  /// Leaves the texts: somebody may be called `Wordle fan`, and a subject is none where there is a body.
  private func dropOtherFields(from choice: inout FieldChoice) {
    let others = Set(
      choice.senders + [choice.senderID, choice.time, choice.direction].compactMap { $0 })
    choice.texts.removeAll { others.contains($0) }
    let ranked = choice.texts.filter { FieldName($0).textRank != nil }
    guard !ranked.isEmpty else { return }
    choice.spareTexts = choice.texts.filter { !ranked.contains($0) }
    choice.texts = ranked
  }

  /// - Throws: Where the names of several texts in one message say that they are different people's: `Sent` and
  ///   `Received`, `My result` and `Her result`.
  private func checkOwners(of choice: FieldChoice, _ named: NamedFields) throws(UnclearFields) {
    let owned = choice.texts.filter { FieldName($0).saysOwner }
    guard named.text == nil, choice.texts.count > 1, !owned.isEmpty else { return }
    throw UnclearFields(
      reason:
        "shares are in the fields \(choice.texts.joined(separator: " and ")), each of which may be a person's",
      texts: choice.texts)
  }

  /// The order that all times of a choice have.
  private func dateOrder(of choice: FieldChoice) -> DateOrder? {
    let paths = [choice.time, choice.edited].compactMap { $0 }
    let orders = Set(paths.compactMap { places[choice.place]?.paths[$0]?.dateOrder.decided })
    return orders.count == 1 ? orders.first : nil
  }

  func forwards(at place: String) -> [String] {
    guard let paths = places[place]?.paths else { return [] }
    return paths.values.filter(\.name.saysForward).map(\.name.path).sorted().filter { path in
      // What stands beside a text that was passed on is its sender's own.
      let keys = path.split(separator: ".")
      let first = keys.firstIndex { FieldName(String($0)).saysForward } ?? 0
      let inner = keys[...first].joined(separator: ".") + "."
      return FieldName(String(keys[first])).isShared
        || !paths.values.contains { $0.name.path.hasPrefix(inner) && $0.isText }
    }
  }

  /// Where shares are that may be their author's own words.
  var messagePlaces: Set<String> {
    Set(
      sharePlaces.filter { isMessage($0.place, $0.key) && !isCopy($0.place, $0.key) }.map(\.place))
  }

  var sharePlaces: [(place: String, key: String)] {
    places.sorted { $0.key < $1.key }.flatMap { place, found in
      found.shares.keys.sorted().map { (place, $0) }
    }
  }

  /// Whether the field has only what the object around it says, too: a message as it was received may stand in the same
  /// message as a program has understood it.
  private func isCopy(_ place: String, _ key: String) -> Bool {
    places[place]?.shares[key].map { $0 == copies[place] } ?? false
  }

  /// The better of two texts has the lower rank.
  private func rank(_ path: String) -> Int { FieldName(path).textRank ?? 1_000 }

  private static func shown(_ place: String, _ key: String) -> String {
    key.isEmpty ? "list" : key
  }

  // Where the message is that a share is in.

  private static let quoting: Set<String> = [
    "quote", "quoted", "quotes", "quotation", "reply", "replied", "replying", "embed", "embeds",
    "attachment",
    "attachments", "forward", "forwarded", "original", "parent", "reference", "referenced", "refer",
    "retweeted",
    "preview", "previews", "pinned", "pins", "reaction", "reactions", "last", "latest", "mention",
    "mentions", "edited",
    "edit", "edits", "previous", "revisions", "draft", "drafts", "snippet", "context",
    "recipient", "recipients",
  ]

  /// Messages as they are after a correction, as Telegram's programs for bots get them.
  private static let corrected = [["edited", "message"], ["edited", "channel", "post"]]

  /// Whether a share may be its author's own words, and is no quotation, attachment or the like.
  func isMessage(_ place: String, _ key: String) -> Bool {
    let parts = place.split(separator: "/")
    let isQuoted = parts.contains { part in
      let words = FieldName(String(part)).words
      return !Self.corrected.contains(words) && words.contains { Self.quoting.contains($0) }
        || FieldName.isSharedPost(String(part))
    }
    let words = FieldName(key).words
    return !isQuoted && !words.contains(where: Self.quoting.contains)
      && (!words.contains("html") || places[place]?.shares.count == 1)
  }

  /// Whether a place is inside of messages that are read, or around them.
  private func isPart(_ place: String, of choices: [FieldChoice]) -> Bool {
    choices.contains { $0.place.hasPrefix(place) || place.hasPrefix($0.place) }
  }

  // The fields of a message.

  private func choice(
    _ place: String, _ text: String, _ named: NamedFields
  ) throws(UnclearFields) -> FieldChoice {
    guard let found = places[place] else { throw UnclearFields(reason: "its fields are not known") }
    var choice = FieldChoice(place: place)
    choice.time = Self.time(of: found, named)
    if let sent = named.sentField {
      (choice.direction, choice.sentValues) = (sent.path, sent.values)
      let people = SenderChoice(found, names: names)
      choice.senders = named.sender.map { [$0] } ?? people.senders.filter { $0 != sent.path }
      choice.senderID = named.sender == nil ? people.id : nil
      return choice
    }
    if let sender = named.sender {
      choice.senders = [sender]
      // What I sent is mine, also where the field is the other person of the chat.
      let directions = found.paths.values.filter {
        $0.isDirection && $0.directionless == 0 && !$0.name.isState && $0.name.path != sender
      }
      choice.direction = directions.map(\.name.path).min()
      if choice.direction == nil, let direction = try? direction(of: found, sender, text: text),
        direction.path != sender
      {
        (choice.direction, choice.isBox) = (direction.path, direction.isBox)
      }
      return choice
    }
    let people = SenderChoice(found, names: names)
    try checkOwnNames(of: people.senders.first, in: found, text: text)
    if let isSent = isSentPlace(place), people.senders.first.map(isWeak) ?? true {
      choice.isSentPlace = isSent
      choice.senders = people.senders
      choice.senderID = people.id
      return choice
    }
    let direction = try direction(of: found, people.senders.first, text: text)
    (choice.direction, choice.isBox) = (direction?.path, direction?.isBox ?? false)
    if people.senders.isEmpty, let direction {
      try checkPartner(direction.path, place, text: text)
      return choice
    }
    if let conflict = people.conflict, choice.direction == nil || people.isConflictStrong {
      throw UnclearFields(
        reason: "\(conflict.0) and \(conflict.1) may both be who sent a message",
        senders: [conflict.0, conflict.1], text: text, time: choice.time)
    }
    if let sender = people.senders.first, Self.isOfParts(sender, beside: text) {
      throw UnclearFields(
        reason: "“\(sender)” says who wrote what is in it, and not who wrote “\(text)”",
        senders: [sender], text: text, time: choice.time)
    }
    choice.senders = people.senders
    choice.senderID = people.id
    if choice.direction == nil || choice.senders.first.map({ FieldName($0).isRow }) == true,
      let number = unknownNumber(of: choice, in: found)
    {
      throw UnclearFields(
        reason: "\(choice.senders[0]) is “\(number)”, and nothing says who that is",
        senders: [choice.senders[0]], text: text, time: choice.time)
    }
    return choice
  }

  /// - Throws: Where two names are what programs call whoever reads: `Me` and `You`. Nobody has written both.
  private func checkOwnNames(
    of sender: String?, in place: Place, text: String
  ) throws(UnclearFields) {
    guard let sender else { return }
    let own = Set(place.people.compactMap { $0[sender] }.filter(OwnName.isOfField)).sorted()
    guard Set(own.map { $0.lowercased() }).count > 1 else { return }
    throw UnclearFields(
      reason: "“\(own[0])” and “\(own[1])” in “\(sender)” may both be you", text: text)
  }

  private func isWeak(_ sender: String) -> Bool { FieldName(sender).senderStrength == .weak }

  /// Whether a field is one of the comments or the like in an object, and the text is the object's own.
  private static func isOfParts(_ sender: String, beside text: String) -> Bool {
    let keys = sender.split(separator: ".").dropLast()
    guard
      let index = keys.firstIndex(where: {
        FieldName(String($0)).words.contains(where: parts.contains)
      })
    else { return false }
    return !text.hasPrefix(keys[...index].joined(separator: ".") + ".")
  }

  private static let parts: Set<String> = [
    "comments", "answers", "responses", "children", "posts", "messages", "notes", "likes", "votes",
    "viewers",
    "readers", "watchers", "events",
  ]

  /// A number of up to three digits that is all a message says of its sender: in a database 1 may be its owner. The number of a
  /// row in another table may have more digits.
  private func unknownNumber(of choice: FieldChoice, in place: Place) -> String? {
    guard let sender = choice.senders.first else { return nil }
    let values = place.people.compactMap { $0[sender] }
    let longest = FieldName(sender).isRow ? 9 : 3
    guard
      values.allSatisfy({ $0.utf8.count <= longest && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    return values.sorted().first { names[$0] == nil && (choice.direction == nil || $0 != "0") }
  }

  private static func time(of place: Place, _ named: NamedFields) -> String? {
    if let time = named.time { return time }
    let found = place.paths.values.filter { $0.times > 0 && $0.times * 5 >= $0.count * 4 }
    return found.min { left, right in
      (left.name.timeRank, left.moments > 0 ? 0 : 1, left.name.words.count, left.name.path)
        < (right.name.timeRank, right.moments > 0 ? 0 : 1, right.name.words.count, right.name.path)
    }?.name.path
  }
}

extension FieldSurvey.Path {
  /// Whether the field has words that may be a message.
  fileprivate var isText: Bool {
    worded > 0 && !name.isID && name.words.last.map(FieldName.isText) ?? false
  }

  /// Whether the field says who of two has sent a message.
  var isDirection: Bool {
    guard direction != nil, own + others > 0 else { return false }
    return direction == .state
      ? own > 0 && others > 0 && directionless == 0 : own + others >= directionless
  }

  /// Whether the field is empty or null in every object.
  var isEmpty: Bool { empties == count }
}
