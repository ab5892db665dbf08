/// An entry as an archive's directory describes it. All of it may be false.
struct ZipEntry: Sendable {
  /// Offset of the entry's local header in the file.
  var headerOffset: Int
  /// Its size in the archive, in bytes.
  var compressedSize: Int
  /// Its size once it is inflated, in bytes.
  var size: Int
  var crc: UInt32
  /// 0 for stored, 8 for deflated data.
  var method: Int
  var isEncrypted: Bool
}

/// The directory at the end of an archive, read in pieces.
///
/// Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 to 4.3.16, 4.4 and 4.5.3.
struct ZipDirectory {
  let name: String
  let file: FileDescriptor
  let fileSize: Int
  let limits: ZipArchive.Limits

  /// The directory's place and size, as the record at the archive's end gives them.
  private struct Extent {
    var count: UInt64
    var size: UInt64
    var offset: UInt64
    /// Where the directory ends: the position of the record that describes it.
    var end: Int
  }

  /// The entries that are ordinary files, by their paths.
  func entries() throws(InputError) -> SortedPaths<ZipEntry> {
    let extent = try extent()
    let (start, shift) = try location(of: extent)
    var stretch = FileStretch(file: file, position: start, end: start + Int(extent.size))
    var found: [(path: String, location: ZipEntry)] = []
    var ranges: [Range<Int>] = []
    var pathBytes = 0
    while let header = try stretch.take(46) {
      guard header.number(at: 0, 4) == 0x0201_4B50 else { throw damaged }
      guard ranges.count < limits.entries else {
        throw malformed("the archive has more than \(limits.entries) entries")
      }
      let nameSize = Int(header.number(at: 28, 2))
      let extraSize = Int(header.number(at: 30, 2))
      let commentSize = Int(header.number(at: 32, 2))
      guard let rest = try stretch.take(nameSize + extraSize + commentSize) else { throw damaged }
      let extra = rest.dropFirst(nameSize).prefix(extraSize)
      let entry = try entry(header, extra: extra, shift: shift)
      let range = try range(of: entry, nameSize: nameSize, directory: start)
      ranges.append(range)
      if let path = zipPath(header, name: rest.prefix(nameSize)) {
        found.append((path, entry))
        pathBytes += path.utf8.count
        guard pathBytes <= limits.pathBytes else {
          throw malformed("the names in the archive are longer than \(limits.pathBytes) bytes")
        }
      }
    }
    guard stretch.isAtEnd, UInt64(ranges.count) & 0xFFFF == extent.count & 0xFFFF else {
      throw damaged
    }
    try checkOverlap(&ranges)
    return SortedPaths(found)
  }

  /// Reads the record at the archive's end or, where there is one, the Zip64 record before it.
  private func extent() throws(InputError) -> Extent {
    let tail = try file.read(at: max(0, fileSize - 65_557 - 20), count: 65_557 + 20)
    let last = stride(from: tail.count - 22, through: 0, by: -1).first { index in
      tail[index] == 0x50 && tail[index...].number(at: 0, 4) == 0x0605_4B50
        && index + 22 + Int(tail[index...].number(at: 20, 2)) == tail.count
    }
    guard let last else {
      throw malformed("not a zip archive, or a truncated one: its end is missing")
    }
    let record = tail[last...]
    guard [0, 0xFFFF].contains(record.number(at: 4, 2)) else { throw severalParts }
    let position = fileSize - tail.count + last
    let locator = tail[..<last].suffix(20)
    if locator.count == 20, locator.number(at: 0, 4) == 0x0706_4B50 {
      return try largeExtent(locator: locator, at: position - 20)
    }
    return Extent(
      count: record.number(at: 10, 2), size: record.number(at: 12, 4),
      offset: record.number(at: 16, 4), end: position)
  }

  /// Reads the Zip64 record. It directly precedes its locator, even when other data precedes the
  /// archive.
  private func largeExtent(
    locator: ArraySlice<UInt8>, at position: Int
  ) throws(InputError) -> Extent {
    let said = Int(exactly: locator.number(at: 8, 8)) ?? -1
    for start in [position - 56, said] where start >= 0 && start <= position - 56 {
      let record = try file.read(at: start, count: 56)[...]
      guard record.count == 56, record.number(at: 0, 4) == 0x0606_4B50 else { continue }
      guard record.number(at: 16, 4) == 0 else { throw severalParts }
      return Extent(
        count: record.number(at: 32, 8), size: record.number(at: 40, 8),
        offset: record.number(at: 48, 8), end: start)
    }
    throw damaged
  }

