import StreaklineCore
import StreaklineStore
import Testing

@Suite struct ChangeFeedTests {
  let folder: TemporaryFolder
  let store: Store
  private let later = StoreSample.now.adding(hours: 1)

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func filter(
    _ types: Set<String> = ["GameResult"], games: Set<String>? = nil, users: Set<String>? = nil
  ) -> PipelineFilter {
    PipelineFilter(pipeline: "p", types: types, games: games, users: users)
  }

  private func ids(_ filter: PipelineFilter, now: Instant = StoreSample.now) throws -> [String?] {
    try StoreSample.changes(store, filter, now: now).map(\.record?.id)
  }

  @Test func `a pipeline gets its types, games and users and no others`() throws {
    let mine = StoreSample.result()
    let friend = StoreSample.result(user: "ann", day: 1)
    let other = StoreSample.result(game: "other", gameID: "o", day: 2)
    _ = try store.ingest(StoreSample.batch([mine, friend, other]))
    let all = [
      (filter(), [mine, friend, other]), (filter(["PuzzleResult"]), []),
      (filter(games: ["wordle"]), [mine, friend]), (filter(games: []), []),
      (filter(users: ["me"]), [mine, other]), (filter(games: ["wordle"], users: ["ann"]), [friend]),
    ]
    for (index, (filter, expected)) in all.enumerated() {
      let own = PipelineFilter(
        pipeline: "p\(index)", types: filter.types, games: filter.games, users: filter.users)
      #expect(try StoreSample.changes(store, own).map(\.record) == expected)
      #expect(try store.pendingCount(own).pending == expected.count)
    }
  }

