internal import StreaklineCore

/// Which items of the change feed a pipeline sends. Suspect results are never sent.
package struct PipelineFilter: Hashable, Sendable {
  package let pipeline: String
  /// Names of record types.
  package let types: Set<String>
  /// Slugs; `nil` for all games. Does not apply to documents.
  package let games: Set<String>?
  /// User ids in normal form C; `nil` for all users. Does not apply to documents.
  package let users: Set<String>?

  package init(
    pipeline: String, types: Set<String>, games: Set<String>? = nil, users: Set<String>? = nil
  ) {
    self.pipeline = pipeline
    self.types = types
    self.games = games
    self.users = users.map { Set($0.map(normalFormC)) }
  }

  /// The filter with all names of each person of whom it has one name.
  ///
  /// - Parameter people: The users for whom other names stand, by these.
  func with(people: [String: String]) -> PipelineFilter {
    guard let users else { return self }
    let owners = Set(users.map { people[$0] ?? $0 })
    let names = people.filter { owners.contains($0.value) }.keys
    return PipelineFilter(
      pipeline: pipeline, types: types, games: games, users: users.union(owners).union(names))
  }

  /// Whether the pipeline sends the results of all users and games.
  package var hasAllUsersAndGames: Bool { users == nil && games == nil }

  /// Whether the pipeline sends the record.
  package func wants(_ record: Record) -> Bool {
    !record.isSuspect && wants(type: record.type, user: record.userId, game: record.game)
  }

  /// Whether the pipeline sends results of that type, user and game.
  func wants(type: String, user: String, game: String) -> Bool {
    wants(type: type) && games?.contains(game) ?? true && users?.contains(user) ?? true
  }

  /// Whether the pipeline sends documents of that type.
  package func wants(type: String) -> Bool {
    // Comparing a few short names is faster than hashing one.
    types.count > 8 ? types.contains(type) : types.contains { $0 == type }
  }

  /// Whether the other filter wants everything that this one wants.
  func isContained(in other: PipelineFilter) -> Bool {
    func isSubset(_ mine: Set<String>?, _ theirs: Set<String>?) -> Bool {
      guard let theirs else { return true }
      return mine?.isSubset(of: theirs) ?? false
    }
    return types.isSubset(of: other.types) && isSubset(games, other.games)
      && isSubset(users, other.users)
  }

  /// The filter as JSON. Equal filters give equal JSON.
  var json: Value {
    func list(_ names: Set<String>?) -> Value {
      names.map { .list($0.sorted().map(Value.string)) } ?? .null
    }
    return .object(["types": list(types), "games": list(games), "users": list(users)])
  }

  /// Reads the JSON object that `json` returns; `nil` for anything else.
  init?(pipeline: String, json: Value) {
    func names(_ value: Value?) -> Set<String>? {
      guard case .list(let values)? = value else { return nil }
      return Set(values.compactMap(\.string))
    }
    guard let fields = json.object, let types = names(fields["types"]) else { return nil }
    self.init(
      pipeline: pipeline, types: types, games: names(fields["games"]),
      users: names(fields["users"]))
  }
}
