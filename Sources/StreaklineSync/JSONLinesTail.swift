internal import StreaklineFiles
internal import StreaklineCore
internal import StreaklineStore

/// The end of a JSON Lines file: where its last whole line ends and which deliveries stand there.
///
/// A crash between writing and acknowledging sends a batch again; a batch is far smaller than what
/// is looked at here, so it is found and not written twice.
struct JSONLinesTail {
  private struct Name: Hashable {
    let type: String
    let id: String
    let version: Int
  }

  /// Where the last whole line ends.
  private(set) var sizeBytes: Int
  /// How many lines follow it that a power cut has left incomplete. All lines before a batch were
  /// on the disk before it was begun, so from the first incomplete one on none was acknowledged.
  let tornLines: Int
  private let identity: FileIdentity
  private var names: Set<Name> = []

  /// How much of the end is looked at.
  static let readBytes = 64 * 1_024
  private static let mostNames = 1_000
  /// A torn line longer than this is not ours: a record is at most a share and its fields.
  private static let longestLineBytes = 16 * 1_024 * 1_024

  /// Reads the last 64 KiB, and more only while no line ends in them.
  init(_ file: borrowing OpenFile) throws {
    identity = try file.identity()
    let size = try file.sizeBytes()
    let (start, bytes) = try Self.end(of: file, sizeBytes: size)
    var lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    if start > 0 {
      // The first line began before what was read.
      lines.removeFirst()
    }
    let whole = lines.dropLast().prefix { $0.isEmpty || Self.object($0) != nil }
    let torn = lines[whole.endIndex...].filter { !$0.isEmpty }
    // A torn line of ours begins like one, or with zeros; anything else somebody wants to keep.
    if let byte = torn.first?.first, byte != UInt8(ascii: "{"), byte != 0 {
      throw SinkError(.failed, "\(file.path) holds something else than records; name another file")
    }
    sizeBytes = torn.first.map { start + $0.startIndex } ?? size
    tornLines = torn.count
    names = Set(whole.compactMap(Self.name))
  }

  /// Whether the file is the one that was read, and nobody has written to it since.
  func isUnchanged(_ file: borrowing OpenFile) throws -> Bool {
    try file.identity() == identity && file.sizeBytes() == sizeBytes
  }

  func holds(_ delivery: OutgoingRecord) -> Bool {
    names.contains(Self.name(delivery))
  }

  mutating func add(_ batch: [OutgoingRecord], sizeBytes: Int) {
    // Older ones were acknowledged long ago.
    if names.count > Self.mostNames {
      names.removeAll()
    }
    names.formUnion(batch.map(Self.name))
    self.sizeBytes = sizeBytes
  }

  private static func end(of file: borrowing OpenFile, sizeBytes: Int) throws
    -> (start: Int, bytes: [UInt8])
  {
    var count = min(sizeBytes, readBytes)
    while true {
      let bytes = try file.read(from: sizeBytes - count, count: count)
      if count == sizeBytes || bytes.contains(newline) { return (sizeBytes - count, bytes) }
      guard count < longestLineBytes else {
        throw SinkError(.failed, "\(file.path) does not hold lines; name another file")
      }
      count = min(sizeBytes, count * 4)
    }
  }

  private static func name(_ delivery: OutgoingRecord) -> Name {
    Name(type: delivery.type, id: delivery.id, version: Int(delivery.version))
  }

  private static func name(_ line: ArraySlice<UInt8>) -> Name? {
    guard let fields = object(line), let type = fields["type"]?.string,
      let id = fields["id"]?.string, let version = fields["version"]?.int
    else { return nil }
    return Name(type: type, id: id, version: version)
  }

  private static func object(_ line: ArraySlice<UInt8>) -> Fields? {
    (try? readJSON(Array(line)))?.object
  }
}

private let newline = UInt8(ascii: "\n")
