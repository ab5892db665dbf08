package import StreaklineCore

/// Writes one user's results as a backup that the app StreakSync imports.
///
/// The importer is in the app's public source, mit112/StreakSync,
/// `StreakSync/Features/Settings/Views/DataManagementView.swift` with `DataManagementModels.swift`:
/// all eight keys must be there, `version` must be at most 1, and one date that is still to come makes
/// it refuse the whole file. It takes neither custom games nor streaks, which it counts anew, and
/// skips a result whose id, puzzle number or day it has already.
///
/// The oldest results must come first: the app inserts each before the others, and older versions drop
/// from the end what they have no room for.
package struct StreakSyncWriter: ~Copyable {
  /// The results that were written.
  package private(set) var written = 0
  /// The results of days that are still to come.
  package private(set) var future = 0
  package private(set) var suspect = 0
  /// The results of each game, or of a mode of it, that the app does not know.
  package private(set) var unknown: [String: Int] = [:]
  private let now: Instant
  private var output: JSONWriter
  private var usedIDs: Set<UniqueID> = []

  /// The number of results that the app keeps (`AppConstants.Storage.maxResults`).
  package static let appMaximum = 500

  /// - Parameters:
  ///   - now: The moment of the export.
  ///   - escapesForTerminal: Whether to escape what a terminal would obey.
  package init(now: Instant, escapesForTerminal: Bool = false) {
    self.now = now
    output = JSONWriter(escapesForTerminal: escapesForTerminal)
  }

  /// What was written since the buffer was emptied.
  package var bytes: [UInt8] { output.bytes }

  /// Empties the buffer and keeps its capacity.
  package mutating func removeAll() {
    output.removeAll()
  }

  /// Writes what comes before the results.
  package mutating func begin() {
    line("{")
    line("  \"achievements\" : [],")
    member("appVersion", .string("Streakline"), indent: 2)
    line("  \"customGames\" : [],")
    member("exportDate", .string(now.iso), indent: 2)
    line("  \"favoriteGameIds\" : [],")
    append("  \"gameResults\" : [")
  }

  /// Writes a result, or counts it as left out.
  package mutating func write(_ record: Record) {
    guard record.day <= now.latestDay else {
      future += 1
      return
    }
    let fields = record.fields
    guard record.counts(at: now) else {
      suspect += 1
      return
    }
    let id = id(of: record, fields)
    guard let entry = StreakSyncEntry(record, fields: fields, id: id, now: now) else {
      let mode = fields["mode"]?.string.map { " (\($0))" } ?? ""
      unknown[record.game + mode, default: 0] += 1
      return
    }
    if StreakSyncEntry.appID(fields) != nil { usedIDs.insert(id) }
    append(written == 0 ? "\n" : ",\n")
    written += 1
    write(entry)
  }

  /// Writes what comes after the results.
  package mutating func finish() {
    line(written == 0 ? "]," : "\n  ],")
    line("  \"streaks\" : [],")
    line("  \"version\" : 1")
    line("}")
  }

  /// The app's id, or the record's own. A text with two results has given both the same id in the app,
  /// which can only be the first one's.
  private func id(of record: Record, _ fields: Fields) -> UniqueID {
    guard let id = StreakSyncEntry.appID(fields), !usedIDs.contains(id) else { return record.uuid }
    return id
  }

  private mutating func write(_ entry: StreakSyncEntry) {
    line("    {")
    member("completed", .bool(entry.completed), indent: 6)
    member("date", .string(entry.date.iso), indent: 6)
    member("gameId", .string(upperCase(entry.gameID)), indent: 6)
    member("gameName", .string(entry.gameName), indent: 6)
    member("id", .string(upperCase(entry.id)), indent: 6)
    member("lastModified", .string(entry.date.iso), indent: 6)
    member("maxAttempts", .int(entry.maxAttempts), indent: 6)
    line("      \"parsedData\" : {")
    let names = entry.parsedData.map(\.name).sorted()
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      member(name, entry.parsedData[name] ?? .null, indent: 8, isLast: isLast)
    }
    line("      },")
    if let score = entry.score { member("score", .int(score), indent: 6) }
    member("sharedText", .string(entry.sharedText), indent: 6, isLast: true)
    append("    }")
  }

  private mutating func member(_ name: String, _ value: Value, indent: Int, isLast: Bool = false) {
    append(String(repeating: " ", count: indent))
    output.write(.string(name))
    append(" : ")
    output.write(value)
    line(isLast ? "" : ",")
  }

  private mutating func line(_ text: String) {
    append(text + "\n")
  }

  private mutating func append(_ text: String) {
    output.append(Array(text.utf8))
  }

  /// A UUID as Apple's systems write it.
  private func upperCase(_ id: UniqueID) -> String { id.description.uppercased() }
}
