internal import StreaklineCore
internal import StreaklineReaders
package import StreaklineStore

/// Results in a form that can be read back.
package struct ResultExport {
  package enum Format: String, CaseIterable, Sendable {
    case jsonl, csv
    /// A backup of the app StreakSync, which holds one user's results.
    case streaksync
  }

  /// What an app's backup lacks, and why.
  package struct LeftOut {
    /// Results of days to come.
    package var future = 0
    package var suspect = 0
    /// Results of games that the app does not know, the game with the most first.
    package var unknown: [(game: String, results: Int)] = []
    /// How many results the app keeps, where more were written.
    package var kept: Int?
  }

  private let format: Format
  private let filter: ResultFilter
  /// Whether what a terminal would obey is escaped.
  private let isForTerminal: Bool

  /// - Parameter filter: For a backup of an app it names a user.
  package init(_ format: Format, _ filter: ResultFilter, isForTerminal: Bool) {
    (self.format, self.filter, self.isForTerminal) = (format, filter, isForTerminal)
  }

  /// Writes the results.
  ///
  /// - Parameters:
  ///   - onNothing: Called before anything of a backup is written where there is no result, and throws if a name is
  ///     wrong.
  ///   - isEnded: Called before each result; throws to end the export.
  ///   - target: Takes bytes; its errors end the export.
  /// - Returns: How many results were written, and what was left out.
  package func write(
    from store: RecordStore, onNothing: () throws -> Void, isEnded: () throws -> Void,
    to target: ([UInt8]) throws -> Void
  ) throws -> (results: Int, leftOut: LeftOut) {
    if format == .streaksync {
      return try writeBackup(store, onNothing: onNothing, isEnded: isEnded, to: target)
    }
    var count = 0
    var lines = JSONWriter(escapesForTerminal: isForTerminal)
    var table = RecordCSV(escapesForTerminal: isForTerminal)
    if format == .csv {
      table.writeHeader()
      try target(table.bytes)
    }
    try store.forEachResult(filter) { record in
      try isEnded()
      if format == .csv {
        table.removeAll()
        table.write(record)
        try target(table.bytes)
      } else {
        lines.removeAll()
        lines.write(record.json)
        lines.endLine()
        try target(lines.bytes)
      }
      count += 1
    }
    if count == 0 { try onNothing() }
    return (count, LeftOut())
  }

  private func writeBackup(
    _ store: RecordStore, onNothing: () throws -> Void, isEnded: () throws -> Void,
    to target: ([UInt8]) throws -> Void
  ) throws -> (results: Int, leftOut: LeftOut) {
    var backup = StreakSyncWriter(now: .now, escapesForTerminal: isForTerminal)
    func pass() throws {
      try target(backup.bytes)
      backup.removeAll()
    }
    var found = 0
    backup.begin()
    try store.forEachResult(filter) { record in
      try isEnded()
      backup.write(record)
      found += 1
      // Nothing is written before a result is found, because the user or the game may not exist.
      if backup.written > 0 { try pass() }
    }
    if found == 0 { try onNothing() }
    backup.finish()
    try pass()
    let unknown = backup.unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return (
      backup.written,
      LeftOut(
        future: backup.future, suspect: backup.suspect,
        unknown: unknown.map { ($0.key, $0.value) },
        kept: backup.written > StreakSyncWriter.appMaximum ? StreakSyncWriter.appMaximum : nil)
    )
  }
}
