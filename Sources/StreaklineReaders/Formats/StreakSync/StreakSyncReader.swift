internal import StreaklineCore

/// Reads the backup that the app StreakSync writes: `StreakSync_Backup_….json`.
///
/// Its results are returned with their shared text: until August 2026 the app dated a result by the
/// moment of pasting, so the puzzle number in the text is more reliable. A result that was entered
/// by hand has no such text and keeps its date. A backup that we wrote has the records themselves
/// (``StreakSyncMark``). The streaks are compared with a recount.
/// Achievements, favourites and custom games are skipped.
package struct StreakSyncReader: MessageReader {
  private enum Level {
    case top, file, results, streaks, end
  }

  private var tokens: JSONTokens
  private let options: ReaderOptions
  private var level = Level.top
  private var hasResults = false

  package init(_ source: ByteSource, options: ReaderOptions) {
    tokens = JSONTokens(source)
    self.options = options
  }

  /// Whether an input with this start is one of these backups.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let head = JSONHead(head)
    // The keys are sorted, and achievements, which come first, may be longer than the head.
    return !head.isList && (head.keys.contains("gameResults") || head.keys == ["achievements"])
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var builder = BatchBuilder(start: tokens.position, zone: options.zone)
    while level != .end, !builder.isFull {
      try step(&builder)
      builder.advance(to: tokens.position)
    }
    return builder.isEmpty ? nil : builder.batch
  }

  private mutating func step(_ builder: inout BatchBuilder) throws(InputError) {
    switch level {
    case .top:
      if try !tokens.value() {
        finish(&builder)
      } else if try tokens.beginObject() {
        level = .file
      }
    case .file: try stepInFile()
    case .results:
      if try tokens.element() { try readResult(&builder) } else { level = .file }
    case .streaks:
      if try tokens.element() { try readStreak(&builder) } else { level = .file }
    case .end: break
    }
  }

  private mutating func stepInFile() throws(InputError) {
    switch try tokens.key() {
    case nil: level = .top
    case "gameResults":
      guard try tokens.beginArray() else { return }
      hasResults = true
      level = .results
    case "streaks": if try tokens.beginArray() { level = .streaks }
    default: break
    }
  }

  private mutating func finish(_ builder: inout BatchBuilder) {
    level = .end
    if let problem = tokens.problem {
      builder.add(problem)
    } else if !hasResults {
      builder.add(
        ReadIssue("no list of results was found", at: .init(name: tokens.source.name, line: 1)))
    }
  }

  private mutating func readResult(_ builder: inout BatchBuilder) throws(InputError) {
    var source = SourceLocation(name: tokens.source.name, line: tokens.line)
    tokens.isCut = false
    let result = try StreakSyncResult(&tokens)
    source.id = result.id
    if result.id.flatMap({ UniqueID($0) }) != nil { source.app = SourceLocation.streakSync }
    if let problem = tokens.problem {
      builder.addUnreadable(problem.summary, at: source)
      level = .end
      return
    }
    do throws(RecordFormatError) {
      let size = result.text.count + result.parsedData.count * 64
      builder.add(try result.held(at: source, options), size: size)
      if tokens.isCut { builder.add(ReadIssue("a text that is too long was cut", at: source)) }
    } catch {
      builder.addUnreadable(error.description, at: source)
    }
  }

  private mutating func readStreak(_ builder: inout BatchBuilder) throws(InputError) {
    var source = SourceLocation(name: tokens.source.name, line: tokens.line)
    var (gameId, gameName) = (UniqueID?.none, "")
    var numbers = [String: Int]()
    if try tokens.beginObject() {
      while let key = try tokens.key() {
        switch key {
        case "id": source.id = try tokens.scalarString()
        case "gameId": gameId = try tokens.scalarString().flatMap { UniqueID($0) }
        case "gameName": gameName = try tokens.scalarString() ?? ""
        case "currentStreak", "maxStreak", "totalGamesPlayed", "totalGamesCompleted":
          numbers[key] = try tokens.scalarString().flatMap { Int($0) }
        default: break
        }
      }
    }
    // If reading has failed, the caller reports that failure for the whole file.
    guard !tokens.hasFailed else { return }
    guard let gameId, let current = numbers["currentStreak"], let maximum = numbers["maxStreak"],
      let played = numbers["totalGamesPlayed"], let completed = numbers["totalGamesCompleted"]
    else {
      builder.add(ReadIssue("the streak lacks its game or a number", at: source))
      return
    }
    builder.add(
      ExportedStreak(
        userId: options.user, gameId: gameId.description, gameName: gameName, current: current,
        max: maximum, totalPlayed: played, totalCompleted: completed, source: source))
  }
}
