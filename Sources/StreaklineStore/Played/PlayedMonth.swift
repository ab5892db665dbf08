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

  /// Appends the month's days, up to one, to a streak of the months before.
  ///
  /// - Parameter number: The month as yyyymm.
  func append(to streak: inout Streak, _ number: Int, upTo last: Day) throws {
    guard let first = Day(dateInt: number * 100 + 1) else {
      throw DamagedRow(detail: "the month of a result is not a date")
    }
    var open: (day: Day, completed: Bool)?
    for entry in entries {
      let day = first + (entry.dayOfMonth - 1)
      if day > last { break }
      // A day that the month does not have would be one of the next month.
      guard streak.lastPlayed.map({ $0 < day }) ?? true else {
        throw DamagedRow(detail: "the days of a month are not in order")
      }
      if let one = open, one.day < day { streak.append(one.day, completed: one.completed) }
      let isSame = open?.day == day
      open = (day, (isSame && open?.completed == true) || entry.score.isCompleted)
    }
    guard let open else { return }
    streak.append(open.day, completed: open.completed)
  }

  // MARK: - Packing

  private static let completed: UInt8 = 1 << 5
  private static let hasScore: UInt8 = 1 << 6
  private static let hasMaximum: UInt8 = 1 << 7

  /// - Throws: ``DamagedRow``.
  init(packed: [UInt8]) throws {
    var reader = PackedReader(packed)
    entries.reserveCapacity(packed.count / 4)
    while !reader.isAtEnd {
      let head = try reader.byte()
      let type = try reader.number()
      let score = head & Self.hasScore == 0 ? nil : Int(try reader.signed())
      let maximum = head & Self.hasMaximum == 0 ? nil : Int(try reader.signed())
      let entry = Entry(
        dayOfMonth: Int(head & 31), type: Int64(truncatingIfNeeded: type & 0xFF),
        score: PlayedScore(
          isCompleted: head & Self.completed != 0, score: score, maxAttempts: maximum))
      guard entry.dayOfMonth > 0, entries.last.map({ $0.place < entry.place }) ?? true else {
        throw DamagedRow(detail: "the days of a month are not in order")
      }
      entries.append(entry)
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
  init(packed: [UInt8]) throws {
    self.init()
    var reader = PackedReader(packed)
    while !reader.isAtEnd {
      let flags = try reader.byte()
      let score = flags & 2 == 0 ? nil : Int(try reader.signed())
      let maximum = flags & 4 == 0 ? nil : Int(try reader.signed())
      add(
        PlayedScore(isCompleted: flags & 1 != 0, score: score, maxAttempts: maximum),
        count: Int(truncatingIfNeeded: try reader.number()))
    }
  }
}

// MARK: - Numbers

extension [UInt8] {
  fileprivate mutating func append(packed number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  fileprivate mutating func append(numbersOf score: PlayedScore) {
    for number in [score.score, score.maxAttempts] {
      guard let number else { continue }
      // Small negative numbers take few bytes too: 0, -1, 1, -2 are written as 0, 1, 2, 3.
      append(packed: UInt64(bitPattern: Int64((number << 1) ^ (number >> 63))))
    }
  }
}

private struct PackedReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws -> UInt8 {
    guard position < bytes.count else { throw DamagedRow(detail: "a packed row is too short") }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() throws -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
      guard shift < 64 else { throw DamagedRow(detail: "a packed number is too long") }
    }
  }

  mutating func signed() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}
