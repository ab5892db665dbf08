import StreaklineCore
import Testing

@Suite struct HabitTests {
  private let read = Habit(id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", name: "Read")
  private let now = Instant(Day(daysSinceEpoch: 20_700), hour: 9)

  private var day: HabitDay { HabitDay(user: "me", habit: read, day: now.day) }

  private func record(_ count: Int?, isCompleted: Bool) -> StreaklineCore.Record {
    StreaklineCore.Record(
      type: .completionEvent, userId: "me", game: "habitto", gameId: read.id, day: now.day,
      values: [
        "isCompleted": .bool(isCompleted), "completionCount": count.map(Value.int) ?? .null,
        "parsedData": .object([:]),
      ])
  }

  @Test func `a day without an entry gets the record that an export has`() throws {
    guard case .add(let record) = day.done(nil, stored: nil, at: now) else {
      return #expect(Bool(false))
    }
    #expect(record.id == day.id)
    #expect(record.completed == true && HabitDay.count(record) == 1)
    #expect(record.agrees(with: self.record(nil, isCompleted: true)))
  }

  @Test(
    arguments: [
      (nil, nil, true, nil), (1, nil, true, nil), (3, 3, true, nil), (nil, 3, true, nil),
      (2, nil, true, 2), (2, 3, true, 2), (nil, 0, false, 1), (4, nil, false, 4),
    ] as [(Int?, Int?, Bool, Int?)])
  func `an entry changes only what differs`(
    said: Int?, stored: Int?, isCompleted: Bool, expected: Int?
  ) {
    let change = day.done(said, stored: record(stored, isCompleted: isCompleted), at: now)
    guard let expected else { return #expect(change == .nothing) }
    guard case .edit(let fields) = change else { return #expect(Bool(false), "\(change)") }
    #expect(fields["completionCount"] == .int(expected) && fields["isCompleted"] == .bool(true))
  }

  @Test func `only a day that is done can be undone`() {
    #expect(day.undone(stored: nil) == .nothing)
    #expect(day.undone(stored: record(0, isCompleted: false)) == .nothing)
    guard case .edit(let fields) = day.undone(stored: record(3, isCompleted: true)) else {
      return #expect(Bool(false))
    }
    #expect(fields["completionCount"] == .int(0) && fields["isCompleted"] == .bool(false))
  }

  @Test func `a habit is found by its name or its id, in upper or lower case`() {
    let other = Habit(id: Habit(new: "Walk").id, name: "READ")
    #expect(Habit.find("read", among: [read]) == .one(read))
    #expect(Habit.find(read.id.uppercased(), among: [other, read]) == .one(read))
    #expect(Habit.find(String(read.id.prefix(7)).uppercased(), among: [other, read]) == .one(read))
    #expect(Habit.find(String(read.id.prefix(6)), among: [other, read]) == .none)
    #expect(Habit.find("Read", among: [read, read]) == .one(read))
    #expect(Habit.find("Read", among: [read, other]) == .several([read, other]))
    #expect(Habit.find("Walk", among: [read]) == .none)
    #expect(Habit(new: "Café").id == Habit(new: "CAFE\u{301}").id)
  }
}
