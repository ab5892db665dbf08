internal import StreaklineCore

/// The streaks of pairs, kept in memory from one batch to the next. A pair is a user and a game. A
/// record of a known pair needs no query of the tables `pair` and `pairStreak`.
///
/// It is valid until another connection writes to the file or a transaction fails.
struct StreakCache {
  /// A pair, and its streak with the records of this batch that are stored so far.
  struct Entry {
    let key: Int64
    let pair: StreakKey
    /// The game's slug as the table has it.
    var game: String
    var streak: Streak
    /// How often each score is; `nil` where they are too many.
    var scores: ScoreTally? = ScoreTally()
    /// The days that count; `nil` where they must be read from the results again.
    var days: PlayedDays? = PlayedDays()
    var change = Change.none
  }

  /// The effect of a batch on the streak of a pair.
  enum Change {
    case none
    /// The streak, or the days that it is counted from, changed in memory only.
    case counted
    /// The streak must be counted from all results.
    case recount
  }

  /// SQLite's `data_version`, which changes when another connection writes.
  var dataVersion: Int64?
  private(set) var entries: [Entry] = []
  private var indexOfPair: [StreakKey: Int] = [:]
  /// What the results that a batch has changed come to now, in the order of the changes.
  private(set) var playedChanges: [PlayedChange] = []
  /// Indices of the entries with a change.
  private(set) var changed: [Int] = []

  // A pair takes a few hundred bytes of memory besides its days.
  private static let maximumPairs = 50_000
  private static let maximumBytesOfDays = 32_000_000

  func index(of pair: StreakKey) -> Int? { indexOfPair[pair] }

  mutating func add(_ entry: Entry) -> Int {
    entries.append(entry)
    indexOfPair[entry.pair] = entries.count - 1
    return entries.count - 1
  }

  /// Sets the slug and the days between puzzles that a game's rule has now.
  mutating func update(_ index: Int, game: String, everyDays: Int) {
    entries[index].game = game
    guard entries[index].streak.everyDays != everyDays else { return }
    entries[index].streak.everyDays = everyDays
    recount(index)
  }

  /// Counts a new result.
  mutating func count(_ index: Int, _ number: ResultKey, _ day: Day, _ score: PlayedScore) {
    playedChanges.append(PlayedChange(number: number, score: score))
    entries[index].scores?.add(score)
    entries[index].days?.insert(day, completed: score.isCompleted)
    note(index, .counted)
  }

  /// Counts a result that has replaced another one; `nil` for one that does not count.
  mutating func recount(_ index: Int, _ number: ResultKey, _ score: PlayedScore?) {
    playedChanges.append(PlayedChange(number: number, score: score))
    recount(index)
  }

  /// Marks the pair's streak to be counted from all its results.
  private mutating func recount(_ index: Int) {
    note(index, .recount)
    entries[index].days = nil
  }

  /// Keeps the days that a recount has found.
  mutating func keep(_ index: Int, _ days: PlayedDays, _ scores: ScoreTally) {
    entries[index].days = days
    entries[index].scores = scores
  }

  /// Ends the change of an entry. If its days are known, its streak is counted from them.
  mutating func settle(_ index: Int) {
    if entries[index].scores?.isPackable == false { entries[index].scores = nil }
    if let days = entries[index].days {
      entries[index].streak = days.streak(everyDays: entries[index].streak.everyDays)
    }
    entries[index].change = .none
  }

  /// Forgets which entries have changed, and everything when the cache is too large.
  mutating func endBatch() {
    changed.removeAll(keepingCapacity: true)
    playedChanges.removeAll(keepingCapacity: true)
    if entries.count > Self.maximumPairs
      || entries.reduce(0, { $0 + ($1.days?.bytes ?? 0) }) > Self.maximumBytesOfDays
    {
      entries = []
      indexOfPair = [:]
    }
  }

  private mutating func note(_ index: Int, _ change: Change) {
    if entries[index].change == .none { changed.append(index) }
    if entries[index].change != .recount { entries[index].change = change }
  }
}