  /// Where the directory starts, and how many bytes must be added to all offsets because other data
  /// precedes the archive.
  private func location(of extent: Extent) throws(InputError) -> (start: Int, shift: Int) {
    guard extent.size <= limits.directoryBytes else {
      throw malformed("the archive's directory is larger than \(limits.directoryBytes) bytes")
    }
    let start = extent.end - Int(extent.size)
    guard let offset = Int(exactly: extent.offset), start >= offset else { throw damaged }
    return (start, start - offset)
  }

  private func entry(
    _ header: ArraySlice<UInt8>, extra: ArraySlice<UInt8>, shift: Int
  ) throws(InputError) -> ZipEntry {
    // Numbers that do not fit are in the Zip64 field instead, in this order.
    var numbers = [
      header.number(at: 24, 4), header.number(at: 20, 4), header.number(at: 42, 4),
    ]
    var large = zip64Field(extra)
    for index in numbers.indices where numbers[index] == 0xFFFF_FFFF && large.count >= 8 {
      numbers[index] = large.number(at: 0, 8)
      large = large.dropFirst(8)
    }
    guard let size = Int(exactly: numbers[0]), let compressedSize = Int(exactly: numbers[1]),
      let offset = Int(exactly: numbers[2]), offset <= fileSize
    else { throw damaged }
    return ZipEntry(
      headerOffset: offset + shift, compressedSize: compressedSize, size: size,
      crc: UInt32(header.number(at: 16, 4)), method: Int(header.number(at: 10, 2)),
      isEncrypted: header.number(at: 8, 2) & 1 != 0)
  }

  /// The data of the extra field with id 1; empty without one.
  private func zip64Field(_ extra: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = extra
    while rest.count >= 4 {
      let data = rest.dropFirst(4).prefix(Int(rest.number(at: 2, 2)))
      if rest.number(at: 0, 2) == 1 { return data }
      rest = rest[data.endIndex...]
    }
    return []
  }

  /// The smallest range of the file that the entry can occupy. It must end before the directory.
  private func range(
    of entry: ZipEntry, nameSize: Int, directory: Int
  ) throws(InputError) -> Range<Int> {
    let (end, overflows) = (entry.headerOffset + 30 + nameSize)
      .addingReportingOverflow(entry.compressedSize)
    guard !overflows, end <= directory else { throw damaged }
    return entry.headerOffset..<end
  }

  /// Refuses entries that share data: with them, an archive of a few bytes can hold terabytes.
  private func checkOverlap(_ ranges: inout [Range<Int>]) throws(InputError) {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    for (entry, next) in zip(ranges, ranges.dropFirst()) where entry.upperBound > next.lowerBound {
      throw malformed("the archive's entries overlap")
    }
  }

  private func malformed(_ reason: String) -> InputError { .malformed(name, reason: reason) }

  private var damaged: InputError { malformed("the archive's directory is damaged") }

  private var severalParts: InputError {
    malformed("the archive is one of several parts; put them together first")
  }
}

/// A range of a file, read from front to back.
private struct FileStretch {
  let file: FileDescriptor
  /// The offset after the bytes that were read.
  var position: Int
  let end: Int
  private var pending: ArraySlice<UInt8> = []

  init(file: FileDescriptor, position: Int, end: Int) {
    self.file = file
    self.position = position
    self.end = end
  }

  var isAtEnd: Bool { pending.isEmpty && position == end }

  /// The next bytes; `nil`, and nothing is taken, when there are fewer.
  mutating func take(_ count: Int) throws(InputError) -> ArraySlice<UInt8>? {
    if pending.count < count {
      let more = try file.read(at: position, count: min(max(count, 65_536), end - position))
      position += more.count
      pending += more
    }
    guard pending.count >= count else { return nil }
    defer { pending = pending.dropFirst(count) }
    return pending.prefix(count)
  }
}

extension ArraySlice<UInt8> {
  /// A number of `count` bytes in little-endian order, `offset` bytes after the slice's start.
  func number(at offset: Int, _ count: Int) -> UInt64 {
    dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
