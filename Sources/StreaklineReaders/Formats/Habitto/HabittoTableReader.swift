internal import StreaklineCore

/// Reads what the app Habitto exports as CSV: one file of sections, of which
/// `=== HABITS ===` has the names and `=== COMPLETION HISTORY ===` the days.
///
/// Nothing is quoted in it. Commas in texts were replaced by semicolons, but line breaks stay, so a
/// habit's description may continue in further lines; they are skipped, as are all other sections.
package struct HabittoTableReader: MessageReader {
  private enum Section {
    case other, habits, completions
  }

  private static let maxHabits = 100_000
  private let source: ByteSource
  private let options: ReaderOptions
  private var lines: LineReader
  private var section = Section.other
  private var names: [UniqueID: String] = [:]

  package init(_ source: ByteSource, options: ReaderOptions) {
    self.source = source
    self.options = options
    lines = LineReader(source)
  }

  /// Whether an input with this start is one of these exports.
  package static func recognises(_ head: [UInt8]) -> Bool {
    head.starts(with: "Export Date,App Version,Device Model,".utf8)
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var builder = BatchBuilder(start: lines.position, zone: options.zone)
    while !builder.isFull, let line = try lines.next() {
      read(line, into: &builder)
      builder.advance(to: lines.position)
    }
    return builder.isEmpty ? nil : builder.batch
  }

  private mutating func read(_ line: LineReader.Line, into builder: inout BatchBuilder) {
    // No line that matters is longer than the limit.
    let bytes = line.bytes ?? []
    if bytes.starts(with: "=== ".utf8), bytes.suffix(4).elementsEqual(" ===".utf8) {
      section =
        switch String(decoding: bytes, as: UTF8.self) {
        case "=== HABITS ===": .habits
        case "=== COMPLETION HISTORY ===": .completions
        default: .other
        }
      return
    }
    switch section {
    case .habits: readHabit(bytes)
    case .completions where bytes.isEmpty || bytes.starts(with: "Habit ID,".utf8): break
    case .completions: readDay(bytes, line.number, into: &builder)
    case .other: break
    }
  }

  private mutating func readHabit(_ bytes: [UInt8]) {
    let cells = bytes.split(separator: comma, maxSplits: 2, omittingEmptySubsequences: false)
    guard cells.count == 3, names.count < Self.maxHabits,
      let id = UniqueID(String(decoding: cells[0], as: UTF8.self))
    else { return }
    names[id] = shortenedText(
      String(decoding: cells[1], as: UTF8.self), maximumBytes: JSONTokens.longestScalar)
  }

  private func readDay(_ bytes: [UInt8], _ line: Int, into builder: inout BatchBuilder) {
    let cells = bytes.split(separator: comma, maxSplits: 4, omittingEmptySubsequences: false)
    do throws(RecordFormatError) {
      guard cells.count == 4 else { throw RecordFormatError("a completion has four cells") }
      let day = try HabittoDay(
        habitId: String(decoding: cells[0], as: UTF8.self), date: Self.iso(cells[1]),
        isCompleted: Bool(String(decoding: cells[2], as: UTF8.self)), createdAt: Self.iso(cells[3]),
        zone: options.zone, line: line)
      let held = day.held(name: names[day.habit], file: source.name, user: options.user)
      builder.add(held, size: bytes.count)
    } catch {
      builder.addUnreadable(error.description, at: .init(name: source.name, line: line))
    }
  }

  /// `2026-03-01 12:00:00 +0000`, as Swift describes a date, without the blank before the offset.
  private static func iso(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array(text)
    if bytes.count > 19, bytes[19] == 0x20 { bytes.remove(at: 19) }
    return bytes
  }
}

private let comma = UInt8(ascii: ",")
