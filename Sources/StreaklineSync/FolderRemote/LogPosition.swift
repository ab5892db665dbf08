internal import StreaklineCore

/// How far a log was read, or how far it goes.
struct LogPosition: Hashable {
  /// The number of the segment; 0 before the first one.
  var segment: Int
  /// Where the next line of the segment starts.
  var offset = 0
  /// The checksum of the line before.
  var sum = LogLine.firstSum
  /// Whether that line ends the segment.
  var isSealed = false

  /// Moves the position to the end of a line.
  mutating func pass(_ line: LogLine) {
    offset += line.bytes.count + 1
    sum = line.sum
  }
}

extension LogPosition: Comparable {
  static func < (left: LogPosition, right: LogPosition) -> Bool {
    (left.segment, left.offset) < (right.segment, right.offset)
  }
}

extension LogPosition {
  var json: Value {
    .object([
      "segment": .int(segment), "offset": .int(offset), "sum": .string(hexadecimal(sum)),
      "sealed": .bool(isSealed),
    ])
  }

  init?(json: Value) {
    guard let members = json.object, let segment = members["segment"]?.int,
      let offset = members["offset"]?.int, let sum = members["sum"]?.string.flatMap(checksum),
      let isSealed = members["sealed"]?.bool, (1...SegmentStart.maximumNumber).contains(segment),
      (0...1 << 53).contains(offset)
    else { return nil }
    self.init(segment: segment, offset: offset, sum: sum, isSealed: isSealed)
  }
}

/// The token of a pull: how far the log of each device was read.
struct LogToken: Equatable {
  /// By the id of the device.
  var positions: [String: LogPosition] = [:]

  /// What cannot be read as a token counts as none: everything is read again, which does no harm.
  init(_ bytes: [UInt8]?) {
    guard let bytes, let members = (try? readJSON(bytes))?.object,
      let devices = members["devices"]?.object
    else { return }
    for (device, position) in devices {
      positions[device] = LogPosition(json: position)
    }
  }

  var bytes: [UInt8] {
    var devices = Fields()
    for (device, position) in positions.sorted(by: { $0.key < $1.key }) {
      devices.append(device, position.json)
    }
    return JSONWriter.encoded(["devices": .object(devices)])
  }
}
