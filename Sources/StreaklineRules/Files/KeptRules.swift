internal import StreaklineCore

/// Where the bytes of a definition are in the file that keeps them.
struct KeptDefinition: Sendable {
  let range: Range<Int>
  let checksum: UInt64
  /// Reads a part of that file; `nil` when the part no longer exists.
  let read: @Sendable (Range<Int>) -> [UInt8]?

  /// The bytes, or `nil` when they are not those that were kept.
  func bytes() -> [UInt8]? {
    guard let bytes = read(range), bytes.count == range.count, checksumOf(bytes) == checksum else {
      return nil
    }
    return bytes
  }

  func definition(path: String) -> RuleDefinition? {
    guard let bytes = bytes() else { return nil }
    var reader = BinaryReader(bytes[...])
    return try? RuleDefinition(path: path, from: &reader)
  }
}

/// Rules as an earlier run has kept them, so that one pasted share does not wait until a hundred
/// files are read as YAML and their literals are prepared for the scan.
///
/// The file starts with a head: what is known of every rule file, the problems, and the prepared
/// scan. The definitions follow; only those that are needed are read. Every part has a checksum, and
/// what does not have the right one counts as absent.
package struct KeptRules: Sendable {
  /// The problems and the rule of one rule file.
  struct Entry: Sendable {
    let path: String
    let stamp: RuleFile.Stamp
    /// The file's problems; empty when there are none.
    let problems: [Problem]
    /// `nil` when the file has errors.
    let rule: (summary: RuleSummary, definition: KeptDefinition)?

    func isOf(_ file: RuleFile) -> Bool { stamp == file.stamp && path == file.path }
  }

  /// `SRULES02`; changed whenever what follows has another form.
  private static let magic: UInt64 = 0x3230_5345_4C55_5253
  /// How many bytes precede the head's content: magic number, length and checksum of the head.
  package static let preambleLength = 24
  private static let maximumHeadLength = 1 << 28

  /// The entries in the order in which the files were read.
  let entries: [Entry]
  /// The indices of the entries that are in use, in the order of their games.
  let inUse: [Int]
  /// Problems of several files together, such as an id that two of them have.
  let problems: [Problem]
  let scanner: LiteralScanner

  /// How long the head is, preamble included; `nil` when the bytes are not the start of kept rules.
  package static func headLength(preamble: [UInt8]) -> Int? {
    var reader = BinaryReader(preamble[...])
    guard (try? reader.fixed()) == magic, let length = try? reader.fixed(),
      length <= maximumHeadLength
    else { return nil }
    return Int(length)
  }

  /// - Parameters:
  ///   - head: The start of the file, as long as ``headLength(preamble:)`` says.
  ///   - maker: Identifies the program, because another version may judge the same file
  ///     differently.
  ///   - read: Reads a part of the file; `nil` when it cannot be read.
  /// - Returns: `nil` when the bytes are damaged or another maker has kept them.
  package init?(
    head: [UInt8], maker: String, read: @escaping @Sendable (Range<Int>) -> [UInt8]?
  ) {
    var preamble = BinaryReader(head[...])
    guard head.count >= Self.preambleLength, (try? preamble.fixed()) == Self.magic,
      (try? preamble.fixed()) == UInt64(head.count), let checksum = try? preamble.fixed(),
      checksumOf(head[Self.preambleLength...]) == checksum
    else { return nil }
    do throws(BinaryError) {
      var reader = BinaryReader(head[Self.preambleLength...])
      guard try reader.string() == maker else { return nil }
      entries = try reader.list { reader throws(BinaryError) in
        try reader.entry(headLength: head.count, read)
      }
      inUse = try reader.list { reader throws(BinaryError) in try reader.integer() }
      problems = try reader.list { reader throws(BinaryError) in try reader.problem() }
      scanner = try LiteralScanner(from: &reader)
    } catch {
      return nil
    }
    guard inUse.allSatisfy({ entries.indices.contains($0) && entries[$0].rule != nil }) else {
      return nil
    }
  }

  /// Whether no file has been added, changed or removed since the rules were kept.
  func areOf(_ files: [RuleFile]) -> Bool {
    entries.count == files.count && zip(entries, files).allSatisfy { $0.isOf($1) }
  }

  /// The bytes of a file that keeps rules.
  ///
  /// - Parameter definitions: The bytes of the definition of each entry; `nil` for one with errors.
  static func bytes(
    maker: String, files: [(file: RuleFile, stamp: RuleFile.Stamp, problems: [Problem])],
    rules: [(summary: RuleSummary, definition: [UInt8])?], inUse: [Int], problems: [Problem],
    scanner: LiteralScanner
  ) -> [UInt8] {
    var head = BinaryWriter()
    var definitions: [UInt8] = []
    head.write(maker)
    head.write(Array(zip(files, rules))) { writer, entry in
      let ((file, stamp, problems), rule) = entry
      writer.write(file.path)
      writer.write(stamp)
      writer.write(problems) { $0.write($1) }
      writer.write(optional: rule) { writer, rule in
        rule.summary.write(to: &writer)
        writer.write(definitions.count)
        writer.write(rule.definition.count)
        writer.write(fixed: checksumOf(rule.definition))
        definitions += rule.definition
      }
    }
    head.write(inUse) { $0.write($1) }
    head.write(problems) { $0.write($1) }
    scanner.write(to: &head)
    var file = BinaryWriter()
    file.write(fixed: magic)
    file.write(fixed: UInt64(preambleLength + head.bytes.count))
    file.write(fixed: checksumOf(head.bytes))
    return file.bytes + head.bytes + definitions
  }
}

