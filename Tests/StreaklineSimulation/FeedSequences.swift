internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

/// Random sequences of operations on a real store with one pipeline: what a user does, what a remote
/// answers, what is pulled from it, and crashes. What each operation answers must be what the model predicts,
/// and after one in four the whole store: which changes wait, with which versions, what was taken, and what is
/// visible.
///
/// At the end of a sequence the remote takes everything. The next one goes on from there: opening a store
/// costs as much as a sequence.
package struct FeedSequences {
  /// The store differs from the model.
  package struct Mismatch: Error, CustomStringConvertible {
    package let description: String
  }

  package static let operations = 50

  let sample: FeedSample
  let folder: String
  let isTold: Bool
  var random: SimulationRandom
  var store: Store
  var files = 0
  var clock: Int64 = FeedSample.start.milliseconds
  var model: FeedModel
  var flights: [FeedModel.Flight] = []
  /// What the remote has, by id.
  var held: [String: (score: Int, tag: String)] = [:]
  /// The ids of what has changed there since the last pull.
  var news: [String] = []
  var tags = 0
  var token: [UInt8]?
  var step = 0
  /// How often each kind of operation and answer came.
  package internal(set) var counts: [String: Int] = [:]

  /// - Parameters:
  ///   - folder: An empty folder for the store.
  ///   - isTold: Whether to print what happens.
  package init(seed: UInt64, _ sample: FeedSample, folder: String, isTold: Bool = false) throws {
    self.sample = sample
    self.folder = folder
    self.isTold = isTold
    random = SimulationRandom(seed: seed)
    model = sample.model
    try Data(sample.store).write(to: URL(fileURLWithPath: "\(folder)/0.db"))
    store = try Store.open(path: "\(folder)/0.db", deviceID: "d1")
  }

  var now: Instant { Instant(milliseconds: clock) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  /// - Throws: ``Mismatch`` when the store is not as predicted.
  package mutating func run() throws {
    step = 0
    for _ in 0..<Self.operations {
      step += 1
      clock += Int64(number(0..<3_000))
      // Somebody sets the clock back.
      if number(0..<40) == 0 { clock -= 600_000 }
      try operate()
      // What is wrong stays wrong, so it is seen later. Each operation's own answer is always compared.
      let isChecked = number(0..<4) == 0
      if isChecked || isTold || step == Self.operations { try check() }
    }
    try drain()
  }

  /// Deletes a result without telling the model, so that a test can see that this is found.
  package func changeUnseen() throws {
    guard let id = model.scores.keys.min() else { return }
    _ = try store.delete(id: id, now: now)
  }

  mutating func operate() throws {
    switch number(0..<100) {
    case ..<22: try ingest()
    case ..<29: try edit()
    case ..<37: try delete()
    case ..<42: try undo()
    case ..<60: try takePage()
    case ..<78: try answer()
    case ..<84: changeThere()
    case ..<91: try pull()
    case ..<93: try expire()
    case ..<97: try requeue()
    case ..<98: try rewind()
    default:
      switch number(0..<8) {
      case 0: try crash()
      case 1: try reopen()
      default: try takePage()
      }
    }
  }

  mutating func note(_ kind: String, _ detail: @autoclosure () -> String = "") {
    counts[kind, default: 0] += 1
    if isTold { print("\(step): \(kind) \(detail())") }
  }

  func expect(_ isAsPredicted: Bool, _ what: @autoclosure () -> String) throws {
    guard !isAsPredicted else { return }
    throw Mismatch(description: "operation \(step): \(what())")
  }

  // MARK: - What a user does

  mutating func ingest() throws {
    let isOther = number(0..<8) == 0
    let all = isOther ? sample.others : sample.wanted
    let ids = all.shuffled(using: &random).prefix(isOther ? 1 : number(1..<4))
    let records = ids.map { (id: $0, score: number(0..<FeedSample.scores)) }
    var batch = Batch(
      ParsedChunk(records: records.map { sample.record($0.id, $0.score) }), now: now)
    batch.replaces = number(0..<4) == 0
    note("ingest", "\(records) \(batch.replaces)")
    var action: NewAction? = NewAction(.imported)
    let outcomes = try store.ingest(batch, as: &action)
    let before = model.ingest(
      records, replaces: batch.replaces, isWanted: { !sample.others.contains($0) }, at: now)
    for (index, record) in records.enumerated() {
      let isWritten =
        switch outcomes[index] {
        case .added, .replaced: true
        case .duplicate, .disputed, .settled, .deleted, .erased, .forgotten: false
        }
      try expect(isWritten == (before[record.id] != nil), "\(record) became \(outcomes[index])")
    }
    if !before.isEmpty, let number = action?.number {
      model.undoable.append(FeedModel.Undoable(number: number, isImport: true, before: before))
    }
    try noteRefused()
  }

  /// Documents about contents against which somebody has decided take versions, too.
  private mutating func noteRefused() throws {
    let filter = PipelineFilter(pipeline: "refused", types: [RecordType.decision.name])
    let changes = try store.changes(filter, limit: 10_000, now: .latest).changes
    model.newest = max(model.newest, changes.map(\.version).max() ?? 0)
  }

  mutating func visible() -> (id: String, score: Int)? {
    model.scores.sorted { $0.key < $1.key }.randomElement(using: &random)
      .map { ($0.key, $0.value) }
  }

  mutating func edit() throws {
    guard let (id, score) = visible() else { return }
    let new = (score + number(1..<FeedSample.scores)) % FeedSample.scores
    note("edit", "\(id) \(new)")
    let fields = sample.record(id, new).fields
    let edited = try store.edit(id: id, now: now) { _, _ in fields }
    try expect(edited != nil, "\(id) cannot be edited")
    model.correct(id, .played(new), action: try lastAction(), at: now)
    try noteRefused()
  }

  mutating func delete() throws {
    guard let (id, _) = visible() else { return }
    note("delete", id)
    let isDone = try store.delete(id: id, now: now)
    try expect(isDone, "\(id) cannot be deleted")
    model.correct(id, .deleted, action: try lastAction(), at: now)
    try noteRefused()
  }

  func lastAction() throws -> Int64 { try store.newestAction() ?? 0 }

  mutating func undo() throws {
    guard let action = model.nextUndoable() else { return }
    note("undo", "\(action.number)")
    let first = model.firstVersion(at: now)
    let outcome = try store.undo(action.number, now: now)
    guard case .undone(action.before.count, kept: _) = outcome else {
      throw Mismatch(description: "operation \(step): the undo of \(action) is \(outcome)")
    }
    var versions: [String: Int64] = [:]
    if action.before.count == 1, let id = action.before.keys.first {
      versions[id] = first
    } else {
      // In which order is not said.
      for change in try store.changes(sample.observer, limit: 1_000, now: .latest).changes {
        if let id = change.record?.id, action.before[id] != nil { versions[id] = change.version }
      }
      let expected = Set(first..<first + Int64(action.before.count))
      try expect(Set(versions.values) == expected, "an undo has the versions \(versions)")
    }
    model.undo(action, versions)
    try noteRefused()
  }

  // MARK: - Sending

  mutating func takePage() throws {
    let limit = number(0..<4) == 0 ? 1_000 : number(1..<5)
    let flight = try page(limit: limit, at: now)
    note("page", "\(flight.changes.map(\.id))")
    guard !flight.changes.isEmpty else { return }
    flights.append(flight)
    if flights.count > 3 { flights.removeFirst() }
  }

  /// A page of the feed, which must be as predicted.
  mutating func page(limit: Int, at now: Instant) throws -> FeedModel.Flight {
    let due = model.due(at: now)
    let again = min(limit, due.count)
    let page = try store.changes(sample.filter, limit: limit, now: now)
    let ids = page.changes.map { $0.record?.id ?? "" }
    let chosen = Set(ids.prefix(again))
    let latest = chosen.compactMap { due[$0] }.max()
    let earliestLeft = due.filter { !chosen.contains($0.key) }.map(\.value).min()
    try expect(
      chosen.count == again && chosen.isSubset(of: due.keys), "due are \(due), a page has \(ids)")
    if let latest, let earliestLeft {
      try expect(latest <= earliestLeft, "due are \(due), a page has \(ids)")
    }
    let new = model.new.filter { !chosen.contains($0) }.prefix(limit - again)
    try expect(
      Array(ids.dropFirst(again)) == Array(new), "new are \(Array(new)), a page has \(ids)")
    let sent = ids.enumerated().compactMap { model.sent($1, isAgain: $0 < again) }
    for (change, expected) in zip(page.changes, sent) { try check(change, expected) }
    let end = model.end(ids, again: again, limit: limit)
    if ids.isEmpty { model.skipUnwanted() }
    return FeedModel.Flight(page: page, changes: sent, again: again, end: end)
  }

  func check(_ change: Change, _ expected: FeedModel.Sent) throws {
    let content: FeedModel.Content =
      change.isDeleted ? .deleted : change.record.map { .played(sample.score($0)) } ?? .withdrawn
    let found = FeedModel.Sent(
      id: expected.id, version: change.version, content: content, attempts: change.attempts)
    try expect(found == expected, "\(expected) is sent as \(found)")
    let copy = model.copies[expected.id]
    try expect(
      change.copy?.version == copy?.version && change.copy?.tag == copy?.tag
        && change.copy?.isGone == copy?.isGone, "\(expected.id) has \(change.copy as Any)")
  }

  mutating func answer() throws {
    guard !flights.isEmpty else { return }
    let index = number(0..<flights.count)
    let flight = flights[index]
    // The same answer may come once more.
    if number(0..<3) > 0 { flights.remove(at: index) } else { note("answer twice") }
    var outcomes: [String: DeliveryOutcome] = [:]
    var saved: [String: String] = [:]
    var conflicts: [FeedModel.News] = []
    for change in flight.changes {
      if model.items[change.id]?.version != change.version { note("late answer", change.id) }
      let later = Instant(milliseconds: clock + Int64(number(0..<5_000)))
      switch number(0..<10) {
      case ..<4:
        note("saved", change.id)
        outcomes[change.id] = .taken
        saved[change.id] = save(change)
      case 4:
        note("retry", change.id)
        outcomes[change.id] = .retry(at: later, reason: "busy")
      case 5:
        note("unknown", change.id)
        outcomes[change.id] = .unknown(retryAt: later, reason: "silence")
        if number(0..<2) == 0 { _ = save(change) }
      case 6:
        note("rejected", change.id)
        outcomes[change.id] = .rejected(reason: "no")
      case 7:
        note("paused", change.id)
        outcomes[change.id] = .paused(reason: "sign in")
      case 8:
        guard held[change.id] != nil || isLiveThere(change.id) else { continue }
        note("conflict", change.id)
        conflicts.append(FeedModel.News(id: change.id, held: held[change.id]))
        outcomes[change.id] = .retry(at: now, reason: "the remote holds another version")
      default: note("no answer", change.id)
      }
    }
    if !conflicts.isEmpty {
      _ = try store.merge(arrivals(conflicts, nil), now: now)
      model.merge(conflicts, isLast: nil, order: sample.order, at: now)
    }
    try settle(flight, outcomes, saved)
  }

  mutating func settle(
    _ flight: FeedModel.Flight, _ outcomes: [String: DeliveryOutcome], _ saved: [String: String]
  ) throws {
    var byItem: [Int64: DeliveryOutcome] = [:]
    var copies: [Int64: ZoneCopy] = [:]
    for (change, sent) in zip(flight.page.changes, flight.changes) {
      byItem[change.item] = outcomes[sent.id]
      guard let tag = saved[sent.id] else { continue }
      copies[change.item] = ZoneCopy(
        tag: change.isDeleted ? nil : tag, version: change.version, isGone: change.isDeleted)
    }
    try store.settle(
      flight.page, byItem, copies: copies.isEmpty ? [:] : [FeedSample.zone: copies])
    model.settle(flight, outcomes, tags: saved)
  }

  func isLiveThere(_ id: String) -> Bool { model.copies[id].map { !$0.isGone } ?? false }

  // MARK: - Checks

  mutating func check() throws {
    var scores: [String: Int] = [:]
    for record in try store.results() { scores[record.id] = sample.score(record) }
    try expect(scores == model.scores, "visible are \(scores), not \(model.scores)")
    let counts = try store.pendingCount(sample.filter, at: now)
    let expected = model.counts
    try expect(
      (counts.pending, counts.paused, counts.rejected) == expected,
      "\(counts.pending) wait, \(counts.paused) paused, \(counts.rejected) rejected, not \(expected)"
    )
    _ = try page(limit: 1_000, at: .latest)
  }

  /// Looks for damage, which no single operation could have found.
  package func verify() throws {
    let damage = try store.verify()
    try expect(damage.isEmpty, "verify: \(damage)")
  }

  /// Whatever came before: when the remote takes everything, nothing is left.
  mutating func drain() throws {
    step += 1
    for state in [Delivery.State.rejected, .paused] {
      _ = try store.requeue(sample.filter.pipeline, [state])
      model.requeue(state)
    }
    for _ in 0..<100 {
      let flight = try page(limit: 3, at: .latest)
      guard !flight.changes.isEmpty else { return }
      var saved: [String: String] = [:]
      for change in flight.changes { saved[change.id] = save(change) }
      try settle(flight, saved.mapValues { _ in .taken }, saved)
    }
    try expect(false, "the feed does not end")
  }
}

extension Instant {
  /// Later than all times of a sequence.
  fileprivate static let latest = Instant(milliseconds: 4_000_000_000_000)
}
