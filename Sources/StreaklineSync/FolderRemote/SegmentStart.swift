internal import StreaklineCore

/// The first line of a segment.
struct SegmentStart: Equatable {
  private static let format = 1
  /// The highest number that a segment can have, because a file name has eight digits.
  static let maximumNumber = 99_999_999

  /// The id of the device that writes the log.
  let device: String
  /// The segment's own number.
  let number: Int
  /// The segment with which a new reader starts. What the segments before it say is repeated from
  /// there on, so they may be deleted.
  let base: Int
  /// The checksum of the last line of the segment before; `nil` when there was none.
  let previous: UInt64?

  var body: [UInt8] {
    LogLine.body([
      "segment": .object([
        "format": .int(Self.format), "device": .string(device), "number": .int(number),
        "base": .int(base), "previous": previous.map { .string(hexadecimal($0)) } ?? .null,
      ])
    ])
  }
}

extension SegmentStart {
  /// Reads the value of `segment`; `nil` for another format and for what cannot be.
  init?(_ json: Value) {
    guard let members = json.object, members["format"]?.int == Self.format,
      let device = members["device"]?.string, let number = members["number"]?.int,
      let base = members["base"]?.int, (1...Self.maximumNumber).contains(number),
      (1...number).contains(base)
    else { return nil }
    self.init(
      device: device, number: number, base: base,
      previous: members["previous"]?.string.flatMap(checksum))
  }
}
