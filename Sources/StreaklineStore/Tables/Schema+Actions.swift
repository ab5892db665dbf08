internal import GRDB

extension Schema {
  /// Lets the checksums of disputes and near misses cover the actions that have brought them. Rows that were damaged
  /// before stay so.
  static func coverActions(_ db: Database) throws {
    for table in [ChecksummedTable.dispute, .miss] {
      let before = table.columns.dropLast().joined(separator: ", ")
      try db.execute(sql: table.checksumUpdate(where: "checksum = rowChecksum(\(before))"))
    }
  }
}
