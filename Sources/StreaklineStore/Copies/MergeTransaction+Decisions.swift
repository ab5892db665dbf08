internal import GRDB
internal import StreaklineCore

extension MergeTransaction {
  /// Notes the newest change that the page has of each other device.
  func notePeers() throws {
    var seen: [String: Instant] = [:]
    for arrival in page.arrivals {
      guard let stamp = arrival.stamp, stamp.device != thisDevice, !stamp.device.isEmpty else {
        continue
      }
      seen[stamp.device] = max(seen[stamp.device] ?? stamp.time, stamp.time)
    }
    try PeerTable.save(seen, db)
  }

  /// Whether the record is of a person whose data is erased, and from before that.
  func isRefused(_ arrival: Arrival) -> Bool {
    guard decisions.hasErasures else { return false }
    let user: String?
    var playedAt: Instant?
    switch arrival.content {
    case .result(let record):
      user = record.userId
      playedAt = record.fields["playedAt"]?.string.flatMap(Instant.init(iso8601:))
    case .document(let document): user = document.fields["userId"]?.string
    case .foreign: user = arrival.others?["userId"]?.string
    case .deletion: return false
    }
    guard let user else { return false }
    return decisions.refuses(
      user, arrival.stamp, modifiedAt: arrival.modifiedAt, playedAt: playedAt)
  }

  /// Does not take a record of an erased person, and notes that the remote has to delete it.
  mutating func refuse(_ arrival: Arrival) throws {
    counts.refused += 1
    var stray = StrayTable.Row()
    stray.isGone = true
    stray.life = (arrival.stamp?.life ?? arrival.life ?? 0) | 1
    try strays.save(stray, arrival.name)
    guard let type = arrival.type else { return }
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
