package import StreaklineCore
package import StreaklineStore
package import StreaklineSync

/// The groups of a store, in which accounts see each other's scores.
package struct StoredGroups: Sendable {
  let store: Store

  /// All groups, and how many have scores in each.
  package func all() throws -> [(group: Document, players: Int)] {
    var members: [String: Set<String>] = [:]
    for score in try store.documents(type: RecordType.dailyScore.name) {
      guard let name = DailyScoreName(score.name), let group = name.group else { continue }
      members[group, default: []].insert(name.account)
    }
    return try store.documents(type: RecordType.leaderboardGroup.name).map {
      ($0, members[$0.name]?.count ?? 0)
    }
  }

  /// The groups that are named: those with the id or the title, else those whose id starts like it.
  package func named(_ text: String) throws -> [Document] {
    let groups = try store.documents(type: RecordType.leaderboardGroup.name)
    let wanted = text.lowercased()
    let exact = groups.filter {
      $0.name.lowercased() == wanted || $0.fields["title"]?.string?.lowercased() == wanted
    }
    return exact.isEmpty && wanted.count >= 4
      ? groups.filter { $0.name.lowercased().hasPrefix(wanted) } : exact
  }

  /// Makes a group of the pipeline's account.
  ///
  /// - Returns: Its id.
  package func create(
    _ title: String, description: String?, for pipeline: Pipeline, now: Instant
  ) throws -> String {
    let id = UniqueID.random().description
    var fields: Fields = ["title": .string(title), "createdAt": .string(now.iso)]
    if let account = try store.syncState(pipeline.name).account {
      fields["createdBy"] = .string(account)
    }
    if let description { fields["description"] = .string(description) }
    try store.put(
      Document(type: RecordType.leaderboardGroup.name, name: id, fields: fields), now: now)
    return id
  }

  /// Lets the next sync read a group's zone from its start, with whatever the remote had of a zone of this name.
  package func join(_ zone: String, by pipeline: Pipeline) throws {
    try store.startRound(zone, of: pipeline.name, token: ZoneState.joined)
  }

  /// Whether a sync has met the zone at the remote.
  package func isAtRemote(_ zone: String, of pipeline: Pipeline) throws -> Bool {
    try store.zones(of: pipeline.name).contains(zone)
  }

  /// What the members of groups are called.
  package func names() throws -> GroupNames { try GroupNames(store) }

  /// Keeps the names that a service says. A name that is here already, which the user may have given, stays.
  package func keepNames(_ members: [GroupMember], now: Instant) throws {
    let type = RecordType.groupMember.name
    for member in members {
      guard let account = member.account, let name = member.name,
        try store.document(type: type, name: account) == nil
      else { continue }
      try store.put(
        Document(type: type, name: account, fields: ["displayName": .string(name)]), now: now)
    }
  }
}

extension GroupNames {
  /// What a member is called.
  package func name(of member: GroupMember) -> String {
    member.account.map { self[$0] } ?? member.invited ?? "Unknown"
  }

  /// The members whom a text names: by name or account, else by the start of the account.
  package func members(named text: String, among members: [GroupMember]) -> [GroupMember] {
    let wanted = text.lowercased()
    let exact = members.filter { member in
      [name(of: member), member.account, member.invited].contains { $0?.lowercased() == wanted }
    }
    return exact.isEmpty && wanted.count >= 4
      ? members.filter { $0.account?.lowercased().hasPrefix(wanted) == true } : exact
  }
}

extension RecordStore {
  package var groups: StoredGroups { StoredGroups(store: store) }
}
