package import StreaklineCore
package import StreaklineFiles
package import StreaklineStore
package import StreaklineSync

/// How a pipeline is run.
package struct RunManner {
  /// Whether the run is one of many, which sends full batches at once and others later.
  package var follows = false
  package var pulls = true
  package var mayHaveNewResults = true
  /// Whether writing is tried again where it is paused.
  package var resumes = false
  /// Whether most of what is here may be deleted because a server no longer has it.
  package var acceptsDeletions = false

  package init(follows: Bool, resumes: Bool, acceptsDeletions: Bool) {
    (self.follows, self.resumes, self.acceptsDeletions) = (follows, resumes, acceptsDeletions)
  }
}

/// What running a pipeline came to.
package enum DeliveryOutcome {
  /// - Parameter damagedLines: How many lines of the remote's file were put aside, and where.
  case done(SyncReport, damagedLines: (count: Int, path: String)?)
  /// Another process runs the pipeline, as the sentence says, and delivers what waits.
  case ranElsewhere(String)
}

/// A user of a pipeline who has no results.
package struct UnknownUser {
  package let name: String
  /// Whose the results are that he had.
  package let owner: String?
}

extension RecordStore {
  /// Runs a pipeline once.
  ///
  /// - Parameters:
  ///   - isOn: Whether the pipeline is still switched on.
  ///   - others: The other pipelines, as their files are now.
  ///   - games: Called only when something may come from the remote.
  package func run(
    _ route: Route, _ manner: RunManner, isOn: @escaping () -> Bool,
    others: @escaping () -> [Pipeline], games: @escaping () -> KnownGames
  ) async throws -> DeliveryOutcome {
    let file = route.remote as? JSONLinesRemote
    let damagedBefore = file?.damagedLines ?? 0
    let reads = manner.pulls && !route.remote.isPushOnly
    var run = SyncRun(
      store, route.pipeline, to: route.remote, mode: manner.follows ? .following : .draining,
      pulls: manner.pulls, mayHaveNewResults: manner.mayHaveNewResults, resumes: manner.resumes,
      acceptsDeletions: manner.acceptsDeletions, waiting: manner.follows ? .zero : .seconds(10),
      isOn: isOn, otherPipelines: others, games: reads ? games() : KnownGames(),
      now: { .now }, jitter: { Double.random(in: 0...1) })
    do throws(StoreError) {
      let report = try await run.run()
      let damaged = (file?.damagedLines ?? 0) - damagedBefore
      return .done(
        report, damagedLines: damaged > 0 ? (damaged, file?.damagedLinesPath ?? "") : nil)
    } catch {
      guard case .running = error else { throw error }
      return .ranElsewhere(error.description)
    }
  }

  /// Makes all that was postponed for a route due.
  ///
  /// - Parameters:
  ///   - retriesRejected: Also what the remote has refused.
  ///   - sendsAll: Lets everything be sent again.
  ///   - readsAll: Lets everything at the remote be read again.
  package func prepare(
    _ route: Route, retriesRejected: Bool, sendsAll: Bool, readsAll: Bool
  ) throws {
    let folder = route.remote as? FolderRemote
    if sendsAll {
      try store.rewind(route.name)
      do {
        try folder?.startAgain(try store.zones(of: route.name).map { ZoneName($0) })
      } catch let error as RemoteError where error.kind == .offline {
        // The run says so.
      }
    }
    if readsAll {
      for zone in try store.zones(of: route.name) {
        let token = try store.zone(zone, of: route.name).token
        try store.startRound(
          zone, of: route.name, token: folder?.tokenToStartAgain(after: token))
      }
    }
    let states: [Delivery.State] = [.retry, .outcomeUnknown] + (retriesRejected ? [.rejected] : [])
    try store.requeue(route.name, states)
  }

  /// Whether a pipeline's remote has yet to delete something that was erased here.
  package func hasErasures(for pipeline: Pipeline) throws -> Bool {
    try !store.erasures(of: pipeline.name).isEmpty
  }

  /// The users of a pipeline who have no results, such as misspelt ones.
  package func unknownUsers(of pipeline: Pipeline) throws -> [UnknownUser] {
    let unknown = try store.unknownUsers(of: pipeline.filter)
    guard !unknown.isEmpty else { return [] }
    let owners = try store.knownNames().users
    return unknown.map { UnknownUser(name: $0, owner: owners[$0]) }
  }

  /// Tells the store's file from another one at its path.
  package func fileIdentity() throws -> FileIdentity { try identityWithoutOpening(path) }

  /// How a pipeline's last run ended, and to which account it belongs.
  package func syncState(of pipeline: Pipeline) throws -> SyncState {
    try store.syncState(pipeline.name)
  }

  /// Lets a pipeline belong to another account.
  ///
  /// - Returns: The account to which it has belonged, and how many records wait for the new one.
  package func adopt(
    _ account: String, for pipeline: Pipeline, now: Instant
  ) throws -> (former: String?, pending: Int) {
    let lock = try store.lockRun(of: pipeline.name)
    let former = try store.adopt(account, for: pipeline.name)
    lock.unlock()
    return (former, try store.pendingCount(pipeline.filter, at: now).pending)
  }
}
