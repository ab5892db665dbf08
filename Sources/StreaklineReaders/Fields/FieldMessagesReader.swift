internal import StreaklineCore

/// Reads the messages of structured data by fields that a survey has found.
struct FieldMessagesReader: MessageReader {
  private let name: String
  private let options: ReaderOptions
  private let scan: CandidateScan
  private let choices: [String: FieldChoice]
  /// Names by ids.
  private let people: [String: String]
  private let groups: GroupNames
  private var objects: any FieldObjects
  private var names = DistinctNames()
  private var isFinished = false
  private var start = 0
  /// The path of a share in an object that is part of the message read next.
  private var partWithShare: String?
  /// What it reads, in the words of the summary of an import.
  let shown: String
  /// The fields that somebody has named.
  let named: FormFields?
  /// What of the input is not read, each as a sentence.
  private let unread: [String]

  init(
    _ objects: any FieldObjects, name: String, _ choices: [FieldChoice], people: [String: String],
    groups: GroupNames = GroupNames(), of structure: Structure, named: FormFields? = nil,
    unread: [String] = [], options: ReaderOptions, scan: CandidateScan
  ) {
    self.unread = unread
    self.objects = objects
    self.named = named
    shown = (choices.first?.shown(in: structure) ?? structure.rawValue) + (named?.shown ?? "")
    self.name = name
    self.people = people
    self.groups = groups
    self.scan = scan
    self.options = options
    self.choices = Dictionary(choices.map { ($0.place, $0) }) { first, _ in first }
  }

  /// Whether messages are one author's, who made the input.
  var isOwn: Bool { choices.values.contains(where: \.isOwn) }

  mutating func next() throws(InputError) -> MessageBatch? {
    guard !isFinished else { return nil }
    var batch = BatchBuilder(start: start, zone: options.zone, readsBots: options.readsBots)
    while !batch.isFull, !isFinished {
      if let object = try objects.next() {
        let isQuoted = objects.isQuoted(object)
        if let choice = choices[object.place] {
          if !isQuoted { add(object, choice, to: &batch) }
          partWithShare = nil
        } else if partWithShare == nil, !isQuoted {
          partWithShare = unreadShare(inPart: object)
        }
      } else {
        isFinished = true
        let problems = objects.problem.map { ["\($0); nothing after it is read"] } ?? []
        for problem in problems + unread {
          batch.add(ReadIssue(problem, at: .init(name: name, line: 1)))
        }
      }
      batch.advance(to: objects.position)
    }
    start = objects.position
    return batch.isEmpty ? nil : batch.batch
  }

  private mutating func add(
    _ object: FieldObject, _ choice: FieldChoice, to batch: inout BatchBuilder
  ) {
    var texts = choice.texts.map { MessageWords.plain(object.text($0)) }
    if texts.allSatisfy({ $0[...].isBlank }) {
      texts = choice.spareTexts.map { MessageWords.plain(object.text($0)) }
    }
    let withShares = texts.filter { scan.isPresent(in: $0, 0..<$0.count) }
    guard let text = withShares.first else {
      if let path = partWithShare ?? unreadShare(object, choice) {
        let source = SourceLocation(name: name, line: object.line)
        batch.addUnreadable(
          "a share in \(path) is not read: it is not the message's text", at: source)
        return
      }
      if texts.contains(where: { !$0.isEmpty }) { batch.addOther() } else { batch.addNotice() }
      return
    }
    var draft = MessageDraft()
    draft.start(line: object.line)
    draft.text = text
    if withShares.contains(where: { !MessageWords.isSame($0, text) }) {
      let source = SourceLocation(name: name, line: object.line)
      batch.addUnreadable("two fields of the message have different shares", at: source)
      return
    }
    object.note(in: &draft)
    // In `{"type": "forward", "sender": …, "message": {"text": …}}` the sender is the author.
    draft.isForwarded =
      draft.isForwarded && !choice.texts[0].contains(".")
      || choice.forwards.contains { object[$0].map(FieldName.isYes) ?? false }
      || text.starts(with: "RT @".utf8)
    setTime(object, choice, &draft)
    setSender(object, choice, &draft)
    if !draft.isOwn, object.namesGroup(choice) {
      let source = SourceLocation(name: name, line: object.line)
      batch.addUnreadable(
        "it names all members of a group, and not which of them sent it", at: source)
      return
    }
    batch.add(draft, of: name, scan)
  }

  private func unreadShare(_ object: FieldObject, _ choice: FieldChoice) -> String? {
    // What is read as a message of its own is in other fields of this one.
    let isAround = choices.keys.contains { $0.hasPrefix(object.place + "/") }
    return isAround ? nil : object.unreadShare(besides: choice, scan)
  }

  /// A share in an object that is in a message and is no message itself, such as a block of its text.
  private func unreadShare(inPart object: FieldObject) -> String? {
    let around = choices.keys.first { object.place.hasPrefix($0 + "/") }
    guard let around, !choices.keys.contains(where: { $0.hasPrefix(object.place + "/") }) else {
      return nil
    }
    let part = String(object.place.dropFirst(around.count + 1).replacing("/", with: "."))
    guard !FieldName(part).isAnswered else { return nil }
    return object.unreadShare(besides: nil, scan).map { part + "." + $0 }
  }

