internal import StreaklineCore
internal import StreaklineFiles

/// What one device has written for one zone: a folder of numbered segments.
struct DeviceLog {
  private static let maximumSegments = 100_000
  /// How many segments are opened to find one whose first line has arrived.
  private static let maximumStarts = 100

  let device: String
  let folder: String

  /// - Parameter root: The folder that all devices share.
  init(root: String, device: String, zone: ZoneName) {
    self.device = device
    folder = "\(root)/\(device)/\(Self.folderName(zone))"
  }

  func path(of segment: Int) -> String {
    let digits = String(segment)
    let zeros = String(repeating: "0", count: max(0, 8 - digits.count))
    return "\(folder)/\(zeros)\(digits).jsonl"
  }

  /// The numbers of the segments that are here, ascending. Files with other names are not ours:
  /// programs that copy folders leave such files for conflicts and for what is on its way.
  func numbers() throws(FileError) -> [Int] {
    do {
      guard try FileStatus(folder, followsLinks: false).kind == .folder else { return [] }
      return try entries(inFolder: folder, limit: Self.maximumSegments).compactMap(\.segmentNumber)
        .sorted()
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }

  /// The first line of a segment; `nil` when the segment or that line is not here, or belongs
  /// elsewhere.
  func start(of segment: Int) throws(FileError) -> SegmentStart? {
    let position = LogPosition(segment: segment)
    guard var reader = try SegmentReader(path(of: segment), from: position),
      let line = try reader.next(), case .start(let start) = LogEntry(line),
      isStart(start, of: segment)
    else { return nil }
    return start
  }

  /// Whether a first line is that of a segment of this log. A copy under another name is not.
  func isStart(_ start: SegmentStart, of segment: Int) -> Bool {
    start.number == segment && start.device == device
  }

  /// The newest first line of the given segments. It says where a new reader starts.
  func latestStart(_ numbers: [Int]) throws(FileError) -> SegmentStart? {
    for number in numbers.suffix(Self.maximumStarts).reversed() {
      if let start = try start(of: number) { return start }
    }
    return nil
  }
}

// MARK: - Names

extension DeviceLog {
  private static let longestFolderName = 120

  /// Whether a folder's name can be the id of a device.
  static func isDeviceID(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(isPlain)
  }

  /// A zone's name as the name of a folder. A long one is cut and gets a checksum; each record says
  /// its zone too, so two zones in one folder do no harm.
  static func folderName(_ zone: ZoneName) -> String {
    if zone.name.isEmpty { return "%" }
    var bytes: [UInt8] = []
    for byte in zone.name.utf8 {
      bytes += isPlain(byte) ? [byte] : Array("%\(hexadecimal(UInt64(byte)).suffix(2))".utf8)
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard bytes.count > longestFolderName else { return name }
    var hash = XXHash64()
    hash.add(Array(zone.name.utf8))
    return "\(name.prefix(longestFolderName - 17))=\(hexadecimal(hash.digest))"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension FolderEntry {
  /// The number of a segment's file: eight digits and `.jsonl`; `nil` for any other name.
  fileprivate var segmentNumber: Int? {
    guard bytes.count == 14, bytes.suffix(6) == Array(".jsonl".utf8)[...],
      bytes.prefix(8).allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let number = bytes.prefix(8).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }
}
