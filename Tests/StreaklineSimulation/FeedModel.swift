internal import StreaklineCore
internal import StreaklineStore

/// What a store with one pipeline must hold, in a few dictionaries: for each result its content, its
/// version and what the remote is known to have of it.
///
/// The versions are counted here once more, so what is read from the store is never what is expected.
struct FeedModel {
  /// What a result is. A number is its score.
  enum Content: Hashable {
    case played(Int)
    case deleted
    /// As if it had never been there: its import was undone.
    case withdrawn

    var score: Int? {
      if case .played(let score) = self { score } else { nil }
    }
  }

  struct Item: Hashable {
    var content: Content
    var version: Int64
    /// Whether the pipeline sends it.
    let isWanted: Bool
    /// What the user has decided against, with the actions in which he did.
    var aside: [Aside] = []
    /// Whether another content was ever kept beside it.
    var isDisputed = false
    /// The scores that were replaced by changes which were made here, since the remote's was taken last.
    var replaced: [Int] = []

    /// Notes that the content is replaced by a change which is made here.
    mutating func noteReplaced() {
      guard let score = content.score else { return }
      replaced.removeAll { $0 == score }
      replaced = Array(([score] + replaced).prefix(8))
    }
  }

  struct Aside: Hashable {
    let action: Int64?
    let score: Int
  }

  /// What the remote is known to have of an item.
  struct Copy: Hashable {
    var tag: String?
    /// The version here that says the same; 0 when none does, and ``perhapsLost``.
    var version: Int64
    var isGone = false
    var round: Int

    /// The version of what the remote may have lost.
    static let perhapsLost: Int64 = -1
  }

  /// A change that the cursor has passed and the remote has not taken.
  struct Waiting: Hashable {
    var version: Int64
    var state: Delivery.State
    var attempts: Int
    var nextAt: Instant?
  }

  var items: [String: Item] = [:]
  var copies: [String: Copy] = [:]
  var waiting: [String: Waiting] = [:]
  var undoable: [Undoable] = []
  var cursor: Int64 = 0
  /// The newest version that was given.
  var newest: Int64 = 0
  var round = 1
  var isWhole = false
  /// Whether the remote has answered, so that it is known what it has.
  private(set) var isKnown = false

  /// The scores of all visible results, by id.
  var scores: [String: Int] { items.compactMapValues(\.content.score) }

  // MARK: - Changes here

  /// The first version of a transaction.
  func firstVersion(at now: Instant) -> Int64 { max(now.milliseconds << 10, newest + 1) }

  /// - Parameter records: Ids and scores, each id once.
  /// - Returns: The ids that were written.
  mutating func ingest(
    _ records: [(id: String, score: Int)], replaces: Bool, isWanted: (String) -> Bool,
    at now: Instant
  ) -> [String: (content: Content, version: Int64)] {
    let first = firstVersion(at: now)
    var before: [String: (content: Content, version: Int64)] = [:]
    for (index, (id, score)) in records.enumerated() {
      let version = first + Int64(index)
      let item = items[id]
      switch item?.content {
      case nil: items[id] = Item(content: .played(score), version: version, isWanted: isWanted(id))
      case .withdrawn: items[id]?.content = .played(score)
      case .deleted:
        guard replaces || !isAside(id, score) else { continue }
        items[id]?.content = .played(score)
      case .played(let known):
        guard known != score else { continue }
        guard replaces else {
          if !isAside(id, score) { items[id]?.isDisputed = true }
          continue
        }
        items[id]?.noteReplaced()
        items[id]?.content = .played(score)
      }
      before[id] = (item?.content ?? .withdrawn, version)
      items[id]?.version = version
      newest = max(newest, version)
    }
    return before
  }

  private func isAside(_ id: String, _ score: Int) -> Bool {
    items[id].map { item in
      item.aside.contains { $0.score == score } || item.replaced.contains(score)
    } ?? false
  }

  /// Deletes a result, or gives it another score, for an action of the user.
  mutating func correct(_ id: String, _ content: Content, action: Int64, at now: Instant) {
    guard let item = items[id], let score = item.content.score else { return }
    let version = firstVersion(at: now)
    items[id]?.aside.append(Aside(action: action, score: score))
    undoable.append(
      Undoable(number: action, isImport: false, before: [id: (item.content, version)]))
    write(id, content, version)
  }

  mutating func write(_ id: String, _ content: Content, _ version: Int64) {
    items[id]?.noteReplaced()
    items[id]?.content = content
    items[id]?.version = version
    newest = max(newest, version)
  }

