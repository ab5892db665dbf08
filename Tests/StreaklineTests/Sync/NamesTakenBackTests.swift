import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Merges, new names and forgetting on several devices over a folder, and what comes of results when these are taken
/// back.
@Suite struct NamesTakenBackTests {
  private let folder: TemporaryFolder
  private let pipeline: Pipeline
  private let stores: [Store]
  private var a: Store { stores[0] }
  private var b: Store { stores[1] }
  private var c: Store { stores[2] }

  init() throws {
    folder = try TemporaryFolder()
    let shared = folder.file("shared")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    pipeline = Pipeline(
      name: "folder",
      records: ["GameResult": Pipeline.Destination(zone: try NameTemplate("results"), name: .uuid)],
      remote: .folder(path: shared))
    var stores: [Store] = []
    for name in ["a", "b", "c"] {
      stores.append(try Store.open(path: folder.file("\(name).db"), deviceID: name))
    }
    self.stores = stores
  }

  private func time(_ hours: Int) -> Instant { StoreSample.now.adding(hours: hours) }

  /// Lets all devices sync in turn until each has heard of all others.
  ///
  /// - Parameter behind: By how many hours the clock of the second device is behind the others.
  private func sync(at hours: Int, behind: Int = 0) async throws {
    for round in 0..<3 {
      for (index, store) in stores.enumerated() {
        let hours = index == 1 ? hours - behind : hours
        let remote = FolderRemote(path: folder.file("shared"), device: try store.deviceID())
        var run = SyncRun(
          store, pipeline, to: remote,
          now: { Instant(milliseconds: self.time(hours).milliseconds + Int64(round)) },
          jitter: { 0.5 })
        #expect(try await run.run().state == .success)
      }
    }
  }

  /// Stores a result for each name on the first device, on a day of its own, and lets all devices have them.
  private func play(_ names: String...) async throws {
    let results = names.enumerated().map { day, name in
      SimulatedRecords.result(user: name, day: day, score: 3)
    }
    _ = try a.ingest(StoreSample.batch(results, now: time(1)))
    try await sync(at: 2)
  }

  /// Each result's user with its day.
  private func results(_ store: Store) throws -> [String] {
    #expect(try store.verify() == [])
    let first = SimulatedRecords.result(user: "", day: 0, score: 1).day
    return try store.results()
      .map { "\($0.userId) \($0.day - first)" }.sorted()
  }

