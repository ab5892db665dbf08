package import StreaklineCore
package import StreaklineReaders
package import StreaklineRules

/// Reads inputs and returns the records and near misses of each part: read → scan → parse →
/// normalise.
package final class InputParser {
  /// A chunk is returned after this number of records, even if the reader's batch holds more.
  private static let maxRecords = 4_096
  private let reader: ShareReader
  private let builder: RecordBuilder
  private let forwards: ForwardPolicy
  /// What ids of the input begin with: its format.
  private let space: String
  private var people: [String: Person]
  /// The users of people with ids.
  private var usersWithIDs: Set<String>
  /// The people by the names that the export or the store has shown; `nil` for a name of several.
  private var keysOfNames: [String: String?] = [:]
  /// The message that was read last.
  private var current = CurrentMessage()
  private var recent = RecentResults()

  /// Notes about a message, from those of its parts that were read.
  private struct CurrentMessage {
    /// ``MessagePart/message``; `nil` for a message that was read whole.
    var number: Int?
    /// Where its last share ends, as an offset like those of ``MessagePart/range``.
    var end = 0
    var hasShares = false
    var hasMisses = false
    /// Whether it was left out because it was forwarded.
    var isLeftOut = false
  }

  /// Memory that is used for one message after another, so that most messages need no new memory.
  private struct Work: ~Copyable {
    var text = ShareText()
    var scan = ScanResult()
    var writer = RecordWriter()
  }

  /// - Parameters:
  ///   - forwards: What becomes of forwarded messages.
  ///   - space: The input's format. People are known by its ids.
  package init(
    rules: RuleSet, builder: RecordBuilder, forwards: ForwardPolicy = .origin, space: String = ""
  ) {
    reader = ShareReader(rules: rules)
    var builder = builder
    builder.namesOther = { message, share in
      NameLabel(message, share: share.lowerBound, isTitle: rules.isTitle)?.namesOther ?? false
        || MessageRemarks(message, share: share, isTitle: rules.isTitle).nameOther
    }
    self.builder = builder
    self.forwards = forwards
    self.space = space + ":"
    people = builder.people
    usersWithIDs = Set(people.values.map(\.user))
    for (key, person) in people where key.hasPrefix(self.space) { note(person.name, of: key) }
  }

  /// Games whose rule was suspended because it hit its limits too often.
  package var suspended: [String] { reader.suspended }

  /// Reads one input to its end, part by part.
  ///
  /// - Parameters:
  ///   - messages: The input, at its start.
  ///   - body: Receives a part; what it throws ends the reading.
  package func parse(_ messages: any MessageReader, _ body: (ParsedChunk) throws -> Void) throws {
    var messages = messages
    var end = 0
    var number = 0
    var work = Work()
    var quotations = QuotationReader()
    while let batch = try messages.next() {
      var chunk = ParsedChunk(end: batch.end)
      chunk.issues = batch.issues
      chunk.exportedStreaks = batch.streaks
      chunk.statistics.counts = batch.counts
      chunk.bots = batch.bots
      // A batch of many shares is returned in several chunks. Their ends differ, so that an
      // interrupted import knows which of them it has stored.
      func makeRoom() throws {
        guard work.writer.count >= Self.maxRecords, end + 1 < batch.end else { return }
        end += 1
        chunk.end = end
        chunk.records = work.writer.finish()
        try reader.rules.throwIfUnreadable()
        try body(chunk)
        chunk = ParsedChunk(end: batch.end)
      }
      for message in batch.messages {
        number -= 1
        if quotations.isWhole(message) {
          if message.isOnePart {
            try makeRoom()
            read(message, into: &chunk, &work)
            continue
          }
          for part in message.parts(number: number) {
            try makeRoom()
            read(part, into: &chunk, &work)
          }
          continue
        }
        for piece in quotations.pieces(of: message, number: number) {
          for part in piece.parts(number: number) {
            try makeRoom()
            read(part, into: &chunk, &work)
          }
        }
      }
      for result in batch.results {
        number -= 1
        if let user = builder.forgottenUser(of: result.record) { chunk.forgottenUsers.insert(user) }
        for part in result.message?.parts(number: number) ?? [] {
          try makeRoom()
          read(part, into: &chunk, &work)
        }
        // What a rule reads in the text is preferred to the result that the app made of it.
        if result.message == nil || !current.hasShares,
          let record = builder.wanted(result.record)
        {
          chunk.ready.insert(work.writer.count)
          work.writer.append(record)
          chunk.statistics.withShares += 1
        }
      }
      end = batch.end
      chunk.records = work.writer.finish()
      // If a rule cannot be read, its shares must not be kept as near misses.
      try reader.rules.throwIfUnreadable()
      try body(chunk)
    }
  }

  /// Reads one message that is in memory: the sender's own words and what it quotes.
  package func parse(_ message: Message) -> ParsedChunk {
    var chunk = ParsedChunk()
    var quotations = QuotationReader()
    for piece in quotations.pieces(of: message, number: 0) {
      chunk.append(parse(piece, with: builder))
    }
    return chunk
  }

  /// Reads a text whose author is known, such as a near miss.
  ///
  /// - Parameters:
  ///   - user: Who wrote it.
  ///   - day: The day of a share that prints none, in a message without time.
  package func parse(_ message: Message, of user: String, on day: Day) -> ParsedChunk {
    var builder = builder
    builder.user = user
    builder.fallbackDay = day
    return parse(message, with: builder)
  }

  private func parse(_ message: Message, with builder: RecordBuilder) -> ParsedChunk {
    let text = ShareText(message.text)
    var scan = reader.read(text)
    let again = reader.readAgain(text, after: &scan)
    var chunk = builder.chunk(of: scan, text: text, message: message)
    for reading in again {
      chunk.append(builder.chunk(of: reading.scan, text: reading.text, message: message))
    }
    return chunk
  }

  /// Reads a message, or a part of one: the shares that start in the part's range and after the
  /// last share of the part before.
  private func read(
    _ message: Message, into chunk: inout ParsedChunk, _ work: inout Work
  ) {
    if message.part == nil || message.part?.message != current.number {
      current = CurrentMessage(number: message.part?.message)
    }
    // Most messages are read as they are. Copying one costs as much as scanning it.
    let begins = message.part?.range.lowerBound ?? 0
    guard message.origin != nil || message.senderID != nil || begins < current.end else {
      return read(message, of: nil, into: &chunk, &work)
    }
    var message = message.dropping(before: current.end)
    if message.isForwarded {
      switch forwards {
      case .origin: break
      case .count: message.origin = nil
      case .skip:
        chunk.statistics.forwards += current.isLeftOut ? 0 : 1
        current.isLeftOut = true
        return
      }
    }
    let person = person(who: message)
    if let person { message.user = person.user }
    if person == nil, message.origin?.author != nil { settleAuthor(of: &message) }
    read(message, of: person, into: &chunk, &work)
  }

  /// Reads a message, or a part of one, of which nothing has been read.
  ///
  /// - Parameter person: Who has written it, where the export has ids.
  private func read(
    _ message: Message, of person: Person?, into chunk: inout ParsedChunk, _ work: inout Work
  ) {
    work.text.read(message.text)
    reader.read(work.text, into: &work.scan)
    var again = reader.readAgain(work.text, after: &work.scan)
    if let range = message.part?.range {
      work.scan.removeAll(from: range.count, of: work.text)
      noteEnd(of: work.scan, work.text, from: range.lowerBound)
      for index in again.indices {
        again[index].scan.removeAll(from: range.count, of: again[index].text)
        noteEnd(of: again[index].scan, again[index].text, from: range.lowerBound)
      }
    }
    if message.origin?.way == .quoted, message.origin?.author == nil {
      removeRepetitions(from: &work.scan, work.text, message)
      for index in again.indices {
        removeRepetitions(from: &again[index].scan, again[index].text, message)
      }
    }
    let before = (records: work.writer.count, misses: chunk.nearMisses.count)
    builder.add(work.scan, text: work.text, message: message, to: &work.writer, &chunk)
    for reading in again {
      builder.add(reading.scan, text: reading.text, message: message, to: &work.writer, &chunk)
    }
    if let person, let key = identity(of: message)?.key, work.writer.count > before.records {
      chunk.people[key] = person
    }
    chunk.limitedGames += work.scan.limitedGames
    if message.origin == nil, message.isOfChat {
      for index in before.records..<work.writer.count {
        let content = work.writer.content(at: index)
        recent.insert(content.hash, content.day)
      }
    }
    count(
      hasShares: work.writer.count > before.records,
      hasMisses: chunk.nearMisses.count > before.misses, &chunk.statistics)
  }

  /// Removes quoted shares that repeat a result of the same chat: its author is known.
  private func removeRepetitions(
    from scan: inout ScanResult, _ text: ShareText, _ message: Message
  ) {
    var own = message
    own.origin = nil
    let (all, builder, recent) = (scan, builder, recent)
    scan.removeShares { share in
      builder.chunk(of: all.only(share), text: text, message: own).records
        .contains { recent.contains($0) }
    }
  }

  /// Notes where the last share of a part ends. Shares are in order and do not overlap.
  private func noteEnd(of scan: ScanResult, _ text: ShareText, from start: Int) {
    guard let last = scan.shares.last else { return }
    current.end = max(current.end, start + text.rawEnd(last.range.upperBound))
  }

  /// The id and the name of who wrote a message, where the export has both.
  private func identity(of message: Message) -> (key: String, name: String)? {
    let id = message.origin == nil ? message.senderID : message.origin?.authorID
    let name = message.origin == nil ? message.sender : message.origin?.author
    guard let id, let name else { return nil }
    return (space + id, name)
  }

  /// Whether a name is what exporters call every account that is gone.
  private func isPlaceholder(_ name: String) -> Bool { name.hasPrefix("Deleted ") }

  /// Notes that somebody is shown under a name.
  private func note(_ name: String, of key: String) {
    if isPlaceholder(name) { return }
    if let known = keysOfNames[name], known != key {
      keysOfNames[name] = .some(nil)
    } else {
      keysOfNames[name] = key
    }
  }

  /// Finds whose a text is that was passed on or quoted, where the export names the author without an
  /// id: the person of that name, or nobody where several people have it or any account may.
  private func settleAuthor(of message: inout Message) {
    guard let author = message.origin?.author, builder.aliases[author] == nil,
      builder.users[author] == nil,
      let found = isPlaceholder(author) ? .some(nil) : keysOfNames[author]
    else { return }
    if let person = found.flatMap({ people[$0] }) {
      message.user = person.user
    } else {
      message.origin?.author = nil
    }
  }

  /// Who has written a message, where the export has ids: the id decides, whatever the name is.
  private func person(who message: Message) -> Person? {
    guard let (key, name) = identity(of: message) else { return nil }
    let sentAt = message.origin == nil ? message.sentAt : message.origin?.sentAt
    guard var person = people[key] else {
      var user = builder.user(ofName: name)
      if builder.aliases[name] == nil, usersWithIDs.contains(user) {
        user += " (\(key.dropFirst(space.count)))"
      }
      let person = Person(user: user, name: name, namedAt: sentAt)
      people[key] = person
      usersWithIDs.insert(user)
      note(name, of: key)
      return person
    }
    if let user = builder.aliases[name] { person.user = builder.users[user] ?? user }
    let isOlder =
      if let sentAt, let namedAt = person.namedAt { sentAt < namedAt } else { false }
    if person.name != name { note(name, of: key) }
    if !isOlder, !isPlaceholder(name) {
      person.name = name
      person.namedAt = sentAt ?? person.namedAt
    }
    people[key] = person
    return person
  }

  /// Counts the current message once, whatever the number of its parts.
  private func count(
    hasShares: Bool, hasMisses: Bool, _ statistics: inout MessageStatistics
  ) {
    let before = current
    current.hasShares = before.hasShares || hasShares
    current.hasMisses = before.hasMisses || hasMisses
    for (message, change) in [(before, -1), (current, 1)] {
      if message.hasShares {
        statistics.withShares += change
      } else if message.hasMisses {
        statistics.withMisses += change
      }
    }
  }
}

extension Message {
  /// The message without the text that an earlier part has read.
  ///
  /// - Parameter end: An offset like those of ``MessagePart/range``.
  fileprivate func dropping(before end: Int) -> Message {
    guard let part, part.range.lowerBound < end else { return self }
    let count = min(end - part.range.lowerBound, text.count)
    var rest = self
    rest.text = Array(text[count...])
    rest.source.line += text[..<count].lineFeedCount
    rest.part?.range = end..<max(end, part.range.upperBound)
    return rest
  }
}
