internal import StreaklineCore

/// The pairs that a store has met, kept from one batch to the next, so that a record of a known
/// pair needs no look at the tables `pair` and `pairStreak`.
///
/// It is right as long as nobody else writes to the file and no transaction fails.
struct StreakCache {
  /// A pair with its streak as it is after the records of this batch that were met so far.
  struct Entry {
    let key: Int64
    let pair: StreakKey
    /// The game's slug as the table has it.
    var game: String
    var streak: Streak
    /// The days that count, once a day came that was not the last.
    var days: PlayedDays?
    var change = Change.none
  }

  /// What a batch has done to the streak of a pair.
  enum Change {
    case none
    /// The streak, or what it is counted from, is in memory and not in the table.
    case counted
    /// The results must be counted again.
    case recount
  }

  /// SQLite's number for what others have written.
  var dataVersion: Int64?
  private(set) var entries: [Entry] = []
  private var places: [StreakKey: Int] = [:]
  /// Places of the entries with a change.
  private(set) var changed: [Int] = []

  /// Memory for pairs is a few hundred bytes each, for days four.
  private static let mostPairs = 50_000
  private static let mostDays = 4_000_000

  func place(of pair: StreakKey) -> Int? { places[pair] }

  mutating func add(_ entry: Entry) -> Int {
    entries.append(entry)
    places[entry.pair] = entries.count - 1
    return entries.count - 1
  }

  /// Takes over what a game's rule says now.
  ///
  /// - Parameter everyDays: Days between two puzzles.
  mutating func update(_ place: Int, game: String, everyDays: Int) {
    entries[place].game = game
    guard entries[place].streak.everyDays != everyDays else { return }
    entries[place].streak.everyDays = everyDays
    recount(place)
  }

  /// Counts a day that has just got a result.
  mutating func count(_ place: Int, _ day: Day, completed: Bool) {
    if entries[place].days != nil {
      note(place, .counted)
      entries[place].days?.insert(day, completed: completed)
    } else if entries[place].streak.lastPlayed.map({ $0 < day }) ?? true {
      note(place, .counted)
      entries[place].streak.append(day, completed: completed)
    } else {
      recount(place)
    }
  }

  /// Says that the pair's results must be counted anew.
  mutating func recount(_ place: Int) {
    note(place, .recount)
    entries[place].days = nil
  }

  /// Keeps what a recount has found.
  mutating func keep(_ place: Int, _ days: PlayedDays) {
    entries[place].days = days
  }

  /// Ends the change of an entry; whose days are known, gets its streak from them.
  mutating func settle(_ place: Int) {
    if let days = entries[place].days {
      entries[place].streak = days.streak(everyDays: entries[place].streak.everyDays)
    }
    entries[place].change = .none
  }

  /// Ends a batch.
  mutating func endBatch() {
    changed.removeAll(keepingCapacity: true)
    if entries.count > Self.mostPairs {
      entries = []
      places = [:]
    } else if entries.reduce(0, { $0 + ($1.days?.count ?? 0) }) > Self.mostDays {
      for place in entries.indices { entries[place].days = nil }
    }
  }

  private mutating func note(_ place: Int, _ change: Change) {
    if entries[place].change == .none { changed.append(place) }
    if entries[place].change != .recount { entries[place].change = change }
  }
}

/// Days with a result that counts, ascending, each once.
struct PlayedDays {
  /// Twice the day since 1970-01-01, and one if it was completed.
  private var packed: [Int32] = []

  var count: Int { packed.count }

  /// Adds a day; a day that stands there is completed when any of its results is.
  mutating func insert(_ day: Day, completed: Bool) {
    // Days have four-digit years here (`ResultKey`).
    let entry = Int32(truncatingIfNeeded: day.daysSinceEpoch) << 1
    var (low, high) = (0, packed.count)
    while low < high {
      let middle = (low + high) / 2
      if packed[middle] < entry { low = middle + 1 } else { high = middle }
    }
    if low < packed.count, packed[low] & ~1 == entry {
      packed[low] |= completed ? 1 : 0
    } else {
      packed.insert(entry | (completed ? 1 : 0), at: low)
    }
  }

  func streak(everyDays: Int) -> Streak {
    var streak = Streak(days: [], everyDays: everyDays)
    for entry in packed {
      streak.append(Day(daysSinceEpoch: Int(entry >> 1)), completed: entry & 1 == 1)
    }
    return streak
  }
}
