import StreaklineCore

/// Counts a streak from scratch: the oracle for all other ways of counting.
///
/// - Parameter days: Days since 1970-01-01, and whether the puzzle was completed.
func naiveStreak(of days: [Int: Bool], everyDays: Int) -> Streak {
  let played = days.keys.sorted()
  func continues(_ index: Int) -> Bool {
    index > 0 && index < played.count && played[index] == puzzle(after: played[index - 1])
      && days[played[index]] == true && days[played[index - 1]] == true
  }
  func puzzle(after day: Int) -> Int {
    guard everyDays == Streak.weekdays else { return day + everyDays }
    // 1970-01-01 was a Thursday, 2 and 3 are the weekend.
    var next = day + 1
    while [2, 3].contains(((next % 7) + 7) % 7) { next += 1 }
    return next
  }
  func firstDay(endingAt last: Int) -> Int {
    var first = last
    while continues(first) { first -= 1 }
    return played[first]
  }
  func length(endingAt last: Int) -> Int {
    var first = last
    while continues(first) { first -= 1 }
    return days[played[last]] == true ? last - first + 1 : 0
  }
  // Each run is counted once, from its last day. Counting from every day would take quadratic time.
  let ends = played.indices.filter { !continues($0 + 1) }
  let lengths = ends.map(length)
  var run: ClosedRange<Day>?
  if let last = played.last, let length = lengths.last, length > 0 {
    let first = firstDay(endingAt: played.count - 1)
    run = Day(daysSinceEpoch: first)...Day(daysSinceEpoch: last)
  }
  return Streak(
    totalPlayed: played.count, totalCompleted: days.values.count { $0 },
    max: lengths.max() ?? 0, lastPlayed: played.last.map(Day.init(daysSinceEpoch:)),
    run: run, everyDays: everyDays)
}
