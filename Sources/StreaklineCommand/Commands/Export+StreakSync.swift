internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineFiles
internal import StreaklineStore

extension Export {
  /// Writes one user's results as a backup of StreakSync, and reports what the app would not take.
  ///
  /// - Returns: How many results were written.
  func writeBackup(
    _ database: Store, forTerminal: Bool, to target: ([UInt8]) throws -> Void
  ) throws -> Int {
    let slug = try selection.slug(try rules.load())
    let filter = ResultFilter(user: try onlyUser(of: database), game: slug, from: from, to: to)
    var backup = StreakSyncWriter(now: currentInstant(), escapesForTerminal: forTerminal)
    var found = 0
    backup.begin()
    try database.forEachResult(filter) { record in
      if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
      backup.write(record)
      found += 1
      // Nothing is written before a result is found, because the user or the game may not exist.
      if backup.written > 0 { try pass(&backup, to: target) }
    }
    if found == 0 {
      try selection.refuseUnknownNames(in: store.openReading(), rules: rules.load())
    }
    backup.finish()
    try pass(&backup, to: target)
    if !quiet { for note in notes(backup) { Output.note(note) } }
    return backup.written
  }

  private func pass(_ backup: inout StreakSyncWriter, to target: ([UInt8]) throws -> Void) throws {
    try target(backup.bytes)
    backup.removeAll()
  }

  /// The user whose results are written: a backup has no names in it.
  private func onlyUser(of database: Store) throws -> String {
    if let user = selection.user { return user }
    let users = try database.users().map(\.user)
    let owner = UserSettings.current.user ?? "me"
    guard users.count > 1 else { return users.first ?? owner }
    let shown = users.prefix(10).joined(separator: ", ") + (users.count > 10 ? ", …" : "")
    throw CommandFailure(
      ExitCodes.usage,
      "a StreakSync backup holds one user's results, and there are several users: \(shown)",
      help: "name one with --user '\(users.contains(owner) ? owner : users[0])'")
  }

  /// What was left out, and why.
  private func notes(_ backup: borrowing StreakSyncWriter) -> [String] {
    var notes: [String] = []
    if backup.future > 0 {
      notes.append("left out: \(pluralized(backup.future, "result")) of days to come")
    }
    if backup.suspect > 0 {
      notes.append("left out: \(pluralized(backup.suspect, "result")) that are suspect")
    }
    let unknown = backup.unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !unknown.isEmpty {
      let count = unknown.reduce(0) { $0 + $1.value }
      let games = unknown.map { "\($0.key) \(withThousandsSeparators($0.value))" }
      notes.append(
        "left out: \(pluralized(count, "result")) of games that StreakSync does not know: "
          + games.joined(separator: ", "))
    }
    if backup.written > StreakSyncWriter.appMaximum {
      notes.append(
        "StreakSync keeps the latest \(StreakSyncWriter.appMaximum) results and drops older ones")
    }
    return notes
  }
}