  private func undo(_ store: Store, at hours: Int) throws {
    let action = try #require(
      try store.actions().last { $0.kind.isByHand && !$0.follows && $0.undoneAt == nil })
    guard case .undone = try store.undo(action.number, now: time(hours)) else {
      Issue.record("it cannot be taken back")
      return
    }
  }

  @Test func `two people who are merged into each other lose nothing`() async throws {
    try await play("Ann", "Ben")
    _ = try a.merge("Ann", into: "Ben", now: time(3))
    _ = try b.merge("Ben", into: "Ann", now: time(4))
    try await sync(at: 5)
    for store in stores { #expect(try results(store) == ["Ann 0", "Ann 1"]) }
  }

  @Test func `three people who are merged in a circle lose nothing`() async throws {
    try await play("Ann", "Ben", "Cid")
    _ = try a.merge("Ann", into: "Ben", now: time(3))
    _ = try b.merge("Ben", into: "Cid", now: time(4))
    _ = try c.merge("Cid", into: "Ann", now: time(5))
    try await sync(at: 6)
    for store in stores { #expect(try results(store) == ["Ann 0", "Ann 1", "Ann 2"]) }
  }

  @Test(arguments: [true, false], [true, false])
  func `two merges of one person are taken back in any order`(isChain: Bool, isFirstFirst: Bool)
    async throws
  {
    try await play("Ann", "Ben", "Cid")
    _ = try a.merge("Ann", into: "Ben", now: time(3))
    _ = try b.merge(isChain ? "Ben" : "Ann", into: "Cid", now: time(4))
    try await sync(at: 5)
    for store in stores { #expect(try results(store) == ["Cid 0", "Cid 1", "Cid 2"]) }
    try undo(isFirstFirst ? a : b, at: 6)
    try await sync(at: 7)
    try undo(isFirstFirst ? b : a, at: 8)
    try await sync(at: 9)
    for store in stores { #expect(try results(store) == ["Ann 0", "Ben 1", "Cid 2"]) }
  }

  @Test func `a merge is taken back at once on the device that has decided it`() async throws {
    try await play("Ann", "Ben", "Cid")
    _ = try a.merge("Ann", into: "Ben", now: time(3))
    try await sync(at: 4)
    // Another device gives him a third name, which the first one has heard of.
    _ = try b.rename("Ben", to: "Bob", now: time(5))
    try await sync(at: 6)
    try undo(a, at: 7)
    #expect(try results(a) == ["Ann 0", "Bob 1", "Cid 2"])
    try await sync(at: 8)
    for store in stores { #expect(try results(store) == ["Ann 0", "Bob 1", "Cid 2"]) }
  }

  @Test func `people who had the same result have it each when their merge is taken back`()
    async throws
  {
    let same = ["Ann", "Ben"].map { SimulatedRecords.result(user: $0, day: 1, score: 3) }
    _ = try a.ingest(StoreSample.batch(same, now: time(1)))
    try await sync(at: 2)
    _ = try a.merge("Ann", into: "Ben", now: time(3))
    try await sync(at: 4)
    for store in stores { #expect(try results(store) == ["Ben 1"]) }
    try undo(a, at: 5)
    try await sync(at: 6)
    for store in stores { #expect(try results(store) == ["Ann 1", "Ben 1"]) }
  }

  @Test func `forgetting is taken back although a third device has taken something in`()
    async throws
  {
    try await play("Zoe")
    _ = try b.forget("Zoe", isForGood: false, now: time(3))
    let new = SimulatedRecords.result(user: "Zoe", day: 1, score: 4)
    _ = try c.ingest(StoreSample.batch([new], now: time(3)))
    try await sync(at: 4)
    for store in stores { #expect(try results(store) == []) }
    try undo(b, at: 5)
    try await sync(at: 6)
    for store in stores { #expect(try results(store) == ["Zoe 0", "Zoe 1"]) }
  }

  @Test(arguments: [true, false])
  func `what is taken back comes back under the name that another device has given`(
    isForgetting: Bool
  ) async throws {
    try await play("Bob")
    if isForgetting {
      _ = try a.forget("Bob", isForGood: false, now: time(3))
    } else {
      #expect(try a.delete(id: a.results()[0].id, now: time(3)))
    }
    _ = try b.rename("Bob", to: "Rob", now: time(4))
    try await sync(at: 5)
    for store in stores { #expect(try results(store) == []) }
    try undo(a, at: 6)
    try await sync(at: 7)
    for store in stores { #expect(try results(store) == ["Rob 0"]) }
  }

  @Test func `nobody gets a name that stands for somebody else`() async throws {
    try await play("Bob", "Zoe")
    _ = try a.rename("Bob", to: "Rob", now: time(3))
    #expect(try a.rename("Zoe", to: "Bob", now: time(4)) == .stands("Bob", for: "Rob"))
    try await sync(at: 5)
    #expect(try b.rename("Zoe", to: "Bob", now: time(6)) == .stands("Bob", for: "Rob"))
    _ = try b.forget("Rob", isForGood: false, now: time(7))
    try await sync(at: 8)
    #expect(try c.rename("Zoe", to: "Bob", now: time(9)) == .forgotten("Bob"))
    for store in stores { #expect(try results(store) == ["Zoe 1"]) }
  }

  @Test func `who had a name gets it again`() async throws {
    try await play("Bob")
    _ = try a.rename("Bob", to: "Rob", now: time(3))
    try await sync(at: 4)
    guard case .done = try b.rename("Rob", to: "Bob", now: time(5)) else {
      Issue.record("he does not get it")
      return
    }
    try await sync(at: 6)
    for store in stores { #expect(try results(store) == ["Bob 0"]) }
  }

  @Test func `devices whose clocks differ give a person one name`() async throws {
    try await play("Ann", "Zoe")
    _ = try a.merge("Zoe", into: "Ann", now: time(9))
    try await sync(at: 10, behind: 5)
    _ = try b.rename("Ann", to: "Bea", now: time(6))
    try await sync(at: 12, behind: 5)
    for store in stores { #expect(try results(store) == ["Bea 0", "Bea 1"]) }
  }

  @Test func `forgetting and an unaware new name are both taken back`() async throws {
    try await play("Bob")
    _ = try a.forget("Bob", isForGood: false, now: time(3))
    _ = try b.rename("Bob", to: "Rob", now: time(4))
    try await sync(at: 5)
    try undo(a, at: 6)
    try undo(b, at: 7)
    try await sync(at: 8)
    for store in stores { #expect(try results(store) == ["Bob 0"]) }
  }

  @Test func `what has another name meanwhile goes back to whose it is`() async throws {
    try await play("Ann", "Zoe")
    _ = try a.rename("Ann", to: "Amy", now: time(3))
    try await sync(at: 4)
    // Each device does its part before it hears of the other.
    try undo(a, at: 5)
    _ = try b.merge("Amy", into: "Zoe", now: time(6))
    try await sync(at: 7)
    for store in stores { #expect(try results(store) == ["Ann 0", "Zoe 1"]) }
  }

  /// The scores of all results and disputes on all devices.
  private func scores() throws -> Set<Int> {
    var scores: Set<Int> = []
    for store in stores {
      let records = try store.results() + store.disputes().map(\.other)
      scores.formUnion(records.compactMap { $0.fields["score"]?.int })
    }
    return scores
  }

  @Test func `what was brought back is not lost beside an older deletion`() async throws {
    let one = SimulatedRecords.result(user: "Ann", day: 0, score: 3)
    _ = try a.ingest(StoreSample.batch([one], now: time(1)))
    let other = SimulatedRecords.result(user: "Ben", day: 1, score: 5)
    _ = try a.ingest(StoreSample.batch([other], now: time(1)))
    try await sync(at: 2)
    _ = try b.forget("Ann", isForGood: false, now: time(3))
    _ = try a.merge("Ann", into: "Ben", now: time(4))
    try await sync(at: 5)
    try undo(b, at: 6)
    let third = SimulatedRecords.result(user: "Dora", day: 0, score: 4)
    _ = try c.ingest(StoreSample.batch([third], now: time(6)))
    _ = try c.merge("Dora", into: "Ben", now: time(7))
    _ = try c.rename("Ben", to: "Dora", now: time(8))
    try await sync(at: 9)
    #expect(try scores() == [3, 4, 5])
  }

  /// The scores of all results and disputes on any device.
  private func scores() throws -> Set<Int?> {
    try Set(
      stores.flatMap { try $0.results() + $0.disputes().map(\.other) }.map {
        $0.fields["score"]?.int
      })
  }

  @Test func `a result that has come back under its name replaces nothing under the next one`()
    async throws
  {
    try await play("Dora", "Carl")
    _ = try a.rename("Dora", to: "Emil", now: time(3))
    try undo(a, at: 4)
    _ = try a.merge("Dora", into: "Carl", now: time(5))
    _ = try b.ingest(
      StoreSample.batch(
        [SimulatedRecords.result(user: "Carl", day: 0, score: 5)], now: time(5)))
    try await sync(at: 6)
    #expect(try scores() == [3, 5])
  }

  @Test func `what a place has given away is not decided against there`() async throws {
    try await play("Carl")
    _ = try b.rename("Carl", to: "Frida", now: time(3))
    try undo(b, at: 4)
    try await sync(at: 5)
    for store in [a, b] {
      let new = SimulatedRecords.result(user: "Ben", day: 0, score: 4)
      _ = try store.ingest(StoreSample.batch([new], now: time(6)))
    }
    _ = try b.rename("Carl", to: "Dora", now: time(7))
    _ = try a.merge("Ben", into: "Carl", now: time(8))
    try await sync(at: 9)
    #expect(try scores() == [3, 4])
  }
}
