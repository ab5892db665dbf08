internal import StreaklineCore

/// Reads what the app Habitto exports as JSON: each completion is a day of its
/// habit.
///
/// Habits, which have the names, and completions come in any order. Completions that come first are
/// kept until the habits are read, up to a limit. Difficulties, usage, notes and settings are
/// skipped.
package struct HabittoReader: MessageReader {
  private enum Level {
    case top, file, habits, completions, end
  }

  private static let maxHabits = 100_000
  private static let resultSize = 512

  private var tokens: JSONTokens
  private let options: ReaderOptions
  private let maxKeptDays: Int
  private var level = Level.top
  private var names: [UniqueID: String] = [:]
  private var held: [HabittoDay] = []
  private var handedOver = 0
  /// Offset of the first completion that is kept.
  private var heldFrom = 0
  /// Whether the names of habits are no longer waited for.
  private var isNamed = false
  private var hasLists = false

  /// - Parameter maxKeptDays: How many completions are kept at most; half a million take some 40
  ///   MiB, and the app itself exports no more than 100 MB.
  package init(_ source: ByteSource, options: ReaderOptions, maxKeptDays: Int = 500_000) {
    tokens = JSONTokens(source)
    self.options = options
    self.maxKeptDays = maxKeptDays
  }

  /// Whether an input with this start is one of these exports.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let keys: Set = [
      "metadata", "habits", "completions", "difficulties", "usageRecords", "habitNotes",
      "userSettings", "legacyData", "habitsLegacy",
    ]
    let head = JSONHead(head)
    return !head.isList && head.keys.isSubset(of: keys)
      && !head.keys.isDisjoint(with: ["habits", "completions", "difficulties", "usageRecords"])
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var builder = BatchBuilder(start: held.isEmpty ? tokens.position : heldFrom, zone: options.zone)
    while !builder.isFull {
      if isNamed, handedOver < held.count {
        add(held[handedOver], to: &builder)
        handedOver += 1
        continue
      }
      if isNamed {
        held = []
        handedOver = 0
      }
      builder.advance(to: held.isEmpty ? tokens.position : heldFrom)
      if level == .end { break }
      try step(&builder)
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
    case .habits:
      if try tokens.element() {
        try readHabit()
      } else {
        level = .file
        isNamed = true
      }
    case .completions:
      if try tokens.element() { try readDay(&builder) } else { level = .file }
    case .end: break
    }
  }

  private mutating func stepInFile() throws(InputError) {
    let key = try tokens.key()
    guard let key else {
      level = .top
      return
    }
    guard key == "habits" || key == "completions", try tokens.beginArray() else { return }
    hasLists = true
    level = key == "habits" ? .habits : .completions
  }

  private mutating func finish(_ builder: inout BatchBuilder) {
    level = .end
    isNamed = true
    if let problem = tokens.problem {
      builder.add(problem)
    } else if !hasLists {
      builder.add(ReadIssue("no list of completions was found", at: source(line: 1)))
    }
  }

  private func source(line: Int) -> SourceLocation {
    SourceLocation(name: tokens.source.name, line: line)
  }

  private mutating func readHabit() throws(InputError) {
    var (id, name) = (UniqueID?.none, String?.none)
    guard try tokens.beginObject() else { return }
    while let key = try tokens.key() {
      switch key {
      case "id": id = try tokens.scalarString().flatMap { UniqueID($0) }
      case "name": name = try tokens.scalarString()
      default: break
      }
    }
    if let id, let name, names.count < Self.maxHabits { names[id] = name }
  }

  private mutating func readDay(_ builder: inout BatchBuilder) throws(InputError) {
    let line = tokens.line
    let position = tokens.position
    var (habitId, isCompleted) = (String?.none, Bool?.none)
    var (date, createdAt): ([UInt8], [UInt8]) = ([], [])
    if try tokens.beginObject() {
      while let key = try tokens.key() {
        switch key {
        case "habitId": habitId = try tokens.scalarString()
        case "date": date = try tokens.scalar() ? tokens.text : []
        case "isCompleted": isCompleted = try tokens.bool()
        case "createdAt": createdAt = try tokens.scalar() ? tokens.text : []
        default: break
        }
      }
    }
    // If reading has failed, the caller reports that failure for the whole file.
    guard !tokens.hasFailed else { return }
    do throws(RecordFormatError) {
      let day = try HabittoDay(
        habitId: habitId, date: date, isCompleted: isCompleted, createdAt: createdAt,
        zone: options.zone, line: line)
      take(day, at: position, &builder)
    } catch {
      builder.addUnreadable(error.description, at: source(line: line))
    }
  }

  private mutating func take(_ day: HabittoDay, at position: Int, _ builder: inout BatchBuilder) {
    if isNamed {
      add(day, to: &builder)
      return
    }
    if held.isEmpty { heldFrom = position }
    held.append(day)
    if held.count == maxKeptDays {
      isNamed = true
      let summary = "\(held.count) completions are before the habits; their names stay unknown"
      builder.add(ReadIssue(summary, at: source(line: day.line)))
    }
  }

  private func add(_ day: HabittoDay, to builder: inout BatchBuilder) {
    let held = day.held(name: names[day.habit], file: tokens.source.name, user: options.user)
    builder.add(held, size: Self.resultSize)
  }
}