  /// The action that can be taken back next, unless something else has changed its results since.
  mutating func nextUndoable() -> Undoable? {
    guard let last = undoable.popLast() else { return nil }
    for (id, before) in last.before {
      guard let item = items[id], item.version == before.version else { return nil }
      // Then a content that was kept beside it would take its place.
      if before.content == .withdrawn, item.isDisputed { return nil }
    }
    return last
  }

  /// - Parameter versions: The new versions of the action's results.
  mutating func undo(_ action: Undoable, _ versions: [String: Int64]) {
    for (id, before) in action.before {
      items[id]?.aside.removeAll { $0.action == action.number }
      write(id, before.content, versions[id] ?? 0)
    }
  }

  // MARK: - What waits

  /// The changes that are due again, by id.
  func due(at now: Instant) -> [String: Instant] {
    var due: [String: Instant] = [:]
    for (id, change) in waiting {
      guard let item = items[id], item.isWanted, item.version == change.version,
        copies[id]?.version != item.version, let next = change.nextAt, next <= now
      else { continue }
      due[id] = next
    }
    return due
  }

  /// The changes above the cursor, by version. The remote is not told of the deletion of what it never had.
  var new: [String] {
    items.filter { id, item in
      let isUnknown = isKnown && item.content.score == nil && copies[id] == nil
      return item.isWanted && item.version > cursor && copies[id]?.version != item.version
        && !isUnknown
    }
    .sorted { $0.value.version < $1.value.version }.map(\.key)
  }

  /// What is counted of what waits.
  var counts: (pending: Int, paused: Int, rejected: Int) {
    let new = Set(new)
    var counts = (pending: new.count, paused: 0, rejected: 0)
    for (id, change) in waiting {
      guard let item = items[id], item.version == change.version, !new.contains(id), item.isWanted,
        copies[id]?.version != item.version
      else { continue }
      if change.state == .rejected {
        counts.rejected += 1
        continue
      }
      counts.pending += 1
      counts.paused += change.state == .paused ? 1 : 0
    }
    return counts
  }

  /// - Parameter isAgain: Whether it was sent before.
  func sent(_ id: String, isAgain: Bool) -> Sent? {
    guard let item = items[id] else { return nil }
    return Sent(
      id: id, version: item.version, content: item.content == .withdrawn ? .deleted : item.content,
      attempts: isAgain ? waiting[id]?.attempts ?? 0 : 0)
  }

  /// Where a page ends that has that many changes, of which some were sent before.
  func end(_ page: [String], again: Int, limit: Int) -> Int64 {
    guard page.count == limit else { return max(cursor, newestItem) }
    return again == limit ? cursor : page.last.flatMap { items[$0]?.version } ?? cursor
  }

  /// The newest version that is still that of an item.
  private var newestItem: Int64 { items.values.map(\.version).max() ?? 0 }

  /// A page without changes moves the cursor over what the pipeline does not want.
  mutating func skipUnwanted() { cursor = max(cursor, newestItem) }
}

// MARK: - Answers

extension FeedModel {
  /// A page that was sent, with the position after it.
  struct Flight {
    let page: ChangePage
    /// First those that were sent before.
    let changes: [Sent]
    let again: Int
    let end: Int64
  }

  /// - Parameter outcomes: By id.
  mutating func settle(
    _ flight: Flight, _ outcomes: [String: DeliveryOutcome], tags: [String: String]
  ) {
    let open = flight.changes.dropFirst(flight.again).first { outcomes[$0.id] == nil }
    cursor = max(cursor, open.map { $0.version - 1 } ?? flight.end)
    if !tags.isEmpty { isKnown = true }
    for change in flight.changes {
      guard let outcome = outcomes[change.id] else { continue }
      settle(change, outcome)
      guard let tag = tags[change.id] else { continue }
      let isGone = change.content.score == nil
      copies[change.id] = Copy(
        tag: isGone ? nil : tag, version: change.version, isGone: isGone, round: round)
    }
  }

  private mutating func settle(_ change: Sent, _ outcome: DeliveryOutcome) {
    let before = waiting[change.id]
    var after = Waiting(version: change.version, state: .retry, attempts: 0)
    switch outcome {
    case .taken: return remove(change)
    case .retry(let at, _): after.nextAt = at
    case .unknown(let at, _): (after.state, after.nextAt) = (.outcomeUnknown, at)
    case .rejected: after.state = .rejected
    case .paused: after.state = .paused
    }
    // An answer about an older version says nothing about the newer one.
    guard items[change.id]?.version == change.version else { return remove(change) }
    after.attempts =
      (before?.version == change.version ? before?.attempts ?? 0 : 0)
      + (after.state == .paused ? 0 : 1)
    waiting[change.id] = after
  }

