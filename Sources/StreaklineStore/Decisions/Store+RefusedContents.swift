internal import GRDB
internal import StreaklineCore

extension Store {
  /// Stores against which contents an action has decided. Call it when the transaction has given all its versions.
  func keepRefused(
    _ transaction: CorrectionTransaction, of action: Int64, _ db: Database, _ now: Instant
  ) throws {
    let names = transaction.refused
    guard !names.isEmpty, var change = try transaction.actions.find(action) else { return }
    let device = try OwnDevices(db).current
    change.detail["refused"] = .list(names.map(Value.string))
    change.detail["refusedBy"] = .string(device)
    try transaction.actions.save(change)
    _ = try store(
      names.map { RefusedContents.document($0, device: device, at: now) }, db, now)
  }

  /// Takes back an action's decisions against contents. A decision stays if another device, or another action here, has
  /// made it, too; one that ended because somebody has accepted the content is left as it is.
  func allowRefused(by action: Action, _ db: Database, _ now: Instant) throws {
    guard case .list(let names)? = action.detail["refused"], let contents = try RefusedContents(db)
    else { return }
    let devices = try OwnDevices(db)
    let standing = try namesRefused(by: devices, db)
    let own = try names.compactMap(\.string).filter { name in
      guard let said = try contents.said(name) else { return false }
      return said.isHeld && devices.all.contains(said.device) && !standing.contains(name)
    }
    _ = try store(
      own.map {
        RefusedContents.document(
          $0, device: devices.current, at: action.at, undoneAt: now, isTakenBack: true)
      }, db, now)
  }

  /// The names of the documents about the contents against which this device has decided.
  private func namesRefused(by devices: OwnDevices, _ db: Database) throws -> Set<String> {
    var names: Set<String> = []
    for action in try ActionTable(db).all() where action.undoneAt == nil {
      // A copy of a store has the actions of another device.
      guard action.detail["refusedBy"]?.string == devices.current,
        case .list(let refused)? = action.detail["refused"]
      else { continue }
      names.formUnion(refused.compactMap(\.string))
    }
    return names
  }

  /// What this device has decided against, too, when another one has taken back that it had: the names of the
  /// documents, with the times at which the other device said so.
  func refusedStill(_ db: Database) throws -> [String: Instant] {
    guard let contents = try RefusedContents(db), try contents.areAnyTakenBack() else { return [:] }
    var still: [String: Instant] = [:]
    for name in try namesRefused(by: OwnDevices(db), db) {
      guard let said = try contents.said(name), said.isTakenBack else { continue }
      still[name] = said.saidAt
    }
    return still
  }

  /// Says again that this device has decided against contents.
  func refuseAgain(_ names: [String: Instant], _ db: Database, _ now: Instant) throws {
    let device = try OwnDevices(db).current
    _ = try store(
      names.map { name, saidAt in
        RefusedContents.document(
          name, device: device, at: now,
          notBefore: Instant(milliseconds: saidAt.milliseconds + 1))
      }, db, now)
  }

  /// Ends all decisions against contents that somebody has accepted or brought back.
  func allowRefused(_ records: [Record], _ db: Database, _ now: Instant) throws {
    guard let contents = try RefusedContents(db) else { return }
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    let names = try records.flatMap { try contents.heldOrTakenBack($0) }
    _ = try store(
      names.map { RefusedContents.document($0, device: device, at: now, undoneAt: now) }, db, now)
  }
}
