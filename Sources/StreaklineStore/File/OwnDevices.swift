internal import GRDB
internal import StreaklineCore

/// The ids of this device: the one that it has, and those that the store had before it was copied or
/// restored. A copy and its original write to shared folders under different ids, so that each log has
/// one writer.
struct OwnDevices {
  /// The id that new changes are made under.
  let current: String
  /// Ids before, the oldest first, each with the newest version that was made under it.
  private let former: [(version: Int64, id: String)]

  init(_ db: Database) throws {
    current = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT version, id FROM formerDevice ORDER BY key"))
    former = rows.map { ($0[0], $0[1]) }
  }

  /// The id under which a version was made here.
  func id(of version: Int64) -> String {
    former.first { $0.version >= version }?.id ?? current
  }

  /// The id for names of records that contain the device's id. It is the first, so that records keep
  /// their names at the remotes when the store takes another id.
  var naming: String { former.first?.id ?? current }

  var all: Set<String> { Set(former.map(\.id) + [current]) }
}

extension OwnDevices {
  /// Gives a new store its id, and a copied or restored one another id.
  ///
  /// - Parameters:
  ///   - newID: The id for a store that needs one; empty to change nothing.
  ///   - marker: The marker of the store's file.
  ///   - wasNewer: Whether the store is known to have had newer changes than it has.
  static func settle(
    _ db: Database, newID: String, _ marker: StoreMarker?, wasNewer: Bool
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO device SELECT 1, ?1, 0, rowChecksum(?1, 0), ?2
        WHERE NOT EXISTS (SELECT 1 FROM device)
        """, arguments: [newID, marker?.value])
    guard !newID.isEmpty, let marker,
      let row = try Row.fetchOne(db, sql: "SELECT id, version, marker FROM device")
    else { return }
    let (id, version, stored): (String, Int64, Int64?) = (row[0], row[1], row[2])
    // A store without a marker was written by an older version, or moved by the user as it is.
    let isElsewhere = stored != nil && stored != marker.value
    guard isElsewhere || wasNewer || stored == nil else { return }
    var next = id
    if isElsewhere || wasNewer, id != newID {
      // Back in a place where it was before, for example on a stick between two machines.
      let known = try String.fetchOne(
        db, sql: "SELECT id FROM formerDevice WHERE marker = ?", arguments: [marker.value])
      next = wasNewer ? newID : known ?? newID
      try db.execute(
        sql: """
          INSERT INTO formerDevice (version, id, marker, checksum)
          SELECT ?1, ?2, ?3, rowChecksum(?1, ?2, ?3)
          WHERE NOT EXISTS (SELECT 1 FROM formerDevice WHERE version = ?1 AND id = ?2)
          """, arguments: [version, id, stored])
    }
    try db.execute(
      sql: "UPDATE device SET id = ?1, marker = ?2, checksum = rowChecksum(?1, version)",
      arguments: [next, marker.value])
  }
}

extension OwnDevices {
  /// Gives a store that comes out of a backup an id that no store had before. It forgets where it was when it had the
  /// others, so that none of them is ever taken again: other stores go on under them.
  ///
  /// - Parameters:
  ///   - marker: The marker of the store's file.
  ///   - version: New changes get versions after this one, too.
  static func renew(
    _ db: Database, newID: String, _ marker: StoreMarker?, after version: Int64
  ) throws {
    try db.execute(
      sql: """
        UPDATE formerDevice SET marker = NULL, checksum = rowChecksum(version, id, NULL)
        """)
    try db.execute(
      sql: """
        INSERT INTO formerDevice (version, id, marker, checksum)
        SELECT version, id, NULL, rowChecksum(version, id, NULL) FROM device
        WHERE NOT EXISTS (
          SELECT 1 FROM formerDevice WHERE version = device.version AND id = device.id)
        """)
    try db.execute(
      sql: """
        UPDATE device SET id = ?1, version = max(version, ?2), marker = ?3,
          checksum = rowChecksum(?1, max(version, ?2))
        """, arguments: [newID, version, marker?.value])
  }
}
