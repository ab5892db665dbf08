internal import StreaklineCore

/// The results of a pair in a month that count, as the table `playedMonth` packs them: four bytes or so
/// for each.
///
/// A result is a byte with its day and three flags, then its type, its score and its most tries, as
/// far as it has them. Numbers are written seven bits at a time, the lowest first.
struct PlayedMonth: Hashable {
  struct Entry: Hashable {
    /// 1 to 31.
    let dayOfMonth: Int
    /// The key of the type.
    let type: Int64
    let score: PlayedScore

    fileprivate var place: Int64 { Int64(dayOfMonth) << 32 + type }
  }

  /// By day, then by type.
  private(set) var entries: [Entry] = []

  init() {}

  /// Stores what a result comes to now; `nil` for one that does not count.
  mutating func set(_ number: ResultKey, _ score: PlayedScore?) {
    let new = score.map { Entry(dayOfMonth: number.dateInt % 100, type: number.type, score: $0) }
    let place = Int64(number.dateInt % 100) << 32 + number.type
    if let last = entries.last, last.place < place {
      if let new { entries.append(new) }
      return
    }
    let index = entries.firstIndex { $0.place >= place } ?? entries.count
    let isThere = index < entries.count && entries[index].place == place
    entries.replaceSubrange(index..<(isThere ? index + 1 : index), with: new.map { [$0] } ?? [])
  }

  // MARK: - Packing

  private static let completed: UInt8 = 1 << 5
  private static let hasScore: UInt8 = 1 << 6
  private static let hasMaximum: UInt8 = 1 << 7

  /// - Throws: ``DamagedRow``.
  init(packed: Span<UInt8>) throws {
    entries.reserveCapacity(packed.count / 4)
    try Self.forEach(packed) { entries.append($0) }
  }

  /// Calls the body with each entry of a packed month, by day, then by type.
  ///
  /// - Throws: ``DamagedRow``, or what the body throws.
  static func forEach(_ packed: Span<UInt8>, _ body: (Entry) throws -> Void) throws {
    var (position, last) = (0, Int64(-1))
    while position < packed.count {
      let head = try packed.byte(&position)
      let type = try packed.number(&position)
      let score = head & hasScore == 0 ? nil : Int(try packed.signed(&position))
      let maximum = head & hasMaximum == 0 ? nil : Int(try packed.signed(&position))
      let entry = Entry(
        dayOfMonth: Int(head & 31), type: Int64(truncatingIfNeeded: type & 0xFF),
        score: PlayedScore(
          isCompleted: head & completed != 0, score: score, maxAttempts: maximum))
      guard entry.dayOfMonth > 0, entry.place > last else {
        throw DamagedRow(detail: "the days of a month are not in order")
      }
      last = entry.place
      try body(entry)
    }
  }

  var packed: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 4)
    for entry in entries {
      bytes.append(UInt8(entry.dayOfMonth & 31) | Self.flags(entry.score))
      bytes.append(packed: UInt64(bitPattern: entry.type))
      bytes.append(numbersOf: entry.score)
    }
    return bytes
  }

  private static func flags(_ score: PlayedScore) -> UInt8 {
    (score.isCompleted ? completed : 0) | (score.score == nil ? 0 : hasScore)
      | (score.maxAttempts == nil ? 0 : hasMaximum)
  }
}

extension ScoreTally {
  /// More different scores than these, such as those of a game that counts seconds, are not kept with the
  /// streak: then a row would be rewritten that is longer than all results of a month.
  static let maximumPacked = 64

  var isPackable: Bool { counts.count <= Self.maximumPacked }

  /// The tally in bytes; `nil` with too many scores.
  var packed: [UInt8]? {
    guard isPackable else { return nil }
    var bytes: [UInt8] = []
    for (score, count) in counts {
      let flags = (score.isCompleted ? 1 : 0) | (score.score == nil ? 0 : 2)
      bytes.append(UInt8(flags | (score.maxAttempts == nil ? 0 : 4)))
      bytes.append(numbersOf: score)
      bytes.append(packed: UInt64(count))
    }
    return bytes
  }

  /// - Throws: ``DamagedRow``.
  init(packed: Span<UInt8>) throws {
    self.init()
    var position = 0
    while position < packed.count {
      let flags = try packed.byte(&position)
      let score = flags & 2 == 0 ? nil : Int(try packed.signed(&position))
      let maximum = flags & 4 == 0 ? nil : Int(try packed.signed(&position))
      add(
        PlayedScore(isCompleted: flags & 1 != 0, score: score, maxAttempts: maximum),
        count: Int(truncatingIfNeeded: try packed.number(&position)))
    }
  }
}
