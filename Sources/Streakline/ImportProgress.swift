internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineStore

/// How much of an input is imported already, found by the input's content. So an interrupted import
/// resumes, and a second import of the same file ends at once.
struct ImportProgress {
  /// How much of the input is imported.
  enum Known {
    case nothing
    case start
    case everything
  }

  private static let headSize = 4_096
  private static let chunkSize = 262_144
  /// Bytes of the input that are imported.
  private(set) var done = 0
  private(set) var known = Known.nothing
  /// The summary of their import.
  private(set) var summary = IngestSummary()
  private let opening: Input.Reopen
  private let key: String
  private let name: String
  private var source: ByteSource
  private var hash = XXHash64()
  /// Bytes of `source` that were read and are not in `hash` yet.
  private var unhashed: [UInt8] = []
  /// The digest of this run's last checkpoint.
  private var last: UInt64?

  /// Compares the input with the checkpoints in the store.
  init(
    _ opening: @escaping Input.Reopen, name: String, settings: String, store: Store
  ) throws {
    self.opening = opening
    self.name = name
    source = try opening()
    let head = try source.head(Self.headSize).prefix(Self.headSize)
    var digest = XXHash64()
    digest.add(head)
    // After results were taken away the input is read again: it may have them too.
    let parts = [String(digest.digest), settings, String(try store.removals())]
    key =
      UniqueID(namespace: .streakline, name: parts.joined(separator: "\u{1E}")).description
    for checkpoint in try store.checkpoints(key: key) {
      guard try self.digest(at: checkpoint.offset) == checkpoint.digest else { continue }
      if checkpoint.isComplete {
        guard try isAtEnd() else { continue }
        known = .everything
      } else {
        known = .start
        last = checkpoint.digest
      }
      done = checkpoint.offset
      summary = IngestSummary(json: checkpoint.counts)
    }
  }

  /// The checkpoint for everything before `offset`, and the digest of the one that it replaces.
  mutating func checkpoint(
    at offset: Int, isComplete: Bool, _ summary: IngestSummary, now: Instant
  ) throws -> (checkpoint: ImportCheckpoint, replaced: UInt64?)? {
    guard let digest = try digest(at: offset) else { return nil }
    let checkpoint = ImportCheckpoint(
      key: key, offset: offset, digest: digest, isComplete: isComplete, name: name, at: now,
      counts: summary.checkpointCounts)
    defer { last = digest }
    return (checkpoint, last)
  }

  /// The digest of the first `offset` bytes; `nil` when the input is shorter.
  private mutating func digest(at offset: Int) throws -> UInt64? {
    if offset < hash.count {
      source = try opening()
      hash = XXHash64()
      unhashed = []
    }
    while hash.count < offset {
      if unhashed.isEmpty, try !source.read(Self.chunkSize, into: &unhashed) { return nil }
      let taken = min(unhashed.count, offset - hash.count)
      hash.add(unhashed[..<taken])
      unhashed.removeSubrange(..<taken)
    }
    return hash.digest
  }

  private mutating func isAtEnd() throws -> Bool {
    try unhashed.isEmpty && !source.read(Self.chunkSize, into: &unhashed)
  }
}
