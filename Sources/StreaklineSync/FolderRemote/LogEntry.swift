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
    let members: [(StaticString, Value)] = [
      (#""record":{"zone":"#, .string(record.zone.name)),
      (#","recordName":"#, .string(record.recordName)), (#","type":"#, .string(record.type)),
      (#","deleted":"#, .bool(record.isDeleted)),
      (#","stamp":"#, record.stamp?.json ?? .null), (#","fields":"#, .object(record.fields)),
    ]
    for (name, value) in members {
      writer.append(name)
      writer.write(value)
    }
    writer.append("}}")
    return writer.bytes
  }
}
