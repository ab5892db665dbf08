internal import StreaklineCore

/// What a line of a log says.
enum LogEntry {
  case start(SegmentStart)
  case record(RemoteRecord)
  case deletion(RemoteDeletion)
  /// The segment ends here.
  case seal
  /// Something that a later version of the program has written.
  case unknown

  static let sealBody = LogLine.body(["sealed": .bool(true)])

  init(_ line: LogLine) {
    if let record = Self.written(line.bytes[...]) {
      self = .record(record)
      return
    }
    guard let members = (try? readJSON(line.bytes))?.object else {
      self = .unknown
      return
    }
    if let record = members["record"]?.object {
      self = Self.record(record) ?? .unknown
    } else if let start = members["segment"].flatMap(SegmentStart.init) {
      self = .start(start)
    } else {
      self = members["sealed"]?.bool == true ? .seal : .unknown
    }
  }

  private static func record(_ members: Fields) -> LogEntry? {
    guard let zone = members["zone"]?.string, let name = members["recordName"]?.string,
      let type = members["type"]?.string
    else { return nil }
    let stamp = members["stamp"].flatMap(Stamp.init(json:))
    if members["deleted"]?.bool == true {
      return .deletion(
        RemoteDeletion(zone: ZoneName(zone), recordName: name, type: type, stamp: stamp))
    }
    guard let fields = members["fields"]?.object else { return nil }
    return .record(
      RemoteRecord(
        zone: ZoneName(zone), recordName: name, type: type, stamp: stamp, fields: fields))
  }

  /// The body of a line that says what a pipeline sends.
  static func body(_ record: OutgoingRecord) -> [UInt8] {
    var writer = JSONWriter()
    writer.append(#""record":{"zone":"#)
    writer.write(.string(record.zone.name))
    writer.append(#","recordName":"#)
    writer.write(.string(record.recordName))
    writer.append(#","type":"#)
    writer.write(.string(record.type))
    writer.append(#","deleted":"#)
    writer.write(.bool(record.isDeleted))
    writer.append(#","stamp":"#)
    if let stamp = record.stamp { writer.write(stamp) } else { writer.write(.null) }
    writer.append(#","fields":"#)
    writer.append(record.carried.json)
    writer.append("}}")
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes what ``Stamp/json`` gives.
  fileprivate mutating func write(_ stamp: Stamp) {
    append(#"{"time":"#)
    write(.int(Int(stamp.time.milliseconds)))
    append(#","device":"#)
    write(.string(stamp.device))
    append(#","life":"#)
    write(.int(stamp.life))
    append(#","revision":"#)
    write(.int(stamp.revision))
    if !stamp.replaced.isEmpty {
      append(#","replaced":"#)
      write(stamp.replacedJSON)
    }
    if !stamp.formerNames.isEmpty {
      append(#","formerNames":"#)
      write(stamp.formerNamesJSON)
    }
    append("}")
  }
}

// MARK: - Lines as this program writes them

extension LogEntry {
  /// The record of a line that is as ``body(_:)`` makes it, read without making values of its fields;
  /// `nil` for any other line.
  private static func written(_ line: ArraySlice<UInt8>) -> RemoteRecord? {
    guard var line = WrittenObject(line), line.text(of: "sum") != nil,
      let value = line.value(of: "record"), line.isAtEnd, var record = WrittenObject(value),
      let zone = record.text(of: "zone"), let name = record.text(of: "recordName"),
      let type = record.text(of: "type"), let deleted = record.value(of: "deleted"),
      deleted.first == UInt8(ascii: "f"),
      let stamp = record.value(of: "stamp").flatMap(Stamp.init(written:)),
      let fields = record.value(of: "fields"), fields.first == UInt8(ascii: "{"), record.isAtEnd,
      String(validating: fields, as: UTF8.self) != nil
    else { return nil }
    return RemoteRecord(
      zone: ZoneName(zone), recordName: name, type: type, stamp: stamp, json: fields)
  }
}

extension LogEntry {
  private static let start = Array(#""record":"#.utf8)

  /// The name of the record of a line that begins as ``body(_:)`` makes it, without reading the rest.
  static func recordName(_ line: LogLine) -> String? {
    guard line.body.starts(with: start),
      var record = WrittenObject(line.body.dropFirst(start.count)),
      record.value(of: "zone") != nil
    else { return nil }
    return record.text(of: "recordName")
  }
}

extension Stamp {
  /// Reads a stamp as ``JSONWriter`` writes it.
  fileprivate init?(written: ArraySlice<UInt8>) {
    guard var members = WrittenObject(written), let time = members.int(of: "time"),
      let device = members.text(of: "device"), let life = members.int(of: "life"),
      let revision = members.int(of: "revision")
    else { return nil }
    var replaced: Value?
    if !members.isAtEnd {
      guard let list = members.value(of: "replaced"), members.isAtEnd,
        let value = try? readJSON(Array(list))
      else { return nil }
      replaced = value
    }
    self.init(
      receivedTime: time, device: device, life: life, revision: revision,
      replaced: Stamp.replaced(json: replaced))
  }
}
