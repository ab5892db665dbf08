internal import StreaklineCore

/// The last lines of a JSON Lines file: which records they hold and which of them are damaged.
struct JSONLinesEnd {
  /// Identifies a line, with its zone and name, because several pipelines and stores may append to
  /// one file.
  struct Key: Hashable {
    let zone: String
    let recordName: String
    let type: String
    let version: Int
  }

  /// Lines that a power cut or another program has damaged.
  struct Damage {
    /// Where the first damaged line starts, counted from the start of the bytes.
    let offset: Int
    let lines: [ArraySlice<UInt8>]
    /// The whole lines after the first damaged one, each with its newline.
    let linesAfter: [UInt8]
  }

  /// The file holds something other than records, so it must not be written to.
  struct NotRecords: Error {
    /// The first bytes of the line that is no record; `nil` where no line is one.
    let line: ArraySlice<UInt8>?
  }

  private(set) var keys: Set<Key> = []
  /// `nil` when all lines are whole.
  let damage: Damage?
  /// Whether only the newline of the last line is missing.
  private(set) var lacksNewline: Bool

  /// - Parameters:
  ///   - bytes: The end of the file, or all of it.
  ///   - startsInLine: Whether the first line started before these bytes; then that line is
  ///     ignored.
  /// - Throws: When no line is a record, or when a line is foreign text.
  init(_ bytes: [UInt8], startsInLine: Bool) throws(NotRecords) {
    var lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    if startsInLine { lines.removeFirst() }
    var damaged: [ArraySlice<UInt8>] = []
    var linesAfter: [UInt8] = []
    var kind = Kind.blank
    for line in lines {
      kind = Kind(line)
      switch kind {
      case .foreign:
        let hasRecords = lines.contains { if case .record = Kind($0) { true } else { false } }
        throw NotRecords(line: hasRecords ? line.prefix(40) : nil)
      case .damaged: damaged.append(line)
      case .record(let key): keys.insert(key)
      case .blank, .otherJSON: break
      }
      if !damaged.isEmpty, kind != .damaged, !line.isEmpty { linesAfter += line + [newline] }
    }
    // A power cut during the first batch leaves such a line.
    let isTornStart = lines.count == 1 && bytes.starts(with: recordStart)
    let isEmpty = lines.allSatisfy(\.isEmpty)
    guard !keys.isEmpty || isEmpty || isTornStart else { throw NotRecords(line: nil) }
    damage = damaged.first.map {
      Damage(offset: $0.startIndex, lines: damaged, linesAfter: linesAfter)
    }
    lacksNewline = damaged.isEmpty && lines.last.map { !$0.isEmpty } ?? false
    // A line of JSON without a newline may be the settings of another program.
    if lacksNewline, kind == .otherJSON { throw NotRecords(line: nil) }
  }

  /// Records that the batch was written after the last line.
  mutating func add(_ batch: [OutgoingRecord]) {
    lacksNewline = false
    // Older lines need no key, because they were acknowledged long ago.
    if keys.count > Self.maximumKeys { keys.removeAll() }
    keys.formUnion(batch.map(Key.init))
  }

  private static let maximumKeys = 2_000
}

extension JSONLinesEnd.Key {
  init(_ record: OutgoingRecord) {
    zone = record.zone.name
    recordName = record.recordName
    type = record.type
    version = Int(record.version)
  }

  fileprivate init?(_ fields: Fields) {
    guard let zone = fields["zone"]?.string, let recordName = fields["recordName"]?.string,
      let type = fields["type"]?.string, let version = fields["version"]?.int,
      fields["fields"]?.object != nil
    else { return nil }
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.version = version
  }
}

/// The kind of a line.
private enum Kind: Equatable {
  case record(JSONLinesEnd.Key)
  case otherJSON
  case blank
  /// A damaged record: it starts like a record, or holds zeros, which a power cut can leave.
  case damaged
  case foreign

  init(_ line: ArraySlice<UInt8>) {
    if line.isEmpty {
      self = .blank
    } else if line.contains(0) {
      // Zeros inside a text would still be read as JSON.
      self = .damaged
    } else if String(validating: line, as: UTF8.self) == nil {
      self = Self.isStart(line) ? .damaged : .foreign
    } else if let fields = (try? readJSON(Array(line)))?.object {
      self = JSONLinesEnd.Key(fields).map(Self.record) ?? .otherJSON
    } else {
      self = Self.isStart(line) ? .damaged : .foreign
    }
  }

  /// Whether a line starts as a record does, or is a part of such a start.
  private static func isStart(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: recordStart) || recordStart.starts(with: line)
  }
}

private let newline = UInt8(ascii: "\n")
private let recordStart = Array(#"{"id":"#.utf8)
