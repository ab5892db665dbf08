internal import CZlib

/// The bytes of one entry of an archive, inflated as they are asked for.
final class ZipEntryStream {
  private static let chunkSize = 262_144
  private let name: String
  private let file: FileDescriptor
  private let entry: ZipEntry
  private let limits: ZipArchive.Limits
  /// `nil` for a stored entry, and at the end.
  private var inflater: Inflater?
  /// The entry's bytes that have not been read from the file yet.
  private var unread: Range<Int>
  /// Bytes read from the file but not inflated yet.
  private var pending: ArraySlice<UInt8> = []
  /// How many bytes of the archive have been inflated or, for a stored entry, returned.
  private var consumed = 0
  /// How many bytes have been returned, and their checksum.
  private var count = 0
  private var crc: UInt32 = 0
  private var isAtEnd = false
  /// The error that is thrown once the bytes before it have been returned.
  private var failure: InputError?

  init(
    name: String, file: FileDescriptor, entry: ZipEntry, limits: ZipArchive.Limits
  ) throws(InputError) {
    self.name = name
    self.file = file
    self.entry = entry
    self.limits = limits
    guard !entry.isEncrypted else {
      throw .malformed(name, reason: "encrypted; unpack the archive with its password first")
    }
    guard entry.method == 0 || entry.method == 8 else {
      throw .malformed(
        name, reason: "compressed by method \(entry.method); unpack the archive first")
    }
    let header = try file.read(at: entry.headerOffset, count: 30)[...]
    guard header.count == 30, header.number(at: 0, 4) == 0x0403_4B50 else {
      throw .malformed(name, reason: "it is not where the archive's directory says")
    }
    let begin =
      entry.headerOffset + 30 + Int(header.number(at: 26, 2)) + Int(header.number(at: 28, 2))
    unread = begin..<(begin + entry.compressedSize)
    inflater = entry.method == 8 ? Inflater() : nil
  }

  /// Some bytes, at most `count`; none at the end.
  func read(_ count: Int) throws(InputError) -> [UInt8] {
    let room = min(max(count, 1), Self.chunkSize)
    var chunk: [UInt8] = []
    while chunk.isEmpty, !isAtEnd {
      chunk = entry.method == 8 ? try inflated(room) : try stored(room)
      crc = checksum(crc, chunk)
      self.count += chunk.count
      try checkSize()
    }
    if chunk.isEmpty {
      if let failure { throw failure }
      try checkEnd()
    }
    return chunk
  }

  private func stored(_ room: Int) throws(InputError) -> [UInt8] {
    let chunk = try readFile(room)
    consumed += chunk.count
    isAtEnd = unread.isEmpty
    return chunk
  }

  private func inflated(_ room: Int) throws(InputError) -> [UInt8] {
    guard let inflater else { throw malformed("there is no memory to inflate it") }
    if pending.isEmpty, !unread.isEmpty {
      pending = try readFile(65_536)[...]
    }
    let step = inflater.step(pending, room: room)
    pending = pending.dropFirst(step.used)
    consumed += step.used
    switch step.outcome {
    case .more: break
    case .end: isAtEnd = true
    case .starved: if unread.isEmpty { failure = malformed("the entry is cut off") }
    case .damaged: failure = malformed("the entry is damaged")
    }
    if failure != nil { isAtEnd = true }
    return step.output
  }

  private func readFile(_ room: Int) throws(InputError) -> [UInt8] {
    let chunk = try file.read(at: unread.lowerBound, count: min(room, unread.count))
    if chunk.isEmpty, !unread.isEmpty { throw malformed("the archive became shorter") }
    unread = (unread.lowerBound + chunk.count)..<unread.upperBound
    return chunk
  }

  private func checkSize() throws(InputError) {
    if count > limits.entryBytes {
      try fail("the entry is larger than \(limits.entryBytes) bytes")
    }
    if count > 1 << 20, count / limits.ratio > consumed {
      try fail("the entry is over \(limits.ratio) times as large as in the archive")
    }
  }

  private func checkEnd() throws(InputError) {
    inflater = nil
    if count != entry.size || crc != entry.crc {
      try fail("the entry is damaged: its checksum or size is wrong")
    }
  }

  private func fail(_ reason: String) throws(InputError) {
    let error = malformed(reason)
    failure = error
    isAtEnd = true
    throw error
  }

  private func malformed(_ reason: String) -> InputError { .malformed(name, reason: reason) }
}
