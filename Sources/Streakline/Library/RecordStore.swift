public import StreaklineCore
internal import StreaklineGames
package import StreaklineReaders
internal import StreaklineStore

/// A store of results in one SQLite file, and everything that can be asked of it.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// let found = try store.ingest("Wordle 1,932 3/6", options: ImportOptions(user: "alice"))
/// let streaks = try store.history.streaks(HistoryQuestion(user: "alice"))
/// print(found.results.count, streaks.first?.streak.max ?? 0)
/// ```
///
/// Several programs may use one file at the same time. Each method is one or more whole transactions:
/// a method that throws has stored nothing in its last one. The methods block while they read and
/// write; call them away from the main thread of an app.
public final class RecordStore: Sendable {
  /// The games whose shares are understood.
  public let rules: GameRules
  /// The SQLite file.
  public let path: String
  let store: Store
  /// Folders of files of achievements; a category of a later folder replaces one of the same key.
  let achievementFolders: [String]
  /// Where the store's people are.
  let zone: NamedTimeZone

  /// Opens a store, and creates it where there is none.
  ///
  /// - Parameters:
  ///   - path: The SQLite file. A new one is readable by its owner alone.
  ///   - rules: The games whose shares are understood.
  ///   - achievements: Folders of files of achievements, such as `Locations.folders("Achievements")`; of two
  ///     categories with one key, that of the later folder counts. `nil` for those that come with the library.
  ///   - timeZone: Where the store's people are, such as `Europe/Berlin`; `nil` for this machine's zone. It says which
  ///     day it is, and counts for imports that name no other zone.
  /// - Throws: ``LibraryError``; a file of another program is refused and not touched.
  public convenience init(
    path: String, rules: GameRules = .builtIn(), achievements: [String]? = nil,
    timeZone: String? = nil
  ) throws {
    let zone = try NamedTimeZone.named(timeZone) ?? .machine
    self.init(
      try reportingLibraryErrors { try Self.opened(path) }, rules, zone,
      achievements: achievements ?? [BuiltInFiles.folder("Achievements")])
  }

  private init(
    _ store: Store, _ rules: GameRules, _ zone: NamedTimeZone, achievements folders: [String]
  ) {
    (self.store, self.rules, self.zone) = (store, rules, zone)
    (path, achievementFolders) = (store.path, folders)
  }

  private static func opened(_ path: String) throws -> Store {
    try Store.open(path: path, deviceID: UniqueID.random().description)
  }

  /// Opens a store, and creates it where there is none. Few questions need its games.
  package static func open(
    path: String, in zone: NamedTimeZone, _ rules: GameRules? = nil
  ) throws -> RecordStore {
    RecordStore(try opened(path), rules ?? .none, zone, achievements: [])
  }

  /// Opens a store for reading only.
  ///
  /// - Returns: `nil` where there is no store yet.
  package static func openReadingIfPresent(
    path: String, in zone: NamedTimeZone
  ) throws -> RecordStore? {
    do throws(StoreError) {
      return RecordStore(try Store.openReading(path: path), .none, zone, achievements: [])
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  /// Opens a store that must exist, for reading only.
  package static func openReading(path: String, in zone: NamedTimeZone) throws -> RecordStore {
    RecordStore(try Store.openReading(path: path), .none, zone, achievements: [])
  }

  /// The same open store, asked with the games and the achievements of some folders.
  package func with(_ rules: GameRules, achievements folders: [String] = []) -> RecordStore {
    RecordStore(store, rules, zone, achievements: folders)
  }

  /// Whether the file holds less than the store has held: a backup was put in its place, or its last changes were
  /// damaged.
  package var isOlderThanNoted: Bool { store.isOlderThanNoted }

  /// The day that it is for the store's people.
  public func today(at moment: Instant = .now) -> Day { zone.day(of: moment) }

  /// Closes the file. Every call afterwards throws, except another `close()`, which does nothing.
  ///
  /// - Throws: ``LibraryError``.
  public func close() throws {
    try reportingLibraryErrors { try store.close() }
  }

  /// The results that match, by day, user and game. An argument that is `nil` does not restrict
  /// them.
  ///
  /// - Parameters:
  ///   - user: A user id.
  ///   - game: A game's slug.
  ///   - from: The first day.
  ///   - to: The last day.
  ///   - limit: How many at most; those of the latest days.
  /// - Throws: ``LibraryError``.
  public func results(
    user: String? = nil, game: String? = nil, from: Day? = nil, to: Day? = nil, limit: Int? = nil
  ) throws -> [Record] {
    try reportingLibraryErrors {
      try store.results(ResultFilter(user: user, game: game, from: from, to: to, limit: limit))
    }
  }

  /// Messages that start like a share but were not read, the oldest first.
  ///
  /// - Parameter game: A game's slug, or `nil` for all games.
  /// - Throws: ``LibraryError``.
  public func nearMisses(game: String? = nil) throws -> [NearMiss] {
    try reportingLibraryErrors { try store.misses(game: game).map(\.nearMiss) }
  }

  /// Results that may be wrong and so do not count, with their reasons, those of the latest days first.
  ///
  /// - Parameter limit: How many at most.
  /// - Throws: ``LibraryError``.
  public func suspectResults(limit: Int, now: Instant = .now) throws -> [Record] {
    try reportingLibraryErrors { try store.suspects(limit: limit).map { $0.judged(at: now) } }
  }

  /// Deletes a result. The same content stays deleted when it is imported again.
  ///
  /// - Parameter id: The result's composite id, `Record.id`.
  /// - Returns: Whether there was such a result.
  /// - Throws: ``LibraryError``.
  @discardableResult
  public func deleteResult(id: String, now: Instant = .now) throws -> Bool {
    try reportingLibraryErrors { try store.delete(id: id, now: now) }
  }

  /// Recounts everything from the results and compares it with what is stored.
  ///
  /// - Returns: A sentence for each thing that does not agree; empty for a sound store.
  /// - Throws: ``LibraryError``.
  public func verify() throws -> [String] {
    try reportingLibraryErrors { try store.verify() }
  }
}
