import StreaklineSimulation
import Testing

@Suite struct FeedModelTests {
  @Test(arguments: 1...UInt64(LongRun.rounds(2, long: 30)))
  func `the feed gives and holds what a model in memory predicts`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let sample = try FeedSample(folder: folder.path)
    let own = try TemporaryFolder()
    var sequences = try FeedSequences(seed: seed, sample, folder: own.path)
    #expect(throws: Never.self) {
      for _ in 0..<20 { try sequences.run() }
      try sequences.verify()
    }
    let common = ["ingest", "edit", "delete", "undo", "page", "saved", "retry", "rejected", "pull"]
    #expect(common.filter { sequences.counts[$0] == nil }.isEmpty)
  }

  @Test func `a feed that differs from the model is found`() throws {
    let folder = try TemporaryFolder()
    let sample = try FeedSample(folder: folder.path)
    let own = try TemporaryFolder()
    var sequences = try FeedSequences(seed: 1, sample, folder: own.path)
    try sequences.run()
    // The store takes a change of which the model does not know.
    try sequences.changeUnseen()
    #expect(throws: FeedSequences.Mismatch.self) { try sequences.run() }
  }
}
