import StreaklineCore
import Testing

/// Played days, each with whether it was completed.
private typealias History = [(day: Day, completed: Bool)]

@Suite struct StreakTests {
  private let today = Day(daysSinceEpoch: 20_000)

  private func streak(_ offsets: [Int], failed: [Int] = [], everyDays: Int = 1) -> Streak {
    let days = (offsets + failed).sorted().map {
      (day: today + $0, completed: !failed.contains($0))
    }
    return Streak(days: days, everyDays: everyDays)
  }

  @Test func `ten days in a row that end today are ten`() {
    // Seed bug S8 counted one.
    let streak = streak(Array(-9...0))
    #expect(streak.current(asOf: today) == 10)
    #expect(streak.max == 10)
  }

  @Test func `today not yet played does not break a streak`() {
    // Seed bug S8 gave none.
    #expect(streak([-3, -2, -1]).current(asOf: today) == 3)
    #expect(streak([-3, -2]).current(asOf: today) == 0)
  }

  @Test func `a streak is alive, open on the day of its next puzzle, and then broken`() {
    #expect(streak([-1, 0]).state(asOf: today) == .alive)
    #expect(streak([-2, -1]).state(asOf: today) == .open)
    #expect(streak([-3, -2]).state(asOf: today) == .broken)
    #expect(streak([-2, -1], failed: [0]).state(asOf: today) == .broken)
    #expect(streak([]).state(asOf: today) == .broken)
    // A weekly game has no puzzle on the days between.
    #expect(streak([-10, -3], everyDays: 7).state(asOf: today) == .alive)
    #expect(streak([-14, -7], everyDays: 7).state(asOf: today) == .open)
  }

  @Test func `the longest run is the latest of those that are as long, with its days`() {
    func longest(_ offsets: [Int], failed: [Int] = [], everyDays: Int = 1) -> [Int]? {
      let days = (offsets + failed).sorted().map {
        (day: today + $0, completed: !failed.contains($0))
      }
      return Streak.longestRun(days, everyDays: everyDays).map {
        [$0.lowerBound - today, $0.upperBound - today]
      }
    }
    #expect(longest([-9, -8, -7, -4, -3, -1]) == [-9, -7])
    #expect(longest([-9, -8, -4, -3, 0]) == [-4, -3])
    #expect(longest([-3, -2, -1, 0], failed: [-1]) == [-3, -2])
    // One of two results of a day is enough.
    let both = [(today, true), (today + 1, false), (today + 1, true)].map {
      (day: $0.0, completed: $0.1)
    }
    #expect(Streak.longestRun(both) == today...(today + 1))
    #expect(longest([-14, -7, 0], everyDays: 7) == [-14, 0])
    #expect(longest([], failed: [0]) == nil)
  }

  @Test func `the day after a gap counts`() {
    // Seed bug S8 counted 1 of 5.
    let streak = streak([-9, -8, -7, -4, -3, -2, -1, 0])
    #expect(streak.current(asOf: today) == 5)
    #expect(streak.max == 5)
  }

  @Test func `a failed day breaks it`() {
    #expect(streak([-3, -2, -1], failed: [0]).current(asOf: today) == 0)
    #expect(streak([-3, -2, 0], failed: [-1]).current(asOf: today) == 1)
    #expect(streak([-3, -2, 0], failed: [-1]).totalPlayed == 4)
  }

  @Test func `several results on one day are one day, completed if any is`() {
    let days: History = [(today, false), (today, true), (today, false)]
    let streak = Streak(days: days)
    #expect(streak.totalPlayed == 1)
    #expect(streak.current(asOf: today) == 1)
  }

  @Test func `somebody in the east has played tomorrow's puzzle`() {
    #expect(streak([-1, 0, 1]).current(asOf: today) == 3)
  }

  @Test func `weekly games step by seven days`() {
    let streak = streak([-21, -14, -7], everyDays: 7)
    #expect(streak.current(asOf: today) == 3)
    #expect(streak.current(asOf: today + 1) == 0)
    #expect(streak.max == 3)
  }

