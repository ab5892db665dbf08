internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

// MARK: - The remote

extension FeedSequences {
  /// The remote takes a change, and tells of it when it is pulled from.
  mutating func save(_ change: FeedModel.Sent) -> String {
    tags += 1
    let tag = "t\(tags)"
    held[change.id] = change.content.score.map { ($0, tag) }
    tell(change.id)
    return tag
  }

  mutating func tell(_ id: String) {
    if !news.contains(id) { news.append(id) }
  }

  /// What another device does there.
  mutating func changeThere() {
    guard let id = sample.wanted.randomElement(using: &random) else { return }
    tags += 1
    if held[id] != nil, number(0..<3) == 0 {
      held[id] = nil
    } else {
      held[id] = (number(0..<FeedSample.scores), "t\(tags)")
    }
    let now = held[id]
    note("change there", "\(id) \(now as Any)")
    tell(id)
  }

  func arrivals(_ news: [FeedModel.News], _ progress: ArrivalPage.Progress?)
    -> ArrivalPage
  {
    ArrivalPage(
      pipeline: sample.filter.pipeline, zone: FeedSample.zone,
      news.map { one in
        Arrival(
          name: one.id, isOwnName: true,
          one.held.map { .result(sample.record(one.id, $0.score)) } ?? .deletion,
          tag: one.held?.tag, modifiedAt: one.held == nil ? nil : now)
      }, progress
    ) { identity in
      if case .result(_, let id) = identity { id.encoded } else { nil }
    }
  }

  mutating func pull() throws {
    tags += 1
    let next = Array("token \(tags)".utf8)
    let count = min(news.count, number(1..<5))
    // A deletion of what this device has never had says nothing.
    let page = news.prefix(count).map { FeedModel.News(id: $0, held: held[$0]) }
      .filter { $0.held != nil || isLiveThere($0.id) }
    let hasMore = count < news.count
    if number(0..<8) == 0 {
      note("stale page")
      let stale = ArrivalPage.Progress(after: Array("stale".utf8), token: next, hasMore: hasMore)
      let counts = try store.merge(arrivals(page, stale), now: now)
      model.passStalePage()
      return try expect(counts == nil, "a page after another token was merged")
    }
    note("pull", "\(page) \(hasMore)")
    let progress = ArrivalPage.Progress(after: token, token: next, hasMore: hasMore)
    let counts = try store.merge(arrivals(page, progress), now: now)
    try expect(counts != nil, "the page after the stored token was not merged")
    token = next
    news.removeFirst(count)
    model.merge(page, isLast: !hasMore, order: sample.order, at: now)
    try checkZone()
  }

  mutating func expire() throws {
    note("token expired")
    try store.startRound(FeedSample.zone, of: sample.filter.pipeline)
    model.startRound()
    token = nil
    news = held.keys.sorted()
    try checkZone()
  }

  func checkZone() throws {
    let zone = try store.zone(FeedSample.zone, of: sample.filter.pipeline)
    try expect(
      zone.token == token && zone.round == model.round && zone.isWhole == model.isWhole,
      "the zone is \(zone), not that of round \(model.round), whole: \(model.isWhole)")
  }
}

// MARK: - Crashes and the rest

extension FeedSequences {
  /// Goes on with the files as they are on the disk while the store is open.
  mutating func crash() throws {
    note("crash")
    let (old, new) = ("\(folder)/\(files).db", "\(folder)/\(files + 1).db")
    files += 1
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: old + suffix) {
      try FileManager.default.copyItem(atPath: old + suffix, toPath: new + suffix)
    }
    store = try Store.open(path: new, deviceID: "d1")
    try checkZone()
  }

  mutating func reopen() throws {
    note("reopen")
    try store.close()
    store = try Store.open(path: "\(folder)/\(files).db", deviceID: "d1")
  }

  mutating func requeue() throws {
    let states: [Delivery.State] = [.rejected, .paused, .retry, .outcomeUnknown]
    let state = states[number(0..<4)]
    note("requeue", state.rawValue)
    _ = try store.requeue(sample.filter.pipeline, [state])
    model.requeue(state)
  }

  mutating func rewind() throws {
    note("from start")
    try store.rewind(sample.filter.pipeline)
    model.rewind()
    token = nil
    news = held.keys.sorted()
    try checkZone()
  }
}
