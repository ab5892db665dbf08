package import StreaklineCore

/// Writes the fields of many records into one buffer, as JSON, and makes records that share it.
package struct RecordWriter: ~Copyable {
  private var buffer = ByteBuffer(capacity: 4_096)
  /// The records whose bytes are in the buffer, one after another; `finish` gives them their fields.
  private var records: [Record] = []
  /// Where each record's bytes end.
  private var ends: [Int] = []
  /// `,"source":{"name":"…","line":` for the source of the last record.
  private var sourceKey: [UInt8] = []
  private var sourceName: String?

  package init() {}

  /// How many records have been written since the last `finish`.
  package var count: Int { records.count }

  /// The content hash and the day of a record that has been written since the last `finish`.
  package func content(at index: Int) -> (hash: Int64, day: Day) {
    (records[index].contentHash, records[index].day)
  }

  /// Adds a record that is ready.
  package mutating func append(_ record: Record) {
    buffer.append(record.encodedFields)
    records.append(record)
    ends.append(buffer.count)
  }

  /// Writes a share's record.
  ///
  /// - Parameters:
  ///   - userId: In normal form C.
  ///   - sharedText: A range of the message's text.
  mutating func append(
    _ share: Share, of scan: ScanResult, in text: ShareText, _ message: Message, userId: String,
    day: Day, suspicion: String?, sharedText: Range<Int>, line: Int
  ) {
    let plan = share.variant.plan
    let values = scan.values
    let bytes = text.bytes
    writeStart(of: share, message, day)
    var hash = ContentHash()
    for field in plan.declared {
      buffer.append(plan.keys, field.key)
      let start = buffer.count
      let value = field.index.map { values[share.firstValue + $0] } ?? .null
      write(value, plan, bytes, values)
      switch value {
      case .null: if field.isScore { hash.addNullScore() }
      case .list, .constant: hash.add(field.hashName, buffer[start..<buffer.count][...])
      default: unsafe buffer.withBytes(from: start) { unsafe hash.add(field.hashName, scalar: $0) }
      }
    }
    buffer.append(",\"parsedData\":{")
    writeParsedData(of: share, bytes, values, &hash)
    buffer.append("},\"suspect\":")
    write(suspicion)
    buffer.append(",\"sharedText\":\"")
    writeReceived(sharedText, of: message, isWellFormed: text.isWellFormed)
    buffer.append(UInt8(ascii: "\""))
    writeSource(message.source, line, isEdited: message.isEdited)
    records.append(
      Record(
        type: share.rule.record.name, userId: userId, game: share.rule.game, gameId: share.gameId,
        day: day, completed: plan.outcome.flatMap { values[share.firstValue + $0].bool },
        isSuspect: suspicion != nil || message.sentAt.map { day > $0.latestDay } ?? false,
        contentHash: hash.value, encodedFields: []))
    ends.append(buffer.count)
  }

  /// The records that have been written since the last call. They share one array of bytes.
  package mutating func finish() -> [Record] {
    let bytes = buffer[0..<buffer.count]
    var finished: [Record] = []
    swap(&finished, &records)
    records.reserveCapacity(finished.count)
    var start = 0
    for index in ends.indices {
      finished[index].encodedFields = bytes[start..<ends[index]]
      start = ends[index]
    }
    ends.removeAll(keepingCapacity: true)
    buffer.truncate(to: 0)
    return finished
  }

  /// Writes the fields before the first one that the type declares.
  private mutating func writeStart(of share: Share, _ message: Message, _ day: Day) {
    let fragments = share.variant.fragments
    if let mode = share.mode {
      buffer.append("{\"gameId\":\"")
      buffer.append(escaping: share.gameId)
      buffer.append(UInt8(ascii: "\""))
      buffer.append(fragments.gameName)
      write(mode)
      buffer.append(fragments.variant)
    } else {
      buffer.append(fragments.start)
    }
    if let number = share.number {
      buffer.append(decimal: number)
    } else {
      buffer.append("null")
    }
    buffer.append(",\"dateInt\":")
    buffer.append(decimal: day.dateInt)
    buffer.append(",\"playedAt\":")
    if let moment = message.sentAt {
      buffer.append(UInt8(ascii: "\""))
      buffer.append(iso: moment)
      buffer.append(UInt8(ascii: "\""))
    } else {
      buffer.append("null")
    }
    if share.rule.hasDate {
      buffer.append(",\"date\":\"")
      buffer.append(iso: day)
      buffer.append(UInt8(ascii: "\""))
    }
  }

  /// Writes the fields that the type does not declare, as texts. Unknown ones are left out.
  private mutating func writeParsedData(
    of share: Share, _ text: [UInt8], _ values: [FlatValue], _ hash: inout ContentHash
  ) {
    let plan = share.variant.plan
    var isFirst = true
    if !plan.omitsPuzzleNumber, let number = share.number {
      buffer.append("\"puzzleNumber\":")
      let start = buffer.count
      buffer.append(UInt8(ascii: "\""))
      buffer.append(decimal: number)
      buffer.append(UInt8(ascii: "\""))
      unsafe buffer.withBytes(from: start) { unsafe hash.add(Self.puzzleNumber, scalar: $0) }
      isFirst = false
    }
    for field in plan.undeclared {
      let value = values[share.firstValue + field.index]
      guard hasText(value, plan) else { continue }
      if !isFirst {
        buffer.append(UInt8(ascii: ","))
      }
      isFirst = false
      buffer.append(plan.keys, field.key)
      let start = buffer.count
      if field.keepsList {
        write(value, plan, text, values)
        hash.add(field.hashName, buffer[start..<buffer.count][...])
        continue
      }
      buffer.append(UInt8(ascii: "\""))
      writeText(value, plan, text, values)
      buffer.append(UInt8(ascii: "\""))
      unsafe buffer.withBytes(from: start) { unsafe hash.add(field.hashName, scalar: $0) }
    }
  }

  private static let puzzleNumber = ContentHash.Name.member("puzzleNumber".utf8)

  private func hasText(_ value: FlatValue, _ plan: FieldPlan) -> Bool {
    switch value {
    case .null: false
    case .list(let items): !items.isEmpty
    case .constant(let index): plan.constants[index].text != nil
    default: true
    }
  }

  /// Writes a value as a record's field holds it.
  private mutating func write(
    _ value: FlatValue, _ plan: FieldPlan, _ text: [UInt8], _ values: [FlatValue]
  ) {
    switch value {
    case .null: buffer.append("null")
    case .bool, .int, .double: writeText(value, plan, text, values)
    case .constant(let index): buffer.append(plan.constants[index].json)
    case .day, .text:
      buffer.append(UInt8(ascii: "\""))
      writeText(value, plan, text, values)
      buffer.append(UInt8(ascii: "\""))
    case .list(let items):
      buffer.append(UInt8(ascii: "["))
      for index in items {
        if index > items.lowerBound {
          buffer.append(UInt8(ascii: ","))
        }
        write(values[index], plan, text, values)
      }
      buffer.append(UInt8(ascii: "]"))
    }
  }

  /// Writes a value as a text with JSON's escapes, without quotes; a list with commas between its
  /// items.
  private mutating func writeText(
    _ value: FlatValue, _ plan: FieldPlan, _ text: [UInt8], _ values: [FlatValue]
  ) {
    switch value {
    case .null: break
    case .bool(let value): value ? buffer.append("true") : buffer.append("false")
    case .int(let value): buffer.append(decimal: value)
    case .double(let value): buffer.append(escaping: jsonNumber(value))
    case .day(let day): buffer.append(iso: day)
    case .text(let range): buffer.append(escaping: text, range)
    case .constant(let index): buffer.append(plan.constants[index].text ?? [])
    case .list(let items):
      for index in items {
        if index > items.lowerBound {
          buffer.append(UInt8(ascii: ","))
        }
        writeText(values[index], plan, text, values)
      }
    }
  }

  private mutating func write(_ text: String?) {
    guard let text else { return buffer.append("null") }
    buffer.append(UInt8(ascii: "\""))
    buffer.append(escaping: text)
    buffer.append(UInt8(ascii: "\""))
  }

  private mutating func writeReceived(
    _ range: Range<Int>, of message: Message, isWellFormed: Bool
  ) {
    if isWellFormed {
      buffer.append(escaping: message.text, range)
    } else {
      buffer.append(escaping: String(decoding: message.text[range], as: UTF8.self))
    }
  }

  private mutating func writeSource(_ source: SourceLocation, _ line: Int, isEdited: Bool) {
    if source.name != sourceName {
      let name = String(json: .string(source.recordedName))
      sourceKey = Array(",\"source\":{\"name\":\(name),\"line\":".utf8)
      sourceName = source.name
    }
    buffer.append(sourceKey)
    buffer.append(decimal: line)
    // Of other ids nothing is kept: they are the messages', not the results'.
    if let app = source.app, let id = source.id {
      buffer.append(Array(",\"id\":\(String(json: .string(id))),\"app\":".utf8))
      buffer.append(Array(String(json: .string(app)).utf8))
    }
    buffer.append(isEdited ? ",\"edited\":true}}" : "}}")
  }
}
