internal import StreaklineCore

/// Reads a Slack export: a folder or archive with `users.json` and, for each channel, a folder with
/// one file a day, or such a file alone.
package struct SlackReader: MessageReader {
  private let tree: (any FileTree)?
  private let options: ReaderOptions
  private let scan: CandidateScan
  private var members = SlackMembers()
  /// Lists of members that are still to be read, before anything else.
  private var memberLists: [String]
  /// Days that are still to be read, the next one last.
  private var days: [String]
  private var day: JSONMessages?
  /// Bytes of the files that were read to their end.
  private var position = 0

  /// Reads all channels, one after the other, each from its first day on.
  ///
  /// Positions are counted through all files. Each message names its file:
  /// `<tree>/<channel>/<day>.json`.
  package init(_ tree: any FileTree, options: ReaderOptions, scan: CandidateScan) {
    self.tree = tree
    self.options = options
    self.scan = scan
    days = tree.paths.filter(Self.isDay).reversed()
    let lists = tree.paths.filter { $0.split(separator: "/").last == "users.json" }
    memberLists = lists.min { $0.count < $1.count }.map { [$0] } ?? []
  }

  /// Reads one day of a channel. Members get the names in their messages, or their ids.
  package init(_ source: ByteSource, options: ReaderOptions, scan: CandidateScan) {
    tree = nil
    self.options = options
    self.scan = scan
    days = []
    memberLists = []
    day = JSONMessages(source, options: options, scan: scan)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var builder = BatchBuilder(
      start: day?.position ?? position, zone: options.zone, readsBots: options.readsBots)
    try readMembers(&builder)
    while !builder.isFull, try openDay(&builder), var day {
      self.day = nil
      do {
        let goesOn = try day.fill(&builder) {
          tokens, draft throws(InputError) in
          try Self.read(&tokens, &draft, &members)
        }
        if goesOn { self.day = day }
      } catch {
        try note(error, of: day.name, &builder)
      }
      position = day.position
    }
    return builder.isEmpty ? nil : builder.batch
  }

  /// Whether an input with this start is one day of a channel.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let keys = JSONHead(head)
    return keys.isList && keys.keys.isSuperset(of: ["type", "ts"])
      && isMessage(head)
  }

  /// Whether the first `type` is `message`. What other programs call types is their own: `in`, `sms`.
  private static func isMessage(_ head: [UInt8]) -> Bool {
    guard let key = head.firstRange(of: Array("\"type\"".utf8)) else { return false }
    let value = head[key.upperBound...].drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
    return value.starts(with: "\"message\"".utf8)
  }

  /// Whether these files are such an export.
  package static func recognises(_ tree: any FileTree) -> Bool {
    tree.paths.contains(where: isDay)
  }

  /// Whether a path ends in a folder and a day, such as `general/2026-10-03.json`.
  private static func isDay(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard parts.count >= 2, let file = parts.last, file.hasSuffix(".json") else { return false }
    let day = file.dropLast(5)
    return day.utf8.count == 10 && Day(iso: day) != nil
  }

  private mutating func readMembers(_ builder: inout BatchBuilder) throws(InputError) {
    guard let tree, let path = memberLists.popLast() else { return }
    do {
      if let problem = try members.read(try tree.open(path)) { builder.add(problem) }
    } catch {
      try note(error, of: "\(tree.name)/\(path)", &builder)
    }
  }

  /// - Returns: `false` after the last day.
  private mutating func openDay(_ builder: inout BatchBuilder) throws(InputError) -> Bool {
    while day == nil, let tree, let path = days.popLast() {
      do {
        day = JSONMessages(
          try tree.open(path), options: options, scan: scan, base: position)
      } catch {
        try note(error, of: "\(tree.name)/\(path)", &builder)
      }
    }
    return day != nil
  }

  /// Reports a file that cannot be read, so that reading continues with the next. Throws an
  /// interruption.
  private func note(
    _ error: InputError, of name: String, _ builder: inout BatchBuilder
  ) throws(InputError) {
    if case .interrupted = error { throw error }
    builder.add(ReadIssue(error.description, at: .init(name: name, line: 1)))
  }

  /// Subtypes of messages that somebody wrote; others are bots, joins and the like.
  private static let written: Set = ["thread_broadcast", "me_message", "file_share"]

  private static func note(_ subtype: String, _ draft: inout MessageDraft) {
    switch subtype {
    case "bot_message": draft.isBot = true
    case "tombstone": draft.isDeleted = true
    default: if !written.contains(subtype) { draft.isNotice = true }
    }
  }

  private static func read(
    _ tokens: inout JSONTokens, _ draft: inout MessageDraft, _ members: inout SlackMembers
  ) throws(InputError) {
    var user: String?
    var profile = SlackProfile()
    var bot = SlackBot()
    while let key = try tokens.key() {
      switch key {
      case "type": if try tokens.scalarString() != "message" { draft.isNotice = true }
      case "subtype":
        if let subtype = try tokens.scalarString() { note(subtype, &draft) }
      case "ts":
        draft.id = try tokens.scalarString()
        draft.time = draft.id.flatMap { .init(unixSeconds: Array($0.utf8)) }
      case "user": user = try tokens.wholeString(wasCut: &draft.isSenderCut)
      case "user_profile": profile = try SlackProfile(&tokens)
      case "edited": draft.isEdited = true
      case "bot_id", "username", "bot_profile": try bot.read(key, &tokens)
      case "text":
        draft.text.removeAll(keepingCapacity: true)
        _ = try tokens.string(into: &draft.text)
      default: break
      }
    }
    // What a program posts on behalf of a member counts as the member's message.
    if user.flatMap(members.isBot) ?? bot.hasID { draft.isBot = true }
    if draft.isBot { draft.sender = bot.name ?? user.flatMap { members.name($0) } ?? "a bot" }
    if let user, !draft.isNotice, !draft.isBot { draft.sender = members.name(user, profile) }
    draft.senderID = user
    draft.text = unescapedSlackText(draft.text) { members.name($0) }
  }
}

/// What a message says of the bot that sent it.
private struct SlackBot {
  private(set) var hasID = false
  private var username: String?
  private var profileName: String?

  /// The name under which the message is shown; `nil` without one.
  var name: String? { [username, profileName].compactMap(\.self).first { !$0.isEmpty } }

  mutating func read(_ key: String, _ tokens: inout JSONTokens) throws(InputError) {
    switch key {
    case "bot_id": hasID = try tokens.scalarString()?.isEmpty == false
    case "username": username = try tokens.scalarString()
    default: profileName = try SlackProfile(&tokens).name
    }
  }
}
