internal import Glibc
internal import StreaklineCore
internal import StreaklineReaders

/// Reads an input to its end, once in one piece and once in small ones, which must give the same.
func readInput(_ bytes: [UInt8], as format: InputFormat?) {
  let whole = Reading(bytes, as: format, chunk: 262_144)
  // UTF-16 is recognised by the first 512 bytes, so a chunk is not smaller.
  let pieces = Reading(bytes, as: format, chunk: [521, 1_021, 8_191][bytes.count % 3])
  demand(whole.error == pieces.error, "read in pieces: \(pieces.error ?? "no error")")
  demand(
    whole.counts == pieces.counts, "read in pieces: \(pieces.counts) instead of \(whole.counts)")
  demand(whole.results == pieces.results, "read in pieces, results differ")
  demand(whole.streaks == pieces.streaks, "read in pieces, streaks differ")
  // Where a long message is cut depends on the size of the pieces.
  guard !whole.isCut, !pieces.isCut else { return }
  demand(whole.messages == pieces.messages, "read in pieces, messages differ")
  demand(whole.issues == pieces.issues, "read in pieces, issues differ")
}

/// What a reader makes of an input.
private struct Reading {
  var messages: [Message] = []
  var results: [ExportedResult] = []
  var streaks: [ExportedStreak] = []
  var issues: [ReadIssue] = []
  var counts = MessageCounts()
  var error: String?
  /// Whether a message was returned in parts.
  var isCut = false

  init(_ bytes: [UInt8], as format: InputFormat?, chunk: Int) {
    let opening: Input.Reopen = { source(bytes, chunk: chunk) }
    do throws(InputError) {
      // An odd number of bytes comes through a pipe, which cannot be opened twice.
      let input = try Input(
        opening(), opening: bytes.count % 2 == 0 ? opening : nil, format: format,
        options: ReaderOptions(zone: NamedTimeZone("Europe/Berlin") ?? .utc),
        scan: CandidateScan(candidates))
      try read(input.reader)
    } catch {
      self.error = error.description
    }
  }

  private mutating func read(_ reader: any MessageReader) throws(InputError) {
    var reader = reader
    var end = 0
    while let batch = try reader.next() {
      demand(batch.end >= end, "the end goes back from \(end) to \(batch.end)")
      end = batch.end
      demand(
        batch.counts.messages >= 0 && batch.counts.notices >= 0 && batch.counts.unreadable >= 0,
        "a count is negative: \(batch.counts)")
      check(batch)
      counts += batch.counts
      messages += batch.messages
      results += batch.results
      streaks += batch.streaks
      issues += batch.issues
      isCut = isCut || batch.messages.contains { $0.part != nil }
    }
    demand(try reader.next() == nil, "there is something behind the end")
  }

  private func check(_ batch: MessageBatch) {
    for message in batch.messages {
      demand(message.source.line >= 1, "a message in line \(message.source.line)")
      demand(
        message.part.map { $0.range.count <= message.text.count } ?? true,
        "a part is longer than its text")
    }
    for issue in batch.issues {
      demand(issue.source.line >= 1, "an issue in line \(issue.source.line)")
    }
    for held in batch.results {
      demand(held.message.map { $0.source.line >= 1 } ?? true, "a held result without line")
    }
  }
}

/// Bytes as an input that comes in chunks of at most `chunk` bytes.
func source(_ bytes: [UInt8], chunk: Int) -> ByteSource {
  var rest = bytes[...]
  return ByteSource(name: "fuzz", size: bytes.count) { count throws(InputError) in
    let part = rest.prefix(min(count, chunk))
    rest = rest.dropFirst(part.count)
    return Array(part)
  }
}

/// A few literals, so that most messages have none, as in a chat.
private let literals = ["Wordle", "🟩", "Connections"].map { Array($0.utf8) }

@Sendable private func candidates(_ bytes: [UInt8], _ range: Range<Int>) -> [Int] {
  literals.flatMap { positions(of: $0, in: bytes) }.filter(range.contains).sorted()
}

private func positions(of literal: [UInt8], in bytes: [UInt8]) -> [Int] {
  unsafe bytes.withUnsafeBytes { text in
    var found: [Int] = []
    var from = 0
    while let start = text.baseAddress, from + literal.count <= text.count,
      let place = unsafe memchr(start + from, CInt(literal[0]), text.count - from)
    {
      let position = unsafe UnsafeRawPointer(place) - start
      if unsafe text[position...].starts(with: literal) { found.append(position) }
      from = position + 1
    }
    return found
  }
}
