package import StreaklineCore
package import StreaklineReaders
package import StreaklineRules
package import StreaklineStore

/// Stores what inputs yield: records, near misses, streaks and the import checkpoint, in one
/// transaction for each few thousand records.
package struct Importer {
  /// A transaction ends after this number of records.
  private static let batchSize = 8_192
  /// A transaction also ends after this number of bytes, so that little is read again after an
  /// interruption.
  private static let batchBytes = 32 << 20

  private let rules: RuleSet
  private var builder: RecordBuilder
  private let store: Store
  private let pipelines: [PipelineFilter]
  private let replaces: Bool

  /// - Parameters:
  ///   - pipelines: The filters of pipelines, to count in the summary how much they will send.
  ///   - replaces: Whether a result that differs from the stored one replaces it.
  package init(
    rules: RuleSet, builder: RecordBuilder, store: Store, pipelines: [PipelineFilter] = [],
    replaces: Bool
  ) {
    self.rules = rules
    self.builder = builder
    self.store = store
    self.pipelines = pipelines
    self.replaces = replaces
  }

  /// The outcome of one transaction, and the sums of the input so far.
  package struct Report {
    package var chunk: ParsedChunk
    /// One outcome for each record of `chunk`, in their order.
    package var outcomes: [Outcome]
    /// The sums of the input so far, including those of an earlier run.
    package var summary: IngestSummary
    /// The input's size in bytes, if known.
    package var size: Int?
    /// Bytes of the input that an earlier run has imported.
    package var known: Int
    /// What the input is read as; `nil` for what is pasted.
    package var readAs: String?

    package init(
      chunk: ParsedChunk, outcomes: [Outcome], summary: IngestSummary, size: Int?, known: Int = 0,
      readAs: String? = nil
    ) {
      self.readAs = readAs
      self.chunk = chunk
      self.outcomes = outcomes
      self.summary = summary
      self.size = size
      self.known = known
    }
  }

  /// Reads and stores one input. What an earlier run has imported of it is not imported again.
  ///
  /// - Parameter report: Called after each transaction.
  /// - Returns: The games whose rules were suspended.
  package func ingest(
    _ request: ImportRequest, _ report: (Report) throws -> Void
  ) throws -> [String] {
    let input = try request.remembering(FieldMemory(store)).open(for: rules)
    var importer = self
    importer.builder.know(
      try store.knownNames(given: importer.builder.aliases.keys), replaces: replaces)
    return try importer.ingest(input, request, report)
  }

  private func ingest(
    _ input: Input, _ request: ImportRequest, _ report: (Report) throws -> Void
  ) throws -> [String] {
    // An import that replaces compares everything again.
    let isPasted = request.path == "-" && input.namedFields?.rememberedOn == nil
    let readAs = isPasted ? nil : input.readAs
    var action = try newAction(for: input)
    var progress = try replaces ? nil : progress(of: input, request)
    var own = progress?.summary.repeated ?? IngestSummary()
    if let progress, progress.known == .everything {
      if action?.isAlwaysStored == true {
        _ = try store.ingest(Batch(ParsedChunk(), now: builder.now), as: &action)
      }
      try report(
        Report(
          chunk: own.known, outcomes: [], summary: own, size: input.size, known: progress.done,
          readAs: readAs))
      return []
    }
    let done = progress?.done ?? 0
    var stored = done
    var pending = ParsedChunk(end: done)
    var people: [String: Person] = [:]
    var isMarkedComplete = false
    func commit(isComplete: Bool) throws {
      var batch = batch(of: pending)
      if let mark = try progress?.checkpoint(
        at: pending.end, isComplete: isComplete, own, now: builder.now)
      {
        batch.checkpoint = mark.checkpoint
        batch.replacedCheckpoint = mark.replaced
        batch.checkpointCounts = { [own, pending, pipelines, now = builder.now] outcomes in
          var sums = own
          sums.add(pending, outcomes, pipelines, at: now)
          return sums.checkpointCounts
        }
        isMarkedComplete = isComplete
      }
      let outcomes = try store.ingest(batch, as: &action)
      own.add(pending, outcomes, pipelines, at: builder.now)
      people.merge(pending.people) { $1 }
      let finished = pending
      stored = pending.end
      pending = ParsedChunk(end: stored)
      try report(
        Report(
          chunk: finished, outcomes: outcomes, summary: own, size: input.size, known: done,
          readAs: readAs))
    }
    let suspended = try read(input, request) { chunk in
      guard chunk.end > done else { return }
      pending.append(chunk)
      if pending.records.count >= Self.batchSize || pending.end - stored >= Self.batchBytes
        || input.opening == nil
      {
        try commit(isComplete: false)
      }
    }
    if pending.end > stored {
      try commit(isComplete: true)
    } else if stored > 0, stored == done {
      // The earlier run was interrupted after its last batch, so there is nothing new to report.
      try report(
        Report(
          chunk: own.known, outcomes: [], summary: own, size: input.size, known: done,
          readAs: readAs)
      )
    }
    if !isMarkedComplete,
      let mark = try progress?.checkpoint(at: stored, isComplete: true, own, now: builder.now)
    {
      var batch = Batch(ParsedChunk(), now: builder.now)
      batch.checkpoint = mark.checkpoint
      batch.replacedCheckpoint = mark.replaced
      _ = try store.ingest(batch)
    }
    try rename(people)
    return suspended
  }

  /// The import as it is stored with the first thing that it brings, or at once where fields were named anew.
  private func newAction(for input: Input) throws -> NewAction? {
    var detail: Fields = ["name": .string(input.name), "readAs": .string(input.readAs)]
    for (key, value) in FieldMemory.detail(input.namedFields) { detail.append(key, value) }
    return NewAction(
      .imported, detail, isAlwaysStored: try FieldMemory(store).lacks(input.namedFields))
  }

  /// Gives people their newest names whom an export knows by ids, where nobody has named them otherwise
  /// and nobody else has the name.
  private func rename(_ people: [String: Person]) throws {
    let given = Set(builder.aliases.values).union(builder.users.values)
    for (id, person) in people.sorted(by: { $0.key < $1.key }) {
      let isAutomatic = builder.people[id].map { $0.name == person.user } ?? true
      guard isAutomatic, person.name != person.user, !given.contains(person.user),
        person.user != builder.user, person.user == builder.user(ofName: person.user),
        person.name == builder.user(ofName: person.name), !person.user.hasSuffix(")")
      else { continue }
      _ = try store.rename(
        person.user, to: person.name, isRemembered: false, now: builder.now)
    }
  }

  private func progress(of input: Input, _ request: ImportRequest) throws -> ImportProgress? {
    guard let opening = input.opening else { return nil }
    return try ImportProgress(
      opening, name: input.name,
      settings: request.settings(of: input, rules: rules, builder: builder), store: store)
  }

  /// Reads an input. A file is read on another thread while this one stores. A pipe is read on this
  /// thread, so that each pasted share is stored before the next read waits.
  ///
  /// - Returns: The games whose rules were suspended.
  private func read(
    _ input: Input, _ request: ImportRequest, _ body: (ParsedChunk) throws -> Void
  ) throws -> [String] {
    guard input.opening != nil else {
      let parser = InputParser(
        rules: rules, builder: builder, forwards: request.forwards, space: input.format.rawValue)
      try parser.parse(input.reader, body)
      return parser.suspended
    }
    return try ParsingThread.run(
      input.reader, rules: rules, builder: builder, forwards: request.forwards,
      space: input.format.rawValue, body)
  }

  /// Reads the store's near misses again. A near miss that is a share now is stored as a result and
  /// removed from the near misses.
  ///
  /// - Parameter zone: Where the texts were pasted that do not say when they were sent.
  /// - Returns: How many near misses were read, how many results were new, and how many near misses
  ///   are left.
  package func reparse(in zone: NamedTimeZone) throws -> (read: Int, added: Int, left: Int) {
    var builder = builder
    builder.know(try store.knownNames(given: builder.aliases.keys), replaces: replaces)
    let parser = InputParser(rules: rules, builder: builder)
    let reader = MissReader(rules: rules)
    var result = (read: 0, added: 0, left: 0)
    for miss in try store.misses() {
      let isDayNamed = builder.namesDay && miss.nearMiss.reason == NearMiss.copiedWithoutDay
      if miss.nearMiss.isSettledByNoRule, !isDayNamed {
        result.left += 1
        continue
      }
      let message = Message(
        sentAt: miss.nearMiss.sentAt, sentOn: miss.nearMiss.sentOn,
        text: Array(miss.nearMiss.text.utf8), source: miss.nearMiss.source)
      let day = isDayNamed ? builder.fallbackDay : zone.day(of: miss.seenAt)
      var chunk = parser.parse(message, of: miss.nearMiss.userId, on: day)
      try rules.throwIfUnreadable()
      let games = Set(chunk.records.map(\.game))
      guard
        games.contains(miss.nearMiss.game)
          || reader.gameReading(miss.nearMiss).map(games.contains) == true
      else {
        result.left += 1
        continue
      }
      chunk.nearMisses = []
      var batch = batch(of: chunk)
      batch.settledMisses = [miss.id]
      var action: NewAction? =
        miss.action.map(NewAction.init(continuing:))
        ?? NewAction(.imported, ["name": .string(miss.nearMiss.source.name)])
      let outcomes = try store.ingest(batch, as: &action)
      result.read += 1
      result.added += outcomes.count { $0.isStored }
    }
    return result
  }

  private func batch(of chunk: ParsedChunk) -> Batch {
    var batch = Batch(chunk, now: builder.now)
    batch.replaces = replaces
    for record in chunk.records {
      let days = rules.everyDays(of: record.game)
      if days != 1 {
        batch.everyDays[record.gameId] = days
      }
    }
    return batch
  }
}

extension RecordBuilder {
  /// Takes over what a store knows of names.
  ///
  /// - Parameter replaces: Whether what was erased is brought back: then it is of whoever has the name now.
  package mutating func know(_ names: KnownNames, replaces: Bool) {
    users = names.users
    erased = replaces ? [:] : names.erased
    forgotten = names.forgotten
    people = names.people
  }
}

extension IngestSummary {
  /// What is known of a part that an earlier run has read, as far as reports name it.
  fileprivate var known: ParsedChunk {
    var chunk = ParsedChunk()
    chunk.bots = botNames
    return chunk
  }
}
