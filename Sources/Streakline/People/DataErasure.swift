internal import StreaklineCore
package import StreaklineStore
package import StreaklineSync

/// Erasing a person's data, or all, here and at the remotes of pipelines.
package struct DataErasure {
  private let data: ErasedData
  private let pipelines: [Pipeline]
  /// The users of names that the settings give.
  private let given: [String: String]

  /// - Parameters:
  ///   - user: Whose data is erased; `nil` for everybody's.
  ///   - pipelines: All pipelines but samples, also those that are switched off.
  package init(of user: String?, _ pipelines: [Pipeline], given: [String: String]) {
    data = user.map(ErasedData.user) ?? .all
    (self.pipelines, self.given) = (pipelines, given)
  }

  /// Erases the data in the store, and then asks the remotes.
  ///
  /// - Parameter route: The remote of a pipeline; `nil`, which is reported, where it cannot be reached.
  package func run(
    in records: RecordStore, route: (Pipeline, _ device: String) -> Route?,
    games: @escaping () -> KnownGames
  ) async throws -> ErasureReport {
    let store = records.store
    let device = try store.deviceID()
    let sharesRole = pipelines.shareRole(erasing: data)
    let part = try store.part(of: data, sharesRole: sharesRole, given: given)
    var erasures: [Erasure] = []
    var accounts: [String] = []
    for pipeline in pipelines {
      erasures += try pipeline.erasures(of: part, in: store, deviceID: device)
      if pipeline.remote.kind.hasAccount, let account = try store.syncState(pipeline.name).account {
        accounts.append(account)
      }
    }
    let counts = try store.erase(
      data, erasures, accounts: accounts, sharesRole: sharesRole, given: given, now: .now)
    let places = try await reach(erasures, store, games) { route($0, device) }
    let isOthers = sharesRole && (data == .all || part.roleDevice != nil)
    return ErasureReport(
      counts: counts, places: places,
      documentsLeft: try store.documentCounts().filter { $0.type != RecordType.decision.name }
        .reduce(0) { $0 + $1.documents },
      othersLeft: isOthers
        ? try store.users().first { $0.user == Decision.ownRole }?.results ?? 0 : 0,
      devicesLeft: try records.decisions.erasureProgress())
  }

  private func reach(
    _ erasures: [Erasure], _ store: Store, _ games: @escaping () -> KnownGames,
    _ route: (Pipeline) -> Route?
  ) async throws -> [ErasureReport.Place] {
    var places: [ErasureReport.Place] = []
    // First the pipelines that bring erasures of other devices: these also concern the other pipelines.
    let order = pipelines.filter(\.carriesDecisions) + pipelines.filter { !$0.carriesDecisions }
    for pipeline in order {
      let mine = erasures.filter { $0.pipeline == pipeline.name }
      // A record that stays is not counted: only its former lines are deleted.
      let count = mine.count { !$0.isOfFormerLife }
      let isAsked = try !store.erasures(of: pipeline.name).isEmpty
      guard !mine.isEmpty || isAsked || pipeline.carriesDecisions && pipeline.isEnabled else {
        continue
      }
      var place = ErasureReport.Place(
        pipeline: pipeline, records: count, waiting: count, state: .unasked)
      if !pipeline.isEnabled {
        place.state = .switchedOff
      } else if let route = route(pipeline) {
        var run = SyncRun(
          store, pipeline, to: route.remote,
          otherPipelines: { pipelines.filter { $0.name != pipeline.name } }, games: games(),
          now: { .now }, jitter: { Double.random(in: 0...1) })
        // The decision travels, too, where devices follow it.
        let report = try await pipeline.carriesDecisions ? run.run() : run.runErasures()
        place.waiting = try store.erasures(of: pipeline.name).count
        place.state = place.waiting > 0 ? .failed(report.state.message) : .done
      }
      places.append(place)
    }
    return places.sorted { $0.pipeline.name < $1.pipeline.name }
  }
}

/// What was erased, and where it still is.
package struct ErasureReport {
  /// A remote that held erased records.
  package struct Place {
    package enum State {
      case done, switchedOff
      /// The remote cannot be reached.
      case unasked
      /// - Parameter String: Why, where that is known.
      case failed(String?)
    }

    package let pipeline: Pipeline
    package let records: Int
    /// How many it has not deleted yet.
    package var waiting: Int
    package var state: State
  }

  package let counts: ErasedCounts
  package let places: [Place]
  /// How many documents are left, which belong to no user.
  package let documentsLeft: Int
  /// How many results are left that other devices have made.
  package let othersLeft: Int
  /// A sentence for each erasure that other devices have not carried out.
  package let devicesLeft: [String]

  /// Whether a remote has not deleted everything yet.
  package var isWaiting: Bool { places.contains { $0.waiting > 0 } }
}

extension StoredPeople {
  /// Whether the store has anything of a user.
  package func knows(_ user: String) throws -> Bool { try store.knows(user: user) }
}
