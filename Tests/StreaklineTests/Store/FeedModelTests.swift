import StreaklineSimulation
import Testing

@Suite struct FeedModelTests {
  @Test(arguments: 1...UInt64(LongRun.rounds(2, long: 50)))
  func `after every operation the feed holds what a model in memory predicts`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let sample = try FeedSample(folder: folder.path)
    let own = try TemporaryFolder()
    var sequences = try FeedSequences(seed: seed, sample, folder: own.path)
    for _ in 0..<20 { try sequences.run() }
    try sequences.verify()
  }
}
