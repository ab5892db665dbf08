internal import GRDB
internal import StreaklineCore

/// The table `delivery`: changes that a pipeline's cursor has passed without success.
struct DeliveryTable {
  private let pipeline: Int64
  /// Whether the pipeline had no rows when the table was opened, as nearly always.
  private let wasEmpty: Bool
  private let removal: RowStatement
  private let filing: RowStatement
  private let checksum: RowStatement
  private let search: RowStatement

  /// A number for a change that is refused now.
  private static let number =
    "iif(?4 = 'rejected', (SELECT coalesce(max(refusal), 0) + 1 FROM delivery WHERE refusal > 0), NULL)"

  init(_ db: Database, pipeline: Int64) throws {
    self.pipeline = pipeline
    removal = try RowStatement(
      db, "DELETE FROM delivery WHERE pipeline = ? AND item = ? AND version <= ?")
    // Attempts to send an older version do not count.
    filing = try RowStatement(
      db,
      """
      INSERT INTO delivery VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, \(Self.number))
      ON CONFLICT (pipeline, item) DO UPDATE
      SET version = ?3, state = ?4, attempts = iif(version = ?3, attempts, 0) + ?5, nextAt = ?6,
        reason = ?7, refusal = coalesce(delivery.refusal, \(Self.number))
      """)
    checksum = try RowStatement(
      db, ChecksummedTable.delivery.checksumUpdate(where: "pipeline = ? AND item = ?"))
    search = try RowStatement(db, "SELECT 1 FROM record WHERE version = ?")
    let any = try RowStatement(db, "SELECT 1 FROM delivery WHERE pipeline = ? LIMIT 1")
    any.bind(1, pipeline)
    wasEmpty = try !any.next()
    any.reset()
  }

  /// Stores the outcome of a change, once for each item. A change that is no longer the newest of its item
  /// needs no row, because the newer one is above the cursor.
  func settle(_ change: Change, _ outcome: DeliveryOutcome) throws {
    guard let delivery = Delivery(change, outcome), try isNewest(change.version) else {
      return try remove(change)
    }
    try file(delivery)
  }

  /// Lets a result be sent when its day starts.
  func hold(_ held: ChangePage.Held) throws {
    guard try isNewest(held.version) else { return }
    try file(
      Delivery(
        item: held.item, version: held.version, state: .retry, attempts: 0, nextAt: held.start,
        reason: "its day has not started"))
  }

  /// Lets a version be sent that the cursor has passed.
  func sendAgain(_ item: Int64, _ version: Int64, at now: Instant) throws {
    try file(
      Delivery(
        item: item, version: version, state: .retry, attempts: 0, nextAt: now,
        reason: "the remote holds another version"))
  }

  private func file(_ delivery: Delivery) throws {
    filing.bind(1, pipeline)
    filing.bind(2, delivery.item)
    filing.bind(3, delivery.version)
    filing.bind(4, delivery.state.rawValue)
    filing.bind(5, delivery.attempts)
    filing.bind(6, delivery.nextAt?.milliseconds)
    filing.bind(7, delivery.reason)
    try filing.run()
    checksum.bind(1, pipeline)
    checksum.bind(2, delivery.item)
    try checksum.run()
  }

  private func remove(_ change: Change) throws {
    guard !wasEmpty else { return }
    removal.bind(1, pipeline)
    removal.bind(2, change.item)
    removal.bind(3, change.version)
    try removal.run()
  }

  private func isNewest(_ version: Int64) throws -> Bool {
    search.bind(1, version)
    defer { search.reset() }
    return try search.next()
  }

  /// Removes rows of versions that no longer exist.
  static func removeOutdated(_ pipeline: Int64, _ db: Database) throws {
    let removal = """
      DELETE FROM delivery WHERE pipeline = ?
        AND NOT EXISTS (SELECT 1 FROM record WHERE record.version = delivery.version)
      """
    try db.cachedStatement(sql: removal).execute(arguments: [pipeline])
  }
}

extension Delivery {
  /// `nil` when the change was taken. `attempts` is the number to add.
  fileprivate init?(_ change: Change, _ outcome: DeliveryOutcome) {
    switch outcome {
    case .taken: return nil
    case .retry(let at, let reason): self.init(change, .retry, nextAt: at, reason)
    case .unknown(let at, let reason): self.init(change, .outcomeUnknown, nextAt: at, reason)
    case .rejected(let reason): self.init(change, .rejected, nextAt: nil, reason)
    case .paused(let reason): self.init(change, .paused, attempts: 0, nextAt: nil, reason)
    }
  }

  private init(
    _ change: Change, _ state: State, attempts: Int = 1, nextAt: Instant?, _ reason: String
  ) {
    self.init(
      item: change.item, version: change.version, state: state, attempts: attempts, nextAt: nextAt,
      reason: reason)
  }
}
