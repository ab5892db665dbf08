internal import GRDB
internal import StreaklineCore

/// Days with a result that counts, each once.
struct PlayedDays: Hashable {
  /// 32 days with a result on one of them at least. The lowest bit stands for the first of them.
  private struct Chunk: Hashable {
    /// Its first day is 32 times as many days after 1970-01-01.
    let number: Int
    var played: UInt32 = 0
    var completed: UInt32 = 0

    var first: Day { Day(daysSinceEpoch: number << 5) }

    var firstPlayed: Day { first + played.trailingZeroBitCount }
  }

  /// Ascending.
  private var chunks: [Chunk] = []

  init() {}

  /// The memory that the days take.
  var bytes: Int { chunks.count * MemoryLayout<Chunk>.stride }

  var first: Day? { chunks.first?.firstPlayed }

  /// Adds a day. A day with several results is completed when any of them is.
  mutating func insert(_ day: Day, completed: Bool) {
    let number = day.daysSinceEpoch >> 5
    let bit = UInt32(1) << UInt32(day.daysSinceEpoch & 31)
    let index = self.index(of: number)
    if index == chunks.count || chunks[index].number != number {
      chunks.insert(Chunk(number: number), at: index)
    }
    chunks[index].played |= bit
    if completed { chunks[index].completed |= bit }
  }

  /// The first chunk with that number or a greater one.
  private func index(of number: Int) -> Int {
    if let last = chunks.last, last.number < number { return chunks.count }
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The streak of the days, or of those up to one.
  func streak(everyDays: Int, upTo last: Day? = nil) -> Streak {
    var streak = Streak(days: [], everyDays: everyDays)
    for chunk in chunks {
      var played = chunk.played
      if let last {
        guard chunk.first <= last else { break }
        if last - chunk.first < 31 { played &= (2 << UInt32(last - chunk.first)) - 1 }
      }
      // Days in a row that end alike are appended at once.
      while played != 0 {
        let offset = played.trailingZeroBitCount
        let isCompleted = (chunk.completed >> UInt32(offset)) & 1 == 1
        let alike = played & (isCompleted ? chunk.completed : ~chunk.completed)
        let count = (~(alike >> UInt32(offset))).trailingZeroBitCount
        streak.append(chunk.first + offset, count: count, completed: isCompleted)
        let end = offset + count
        played = end < 32 ? (played >> UInt32(end)) << UInt32(end) : 0
      }
    }
    return streak
  }

  // MARK: - Packing

  /// - Throws: ``DamagedRow``.
  init(packed: Span<UInt8>) throws {
    var (position, number) = (0, Int64(0))
    while position < packed.count {
      let step = try packed.signed(&position)
      let (next, hasOverflowed) = number.addingReportingOverflow(step)
      let chunk = Chunk(
        number: Int(next), played: try packed.word(&position),
        completed: try packed.word(&position))
      guard !hasOverflowed, next.magnitude < 1 << 32, chunk.firstPlayed.isRepresentable,
        chunk.played != 0, chunk.completed & ~chunk.played == 0,
        chunks.last.map({ $0.number < next }) ?? true
      else { throw DamagedRow(detail: "the days of a streak are not in order") }
      chunks.append(chunk)
      number = next
    }
  }

  /// For each chunk by how much its number is greater than the one before, then its bits.
  var packed: [UInt8] {
    var (bytes, last): ([UInt8], Int) = ([], 0)
    bytes.reserveCapacity(chunks.count * 10)
    for chunk in chunks {
      bytes.append(signed: Int64(chunk.number - last))
      bytes.append(word: chunk.played)
      bytes.append(word: chunk.completed)
      last = chunk.number
    }
    return bytes
  }
}

/// The table `pairDays`: on which days each pair has a result. The streak of a past day is counted from it.
struct PlayedDaysTable {
  private let search: RowStatement

  init(_ db: Database) throws {
    search = try RowStatement(db, "SELECT pair, days, checksum FROM pairDays WHERE pair = ?")
  }

  /// - Throws: ``DamagedRow``.
  func days(of pair: Int64) throws -> PlayedDays {
    search.bind(1, pair)
    guard try search.next() else { return PlayedDays() }
    defer { search.reset() }
    try search.requireBytes()
    return try search.withBlob(1, PlayedDays.init(packed:))
  }

  /// A pair's streak up to a day. Where nothing later was played, it is the stored one.
  func streak(_ stored: Streak, of pair: Int64, upTo last: Day) throws -> Streak {
    guard let played = stored.lastPlayed, played > last else { return stored }
    return try days(of: pair).streak(everyDays: stored.everyDays, upTo: last)
  }
}