  private func setTime(_ object: FieldObject, _ choice: FieldChoice, _ draft: inout MessageDraft) {
    let written = choice.time.flatMap { object[$0] }
    let order = options.dateOrder ?? choice.dateOrder
    draft.time = written.flatMap { FieldTime.read($0, order: order) }
    let edited = choice.edited.flatMap { object[$0] }.flatMap { FieldTime.read($0, order: order) }
    if let day = draft.time?.day(in: options.zone), let edited = edited?.day(in: options.zone),
      day != edited
    {
      // A share may have been added on any day until the last change, so no day is its own for sure.
      draft.time = nil
    }
    guard draft.time == nil else { return }
    draft.isTimeUnknown = true
    draft.day = written.flatMap { FieldTime.day($0, order: order) }
    guard draft.day == nil else { return }
    draft.dayProblem =
      written.flatMap { value in
        FieldTime.numericDate(value)?.readings.map { days in
          .twoReadings(String(decoding: value, as: UTF8.self), days)
        }
      } ?? .noDate
  }

  private mutating func setSender(
    _ object: FieldObject, _ choice: FieldChoice, _ draft: inout MessageDraft
  ) {
    let isMine = choice.isSent(object)
    if choice.isOwn || isMine == true {
      draft.isOwn = true
      return
    }
    if choice.isBox, isMine == nil {
      // 3 is a draft, which its owner has written. Beside another number the other person of the chat need not be the
      // sender.
      draft.isOwn = choice.direction.flatMap { object[$0] } == [UInt8(ascii: "3")]
      return
    }
    var shown: String?
    for path in choice.senders where shown == nil {
      shown = object[path].map { String(decoding: $0, as: UTF8.self) }.flatMap {
        $0 == "null" || FieldName.isFlag($0) ? nil : $0
      }
    }
    if shown == nil, isMine == false { shown = partner }
    guard var sender = shown, !choice.severalPeople.contains(sender) else { return }
    draft.isSenderCut = sender.utf8.count > JSONTokens.longestScalar
    var id = choice.senderID.flatMap { object[$0] }.map { String(decoding: $0, as: UTF8.self) }
    // Whoever is in no list of contacts is known by his number; without one, several people have this name.
    if Self.unknown.contains(sender.trimmingMarks("()<>[] ").lowercased()) {
      guard let number = id, number != sender, number != "null" else { return }
      sender = number
    }
    // A name and an address, as in the head of a mail: `Ann Lee <ann@example.org>`.
    if sender.last == ">", sender.contains("@"),
      let mail = MailSender(sender, isOfList: false)
    {
      sender = mail.name
      id = id ?? mail.address
    }
    if let name = people[sender] {
      id = sender
      sender = name
    }
    if choice.direction == nil, OwnName.isOfField(sender) {
      draft.isOwn = true
      return
    }
    // As GitHub names its programs.
    draft.isBot = draft.isBot || sender.hasSuffix("[bot]")
    draft.sender = names.name(sender, of: id)
  }

  /// What programs call somebody whose name they do not know, or who is not there any more.
  private static let unknown: Set<String> = [
    "unknown", "unknown contact", "unknown number", "no name", "unbekannt", "inconnu",
    "desconocido", "desconhecido",
    "sconosciuto", "onbekend", "okänd", "ukendt", "ukjent", "nieznany", "неизвестный", "bilinmeyen",
    "不明", "未知", "deleted", "removed", "deleted account", "deleted user", "gelöschtes konto",
  ]

  /// The other person of a chat of two, as the object around the messages names it; `nil` in a group.
  private var partner: String? {
    for object in objects.around.reversed() {
      if object.key.hasSuffix("@g.us") { return nil }
      for key in GroupNames.keys {
        guard let value = object[key], value.count <= 200 else { continue }
        let name = String(decoding: value, as: UTF8.self)
        return groups.contains(name, scan.games) ? nil : name
      }
    }
    return nil
  }
}

extension FieldObject {
  /// Whether the sender's address is those of several people, as SMS Backup & Restore joins them with `~` in a group.
  fileprivate func namesGroup(_ choice: FieldChoice) -> Bool {
    let paths = choice.senders + [choice.senderID, "address"].compactMap(\.self)
    return paths.contains { path in
      self[path].map { value in
        let parts = value.split(separator: UInt8(ascii: "~"))
        return parts.count > 1 && parts.allSatisfy { $0.contains { $0 &- 0x30 < 10 } }
      } ?? false
    }
  }

  /// Notes whether a bot or the program wrote the message, or somebody has deleted it.
  fileprivate func note(in draft: inout MessageDraft) {
    var isOfGame = false
    // Rocket.Chat names the integration that has written: `"bot": {"i": "irc"}`.
    draft.isBot = draft.isBot || self["bot.i"] != nil
    for field in own {
      let value = String(decoding: field.value.prefix(20), as: UTF8.self).lowercased()
      let isTrue = value == "true" || value == "1"
      if value == DiscordReader.wordleApp { isOfGame = true }
      switch FieldName.words(field.path) {
      case ["is", "bot"], ["bot"], ["from", "bot"], ["from", "webhook"]:
        draft.isBot = draft.isBot || isTrue
      case ["bot", "id"]: draft.isBot = draft.isBot || !value.isEmpty && value != "null"
      case ["is", "deleted"], ["deleted"]: draft.isDeleted = draft.isDeleted || isTrue
      case ["edited"], ["is", "edited"], ["edited", "at"], ["edited", "timestamp"],
        ["date", "edited"], ["edit", "date"]:
        draft.isEdited = draft.isEdited || !["", "false", "0", "null"].contains(value)
      case ["is", "system"], ["system"], ["is", "service"]:
        draft.isNotice = draft.isNotice || isTrue
      case ["type"], ["kind"], ["message", "type"], ["msg", "type"], ["action"], ["status"]:
        draft.isForwarded = draft.isForwarded || FieldName.isForwarding(value)
      case ["subtype"], ["sender", "type"]:
        draft.isBot = draft.isBot || value.hasPrefix("bot")
        draft.isNotice = draft.isNotice || value == "system"
      default: break
      }
    }
    // The game's own bot posts what a group has played.
    if isOfGame { draft.isBot = false }
  }
}