  private mutating func remove(_ change: Sent) {
    guard let known = waiting[change.id], known.version <= change.version else { return }
    waiting[change.id] = nil
  }

  mutating func requeue(_ state: Delivery.State) {
    for (id, change) in waiting where change.state == state {
      waiting[id] = Waiting(
        version: change.version, state: .retry, attempts: 0, nextAt: Instant(milliseconds: 0))
    }
  }

  mutating func rewind() {
    cursor = 0
    waiting = [:]
    for id in copies.keys { copies[id]?.version = Copy.perhapsLost }
    if isKnown { startRound() }
  }
}

// MARK: - What a remote says

extension FeedModel {
  /// What a remote has: a score with its tag, or that the record is gone.
  struct News {
    let id: String
    let held: (score: Int, tag: String)?
  }

  /// A page that changes nothing, because another run has pulled it: so the remote has answered before.
  mutating func passStalePage() { isKnown = true }

  mutating func startRound() {
    isKnown = true
    round += 1
    isWhole = false
  }

  /// - Parameters:
  ///   - isLast: Whether the page ends a round; `nil` for an answer to a push.
  ///   - order: The order in which the store looks at items that are gone.
  mutating func merge(_ news: [News], isLast: Bool?, order: [String], at now: Instant) {
    isKnown = true
    var next = firstVersion(at: now)
    for one in news {
      if let held = one.held { take(one.id, held.score, held.tag, &next, at: now) }
    }
    for one in news where one.held == nil { delete(one.id, &next) }
    guard isLast == true, !isWhole else { return }
    isWhole = true
    for id in order {
      guard let copy = copies[id], copy.round < round, !copy.isGone else { continue }
      if copy.version == Copy.perhapsLost { copies[id] = nil } else { delete(id, &next) }
    }
  }

  private mutating func take(
    _ id: String, _ score: Int, _ tag: String, _ next: inout Int64, at now: Instant
  ) {
    let copy = copies[id]
    if let copy, !copy.isGone, copy.tag == tag {
      copies[id]?.round = round
      return
    }
    guard let item = items[id] else {
      items[id] = Item(content: .withdrawn, version: 0, isWanted: true)
      return accept(id, score, tag, &next)
    }
    switch item.content {
    case .played(let mine) where mine == score:
      copies[id] = Copy(tag: tag, version: item.version, round: round)
    case .played where copy?.version != item.version && item.replaced.contains(score):
      // Ours is a correction of just that, which the remote has not met yet.
      copies[id] = Copy(tag: tag, version: 0, round: round)
      sendAgain(id, item.version, at: now)
    case .played:
      // The side that did not change yields; else ours is kept beside the remote's.
      if copy?.version != item.version {
        items[id]?.isDisputed = true
      } else if let score = item.content.score {
        items[id]?.aside.append(Aside(action: nil, score: score))
      }
      accept(id, score, tag, &next)
    case .withdrawn where copy == nil: accept(id, score, tag, &next)
    case .deleted where copy == nil && !concerns(item, score): accept(id, score, tag, &next)
    case .deleted, .withdrawn:
      if item.content == .deleted, !concerns(item, score) { items[id]?.isDisputed = true }
      copies[id] = Copy(tag: tag, version: 0, round: round)
      sendAgain(id, item.version, at: now)
    }
  }

  /// Whether the deletion of an item, of which the remote does not know, was that of such a score.
  private func concerns(_ item: Item, _ score: Int) -> Bool {
    item.replaced.isEmpty || item.replaced.contains(score)
      || item.aside.contains { $0.score == score }
  }

  private mutating func sendAgain(_ id: String, _ version: Int64, at now: Instant) {
    let known = waiting[id].flatMap { $0.version == version ? $0.attempts : nil } ?? 0
    waiting[id] = Waiting(version: version, state: .retry, attempts: known, nextAt: now)
  }

  private mutating func accept(_ id: String, _ score: Int, _ tag: String, _ next: inout Int64) {
    write(id, .played(score), next)
    items[id]?.replaced = []
    copies[id] = Copy(tag: tag, version: next, round: round)
    next += 1
  }

  private mutating func delete(_ id: String, _ next: inout Int64) {
    guard let item = items[id], let copy = copies[id], !copy.isGone else { return }
    var gone = Copy(tag: nil, version: item.version, isGone: true, round: round)
    if let score = item.content.score {
      items[id]?.aside.append(Aside(action: nil, score: score))
      if copy.version != item.version { items[id]?.isDisputed = true }
      write(id, .deleted, next)
      gone.version = next
      next += 1
    }
    copies[id] = gone
  }
}
