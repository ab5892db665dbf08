internal import StreaklineCore

/// What a backup that we wrote says of a result beyond what the app knows of it, so that reading the
/// backup gives the same record, whatever the rules are by then.
///
/// It is a member of `parsedData`, which the app keeps and writes into its own backups. The app lets a
/// user correct the date, the score and the outcome; a correction is kept.
struct StreakSyncMark {
  /// The name of the member of `parsedData`.
  static let name = "streakline"
  /// A longer text is no mark of ours.
  static let maxBytes = 65_536

  private let game: String
  private let fields: Fields
  /// The members of `parsedData` that were added for the app.
  private let added: [String]
  private let date: Instant
  private let score: Int?
  private let completed: Bool

  /// - Parameters:
  ///   - date: The date in the backup; so with `score` and `completed`.
  init(
    game: String, fields: Fields, added: [String], date: Instant, score: Int?, completed: Bool
  ) {
    self.game = game
    var kept = fields
    for name in Self.elsewhere { kept[name] = nil }
    // The backup has another text in the place of one that is missing or empty.
    if (fields["sharedText"]?.string ?? "").isEmpty {
      kept["sharedText"] = fields["sharedText"] ?? .null
    }
    self.fields = kept
    self.added = added
    self.date = date
    self.score = score
    self.completed = completed
  }

  /// Reads a mark; `nil` for any other text.
  init?(_ text: String) {
    guard let members = (try? readJSON(Array(text.utf8)))?.object,
      let game = members["game"]?.string, let fields = members["fields"]?.object,
      let date = members["date"]?.string.flatMap({ Instant(iso8601: $0) }),
      let completed = members["completed"]?.bool, case .list(let added)? = members["added"]
    else { return nil }
    self.game = game
    self.fields = fields
    self.added = added.compactMap(\.string)
    self.date = date
    score = members["score"]?.int
    self.completed = completed
  }

  var text: String {
    String(
      json: .object([
        "game": .string(game), "fields": .object(fields), "added": .list(added.map(Value.string)),
        "date": .string(date.iso), "score": score.map(Value.int) ?? .null,
        "completed": .bool(completed),
      ]))
  }

  /// The record that was written, with what the app's user has corrected since.
  ///
  /// - Parameters:
  ///   - stated: The date that the backup has; so with the other values.
  ///   - day: The day of that date, if it was corrected.
  /// - Returns: `nil` when the mark does not belong to the result.
  func record(
    date stated: Instant, day: Day, score: Int?, completed: Bool, gameID: UniqueID, text: String,
    parsedData: Fields, source: SourceLocation, options: ReaderOptions
  ) -> Record? {
    var all = fields
    for name in Self.elsewhere where name != "sharedText" { all[name] = nil }
    all["type"] = .string(RecordType.gameResult.name)
    all["game"] = .string(game)
    var data = parsedData
    for name in added + [Self.name] { data[name] = nil }
    all["parsedData"] = .object(data)
    if all["sharedText"] == nil { all["sharedText"] = .string(text) }
    all["source"] = source.json
    if stated.day != date.day { all["dateInt"] = .int(day.dateInt) }
    if score != self.score { all["score"] = score.map(Value.int) ?? .null }
    if completed != self.completed { all["completed"] = .bool(completed) }
    let record = try? Record(
      exported: all, user: options.user, schema: options.schema, source: source)
    guard let record else { return nil }
    let known = StreakSyncGame.byGameID[record.gameId]?.id ?? UniqueID(record.gameId)
    return known == gameID ? record : nil
  }

  /// Fields that the backup has in another place, or that are made anew.
  private static let elsewhere = ["parsedData", "sharedText", "suspect", "source", "id", "userId"]
}
