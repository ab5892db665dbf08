internal import GRDB
package import StreaklineCore

/// What an erasure takes: of whom, and up to when.
package struct ErasedPart: Hashable, Sendable {
  /// The names of the person; `nil` for everybody.
  package var names: Set<String>?
  /// Those of ``names`` that the person had by a decision which was taken back, and that nobody has now.
  package var formerNames: Set<String> = []
  /// Nothing that is newer is erased; `nil` erases all.
  package var end: Instant?
  /// Of the user ``Decision/ownRole`` only what this device has made; `nil` for all of his.
  package var roleDevice: String?
  /// Only what this pipeline carries.
  package var scope: PipelineFilter?
  /// ``Decision/mark`` of the decision.
  package var mark: Int64?
  /// When devices have carried the decision out.
  package var carriedOut: [String: Instant]

  package init(
    names: Set<String>?, end: Instant? = nil, roleDevice: String? = nil,
    scope: PipelineFilter? = nil, mark: Int64? = nil, carriedOut: [String: Instant] = [:]
  ) {
    self.names = names
    self.end = end
    self.roleDevice = roleDevice
    self.scope = scope
    self.mark = mark
    self.carriedOut = carriedOut
  }

  /// Whether all of a user's data is taken, so that nothing has to be looked at.
  fileprivate func isWhole(_ user: String) -> Bool {
    end == nil && scope == nil && !isSharedRole(user)
  }

  /// Whether a name is one of the person's. Where everybody is erased, each name is.
  fileprivate func isOf(_ user: String) -> Bool { names?.contains(user) ?? true }

  /// Whether several people have the name, so that near misses and disputes, which no device has signed, stay.
  func isSharedRole(_ user: String) -> Bool { roleDevice != nil && user == Decision.ownRole }

  /// Whether a text was sent, or else met, before the end of the erasure.
  func isOld(sentAt: Instant?, else metAt: Instant) -> Bool {
    end.map { sentAt ?? metAt <= $0 } ?? true
  }
}

/// The items of which an erasure takes something, and those that are newer and stay.
struct ErasedItems {
  private(set) var gone: [Int64] = []
  /// Items of the same people that stay.
  private(set) var kept: [Int64] = []
  /// Those of them that are surely the person's, because the name is no role, with what their versions have replaced.
  private(set) var ownKept: [Int64: [Int64]] = [:]
  /// The results under a name that several people have which stay.
  private(set) var keptOfRole: [Int64] = []
  /// The users of the items that stay.
  private(set) var keptUsers: Set<String> = []

  private let types: ResultTypes
  private let thisDevice: OwnDevices

  init(_ db: Database, _ part: ErasedPart, _ types: ResultTypes) throws {
    self.types = types
    thisDevice = try OwnDevices(db)
    try listResults(part, db)
    try listDocuments(part, db)
  }

  private mutating func listResults(_ part: ErasedPart, _ db: Database) throws {
    guard part.names != nil || part.roleDevice != nil else {
      return gone += try Int64.fetchAll(db, sql: "SELECT number FROM result")
    }
    var pairs: [Int: (user: String, game: String)] = [:]
    let rows = try RowStatement(db, "SELECT key, user, game FROM pair")
    while try rows.next() {
      guard let key = rows.number(0), let user = rows.text(1), part.isOf(user) else { continue }
      pairs[Int(key)] = (user, rows.text(2) ?? "")
    }
    guard !pairs.isEmpty else { return }
    let results = try RowStatement(db, "SELECT number, version, state FROM result")
    let records = try RowStatement(db, "SELECT lineage, fields FROM record WHERE version = ?")
    while try results.next() {
      guard let item = results.number(0), let version = results.number(1) else { continue }
      let number = ResultKey(item)
      guard let pair = pairs[Int(number.pair)] else { continue }
      // What is deleted has no content that could be newer.
      let isDeleted = results.number(2).flatMap(ResultState.init)?.isResult == false
      if part.isWhole(pair.user) || isDeleted && !part.isSharedRole(pair.user) {
        gone.append(item)
        continue
      }
      records.bind(1, version)
      defer { records.reset() }
      guard try records.next() else { continue }
      let stamp = try Lineage(text: records.bytes(0))
        .stamp(version: version, thisDevice: thisDevice)
      let isTaken = isTaken(
        pair.user, pair.game, types.type(of: number)?.name ?? "", stamp,
        records.bytes(1).flatMap { Record.playedAt($0[...]) }, part)
      if isTaken {
        gone.append(item)
      } else {
        kept.append(item)
        keptUsers.insert(pair.user)
        if part.isSharedRole(pair.user) { keptOfRole.append(item) }
        if !part.isSharedRole(pair.user) || isMade(stamp, on: thisDevice.current) {
          ownKept[item] = stamp.replaced
        }
      }
    }
  }

