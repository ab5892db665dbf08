package import ServerJSON

/// The zone and name of a record.
package struct RecordKey: Hashable, Sendable {
  // Bytes, because strings are also equal when only their composition of characters differs.
  private let zone: [UInt8]
  private let name: [UInt8]

  /// Returns `nil` for what has no zone or no name.
  package init?(_ record: JSON) {
    guard let zone = record["zone"]?.string, let name = record["recordName"]?.string else {
      return nil
    }
    self.zone = Array(zone.utf8)
    self.name = Array(name.utf8)
  }
}

/// What became of a record of a batch, as the protocol says it (`Documentation/remotes.md`).
package func pushResult(_ record: JSON, _ status: String, _ more: [(String, JSON?)] = []) -> JSON {
  .members(
    [
      ("zone", record["zone"] ?? .null), ("recordName", record["recordName"] ?? .null),
      ("status", .string(status)),
    ] + more)
}
