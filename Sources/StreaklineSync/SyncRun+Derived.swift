internal import StreaklineCore
internal import StreaklineStore

extension SyncRun {
  /// Computes the records that follow from results, from all results that are here now. What a remote
  /// holds of them is compared, and replaced where it says something else; it never counts as a fact.
  mutating func derive() throws(StoreError) {
    let derived = pipeline.records.filter(\.value.isDerived)
    let mayDiffer = mayHaveNewResults || report.pulled + report.merged + report.conflicts > 0
    guard mayDiffer, !derived.isEmpty, !isStopped, !Task.isCancelled, let description, canPull,
      pipeline.users?.count == 1
    else { return }
    let results = try playedResults()
    for (type, destination) in derived.sorted(by: { $0.key < $1.key }) {
      switch type {
      // A device without results has nothing to say against what others have counted.
      case RecordType.userStats.name where !results.isEmpty:
        try deriveStats(results, destination, names(description))
      case RecordType.userAchievements.name where !results.isEmpty:
        try deriveAchievements(results, description.account)
      case RecordType.dailyScore.name: try deriveScores(results, description.account)
      default: break
      }
    }
  }

  /// The results that the pipeline sends and whose day has begun.
  private func playedResults() throws(StoreError) -> [PlayedResult] {
    guard let user = pipeline.users?.first else { return [] }
    let (filter, lastDay) = (pipeline.filter, now().latestDay)
    var results: [PlayedResult] = []
    try store.eachResult(ResultFilter(user: user, to: lastDay)) { record in
      if filter.wants(record) { results.append(PlayedResult(record)) }
    }
    return results
  }

  // MARK: - Sums

  /// The sums of all devices, in each record that there is. A record of this device is made only where
  /// there is no other, because the app adds what the records say.
  private func deriveStats(
    _ results: [PlayedResult], _ destination: Pipeline.Destination, _ names: RecordNames
  ) throws(StoreError) {
    let type = RecordType.userStats.name
    let facts = UserStats.fields(of: results)
    let moment = now().iso
    let blank = Document(type: type, name: "", fields: [:])
    let values = PlaceholderValues(blank, deviceID: names.deviceID, account: names.account)
    let ownName = try? destination.name.expanded(values)
    var stored = try store.documents(type: type)
    if let ownName, let least = stored.map(\.name).min(), least < ownName,
      stored.contains(where: { $0.name == ownName })
    {
      _ = try store.deleteDocument(type: type, name: ownName, now: now())
      stored.removeAll { $0.name == ownName }
    }
    if stored.isEmpty, let ownName, !ownName.isEmpty {
      stored = [
        Document(type: type, name: ownName, fields: ["deviceId": .string(names.deviceID)])
      ]
    }
    for document in stored {
      var fields = document.fields
      guard facts.contains(where: { fields.value($0.name) != $0.value }) else { continue }
      for (name, value) in facts { fields[name] = value }
      fields["modifiedAt"] = .string(moment)
      try store.put(Document(type: type, name: document.name, fields: fields), now: now())
    }
  }

  // MARK: - Achievements

  private func deriveAchievements(_ results: [PlayedResult], _ account: String?)
    throws(StoreError)
  {
    let type = RecordType.userAchievements.name
    guard !games.achievements.isEmpty, let name = RecordType.onlyDocument(ofType: type) else {
      return
    }
    let others = try store.documents(type: RecordType.dailyScore.name)
      .compactMap { $0.fields["userId"]?.string }.filter { $0 != account }
    let fields = UserAchievements.fields(
      games.achievements, of: results,
      AchievementCount.Games(
        everyDays: games.everyDays, higherIsBetter: games.higherIsBetter,
        withoutTries: games.withoutTries),
      people: Set(others).count, stored: try store.document(type: type, name: name)?.fields,
      now: now())
    if let fields {
      try store.put(Document(type: type, name: name, fields: fields), now: now())
    }
  }

  // MARK: - Scores

  /// A score for each result in each group, from the day on which the group was made.
  private func deriveScores(_ results: [PlayedResult], _ account: String?) throws(StoreError) {
    guard let account, let user = pipeline.users?.first else { return }
    let type = RecordType.dailyScore.name
    var stored: [String: Fields] = [:]
    for document in try store.documents(type: type)
    where document.fields["userId"]?.string == account {
      stored[document.name] = document.fields
    }
    var wanted: Set<String> = []
    var changed: [Document] = []
    let moment = now()
    for group in try store.documents(type: RecordType.leaderboardGroup.name) {
      let start = group.fields["createdAt"]?.string.flatMap(Instant.init(iso8601:))?.day
      for result in results where start.map({ $0 <= result.day }) ?? true {
        let name = DailyScoreName(
          group: group.name, account: account, day: result.day, gameID: result.gameID)
        guard wanted.insert(name.text).inserted else { continue }
        let fields = DailyScore.fields(of: result, name, stored: stored[name.text], now: moment)
        if let fields { changed.append(Document(type: type, name: name.text, fields: fields)) }
      }
    }
    try store.putAll(changed, now: moment)
    try removeScores(Set(stored.keys).subtracting(wanted), of: user)
  }

  /// Deletes scores whose result was deleted here, or whose group is gone. A score of a result that has
  /// never been here stays: an app has written it.
  private func removeScores(_ names: Set<String>, of user: String) throws(StoreError) {
    guard !names.isEmpty else { return }
    let gone = Set(try store.deletedDocuments(type: RecordType.leaderboardGroup.name))
    for text in names.sorted() {
      guard let name = DailyScoreName(text) else { continue }
      let id = CompositeID(userId: user, day: name.day, gameId: name.gameID)
      var isGone = name.group.map(gone.contains) ?? false
      if !isGone { isGone = try store.isDeleted(id) }
      guard isGone else { continue }
      _ = try store.deleteDocument(type: RecordType.dailyScore.name, name: text, now: now())
    }
  }
}
