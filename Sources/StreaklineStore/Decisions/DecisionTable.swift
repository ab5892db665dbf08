internal import GRDB
package import StreaklineCore

/// What was done here about a decision.
package enum DecisionState: String, Sendable, CaseIterable {
  /// It was made here.
  case made
  /// It came from another device and was carried out.
  case applied
  /// It came from another device and waits for a yes.
  case waiting
  /// It came from another device, and the answer was no.
  case refused
}

/// What a device tells the others of an erasure that one of them has decided: the kind of the document that says so.
package enum ErasureAnswer: String, Sendable {
  /// It has carried the erasure out.
  case followed
  /// It keeps what it has.
  case refused = "kept"
}

/// A decision, and what is known of it here.
package struct StoredDecision: Sendable {
  package let decision: Decision
  package let state: DecisionState
  /// By which it came; `nil` when it was made here.
  package let pipeline: String?
  /// What that pipeline carries.
  package let scope: PipelineFilter?
  /// The remote's account, where it is one person's.
  package let account: String?
  package let seenAt: Instant
  /// How many results it concerned here.
  package let results: Int

  package init(
    decision: Decision, state: DecisionState, pipeline: String?, scope: PipelineFilter?,
    account: String?, seenAt: Instant, results: Int
  ) {
    self.decision = decision
    self.state = state
    self.pipeline = pipeline
    self.scope = scope
    self.account = account
    self.seenAt = seenAt
    self.results = results
  }

  /// In place of an account: the decision was made here, and ``Decision/ownRole`` means that of every device.
  static let everybodys = "*"

  /// The same with another state.
  ///
  /// - Parameter results: How many results it concerned, where that is another number.
  package func with(_ state: DecisionState, results: Int? = nil) -> StoredDecision {
    StoredDecision(
      decision: decision, state: state, pipeline: pipeline, scope: scope, account: account,
      seenAt: seenAt, results: results ?? self.results)
  }

  /// Whether the user of texts without a sender is here who he is on the device that has decided.
  package var coversRole: Bool {
    account == Self.everybodys
      || account.map { decision.concerns(Decision.ownRole, role: "@\($0)") } ?? false
  }
}

/// The table `decision`, with the documents of the type `Decision`.
enum DecisionTable {
  static func save(_ stored: StoredDecision, _ db: Database) throws {
    let insertion = try RowStatement(
      db, "INSERT OR REPLACE INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    insertion.bindWithChecksum(
      .text(stored.decision.id), .text(stored.state.rawValue), .text(stored.pipeline),
      .text(stored.scope.map { String(json: $0.json) }), .text(stored.account),
      .number(stored.seenAt.milliseconds), .number(Int64(stored.results)))
    try insertion.run()
  }

  /// All decisions about which something was done here, the oldest first.
  static func all(_ db: Database) throws -> [StoredDecision] {
    try ChecksummedTable.require("decision", of: db)
    let rows = try RowStatement(
      db,
      """
      SELECT decision.name, fields, decision.state, pipeline, scope, account, seenAt, results,
        document.state, record.version, item, deletedAt, lineage, record.checksum
      FROM decision LEFT JOIN document
        ON document.type = 'Decision' AND document.name = decision.name
      LEFT JOIN record ON record.version = document.version
      """)
    var all: [StoredDecision] = []
    while try rows.next() {
      guard let documentState = rows.number(8) else {
        throw DamagedRow(detail: "a decision lacks its document")
      }
      guard documentState != ResultState.deleted.rawValue else { continue }
      try rows.require(13, of: [9, 10, 11, 1, 12], .record)
      guard var decision = decision(rows), let state = rows.text(2).flatMap(DecisionState.init),
        let seenAt = rows.number(6).map(Instant.init(milliseconds:)), let results = rows.number(7)
      else { throw DamagedRow(detail: "a decision cannot be read") }
      // A clock that is ahead decides nothing about what is still to come. Which of two names stays depends on the order
      // of decisions, which has to be the same on all devices.
      if !decision.kind.joinsNames { decision.at = min(decision.at, seenAt) }
      let pipeline = rows.text(3)
      let scope = rows.bytes(4).flatMap { try? readJSON($0) }
        .flatMap { PipelineFilter(pipeline: pipeline ?? "", json: $0) }
      all.append(
        StoredDecision(
          decision: decision, state: state, pipeline: pipeline, scope: scope,
          account: rows.text(5), seenAt: seenAt, results: Int(results)))
    }
    return all.sorted { $0.decision.isBefore($1.decision) }
  }

  /// The decisions that hold here.
  static func active(_ db: Database) throws -> Decisions {
    let some = try RowStatement(db, "SELECT 1 FROM decision LIMIT 1")
    defer { some.reset() }
    return try some.next() ? Decisions(held(db)) : Decisions()
  }

  /// The erasures that other devices have decided and that were refused here.
  static func refused(_ db: Database) throws -> Decisions {
    let some = try RowStatement(db, "SELECT 1 FROM decision WHERE state = 'refused' LIMIT 1")
    defer { some.reset() }
    guard try some.next() else { return Decisions() }
    return try Decisions(
      all(db).filter { $0.state == .refused && $0.decision.kind == .erased }
        .map { Decisions.Held($0.decision, coversRole: $0.coversRole) })
  }

  /// The decisions that were made or carried out here, also those that were taken back.
  static func held(_ db: Database) throws -> [Decisions.Held] {
    try all(db).filter { $0.state == .made || $0.state == .applied }
      .map { Decisions.Held($0.decision, coversRole: $0.coversRole) }
  }

