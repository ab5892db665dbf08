internal import StreaklineCore

/// Reads our own JSON Lines: what `export` and `parse --output json` print, and the file that a
/// remote of the kind `jsonl` appends to.
///
/// Every record is read as it was written. In a remote's file a later line about a result is
/// another version of it. A line that deletes a result is reported as an issue, because reading
/// deletes nothing.
package struct RecordLinesReader: MessageReader {
  private let source: ByteSource
  private let options: ReaderOptions
  private var lines: LineReader

  package init(_ source: ByteSource, options: ReaderOptions) {
    self.source = source
    self.options = options
    lines = LineReader(source)
  }

  /// Whether the first line is one of our records, as far as `head` shows it.
  package static func recognises(_ head: [UInt8]) -> Bool {
    let rest = head.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard rest.first == UInt8(ascii: "{") else { return false }
    let line = String(decoding: rest.prefix { $0 != 0x0A }, as: UTF8.self)
    // Texts have a backslash before each quote, so these are keys and values.
    return line.contains("\"type\"") && line.contains("\"id\"")
      && (line.contains("\"game\":") || line.contains("\"recordName\":"))
  }

  package mutating func next() throws(InputError) -> MessageBatch? {
    var builder = BatchBuilder(start: lines.position, zone: options.zone)
    while !builder.isFull, let line = try lines.next() {
      read(line, into: &builder)
      builder.advance(to: lines.position)
    }
    return builder.isEmpty ? nil : builder.batch
  }

  private func read(_ line: LineReader.Line, into builder: inout BatchBuilder) {
    let location = SourceLocation(name: source.name, line: line.number)
    do throws(RecordFormatError) {
      guard let bytes = line.bytes else { throw RecordFormatError("the line is longer than 1 MiB") }
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
      let fields = try fields(bytes)
      if fields["deleted"]?.bool == true {
        builder.addNotice()
        builder.add(
          ReadIssue("the line deletes a result, which reading never does", at: location))
        return
      }
      let record = try Record(
        exported: fields, user: options.user, schema: options.schema, source: location)
      builder.add(ExportedResult(record: record), size: bytes.count)
    } catch {
      builder.addUnreadable(error.description, at: location)
    }
  }

  private func fields(_ bytes: [UInt8]) throws(RecordFormatError) -> Fields {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw RecordFormatError("the line is not UTF-8")
    }
    guard let value = try? readJSON(bytes), let fields = value.object else {
      throw RecordFormatError("the line is not a JSON object")
    }
    // A remote's line has everything but type and id within `fields`.
    guard fields["recordName"] != nil, var inner = fields["fields"]?.object else { return fields }
    for name in ["type", "id", "deleted"] {
      inner[name] = fields[name]
    }
    return inner
  }
}
