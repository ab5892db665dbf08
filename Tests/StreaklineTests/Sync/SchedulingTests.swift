import StreaklineSync
import Testing

@testable import StreaklineSync

@Suite struct SchedulingTests {
  @Test func `a pipeline whose remote fails delays no other`() {
    var schedule = FollowSchedule()
    #expect(schedule.isDue("a", at: 0) && schedule.isDue("b", at: 0))
    schedule.ran("a", at: 0, delaySeconds: 3_600)
    schedule.ran("b", at: 0, delaySeconds: nil)
    #expect(schedule.pauseSeconds(at: 0) == 0.5)
    #expect(!schedule.isDue("a", at: 0.5) && schedule.isDue("b", at: 0.5))
    #expect(schedule.isDue("a", at: 3_600))
  }

  @Test(
    arguments: [
      ([], 3, 10, []), ([1, 1, 1], 3, 10, [0..<3]), ([1, 1, 1], 2, 10, [0..<2, 2..<3]),
      ([4, 4, 4], 9, 8, [0..<2, 2..<3]), ([4, 99, 4], 9, 8, [0..<1, 1..<2, 2..<3]),
      ([99], 1, 8, [0..<1]),
    ] as [([Int], Int, Int, [Range<Int>])])
  func `requests keep to the limits of a remote`(
    sizes: [Int], maxRecords: Int, maxBytes: Int, requests: [Range<Int>]
  ) {
    let plan = BatchPlan.requests(sizes: sizes, maxRecords: maxRecords, maxBytes: maxBytes)
    #expect(plan == requests)
  }

  @Test(
    arguments: [
      ([1, 1, 1, 1], 3, [1], [0..<3, 3..<4]), ([1, 1, 1, 1], 3, [2], [0..<2, 2..<4]),
      ([1, 1, 1], 1, [0], [0..<1, 1..<2, 2..<3]), ([9, 9, 9], 9, [1], [0..<1, 1..<2, 2..<3]),
      ([1, 4, 9], 9, [1], [0..<2, 2..<3]),
    ] as [([Int], Int, Set<Int>, [Range<Int>])])
  func `records that belong together share a request where it has room`(
    sizes: [Int], maxRecords: Int, joined: Set<Int>, requests: [Range<Int>]
  ) {
    let plan = BatchPlan.requests(
      sizes: sizes, maxRecords: maxRecords, maxBytes: 10, joined: joined)
    #expect(plan == requests)
  }

  @Test(
    arguments: [(4, [1], 1), (4, [0], 2), (3, [0], 2), (2, [0], 1)] as [(Int, Set<Int>, Int)])
  func `a request that failed is halved between records that belong together`(
    count: Int, joined: Set<Int>, middle: Int
  ) throws {
    let (first, second) = try #require(BatchPlan.halves(0..<count, joined: joined))
    #expect(first == 0..<middle && second == middle..<count)
  }
}