/// Guards against accidents, such as a damaged disk.
func checksumOf(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash = XXHash64()
  hash.add(bytes)
  return hash.digest
}

extension BinaryReader {
  fileprivate mutating func entry(
    headLength: Int, _ read: @escaping @Sendable (Range<Int>) -> [UInt8]?
  ) throws(BinaryError) -> KeptRules.Entry {
    KeptRules.Entry(
      path: try string(),
      stamp: RuleFile.Stamp(
        inode: try integer(), size: try integer(), changed: try integer()),
      problems: try list { reader throws(BinaryError) in try reader.problem() },
      rule: try optional { reader throws(BinaryError) in
        (
          try RuleSummary(from: &reader),
          try reader.keptDefinition(headLength: headLength, read)
        )
      })
  }

  private mutating func keptDefinition(
    headLength: Int, _ read: @escaping @Sendable (Range<Int>) -> [UInt8]?
  ) throws(BinaryError) -> KeptDefinition {
    let (start, count) = (try integer(), try integer())
    guard start >= 0, count >= 0, start < 1 << 32, count < 1 << 32 else { throw BinaryError() }
    return KeptDefinition(
      range: headLength + start..<headLength + start + count, checksum: try fixed(), read: read)
  }

  fileprivate mutating func problem() throws(BinaryError) -> Problem {
    let (code, summary) = (try string(), try string())
    guard let severity = Problem.Severity(rawValue: try string()) else { throw BinaryError() }
    let location = Problem.Location(
      file: try string(), line: try integer(), column: try integer())
    return Problem(
      code, summary, at: location, severity: severity, sourceLine: try string(),
      help: try optional { reader throws(BinaryError) in try reader.string() },
      details: try list { reader throws(BinaryError) in try reader.string() })
  }
}

extension BinaryWriter {
  fileprivate mutating func write(_ stamp: RuleFile.Stamp) {
    write(stamp.inode)
    write(stamp.size)
    write(stamp.changed)
  }

  fileprivate mutating func write(_ problem: Problem) {
    write(problem.code)
    write(problem.summary)
    write(problem.severity.rawValue)
    write(problem.location.file)
    write(problem.location.line)
    write(problem.location.column)
    write(problem.sourceLine)
    write(optional: problem.help) { $0.write($1) }
    write(problem.details) { $0.write($1) }
  }
}
