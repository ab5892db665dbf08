internal import GRDB

// What is left of what actions have brought. Each row that is counted is compared with its checksum. Where the
// order of a table's rows is damaged, SQLite passes over rows; so the records are counted in two ways.

extension ActionTable {
  /// Versions that an action has written.
  private struct Span {
    let first: Int64
    let last: Int64
    let action: Int64
  }

  /// What is left of what actions have brought, by their numbers.
  func counts(of actions: Set<Int64>) throws -> [Int64: ActionCounts] {
    try ChecksummedTable.require("span", "dispute", "miss", of: db)
    var counts: [Int64: ActionCounts] = [:]
    for action in actions { counts[action] = ActionCounts() }
    try countResults(&counts)
    for (action, count) in try disputes() { counts[action]?.disputes = count }
    for (action, count) in try misses() { counts[action]?.misses = count }
    return counts
  }

  private func countResults(_ counts: inout [Int64: ActionCounts]) throws {
    // Not by the index of actions, which has no checksums.
    let rows = try RowStatement(db, "SELECT first, last, action FROM span ORDER BY first")
    var spans: [Span] = []
    while try rows.next() {
      guard let first = rows.number(0), let last = rows.number(1), let action = rows.number(2),
        counts[action] != nil
      else { continue }
      spans.append(Span(first: first, last: last, action: action))
    }
    guard !spans.isEmpty else { return }
    var records: [Int64: Int] = [:]
    for span in spans {
      let (all, results) = try count(span)
      records[span.action, default: 0] += all
      counts[span.action]?.results += results
    }
    guard try records.filter({ $0.value > 0 }) == items(in: spans) else {
      throw DamagedRow(
        detail: "records are missing, or are not where they were; `streakline verify` says which")
    }
  }

  /// The records that a span has still, and those of them that are no deletions.
  private func count(_ span: Span) throws -> (all: Int, results: Int) {
    let rows = try RowStatement(
      db,
      """
      SELECT version, item, deletedAt, fields, lineage, checksum FROM record
      WHERE version BETWEEN ? AND ?
      """)
    rows.bind(1, span.first)
    rows.bind(2, span.last)
    var (all, results) = (0, 0)
    while try rows.next() {
      try rows.require(5, of: 0..<5, .record)
      all += 1
      results += rows.isNull(2) ? 1 : 0
    }
    return (all, results)
  }

  /// How many items have their versions in the spans, by action.
  ///
  /// - Parameter spans: Sorted.
  private func items(in spans: [Span]) throws -> [Int64: Int] {
    let rows = try RowStatement(
      db, "SELECT version FROM result UNION ALL SELECT version FROM document")
    var items: [Int64: Int] = [:]
    while try rows.next() {
      guard let version = rows.number(0) else { continue }
      var (low, high) = (0, spans.count)
      while low < high {
        let middle = (low + high) / 2
        if spans[middle].first <= version { low = middle + 1 } else { high = middle }
      }
      guard low > 0, version <= spans[low - 1].last else { continue }
      items[spans[low - 1].action, default: 0] += 1
    }
    return items
  }

  /// How many disputes each action has brought, without those of a user who was merged or forgotten, which are kept
  /// for undoing only.
  private func disputes() throws -> [Int64: Int] {
    let rows = try RowStatement(
      db,
      """
      SELECT action, state, deletedAt IS NULL FROM dispute LEFT JOIN result ON number = dispute.item
      LEFT JOIN record ON record.version = result.version
      """)
    var counts: [Int64: Int] = [:]
    while try rows.next() {
      guard let state = rows.number(1).flatMap(ResultState.init),
        state.isResult == (rows.number(2) == 1)
      else {
        throw DamagedRow(
          detail: "a disputed result is not what was stored; `streakline verify` says which")
      }
      guard let action = rows.number(0), state != .withdrawn else { continue }
      counts[action, default: 0] += 1
    }
    return counts
  }

  private func misses() throws -> [Int64: Int] {
    let rows = try RowStatement(db, "SELECT action FROM miss WHERE droppedAt IS NULL")
    var counts: [Int64: Int] = [:]
    while try rows.next() {
      if let action = rows.number(0) { counts[action, default: 0] += 1 }
    }
    return counts
  }
}
