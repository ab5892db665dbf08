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
}
