internal import StreaklineCore

/// The results that were read last, by which a quotation of one of them is known.
///
/// A table of fixed size: a newer result may take the place of an older one.
struct RecentResults {
  private static let slotCount = 4_096
  private var slots = [UInt64](repeating: 0, count: slotCount)

  mutating func insert(_ contentHash: Int64, _ day: Day) {
    let key = Self.key(contentHash, day)
    slots[Self.slot(key)] = key
  }

  func contains(_ record: Record) -> Bool {
    let key = Self.key(record.contentHash, record.day)
    return slots[Self.slot(key)] == key
  }

  private static func key(_ contentHash: Int64, _ day: Day) -> UInt64 {
    UInt64(bitPattern: contentHash) ^ UInt64(bitPattern: Int64(day.daysSinceEpoch))
      &* 0x9E37_79B9_7F4A_7C15
  }

  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key ^ key >> 32) & (slotCount - 1)
  }
}
