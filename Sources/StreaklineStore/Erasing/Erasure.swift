/// Whose data is erased.
package enum ErasedData: Hashable, Sendable {
  case all
  case user(String)
}

/// A record at a remote that was erased here and has to be deleted there.
package struct Erasure: Hashable, Sendable {
  package let pipeline: String
  package let zone: String
  package let recordName: String
  package let type: String
  /// The remote's change tag as last seen.
  package let tag: String?
  /// The life that the deletion begins, which is odd.
  package let life: Int
  /// A version for the deletion; 0 before the store has given one.
  package let version: Int64
  /// Whether the store keeps the item. Then only the lines are deleted that a log still has of its former lives.
  package var isOfFormerLife = false

  package init(
    pipeline: String, zone: String, recordName: String, type: String, tag: String?, life: Int,
    version: Int64 = 0
  ) {
    self.pipeline = pipeline
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.tag = tag
    self.life = life
    self.version = version
  }
}

/// What was erased.
package struct ErasedCounts: Hashable, Sendable {
  package var results = 0
  package var documents = 0
  package var misses = 0
  package var disputes = 0
  package var conflicts = 0
  /// Former versions of results.
  package var formers = 0
  /// What was kept of remotes' records.
  package var copies = 0
  /// Records that remotes have to delete.
  package var remoteRecords = 0
  /// The names of the files in which the data was found. They are not touched.
  package var sources: [String] = []
  /// Whether the file and its log hold nothing of it any more. Another program that reads the store
  /// at the moment can keep the log from being emptied.
  package var isFileClean = false
}