  @Test func `a name in another spelling of its letters is the same user`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "Zo\u{EB}")]))
    #expect(try ids(filter(users: ["Zoe\u{308}"])).count == 1)
  }

  @Test func `a suspect result is never sent, and the result that replaces it is`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result(suspect: "cut")]))
    #expect(try ids(filter()).isEmpty)
    #expect(try store.pendingCount(filter()) == PendingCounts())
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    #expect(try ids(filter()).count == 1)
  }

  @Test func `what is taken is not sent again until it changes`() throws {
    _ = try store.ingest(StoreSample.batch((0..<7).map { StoreSample.result(day: $0) }))
    let first = try store.changes(filter(), limit: 5, now: StoreSample.now)
    #expect(first.changes.count == 5)
    try store.settle(first, first.changes.taken)
    #expect(try ids(filter()).count == 2)
    #expect(try StoreSample.deliver(store, filter()) == 2)
    #expect(try ids(filter()).isEmpty)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(score: 6)], replaces: true))
    #expect(try StoreSample.changes(store, filter()).map(\.record?.fields["score"]) == [.int(6)])
  }

  @Test func `a change without an outcome, and those after it, are sent again`() throws {
    let records = (0..<5).map { StoreSample.result(day: $0) }
    _ = try store.ingest(StoreSample.batch(records))
    let page = try store.changes(filter(), limit: 9, now: StoreSample.now)
    try store.settle(page, page.changes.prefix(2).map { $0 }.taken)
    #expect(try StoreSample.changes(store, filter()).map(\.record) == Array(records[2...]))
  }

  @Test func `an answer for an older version leaves the newer one to be sent`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    let outcomes: [DeliveryOutcome] = [
      .taken, .rejected(reason: "no"), .retry(at: StoreSample.now, reason: "busy"),
    ]
    for (index, outcome) in outcomes.enumerated() {
      let page = try store.changes(filter(), limit: 9, now: StoreSample.now)
      _ = try store.ingest(
        StoreSample.batch([StoreSample.result(score: index + 4)], replaces: true))
      try store.settle(page, [page.changes[0].item: outcome])
      let changes = try StoreSample.changes(store, filter())
      #expect(changes.map(\.record?.fields["score"]) == [.int(index + 4)])
      #expect(changes.map(\.attempts) == [0])
      #expect(try store.pendingCount(filter()).pending == 1)
      #expect(try store.deliveries("p").isEmpty)
    }
  }

  @Test func `a change that failed comes again when it is due, and others are not held up`() throws
  {
    let records = (0..<3).map { StoreSample.result(day: $0) }
    _ = try store.ingest(StoreSample.batch(records))
    var page = try store.changes(filter(), limit: 2, now: StoreSample.now)
    let item = page.changes[0].item
    try store.settle(
      page, [item: .retry(at: later, reason: "busy"), page.changes[1].item: .taken])
    #expect(try ids(filter()) == [records[2].id])
    #expect(try store.pendingCount(filter()).nextRetry == later)
    page = try store.changes(filter(), limit: 9, now: later)
    #expect(page.changes.map(\.record) == [records[0], records[2]])
    #expect(page.changes.map(\.attempts) == [1, 0])
    try store.settle(page, [item: .unknown(retryAt: later, reason: "silence")])
    #expect(
      try store.deliveries("p").map { [$0.reason, $0.state.rawValue, String($0.attempts)] }
        == [["silence", "outcomeUnknown", "2"]])
    #expect(try store.pendingCount(filter()).pending == 2)
  }

  @Test func `a refused or paused change waits until it is requeued or changes`() throws {
    _ = try store.ingest(StoreSample.batch((0..<2).map { StoreSample.result(day: $0) }))
    let page = try store.changes(filter(), limit: 9, now: StoreSample.now)
    try store.settle(
      page,
      [
        page.changes[0].item: .rejected(reason: "too long"),
        page.changes[1].item: .paused(reason: "sign in"),
      ])
    #expect(try ids(filter(), now: later).isEmpty)
    var counts = try store.pendingCount(filter())
    #expect(counts.rejected == 1 && counts.pending == 1 && counts.paused == 1)
    #expect(try store.requeue("p", [.paused]) == 1)
    #expect(try ids(filter()) == [page.changes[1].record?.id])
    _ = try store.ingest(StoreSample.batch([StoreSample.result(score: 1)], replaces: true))
    #expect(try ids(filter()).count == 2)
    counts = try store.pendingCount(filter())
    #expect(counts.rejected == 0 && counts.pending == 2)
    #expect(try StoreSample.deliver(store, filter()) == 2)
    #expect(try store.deliveries("p").isEmpty)
  }

  @Test func `a deletion is sent once, by its identity and without content`() throws {
    let record = StoreSample.result()
    _ = try store.ingest(StoreSample.batch([record]))
    try StoreSample.deliver(store, filter())
    _ = try store.delete(id: record.id, now: StoreSample.now)
    let change = try #require(try StoreSample.changes(store, filter()).first)
    #expect(change.isDeleted && change.record?.fields.count == 0 && change.record?.id == record.id)
    #expect(try StoreSample.deliver(store, filter()) == 1)
    #expect(try ids(filter()).isEmpty)
  }

  @Test func `a new pipeline gets no deletions from before its first call`() throws {
    _ = try store.ingest(StoreSample.batch((0..<2).map { StoreSample.result(day: $0) }))
    _ = try store.delete(id: StoreSample.result().id, now: StoreSample.now)
    #expect(try store.pendingCount(filter()).pending == 1)
    let page = try store.changes(filter(), limit: 9, now: StoreSample.now)
    #expect(page.changes.map(\.isDeleted) == [false])
    // The result was sent. It may have arrived although no answer came.
    _ = try store.delete(id: StoreSample.result(day: 1).id, now: StoreSample.now)
    #expect(try StoreSample.changes(store, filter()).map(\.isDeleted) == [true])
  }

  @Test func `a filter that wants more gets what it lacks, and nothing twice`() throws {
    let mine = (0..<3).map { StoreSample.result(day: $0) }
    let others = (0..<3).map { StoreSample.result(user: "ann", day: $0) }
    _ = try store.ingest(StoreSample.batch(mine + others))
    let narrow = filter(users: ["me"])
    let first = try store.changes(narrow, limit: 9, now: StoreSample.now)
    try store.settle(
      first, first.changes.taken.merging([first.changes[0].item: .rejected(reason: "no")]) { $1 })
    // One of these was sent before, the other was not.
    _ = try store.delete(id: mine[1].id, now: StoreSample.now)
    _ = try store.delete(id: others[1].id, now: StoreSample.now)
    #expect(try store.pendingCount(filter()).pending == 3)
    let page = try store.changes(filter(), limit: 9, now: StoreSample.now)
    #expect(page.changes.map(\.record?.id) == [others[0].id, others[2].id, mine[1].id])
    #expect(try store.pendingCount(filter()).rejected == 1)
    #expect(try StoreSample.deliver(store, filter()) == 3)
    #expect(try store.pendingCount(filter()).pending == 0)
    #expect(try StoreSample.changes(store, narrow).isEmpty)
    #expect(try StoreSample.changes(store, filter()).isEmpty)
  }

  @Test func `filters that change while a pipeline reads lose nothing and send nothing twice`()
    throws
  {
    let records = ["a", "b", "c"].flatMap { game in
      (0..<4).map { StoreSample.result(game: game, gameID: game, day: $0) }
    }
    _ = try store.ingest(StoreSample.batch(records))
    var sent: [String] = []
    for games in [["a", "b"], ["b", "c"], ["a"], ["a", "c"], ["a", "b", "c"]] as [Set<String>] {
      let filter = filter(games: games)
      let page = try store.changes(filter, limit: 5, now: StoreSample.now)
      try store.settle(page, page.changes.taken)
      sent += page.changes.compactMap(\.record?.id)
    }
    while try !ids(filter()).isEmpty {
      let page = try store.changes(filter(), limit: 5, now: StoreSample.now)
      try store.settle(page, page.changes.taken)
      sent += page.changes.compactMap(\.record?.id)
    }
    #expect(Set(sent) == Set(records.map(\.id)))
    #expect(sent.count == records.count)
  }

  @Test func `a record that cannot be read blocks no other`() throws {
    _ = try store.ingest(StoreSample.batch((0..<3).map { StoreSample.result(day: $0) }))
    try RawDatabase.execute(
      folder.file("s.db"), "UPDATE record SET fields = '{' WHERE item / 10000000000 = 20241104")
    let changes = try StoreSample.changes(store, filter())
    #expect(changes.map { $0.content == .unreadable } == [true, false, false])
  }

  @Test func `a pipeline that wants little skips what it does not want`() throws {
    let users = (0..<100).map { "u\($0)" }
    for start in stride(from: 0, to: 100, by: 50) {
      _ = try store.ingest(
        StoreSample.batch(
          (start..<start + 50).flatMap { day in
            users.map { StoreSample.result(user: $0, day: day) }
          }))
    }
    let wanted = StoreSample.result(game: "tandem", gameID: "t")
    _ = try store.ingest(StoreSample.batch([wanted]))
    let narrow = filter(games: ["tandem"])
    #expect(try StoreSample.changes(store, narrow).map(\.record) == [wanted])
    #expect(try store.pendingCount(narrow).pending == 1)
    #expect(try store.pendingCount(filter()).pending == 10_001)
    var count = 0
    while case let sent = try StoreSample.deliver(store, narrow), sent > 0 { count += sent }
    #expect(count == 1)
    #expect(
      try RawDatabase.rows(folder.file("s.db"), "SELECT cursor = version FROM pipeline, device")
        == ["1"])
  }

  @Test(arguments: [1, 2, 3, 5])
  func `a renamed user's results and the deletions under the old name come together`(limit: Int)
    throws
  {
    _ = try store.ingest(
      StoreSample.batch((0..<7).map { StoreSample.result(user: "Ann", day: $0) }))
    try StoreSample.deliver(store, filter())
    _ = try store.rename("Ann", to: "Anna", now: StoreSample.now)
    var sent = 0
    while true {
      let page = try store.changes(filter(), limit: limit, now: StoreSample.now)
      if page.changes.isEmpty { break }
      #expect(page.changes.count % 2 == 0 && page.changes.count <= max(2, limit))
      for (new, old) in zip(page.changes, page.changes.dropFirst()) where !new.isDeleted {
        #expect(new.isMove(from: old))
      }
      sent += page.changes.count
      try store.settle(page, page.changes.taken)
    }
    #expect(sent == 14)
  }
}