  private func isTaken(
    _ user: String, _ game: String, _ type: String, _ stamp: Stamp, _ playedAt: Instant?,
    _ part: ErasedPart
  ) -> Bool {
    if let scope = part.scope, !scope.wants(type: type, user: user, game: game) { return false }
    if part.isSharedRole(user), let device = part.roleDevice, !isMade(stamp, on: device) {
      return false
    }
    guard let end = part.end else { return true }
    return Decisions.isCovered(
      stamp, modifiedAt: nil, playedAt: part.isSharedRole(user) ? nil : playedAt, end: end,
      mark: part.mark)
  }

  /// Whether a name is a role of which another device's person is erased, and not this one's.
  func isOthersRole(_ user: String, _ part: ErasedPart) -> Bool {
    part.isSharedRole(user) && part.roleDevice.map { !thisDevice.all.contains($0) } ?? false
  }

  /// Whether a device has made a version; this one has made those of its former ids, too.
  private func isMade(_ stamp: Stamp, on device: String) -> Bool {
    stamp.device == device
      || device == thisDevice.current && thisDevice.all.contains(stamp.device)
  }

  /// Documents that name the person in `userId`, and decisions that name him.
  private mutating func listDocuments(_ part: ErasedPart, _ db: Database) throws {
    let rows = try RowStatement(
      db,
      """
      SELECT document.key, type, record.version, lineage, json_extract(fields, '$.userId'),
        json_extract(fields, '$.old'), json_extract(fields, '$.new'), json_extract(fields, '$.at'),
        json_extract(fields, '$.device')
      FROM document JOIN record USING (version)
      """)
    let hasNewer = !ownKept.isEmpty
    while try rows.next() {
      guard let key = rows.number(0), let type = rows.text(1), let version = rows.number(2) else {
        continue
      }
      if type == RecordType.decision.name {
        let isNamed = [rows.text(5), rows.text(6)].contains { $0.map(part.isOf) ?? false }
        // A decision from after the erasure is about somebody else, who has the name now, unless this device had not
        // heard of the erasure when it made it.
        let at = rows.number(7) ?? 0
        let isOld = part.end.map { at <= $0.milliseconds } ?? true
        let isUnaware =
          !hasNewer
          && rows.text(8).map { device in
            // A device whose backup was restored hears again of what it knew.
            let heardAt = part.carriedOut[device]?.milliseconds
            return thisDevice.all.contains(device) && heardAt.map { at < $0 } ?? true
          } ?? false
        if isNamed, isOld || isUnaware { gone.append(-key) }
        continue
      }
      let user = rows.text(4) ?? ""
      guard part.isOf(user) else { continue }
      let stamp = try Lineage(text: rows.bytes(3)).stamp(version: version, thisDevice: thisDevice)
      let isWanted = part.scope.map { $0.wants(type: type) } ?? true
      let isOwn =
        !part.isSharedRole(user) || part.roleDevice.map { isMade(stamp, on: $0) } ?? true
      if isWanted, isOwn, part.end.map({ stamp.time <= $0 }) ?? true {
        gone.append(-key)
      } else {
        kept.append(-key)
        keptUsers.insert(user)
        if !part.isSharedRole(user) { ownKept[-key] = stamp.replaced }
      }
    }
  }
}
