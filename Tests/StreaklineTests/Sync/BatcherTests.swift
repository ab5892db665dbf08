import StreaklineCore
import StreaklineSync
import Testing

@Suite struct BatcherTests {
  typealias Case = (pending: Int, age: Double, mode: Batcher.Mode, step: Batcher.Step)

  @Test(
    arguments: [
      (0, 9, .following, .idle), (0, 0, .draining, .idle),
      (1, 0, .following, .wait(seconds: 2)), (4, 1.5, .following, .wait(seconds: 0.5)),
      (4, 2, .following, .send(4)), (5, 0, .following, .send(5)), (12, 0, .following, .send(5)),
      (1, 0, .draining, .send(1)), (12, 99, .draining, .send(5)),
      (1, -3_600, .following, .send(1)),
    ] as [Case])
  func `five are sent at once and fewer after two seconds`(example: Case) {
    let step = Batcher().step(
      pending: example.pending, oldestAgeSeconds: example.age, example.mode)
    #expect(step == example.step)
  }

  @Test(
    arguments: [
      (1, 1, 1), (2, 1, 2), (3, 1, 4), (6, 1, 32), (7, 1, 60), (1_000_000_000, 1, 60),
      (4, 0.5, 4), (4, 0, 0), (0, 1, 1),
    ] as [(Int, Double, Double)])
  func `each failure doubles the wait up to a minute`(
    failures: Int, jitter: Double, seconds: Double
  ) {
    #expect(Backoff().delaySeconds(failures: failures, jitter: jitter) == seconds)
  }

  @Test func `a factor of one and a first wait of nothing come to an end`() {
    #expect(Backoff(factor: 1).limitSeconds(failures: .max) == 1)
    #expect(Backoff(firstSeconds: 0).limitSeconds(failures: .max) == 0)
  }

  @Test(
    arguments: [
      (0, 1), (-1, 1), (5, 5), (120, 120), (86_400, 3_600), (1e99, 3_600), (.infinity, 3_600),
      (.nan, 1),
    ] as [(Double, Double)])
  func `the pause that a remote asks for is limited to between a second and an hour`(
    wish: Double, seconds: Double
  ) {
    #expect(Backoff.clampedRetryAfter(wish) == seconds)
  }

  @Test(arguments: [
    ("{uuid}", "UUID"), ("{userId}|{dateInt}|{gameId}", "ID"),
    ("puzzleResult_{date}_{deviceId}", "puzzleResult_2024-11-04_d%7C1"),
  ])
  func `a record name is made of the template's values`(template: String, expected: String) throws {
    let record = StoreSample.result(user: "a|b%")
    let name = try NameTemplate(template).expanded(
      PlaceholderValues(record, deviceID: "d|1", account: nil))
    switch expected {
    case "UUID": #expect(name == record.uuid.description)
    case "ID": #expect(name == record.id)
    default: #expect(name == expected)
    }
  }

  @Test(
    arguments: [
      ("x{nonsense}", .unknownPlaceholder("nonsense")), ("{uuid", .braceNotClosed),
      ("", .empty),
    ] as [(String, NameTemplate.Mistake)])
  func `a template that cannot be filled in is refused`(
    template: String, mistake: NameTemplate.Mistake
  ) {
    #expect(throws: mistake) { _ = try NameTemplate(template) }
  }
}
