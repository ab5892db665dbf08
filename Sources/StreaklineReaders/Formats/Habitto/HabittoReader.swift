internal import StreaklineCore

/// Reads what the app Habitto exports as JSON (FORMATS §2.7): each completion is a day of its habit.
///
/// Habits, which have the names, and completions stand in any order. Completions that come first
/// are held until the habits do, up to a limit. Difficulties, usage, notes and settings are passed
/// over.
package struct HabittoReader: MessageReader {
  private enum Place {
    case top, file, habits, completions, end
  }

  private static let mostHabits = 100_000
  private static let resultSize = 512

  private var tokens: JSONTokens
  private let options: ReaderOptions
  private let mostHeldDays: Int
  private var place = Place.top
  private var names: [UniqueID: String] = [:]
  private var held: [HabittoDay] = []
  private var handedOver = 0
  /// Where the first held day stands.
  private var heldFrom = 0
  /// Whether the names that there are known, or not worth waiting for.
  private var isNamed = false
  private var hasLists = false

  /// - Parameter mostHeldDays: How many completions are held; half a million take some 40 MiB, and
  ///   the app itself exports no more than 100 MB.
  package init(_ source: ByteSource, options: ReaderOptions, mostHeldDays: Int = 500_000) {
    tokens = JSONTokens(source)
    self.options = options
    self.mostHeldDays = mostHeldDays
  }

  /// Whether an input that begins so is one of these exports.
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
    var builder = BatchBuilder(begin: held.isEmpty ? tokens.position : heldFrom, zone: options.zone)
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
      if place == .end { break }
      try step(&builder)
    }
    return builder.isEmpty ? nil : builder.batch
  }

  private mutating func step(_ builder: inout BatchBuilder) throws(InputError) {
    switch place {
    case .top:
      if try !tokens.value() {
        finish(&builder)
      } else if try tokens.beginObject() {
        place = .file
      }
    case .file: try stepInFile()
    case .habits:
      if try tokens.element() {
        try readHabit()
      } else {
        place = .file
        isNamed = true
      }
    case .completions:
      if try tokens.element() { try readDay(&builder) } else { place = .file }
    case .end: break
    }
  }

  private mutating func stepInFile() throws(InputError) {
    let key = try tokens.key()
    guard let key else {
      place = .top
      return
    }
    guard key == "habits" || key == "completions", try tokens.beginArray() else { return }
    hasLists = true
    place = key == "habits" ? .habits : .completions
  }

  private mutating func finish(_ builder: inout BatchBuilder) {
    place = .end
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
    if let id, let name, names.count < Self.mostHabits { names[id] = name }
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
    // A file that ends here is named at its end.
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
    if held.count == mostHeldDays {
      isNamed = true
      let summary = "\(held.count) completions stand before the habits; their names stay unknown"
      builder.add(ReadIssue(summary, at: source(line: day.line)))
    }
  }

  private func add(_ day: HabittoDay, to builder: inout BatchBuilder) {
    let held = day.held(name: names[day.habit], file: tokens.source.name, user: options.user)
    builder.add(held, size: Self.resultSize)
  }
}
