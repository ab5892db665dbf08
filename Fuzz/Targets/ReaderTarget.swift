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
  demand(whole.claims == pieces.claims, "read in pieces, claims differ")
  // A message that goes on is shown again from where its last share ended.
  guard !whole.isCut, !pieces.isCut else { return }
  demand(whole.messages == pieces.messages, "read in pieces, messages differ")
  demand(whole.problems == pieces.problems, "read in pieces, problems differ")
}

/// What a reader makes of an input.
private struct Reading {
  var messages: [Message] = []
  var results: [ExportedResult] = []
  var claims: [ExportedStreak] = []
  var problems: [ReadIssue] = []
  var counts = MessageCounts()
  var error: String?
  /// Whether a message was handed over in parts.
  var isCut = false

  init(_ bytes: [UInt8], as format: InputFormat?, chunk: Int) {
    let opening: Input.Reopen = { source(bytes, chunk: chunk) }
    do throws(InputError) {
      // An odd number of bytes comes through a pipe, which cannot be opened twice.
      let input = try Input(
        opening(), opening: bytes.count % 2 == 0 ? opening : nil, format: format,
        options: ReaderOptions(zone: NamedTimeZone("Europe/Berlin") ?? .utc))
      try read(input.reader)
    } catch {
      self.error = error.description
    }
  }

  private mutating func read(_ reader: any MessageReader) throws(InputError) {
    var reader = reader
    var end = 0
    while let batch = try reader.next(candidates) {
      demand(batch.end >= end, "the end goes back from \(end) to \(batch.end)")
      end = batch.end
      demand(
        batch.counts.messages >= 0 && batch.counts.notices >= 0 && batch.counts.unreadable >= 0,
        "a count is negative: \(batch.counts)")
      check(batch)
      counts += batch.counts
      messages += batch.messages
      results += batch.results
      claims += batch.claims
      problems += batch.problems
      if let cut = batch.cut {
        isCut = true
        reader.consume(upTo: cut)
      }
    }
    demand(try reader.next(candidates) == nil, "there is something behind the end")
  }

  private func check(_ batch: MessageBatch) {
    for message in batch.messages {
      demand(message.source.line >= 1, "a message in line \(message.source.line)")
    }
    for problem in batch.problems {
      demand(problem.source.line >= 1, "a problem in line \(problem.source.line)")
    }
    for held in batch.results {
      demand(held.message.map { $0.source.line >= 1 } ?? true, "a held result without line")
    }
    if let cut = batch.cut {
      demand(cut <= batch.messages.last?.text.count ?? -1, "a message is cut behind its end")
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

private func candidates(_ bytes: [UInt8]) -> [Int] {
  literals.flatMap { positions(of: $0, in: bytes) }.sorted()
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
