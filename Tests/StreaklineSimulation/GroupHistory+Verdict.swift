internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// What must hold of groups when all devices are quiet.

extension GroupHistory {
  mutating func judge() throws {
    for player in players {
      for finding in try player.device.store.verify() {
        verdict.diverged.append("\(player.device.name) verify: \(finding)")
      }
      let own = contents[player.account] ?? []
      for record in try player.device.store.results() where !own.contains(record.contentHash) {
        verdict.leaked.append("\(player.account) has \(record.id) of somebody else")
      }
    }
    let (one, other) = (try players[0].device.results(), try players[1].device.results())
    if one != other { verdict.diverged.append("results of \(players[0].account)") }
    for (index, group) in groups.enumerated() { try judge(group, index) }
  }

  private mutating func judge(_ group: Group, _ index: Int) throws {
    let insiders = group.isRemoved ? [] : group.members.union([group.owner])
    var first: [String: String]?
    for player in players {
      let store = player.device.store
      let document = try store.document(type: RecordType.leaderboardGroup.name, name: group.id)
      let scores = try scores(of: group, in: store)
      let place = "group \(index) on \(player.device.name) of \(player.account)"
      guard insiders.contains(player.account) else {
        if document != nil || !scores.isEmpty { verdict.leaked.append("\(place): still there") }
        continue
      }
      guard let document else {
        verdict.lost.append("\(place): not there")
        continue
      }
      let lines = scores.mapValues { "\($0["score"] ?? .null) \($0["completed"] ?? .null)" }
      if let first, first != lines {
        let different = Set(first.keys).union(lines.keys).filter { first[$0] != lines[$0] }
        verdict.diverged.append("\(place): \(different.sorted().prefix(3))")
      }
      first = first ?? lines
      try judgeOwn(lines, group, document, player, place)
      judgeFormer(scores, group, place)
    }
    try judgeMembers(group, index, insiders)
  }

  /// The scores of a group by their names.
  private func scores(of group: Group, in store: Store) throws -> [String: Fields] {
    var scores: [String: Fields] = [:]
    for score in try store.documents(type: RecordType.dailyScore.name)
    where DailyScoreName(score.name)?.group == group.id {
      scores[score.name] = score.fields
    }
    return scores
  }

  /// The scores of an account in its group are those of its results since the group was made.
  private mutating func judgeOwn(
    _ lines: [String: String], _ group: Group, _ document: Document, _ player: Player,
    _ place: String
  ) throws {
    guard let identity = identities[player.account],
      let start = document.fields["createdAt"]?.string.flatMap(Instant.init(iso8601:))?.day
    else { return }
    var expected: [String: String] = [:]
    for record in try player.device.store.results() where record.counts(at: now) {
      let result = PlayedResult(record)
      guard result.day >= start else { continue }
      let name = DailyScoreName(
        group: group.id, account: identity, day: result.day, gameID: result.gameID)
      let score: Value = result.score.map(Value.int) ?? .null
      expected[name.text] = "\(score) \(Value.bool(result.isCompleted))"
    }
    for (name, line) in lines
    where DailyScoreName(name)?.account == identity && expected[name] != line {
      let isMadeUp = expected[name] == nil && group.madeUp.contains { isRecord($0, of: name) }
      if isMadeUp { continue }
      let text = "\(place): \(name) \(line), not \(expected[name] ?? "there")"
      if expected[name] == nil {
        verdict.resurrected.append(text)
      } else {
        verdict.diverged.append(text)
      }
    }
    for name in expected.keys.sorted() where lines[name] == nil {
      verdict.lost.append("\(place): \(name)")
    }
  }

  private func isRecord(_ recordName: String, of score: String) -> Bool {
    guard let name = DailyScoreName(score) else { return false }
    return recordName == "score|\(name.account)|\(name.day.dateInt)|\(name.gameID)"
  }

  /// Who takes part no longer has no scores but those of that time.
  private mutating func judgeFormer(_ scores: [String: Fields], _ group: Group, _ place: String) {
    for (account, names) in group.scoresAtEnd {
      for score in scores.keys where DailyScoreName(score)?.account == identities[account] {
        let isKnown = names.union(group.madeUp).contains { isRecord($0, of: score) }
        if !isKnown { verdict.leaked.append("\(place): \(score) of \(account), who is out") }
      }
    }
  }

  /// A group lists each who takes part once, and nobody else as one who does.
  private mutating func judgeMembers(
    _ group: Group, _ index: Int, _ insiders: Set<String>
  ) throws {
    guard !group.isRemoved, group.address != nil else { return }
    let members = try members(of: group)
    let listed = members.filter(\.hasAccepted).compactMap(\.account)
    let names = members.compactMap(\.invited).filter { !$0.isEmpty }
    if Set(listed).count != listed.count || Set(names).count != names.count {
      verdict.doubled.append("group \(index) lists \(members)")
    }
    let expected = Set(insiders.compactMap { identities[$0] })
    if Set(listed) != expected { verdict.diverged.append("group \(index) lists \(members)") }
  }
}
