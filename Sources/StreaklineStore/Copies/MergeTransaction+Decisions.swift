internal import GRDB
internal import StreaklineCore

extension MergeTransaction {
  /// Notes the newest change that the page has of each other device.
  func notePeers() throws {
    var seen: [String: Instant] = [:]
    let own = thisDevice.all
    for arrival in page.arrivals {
      guard let stamp = arrival.stamp, !own.contains(stamp.device), !stamp.device.isEmpty else {
        continue
      }
      seen[stamp.device] = max(seen[stamp.device] ?? stamp.time, stamp.time)
    }
    try PeerTable.save(seen, db)
  }

  /// Whether the record is of a person whose data is erased, and from before that.
  ///
  /// A remote without stamps does not say from when it is: what still has to be deleted there is from before.
  func isRefused(_ arrival: Arrival) -> Bool {
    guard decisions.hasErasures else { return false }
    if arrival.stamp == nil, erasedThere.contains(arrival.name) { return true }
    guard let user = user(of: arrival) else { return false }
    var playedAt: Instant?
    if case .result(let record) = arrival.content {
      playedAt = Record.playedAt(record.encodedFields)
    }
    return decisions.refuses(
      user, arrival.stamp, modifiedAt: arrival.modifiedAt, playedAt: playedAt)
  }

  /// Whether a result is of somebody who was erased after its text was sent: then nothing is kept of it beside
  /// what counts.
  func isErased(_ record: Record, _ stamp: Stamp?) -> Bool {
    decisions.hasErasures
      && decisions.refuses(
        record.userId, stamp, modifiedAt: nil, playedAt: Record.playedAt(record.encodedFields))
  }

  /// Whether a result that another device has deleted is of somebody who was erased here, and had come from another
  /// device after that. Only where the remote keeps no stamps; otherwise the stamp tells.
  func isFromErased(_ record: Record, _ arrival: Arrival, _ lineage: Lineage) -> Bool {
    arrival.stamp == nil && lineage.device == ""
      && !decisions.marks(record.userId, device: "").isEmpty
  }

  /// Notes that a deletion is of a text that an erasure concerns.
  func noteErased(_ version: Int64) throws {
    var lineage = try corrections.records.lineage(version)
    lineage.isErased = true
    try corrections.records.set(lineage, of: version)
  }

  /// Keeps what a result is now, for undoing the action.
  mutating func keep(
    _ found: CorrectionTransaction.Found, for action: Int64, isAside: Bool
  ) throws {
    let stamp = try corrections.records.lineage(found.row.version)
      .stamp(version: found.row.version, thisDevice: thisDevice)
    guard !isErased(found.record, stamp) else { return }
    try corrections.keep(found, for: action, isAside: isAside)
  }

  private func user(of arrival: Arrival) -> String? {
    switch arrival.content {
    case .result(let record): record.userId
    case .document(let document): document.fields["userId"]?.string
    case .foreign: arrival.others?["userId"]?.string
    case .deletion: nil
    }
  }

  /// Does not take a record of an erased person, and notes that the remote has to delete it.
  mutating func refuse(_ arrival: Arrival) throws {
    counts.refused += 1
    var stray = StrayTable.Row()
    stray.isGone = true
    stray.life = (arrival.stamp?.life ?? arrival.life ?? 0) | 1
    try strays.save(stray, arrival.name)
    // Another device may have the role of another person, whose results are only not taken here.
    let isOthersRole =
      user(of: arrival) == Decision.ownRole
      && !thisDevice.all.contains(arrival.stamp?.device ?? "")
    guard let type = arrival.type, !isOthersRole || page.isOnePersons else { return }
    let insertion = try RowStatement(
      db,
      """
      INSERT OR REPLACE INTO erasure (pipeline, zone, name, type, tag, life, version, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insertion.bindWithChecksum(
      .number(pipeline), .text(page.zone), .text(arrival.name), .text(type), .text(arrival.tag),
      .number(Int64(stray.life)), .number(corrections.nextVersion()))
    try insertion.run()
  }
}
