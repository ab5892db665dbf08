internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineStore

/// How much of an input the store has already, told by the input's content: an import that was
/// interrupted goes on, one of the same file ends at once, and of a longer export of the same chat
/// only what is new is read.
struct ImportProgress {
  /// How far the input is known.
  enum Known {
    case nothing
    /// The begin of it.
    case begin
    /// All of it.
    case everything
  }

  private static let headSize = 4_096
  private static let chunkSize = 262_144
  /// Bytes of the input that need not be read again.
  private(set) var done = 0
  private(set) var known = Known.nothing
  /// What came of these bytes when they were read.
  private(set) var summary = IngestSummary()
  private let opening: Input.Reopen
  private let key: String
  private let name: String
  private var source: ByteSource
  private var fingerprint = XXHash64()
  /// Bytes of `source` that are read but not in the fingerprint.
  private var ahead: [UInt8] = []
  /// The digest of this run's last checkpoint.
  private var last: UInt64?

  /// Compares the input with what the store knows of it.
  init(
    _ opening: @escaping Input.Reopen, name: String, settings: String, store: Store
  ) throws {
    self.opening = opening
    self.name = name
    source = try opening()
    let head = try source.head(Self.headSize).prefix(Self.headSize)
    var digest = XXHash64()
    digest.add(head)
    // What was deleted since is to be named, so then the input is read again.
    let parts = [String(digest.digest), settings, String(try store.deletions())]
    key =
      UniqueID(namespace: .streakline, name: parts.joined(separator: "\u{1E}")).description
    for checkpoint in try store.checkpoints(key: key) {
      guard try self.digest(at: checkpoint.offset) == checkpoint.digest else { continue }
      if checkpoint.isComplete {
        guard try isAtEnd() else { continue }
        known = .everything
      } else {
        known = .begin
        last = checkpoint.digest
      }
      done = checkpoint.offset
      summary = IngestSummary(json: checkpoint.counts)
    }
  }

  /// The mark to be stored with what stands before `offset`.
  mutating func checkpoint(
    at offset: Int, isComplete: Bool, _ summary: IngestSummary, now: Instant
  ) throws -> (checkpoint: ImportCheckpoint, replaced: UInt64?)? {
    guard let digest = try digest(at: offset) else { return nil }
    let checkpoint = ImportCheckpoint(
      key: key, offset: offset, digest: digest, isComplete: isComplete, name: name, at: now,
      counts: .object(summary.json))
    // The mark of the end stands beside the last one before it: a longer export of the same chat
    // goes on from there.
    defer { last = isComplete ? last : digest }
    return (checkpoint, isComplete ? nil : last)
  }

  /// The digest of the first `offset` bytes; `nil` when the input is shorter.
  private mutating func digest(at offset: Int) throws -> UInt64? {
    if offset < fingerprint.count {
      source = try opening()
      fingerprint = XXHash64()
      ahead = []
    }
    while fingerprint.count < offset {
      if ahead.isEmpty, try !source.read(Self.chunkSize, into: &ahead) { return nil }
      let taken = min(ahead.count, offset - fingerprint.count)
      fingerprint.add(ahead[..<taken])
      ahead.removeSubrange(..<taken)
    }
    return fingerprint.digest
  }

  private mutating func isAtEnd() throws -> Bool {
    try ahead.isEmpty && !source.read(Self.chunkSize, into: &ahead)
  }
}