  /// Decisions that have come and about which nothing was done yet, the oldest first.
  static func arrived(_ db: Database) throws -> [Decision] {
    let rows = try RowStatement(
      db,
      """
      SELECT name, fields FROM document JOIN record USING (version)
      WHERE type = 'Decision' AND state <> 3 AND name NOT IN (SELECT name FROM decision)
      """)
    var arrived: [Decision] = []
    while try rows.next() {
      if let decision = decision(rows) { arrived.append(decision) }
    }
    return arrived.sorted { $0.isBefore($1) }
  }

  /// The decisions that are gone, because they name a person whose data another device has erased.
  static func gone(_ db: Database) throws -> Set<String> {
    try String.fetchSet(
      db, sql: "SELECT name FROM document WHERE type = 'Decision' AND state = 3")
  }

  /// The decision of a row whose first columns are name and fields.
  private static func decision(_ row: RowStatement) -> Decision? {
    guard let name = row.text(0), let json = row.bytes(1),
      let fields = (try? readJSON(json))?.object
    else { return nil }
    return Decision(id: name, fields)
  }
}

/// The table `erasedLife`.
enum ErasedLifeTable {
  /// A hash of what identifies a result.
  private static func identity(_ type: String, _ id: CompositeID) -> Int64 {
    var hash = XXHash64()
    hash.add(Array("\(type)|\(id.encoded)".utf8))
    return Int64(bitPattern: hash.digest)
  }

  static func save(_ type: String, _ id: CompositeID, life: Int, _ db: Database) throws {
    let insertion = try RowStatement(db, "INSERT OR REPLACE INTO erasedLife VALUES (?, ?, ?)")
    insertion.bindWithChecksum(.number(identity(type, id)), .number(Int64(life)))
    try insertion.run()
  }

  /// The life in which a result of an erased person begins that is new here.
  static func next(_ type: String, _ id: CompositeID, _ db: Database) throws -> Int {
    let rows = try RowStatement(db, "SELECT life FROM erasedLife WHERE identity = ?")
    rows.bind(1, identity(type, id))
    defer { rows.reset() }
    let life = try rows.next() ? Int(rows.number(0) ?? 0) : 0
    return (life | 1) + 1
  }
}

/// The table `peer`.
enum PeerTable {
  /// Notes the newest change that was met of each device.
  static func save(_ seen: [String: Instant], _ db: Database) throws {
    guard !seen.isEmpty else { return }
    let known = try all(db)
    let insertion = try RowStatement(db, "INSERT OR REPLACE INTO peer VALUES (?, ?, ?)")
    for (device, time) in seen.sorted(by: { $0.key < $1.key })
    where known[device].map({ $0 < time }) ?? true {
      insertion.bindWithChecksum(.text(device), .number(time.milliseconds))
      try insertion.run()
    }
  }

  static func all(_ db: Database) throws -> [String: Instant] {
    let rows = try RowStatement(db, "SELECT device, seenAt FROM peer")
    var all: [String: Instant] = [:]
    while try rows.next() {
      if let device = rows.text(0), let time = rows.number(1) {
        all[device] = Instant(milliseconds: time)
      }
    }
    return all
  }
}

extension DecisionTable {
  /// A decision that is made here and now.
  static func new(_ kind: Decision.Kind, _ db: Database, _ now: Instant) throws -> Decision {
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    // Of two decisions the later one counts, also of two in one millisecond. What a device whose clock is ahead has said
    // of names must not let an erasure reach into the future.
    let moments = try all(db).map { stored in
      kind.joinsNames ? stored.decision.at : min(stored.decision.at, stored.seenAt)
    }
    let newest = moments.max()?.milliseconds ?? 0
    return Decision(
      kind, at: Instant(milliseconds: max(now.milliseconds, newest + 1)), device: device,
      version: try VersionClock.newest(db) + 1)
  }

  /// Stores a decision that is made here. Call it when the transaction has given all its versions.
  ///
  /// - Parameter coversRole: Whether ``Decision/ownRole`` means that of every device, and not only this device's.
  static func make(
    _ decision: Decision, _ store: Store, _ db: Database, _ now: Instant, results: Int = 0,
    coversRole: Bool = true
  ) throws {
    _ = try store.store([decision.document], db, now)
    try save(
      StoredDecision(
        decision: decision, state: .made, pipeline: nil, scope: nil,
        account: coversRole ? StoredDecision.everybodys : nil,
        seenAt: max(now, decision.at), results: results), db)
  }

  /// The decisions that had joined one of these names with another one and were taken back.
  static func takenBack(_ names: Set<String>, _ db: Database) throws -> [Decision] {
    try all(db).map(\.decision).filter { decision in
      decision.undoneAt != nil && decision.kind.joinsNames
        && [decision.old, decision.new].contains { $0.map(names.contains) ?? false }
    }
  }

  /// All names that the store knows of people.
  static func names(_ db: Database) throws -> Set<String> {
    try String.fetchSet(
      db,
      sql: """
        SELECT user FROM pair UNION SELECT user FROM miss UNION SELECT name FROM alias
        UNION SELECT user FROM alias WHERE user IS NOT NULL UNION SELECT user FROM person
        UNION SELECT name FROM person
        UNION SELECT json_extract(fields, '$.userId') FROM document JOIN record USING (version)
          WHERE json_extract(fields, '$.userId') IS NOT NULL
        UNION SELECT json_extract(fields, '$.old') FROM document JOIN record USING (version)
          WHERE type = 'Decision' AND json_extract(fields, '$.old') IS NOT NULL
        UNION SELECT json_extract(fields, '$.new') FROM document JOIN record USING (version)
          WHERE type = 'Decision' AND json_extract(fields, '$.new') IS NOT NULL
        """)
  }
}