  @Test func `a game without puzzles at weekends keeps its streak from Friday to Monday`() throws {
    let friday = try #require(Day(dateInt: 20_261_002))
    let monday = friday + 3
    func streak(_ days: [Day]) -> Streak {
      Streak(days: days.map { (day: $0, completed: true) }, everyDays: Streak.weekdays)
    }
    let played = streak([friday + (-1), friday, monday])
    #expect(played.max == 3)
    #expect(played.current(asOf: monday) == 3)
    #expect(played.current(asOf: monday + 1) == 3)
    #expect(played.current(asOf: monday + 2) == 0)
    // On Saturday, Sunday and Monday the streak of Friday is alive, on Tuesday it is not.
    let week = streak([friday + (-1), friday])
    #expect((0...4).map { week.current(asOf: friday + $0) } == [2, 2, 2, 2, 0])
    #expect(streak([friday + (-1)]).current(asOf: friday + 1) == 0)
    #expect(streak([friday + (-1), monday]).max == 1)
    #expect(played.start(asOf: monday) == friday + (-1))
  }

  @Test(arguments: [1, 7, Streak.weekdays])
  func `random histories of a daily, a weekly and a weekday game equal a naive recount`(
    everyDays: Int
  ) {
    var random = SeededRandom(seed: 20_261_122)
    for _ in 0..<500 {
      var days: [Int: Bool] = [:]
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        days[Int.random(in: -20...20, using: &random)] =
          Int.random(in: 0...5, using: &random) > 0
      }
      let sorted = days.sorted { $0.key < $1.key }
      let streak = Streak(
        days: sorted.map { (day: Day(daysSinceEpoch: $0.key), completed: $0.value) },
        everyDays: everyDays)
      #expect(streak == naiveStreak(of: days, everyDays: everyDays), "\(sorted)")
    }
  }

  @Test func `nothing played is nothing`() {
    let streak = Streak(days: [])
    #expect(streak.current(asOf: today) == 0)
    #expect(streak.lastPlayed == nil)
    #expect(streak.start(asOf: today) == nil)
  }

  /// Something that happens to the result of a day. The first result of a day wins until it is
  /// deleted.
  private enum Event {
    case result(Day, completed: Bool)
    case deletion(Day)

    var day: Day {
      switch self {
      case .result(let day, _), .deletion(let day): day
      }
    }
  }

  @Test
  func
    `100,000 random histories with late, repeated, failed and deleted results equal a naive recount`()
  {
    let seed: UInt64 = 20_261_003
    var random = SeededRandom(seed: seed)
    for round in 0..<LongRun.rounds(5_000, long: 100_000) {
      let events = randomEvents(&random)
      let days = Dictionary(
        uniqueKeysWithValues: survivors(of: events).map { ($0.day.daysSinceEpoch, $0.completed) })
      let naive = naiveStreak(of: days, everyDays: 1)
      var kept: [Day: Bool] = [:]
      for event in events {
        switch event {
        case .result(let day, let completed): kept[day] = kept[day] ?? completed
        case .deletion(let day): kept[day] = nil
        }
      }
      let streak = Streak(
        days: kept.sorted { $0.key < $1.key }.map { (day: $0.key, completed: $0.value) })
      guard streak == naive, streak.current(asOf: today) == current(days) else {
        Issue.record("seed \(seed), round \(round): \(streak) is not \(naive) for \(events)")
        return
      }
    }
  }

  private func randomEvents(_ random: inout SeededRandom) -> [Event] {
    var events: [Event] = []
    for _ in 0..<Int.random(in: 0...24, using: &random) {
      let day = today + Int.random(in: -20...1, using: &random)
      let event = Event.result(day, completed: Int.random(in: 0...4, using: &random) > 0)
      events += Int.random(in: 0...5, using: &random) == 0 ? [event, event] : [event]
      if Int.random(in: 0...7, using: &random) == 0 { events.append(.deletion(day)) }
    }
    return events.shuffled(using: &random)
  }

  /// The result of each day by looking back from the end: the first one after the last deletion.
  private func survivors(of events: [Event]) -> History {
    Set(events.map(\.day)).compactMap { day in
      var answer: Bool?
      for event in events.reversed() where event.day == day {
        guard case .result(_, let completed) = event else { break }
        answer = completed
      }
      return answer.map { (day: day, completed: $0) }
    }
  }

  /// The current streak, counted back from the last day played: tomorrow's (in the east), today's, or
  /// yesterday's.
  private func current(_ days: [Int: Bool]) -> Int {
    guard let last = days.keys.max(), last >= today.daysSinceEpoch - 1 else { return 0 }
    var length = 0
    while days[last - length] == true { length += 1 }
    return length
  }
}
