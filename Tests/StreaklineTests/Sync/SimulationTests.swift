import StreaklineSimulation
import Testing

/// Histories of several devices, made from seeds; `make simulate` runs thousands of them.
@Suite struct SimulationTests {
  @Test(arguments: 1...UInt64(LongRun.rounds(12, long: 60)))
  func `devices that sync through faults lose, double and bring back nothing`(seed: UInt64)
    async throws
  {
    let folder = try TemporaryFolder()
    var simulation = Simulation(seed: seed, folder: folder.path)
    let verdict = try await simulation.run()
    #expect(verdict.isGood, "make simulate SEEDS=1 SEED=\(seed) tells what happens")
  }

  @Test(arguments: [897, 1321, 1584, 2014, 2055, 2311, 2642, 5836, 7957, 1768, 7540])
  func `taking names back does not lose a result, or give it to somebody else, as it once did`(
    seed: UInt64
  ) async throws {
    let folder = try TemporaryFolder()
    var simulation = Simulation(seed: seed, folder: folder.path, kind: .names)
    let verdict = try await simulation.run()
    #expect(verdict.isGood, "HISTORIES=names Simulate 1 \(seed) tells what happens")
  }

  @Test(arguments: [(9251 as UInt64, Simulation.Kind.results), (1443, .people), (1454, .people)])
  func `what a device has only read, or what arrives late, is no correction that is made again`(
    seed: UInt64, kind: Simulation.Kind
  ) async throws {
    let folder = try TemporaryFolder()
    var simulation = Simulation(seed: seed, folder: folder.path, kind: kind)
    #expect(
      try await simulation.run().isGood, "HISTORIES=\(kind) Simulate 1 \(seed) tells what happens")
  }

  /// In it the other device hears of the deletion and of the result that is there again on different pages.
  @Test func `a correction outlives a merge of two people who have one text that is taken back`()
    async throws
  {
    let folder = try TemporaryFolder()
    var simulation = Simulation(seed: 3_462, folder: folder.path, kind: .people)
    #expect(
      try await simulation.run().isGood, "HISTORIES=people Simulate 1 3462 tells what happens")
  }

  /// In it a device gives a name of an erased person before it hears of the erasure, and has its backup restored.
  @Test func `a name that was given twice is the same on all devices after a backup is restored`()
    async throws
  {
    let folder = try TemporaryFolder()
    var simulation = Simulation(seed: 492, folder: folder.path)
    #expect(try await simulation.run().isGood, "make simulate SEEDS=1 SEED=492 tells what happens")
  }

  @Test(arguments: [Simulation.Kind.results, .people])
  func `the same seed gives the same history`(kind: Simulation.Kind) async throws {
    var traces: Set<UInt64> = []
    for _ in 0..<2 {
      let folder = try TemporaryFolder()
      var simulation = Simulation(seed: 7, folder: folder.path, kind: kind)
      traces.insert(try await simulation.run().trace)
    }
    #expect(traces.count == 1)
  }
}
