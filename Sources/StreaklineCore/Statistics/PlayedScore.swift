/// What a result that counts comes to, without its game and day.
package struct PlayedScore: Hashable, Sendable {
  package let isCompleted: Bool
  /// `nil` for a lost game, and where a game has no score.
  package let score: Int?
  package let maxAttempts: Int?

  package init(isCompleted: Bool, score: Int? = nil, maxAttempts: Int? = nil) {
    self.isCompleted = isCompleted
    self.score = score
    self.maxAttempts = maxAttempts
  }

  package init(_ record: Record) {
    let members = JSONMembers(record.encodedFields)
    func number(_ name: StaticString) -> Int? {
      members.value(of: name).flatMap { try? readJSON($0) }?.int
    }
    self.init(
      isCompleted: record.completed == true, score: number("score"),
      maxAttempts: number("maxAttempts"))
  }
}

/// How often a player has reached each score.
package struct ScoreTally: Hashable, Sendable {
  package private(set) var counts: [(score: PlayedScore, count: Int)] = []

  package init() {}

  package var total: Int { counts.reduce(0) { $0 + $1.count } }

  package mutating func add(_ score: PlayedScore, count: Int = 1) {
    if let index = counts.firstIndex(where: { $0.score == score }) {
      counts[index].count += count
    } else {
      counts.append((score, count))
    }
  }

  package static func == (left: ScoreTally, right: ScoreTally) -> Bool {
    left.byScore == right.byScore
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(byScore) }

  private var byScore: [PlayedScore: Int] {
    Dictionary(counts.map { ($0.score, $0.count) }, uniquingKeysWith: +)
  }
}
