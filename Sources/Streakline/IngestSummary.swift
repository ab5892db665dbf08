package import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
package import StreaklineStore

/// The sums of an import.
package struct IngestSummary: Hashable, Sendable {
  package var messages = MessageStatistics()
  package var shares = 0
  package var added = 0
  package var duplicates = 0
  package var disputes = 0
  package var suspect = 0
  package var misses = 0
  /// How many records the pipelines have to send because of the import, summed over all pipelines.
  package var queued = 0
  /// Results that replaced another one.
  package var replaced = 0
  /// Results that were deleted before and stay deleted.
  package var deleted = 0
  /// Results of people whose data was erased, or who are forgotten. They are not stored.
  package var refused = 0
  /// The first names of bots whose messages were left out.
  package var botNames: Set<String> = []
  private static let maximumBotNames = 20

  package init() {}

  /// Every number with its name, in the order in which they are printed.
  private static let columns: [(name: String, path: any WritableKeyPath<Self, Int> & Sendable)] = [
    ("messages", \.messages.counts.messages), ("shares", \.shares), ("added", \.added),
    ("duplicates", \.duplicates), ("disputes", \.disputes), ("suspect", \.suspect),
    ("misses", \.misses), ("queued", \.queued), ("replaced", \.replaced), ("deleted", \.deleted),
    ("refused", \.refused),
    ("withShares", \.messages.withShares), ("withMisses", \.messages.withMisses),
    ("forwards", \.messages.forwards), ("notices", \.messages.counts.notices),
    ("unreadable", \.messages.counts.unreadable),
    ("bots", \.messages.counts.bots), ("deletedMessages", \.messages.counts.deleted),
  ]

  /// Reads the numbers that `json` returns. A missing number is 0.
  package init(json: Value) {
    for (name, path) in Self.columns {
      self[keyPath: path] = json.object?[name]?.int ?? 0
    }
    if case .list(let names)? = json.object?["botNames"] {
      botNames = Set(names.compactMap(\.string))
    }
  }

  /// All numbers by their names.
  package var json: Fields {
    var fields = Fields()
    for (name, path) in Self.columns {
      fields.append(name, .int(self[keyPath: path]))
    }
    return fields
  }

  /// The sums of importing the same input again: results that were added count as duplicates.
  package var repeated: IngestSummary {
    var again = self
    again.duplicates += added + replaced
    again.added = 0
    again.replaced = 0
    again.queued = 0
    return again
  }

  /// The numbers as a checkpoint keeps them: without zeros, because there may be many checkpoints.
  var checkpointCounts: Value {
    var fields = Fields()
    for (name, value) in json where value != .int(0) { fields.append(name, value) }
    if !botNames.isEmpty {
      fields.append("botNames", .list(botNames.sorted().map(Value.string)))
    }
    return .object(fields)
  }

  package static func += (left: inout IngestSummary, right: IngestSummary) {
    for (_, path) in columns {
      left[keyPath: path] += right[keyPath: path]
    }
    left.add(botNames: right.botNames)
  }

  /// Adds the outcomes of a part's records.
  package mutating func add(
    _ chunk: ParsedChunk, _ outcomes: [Outcome], _ pipelines: [PipelineFilter], at now: Instant
  ) {
    messages += chunk.statistics
    add(botNames: chunk.bots)
    shares += chunk.records.count
    misses += chunk.nearMisses.count
    var counter = PipelineCounter(pipelines)
    for index in chunk.records.indices {
      let counts = chunk.records[index].counts(at: now)
      if !counts { suspect += 1 }
      switch outcomes[index] {
      case .added: added += 1
      case .duplicate, .settled: duplicates += 1
      case .disputed: disputes += 1
      case .replaced: replaced += 1
      case .deleted: deleted += 1
      case .erased, .forgotten: refused += 1
      }
      if counts, outcomes[index].isStored {
        queued += counter.count(chunk.records[index])
      }
    }
  }
}

extension IngestSummary {
  private mutating func add(botNames names: Set<String>) {
    for name in names.sorted() where botNames.count < Self.maximumBotNames {
      botNames.insert(name)
    }
  }
}

/// Counts the pipelines that send a record that is not suspect.
///
/// Most pipelines send the results of all users and games, so that only the record's type decides.
private struct PipelineCounter {
  private let unrestricted: [PipelineFilter]
  private let restricted: [PipelineFilter]
  /// The type of the last record, and how many of `unrestricted` send it.
  private var last: (type: String, count: Int) = ("", 0)

  init(_ pipelines: [PipelineFilter]) {
    unrestricted = pipelines.filter(\.hasAllUsersAndGames)
    restricted = pipelines.filter { !$0.hasAllUsersAndGames }
  }

  mutating func count(_ record: Record) -> Int {
    if record.type != last.type {
      last = (record.type, unrestricted.count { $0.wants(type: record.type) })
    }
    return last.count + (restricted.isEmpty ? 0 : restricted.count { $0.wants(record) })
  }
}

extension Outcome {
  /// Whether the record was stored.
  package var isStored: Bool {
    switch self {
    case .added, .replaced: true
    case .duplicate, .disputed, .settled, .deleted, .erased, .forgotten: false
    }
  }

  /// The streak of the record's user and game; `nil` for a deleted result.
  package var streak: Streak? {
    switch self {
    case .added(let streak), .duplicate(let streak), .disputed(_, let streak),
      .replaced(let streak), .settled(let streak):
      streak
    case .deleted, .erased, .forgotten: nil
    }
  }
}
