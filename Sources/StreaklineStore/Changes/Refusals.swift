internal import GRDB
internal import StreaklineCore

/// What of a batch is not stored, because of what was decided about people.
struct Refusals {
  /// The batch without it.
  let batch: Batch
  /// The outcomes of what is not stored, by the index of the record in the whole batch.
  private var outcomes: [Int: Outcome] = [:]
  /// Users whose data was erased.
  private var erased: Set<String> = []
  /// Users of whom remotes may have deleted records because they were erased.
  private var beginLater: Set<String> = []
  /// By user, what marks a content that is brought back in spite of erasures.
  private var marks: [String: [Int64]] = [:]
  /// By user, the marks of the erasures that this device has refused: all that it stores is kept in spite of them.
  private var refusedMarks: [String: [Int64]] = [:]
  /// The other names of each user, by decisions that have joined them.
  private var otherNames: [String: [String]] = [:]

  init(_ whole: Batch, _ db: Database) throws {
    let decisions = try DecisionTable.active(db)
    let refused = try DecisionTable.refused(db)
    guard !decisions.isEmpty || !refused.isEmpty else {
      batch = whole
      return
    }
    for (name, user) in decisions.users { otherNames[user, default: []].append(name) }
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    var later: Set<String> = []
    var marksOfRefused: [String: [Int64]] = [:]
    var ends: [String: Instant?] = [:]
    var forgotten: [String: Bool] = [:]
    // Looked up once for each user: to find the decisions about a name, a digest is made for each of them.
    func look(_ user: String) -> (end: Instant?, isForgotten: Bool) {
      if let end = ends[user], let isForgotten = forgotten[user] { return (end, isForgotten) }
      let found = (
        decisions.erasedUpTo(user, device: device), decisions.forgetting(user) != nil
      )
      ends[user] = .some(found.0)
      forgotten[user] = found.1
      if decisions.mayHaveErased(user) { later.insert(user) }
      marksOfRefused[user] = refused.marks(user, device: device)
      return found
    }
    var kept = whole
    // An export with ids may show somebody under a name that is erased or forgotten, although the id stands for a user
    // with another one.
    var shown: [String: (end: Instant?, isForgotten: Bool)] = [:]
    for (id, person) in whole.chunk.people where person.name != person.user {
      let found = look(person.name)
      guard found.end != nil || found.isForgotten else { continue }
      let known = shown[person.user]
      shown[person.user] = (
        [known?.end, found.end].compactMap(\.self).max(),
        found.isForgotten || known?.isForgotten ?? false
      )
      kept.chunk.people[id]?.name = person.user
    }
    kept.chunk.records = []
    for (index, record) in whole.chunk.records.enumerated() {
      var (end, isForgotten) = look(record.userId)
      if !shown.isEmpty, let found = shown[record.userId] {
        end = [end, found.end].compactMap(\.self).max()
        isForgotten = isForgotten || found.isForgotten
      }
      if end != nil, erased.insert(record.userId).inserted {
        marks[record.userId] = decisions.marks(record.userId, device: device)
      }
      if isForgotten {
        outcomes[index] = .forgotten
      } else if let end, !whole.replaces,
        let sentAt = Record.playedAt(record.encodedFields)
          ?? whole.chunk.earliestDays[index].map(Instant.init(startOf:))
          ?? (whole.chunk.ready.contains(index) ? Instant(startOf: record.day) : nil),
        sentAt <= end
      {
        outcomes[index] = .erased
      } else {
        kept.chunk.records.append(record)
      }
    }
    kept.chunk.nearMisses = whole.chunk.nearMisses.filter { miss in
      let (end, isForgotten) = look(miss.userId)
      guard !isForgotten else { return false }
      guard let end,
        let sentAt = miss.sentAt ?? miss.earliestDay.map(Instant.init(startOf:))
      else { return true }
      return sentAt > end
    }
    batch = kept
    beginLater = later
    refusedMarks = marksOfRefused
  }

  /// The life in which a new result begins: a later one than that in which other devices have deleted it.
  func life(of record: Record, _ db: Database) throws -> Int {
    let least = refusedMarks[record.userId]?.isEmpty ?? true ? 0 : 2
    guard beginLater.contains(record.userId) else { return least }
    let id = CompositeID(userId: record.userId, day: record.day, gameId: record.gameId)
    return max(least, try ErasedLifeTable.next(record.type, id, db))
  }

  /// Whether decisions have joined any names.
  var haveOtherNames: Bool { !otherNames.isEmpty }

  /// The names that decisions have joined with that of a user.
  func otherNames(of user: String) -> [String] { otherNames[user] ?? [] }

  /// What marks a result that is brought back although it was erased; empty for another one.
  func marks(of record: Record) -> [Int64] {
    (refusedMarks[record.userId] ?? []) + (batch.replaces ? marks[record.userId] ?? [] : [])
  }

  /// One outcome for each record of the whole batch.
  func merged(_ stored: [Outcome]) -> [Outcome] {
    guard !outcomes.isEmpty else { return stored }
    var rest = stored[...]
    return (0..<stored.count + outcomes.count).map { index in
      outcomes[index] ?? rest.removeFirst()
    }
  }
}
