internal import StreaklineCore

/// A result as a StreakSync backup has it.
struct StreakSyncResult {
  private(set) var id: String?
  /// The shared text; empty for a result that was entered by hand.
  private(set) var text: [UInt8] = []
  private(set) var parsedData = Fields()
  /// What a backup of ours says of the result.
  private var mark: StreakSyncMark?
  private var gameId: String?
  private var gameName = ""
  private var date: ExportedTime?
  private var score: Int?
  private var maxAttempts: Int?
  private var completed: Bool?
  /// The first field that has the wrong type.
  private var wrong: String?

  /// Limits for the fields that the app read in a text; fields beyond them are dropped.
  private static let maxParsedFields = 256
  private static let maxParsedBytes = 65_536

  /// Reads the value that `tokens` is at.
  init(_ tokens: inout JSONTokens) throws(InputError) {
    guard try tokens.beginObject() else {
      wrong = "the result"
      return
    }
    while let key = try tokens.key() {
      switch key {
      case "id": id = try tokens.scalarString()
      case "gameId": gameId = try tokens.scalarString()
      case "gameName": gameName = try tokens.scalarString() ?? ""
      case "date": date = try tokens.scalar() ? ExportedTime(iso: tokens.text) : nil
      case "score": if try !tokens.number(into: &score) { note(key) }
      case "maxAttempts": if try !tokens.number(into: &maxAttempts) { note(key) }
      case "completed": completed = try tokens.bool()
      case "sharedText":
        text = []
        if try !tokens.string(into: &text), try !tokens.isNull() { note(key) }
      case "parsedData": try readParsedData(&tokens)
      default: break
      }
    }
  }

  private mutating func note(_ field: String) {
    wrong = wrong ?? field
  }

  private mutating func readParsedData(_ tokens: inout JSONTokens) throws(InputError) {
    guard try tokens.beginObject() else { return }
    parsedData = Fields()
    mark = nil
    var size = 0
    while let key = try tokens.key() {
      var value: [UInt8] = []
      guard try tokens.string(into: &value) else { continue }
      if key == StreakSyncMark.name, value.count <= StreakSyncMark.maxBytes {
        mark = StreakSyncMark(String(decoding: value, as: UTF8.self))
        if mark != nil { continue }
      }
      size += key.utf8.count + value.count
      if parsedData.count < Self.maxParsedFields, size <= Self.maxParsedBytes {
        parsedData[key] = .string(String(decoding: value, as: UTF8.self))
      } else {
        tokens.isCut = true
      }
    }
  }

  /// The result as a record, with its text if a rule may read more in it.
  func held(at source: SourceLocation, _ options: ReaderOptions) throws(RecordFormatError)
    -> ExportedResult
  {
    if let wrong { throw RecordFormatError("\(wrong) has an unexpected type") }
    guard let id = gameId.flatMap({ UniqueID($0) }) else {
      throw RecordFormatError("gameId is not a UUID")
    }
    guard !gameName.isEmpty else { throw RecordFormatError("gameName is missing") }
    guard let completed else { throw RecordFormatError("completed is neither true nor false") }
    guard let date, case let moment = date.instant(in: options.zone),
      moment.day.isRepresentable
    else {
      throw RecordFormatError("date is not a time such as 2026-03-01T12:00:00Z")
    }
    let day = date.day(in: options.zone)
    let marked = mark?.record(
      date: moment, day: day, score: score, completed: completed, gameID: id,
      text: String(decoding: text, as: UTF8.self), parsedData: parsedData, source: source,
      options: options)
    if let marked { return ExportedResult(record: marked) }
    let isManual = parsedData["source"] == .string("manual") || text.allSatisfy { $0 <= 0x20 }
    let record = Record(
      type: .gameResult, userId: options.user, game: slug, gameId: id.description, day: day,
      values: [
        "gameName": .string(gameName), "variant": .string(isManual ? "manual" : "backup"),
        "puzzleNumber": puzzleNumber.map(Value.int) ?? .null, "playedAt": .string(moment.iso),
        "score": score.map(Value.int) ?? .null, "completed": .bool(completed),
        "maxAttempts": maxAttempts.map(Value.int) ?? .null, "parsedData": .object(parsedData),
        "sharedText": text.isEmpty ? .null : .string(String(decoding: text, as: UTF8.self)),
        "source": source.json,
      ])
    let message = Message(sentAt: moment, sentOn: day, text: text, source: source)
    return ExportedResult(record: record, message: isManual ? nil : message)
  }

  /// `1492` or `1,492`.
  private var puzzleNumber: Int? {
    let digits = parsedData["puzzleNumber"]?.string?.filter { $0 != "," } ?? ""
    return digits.utf8.count <= 9 && digits.utf8.allSatisfy(JSONByte.isDigit) ? Int(digits) : nil
  }

  /// The game's slug: ours where the app has another name for the game.
  private var slug: String {
    let name = gameName.lowercased()
    let letters = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return StreakSyncGame.slugs[name] ?? String(letters)
  }
}

extension JSONTokens {
  /// Takes the value if it is a whole number, or null.
  ///
  /// - Returns: `false` when it is something else.
  fileprivate mutating func number(into target: inout Int?) throws(InputError) -> Bool {
    target = nil
    guard try scalar() else { return try isNull() }
    target = Int(String(decoding: text, as: UTF8.self))
    return target != nil
  }

  /// Whether the value that comes next starts like `null`.
  fileprivate mutating func isNull() throws(InputError) -> Bool {
    try peek() == UInt8(ascii: "n")
  }
}
