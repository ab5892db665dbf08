internal import GRDB

/// Two users who have results of the same messages, as when two phones exported one chat and call a
/// person differently.
package struct Twins: Hashable, Sendable {
  /// The user with fewer results.
  package let user: String
  package let other: String
  /// How many results came from the same messages.
  package let same: Int

  package init(user: String, other: String, same: Int) {
    self.user = user
    self.other = other
    self.same = same
  }
}

extension Store {
  /// A store with more results is not searched for twins.
  private static let maximumResults = 200_000

  /// Users who are probably one person: of the puzzles of which both have a result, at least half are
  /// of the same message: the same content, sent in the same minute.
  package func twins() throws(StoreError) -> [Twins] {
    try reading { db in
      let isLarge = try Bool.fetchOne(
        db, sql: "SELECT 1 FROM result LIMIT 1 OFFSET \(Self.maximumResults)")
      return isLarge == nil ? try TwinSearch(db).twins() : []
    }
  }
}

/// Looks for twins. Of the many results of a puzzle, only those with the same content are compared.
private struct TwinSearch {
  /// Fewer common messages may be chance.
  private static let leastSame = 3

  /// A result of the puzzle that is being read.
  private struct Found {
    let user: Int
    let digest: Int64?
    let version: Int64?
  }

  /// Two users, by their places in ``names``: the smaller one first.
  private struct BothUsers: Hashable {
    let one: Int
    let other: Int
  }

  private let times: RowStatement
  /// The users in the order in which they were found.
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The puzzles of each user, as ascending numbers.
  private var puzzles: [[Int32]] = []
  private var puzzle: Int32 = 0
  private var same: [BothUsers: Int] = [:]

  /// Reads all results.
  init(_ db: Database) throws {
    times = try RowStatement(
      db, "SELECT json_extract(fields, '$.playedAt') FROM record WHERE version = ?")
    let rows = try RowStatement(
      db,
      """
      SELECT \(ResultKey.day(in: "number")), gameId, \(ResultKey.type(in: "number")), user, digest,
        version
      FROM result JOIN pair ON key = \(ResultKey.pair(in: "number")) WHERE state < 3
      ORDER BY 1, 2, 3
      """)
    var (day, game, type) = (Int64.min, "", Int64.min)
    var there: [Found] = []
    while try rows.next() {
      let (nextDay, nextGame, nextType) = (
        rows.number(0) ?? 0, rows.text(1) ?? "", rows.number(2) ?? 0
      )
      if (nextDay, nextType) != (day, type) || nextGame != game {
        try compare(there)
        there.removeAll(keepingCapacity: true)
        puzzle += 1
        (day, game, type) = (nextDay, nextGame, nextType)
      }
      let user = number(of: rows.text(3) ?? "")
      puzzles[user].append(puzzle)
      there.append(Found(user: user, digest: rows.number(4), version: rows.number(5)))
    }
    try compare(there)
  }

  private mutating func number(of user: String) -> Int {
    if let number = numbers[user] { return number }
    numbers[user] = names.count
    names.append(user)
    puzzles.append([])
    return names.count - 1
  }

  /// Counts which results of one puzzle are of the same message.
  private mutating func compare(_ there: [Found]) throws {
    for (_, alike) in Dictionary(grouping: there, by: \.digest) where alike.count > 1 {
      // Most results are like no other, and need not be read for their time.
      var users: [String: [Int]] = [:]
      for found in alike {
        guard let minute = try minute(of: found) else { continue }
        for user in users[minute] ?? [] {
          same[BothUsers(one: min(user, found.user), other: max(user, found.user)), default: 0] += 1
        }
        users[minute, default: []].append(found.user)
      }
    }
  }

  /// Such as `2024-11-04T08:00`.
  private func minute(of found: Found) throws -> String? {
    times.bind(1, found.version)
    defer { times.reset() }
    return try times.next() ? times.text(0).map { String($0.prefix(16)) } : nil
  }

  func twins() -> [Twins] {
    same.filter { $1 >= Self.leastSame && $1 * 2 >= both($0) }
      .map { pair, same in
        let (one, other) = (names[pair.one], names[pair.other])
        let isFewer =
          (puzzles[pair.one].count, one) < (puzzles[pair.other].count, other)
        return Twins(user: isFewer ? one : other, other: isFewer ? other : one, same: same)
      }
      .sorted { ($1.same, $0.user, $0.other) < ($0.same, $1.user, $1.other) }
  }

  /// Of how many puzzles both have a result.
  private func both(_ pair: BothUsers) -> Int {
    let (left, right) = (puzzles[pair.one], puzzles[pair.other])
    var (i, j, count) = (0, 0, 0)
    while i < left.count, j < right.count {
      if left[i] == right[j] {
        count += 1
        i += 1
        j += 1
      } else if left[i] < right[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return count
  }
}
