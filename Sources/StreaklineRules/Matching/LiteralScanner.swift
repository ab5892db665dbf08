internal import CLiteralScan

/// Why a list of literals cannot be searched for.
package struct LiteralScannerError: Error, Hashable, Sendable {
  package let reason: String
}

/// Finds all rules' literals in one pass over the bytes.
@safe
package final class LiteralScanner: Sendable {
  /// A literal that starts at a position.
  package struct Hit: Hashable, Sendable {
    package let position: Int
    /// Index in the list of literals that the scanner was made from.
    package let literal: Int
  }

  /// The minimum length of a key in bytes.
  package static let minimumKeyLength = Int(LITERAL_SCAN_MIN_LENGTH)
  private static let maximumKeyLength = Int(LITERAL_SCAN_MAX_LENGTH)
  private static let maximumKeys = Int(LITERAL_SCAN_MAX_COUNT)
  /// Keys differ from one another, so at most 62 of them start at one position.
  private static let hitsPerCall = 1_024
  // nonisolated(unsafe): immutable after creation (CLiteralScan.h). `nil` without literals.
  private nonisolated(unsafe) let scan: OpaquePointer?
  /// The literals of key k are `literalsByKey[keyStarts[k]..<keyStarts[k + 1]]`.
  private let literalsByKey: [Int]
  private let keyStarts: [Int]
  /// Searches text that is not normalised.
  // nonisolated(unsafe): as above.
  private nonisolated(unsafe) let receivedScan: OpaquePointer?
  private let receivedKeys: [ReceivedKey]

  /// What `receivedScan` searches for: the key of a literal as it may stand in a received text.
  private struct ReceivedKey {
    /// In bytes.
    let length: Int
    /// The bytes with which the second words of its literals start. Empty where some literal has no
    /// second word, or one that does not start with a letter or digit of ASCII.
    let secondWords: [UInt8]
  }

  /// - Parameter literals: Texts with at least three bytes before their first blank.
  package init(literals: [String]) throws(LiteralScannerError) {
    let keys = literals.map(Self.key)
    let distinct = Array(Set(keys)).sorted { $0.lexicographicallyPrecedes($1) }
    let groups = Dictionary(grouping: literals.indices) { keys[$0] }
    literalsByKey = distinct.flatMap { groups[$0] ?? [] }
    keyStarts = distinct.reduce(into: [0]) { $0.append(($0.last ?? 0) + (groups[$1]?.count ?? 0)) }
    let received = Set(distinct.map(Self.receivedKey) + Self.spellings(of: distinct)).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let keysByReceived = Dictionary(grouping: distinct, by: Self.receivedKey)
    receivedKeys = received.map { key in
      // A key that goes on where its received key ends has its second word elsewhere.
      let isWhole = keysByReceived[key].map { $0 == [key] } ?? false
      let own = isWhole ? (groups[key] ?? []).map { RuleLiteral(literals[$0]) } : []
      return ReceivedKey(length: key.count, secondWords: Self.secondWords(of: own))
    }
    let scan = unsafe try Self.create(distinct)
    do throws(LiteralScannerError) {
      unsafe receivedScan = try Self.create(received)
    } catch {
      unsafe literal_scan_free(scan)
      throw error
    }
    unsafe self.scan = scan
  }

  /// Reads a scanner that an earlier run of this build has prepared.
  init(from reader: inout BinaryReader) throws(BinaryError) {
    let literals = try reader.list { reader throws(BinaryError) in try reader.integer() }
    let starts = try reader.list { reader throws(BinaryError) in try reader.integer() }
    let scans = (try reader.slice(), try reader.slice())
    receivedKeys = try reader.list { reader throws(BinaryError) in
      ReceivedKey(length: try reader.integer(), secondWords: Array(try reader.slice()))
    }
    guard starts.first == 0, starts.last == literals.count,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }),
      literals.allSatisfy({ literals.indices.contains($0) })
    else { throw BinaryError() }
    literalsByKey = literals
    keyStarts = starts
    let scan = unsafe try Self.restored(scans.0, keys: starts.count - 1)
    do throws(BinaryError) {
      unsafe receivedScan = try Self.restored(scans.1, keys: receivedKeys.count)
    } catch {
      unsafe literal_scan_free(scan)
      throw error
    }
    unsafe self.scan = scan
  }

  func write(to writer: inout BinaryWriter) {
    writer.write(literalsByKey) { $0.write($1) }
    writer.write(keyStarts) { $0.write($1) }
    unsafe writer.write(Self.bytes(of: scan))
    unsafe writer.write(Self.bytes(of: receivedScan))
    writer.write(receivedKeys) {
      $0.write($1.length)
      $0.write($1.secondWords)
    }
  }

  /// - Parameter keys: How many keys the scan must have.
  private static func restored(
    _ bytes: ArraySlice<UInt8>, keys: Int
  ) throws(BinaryError) -> OpaquePointer? {
    if bytes.isEmpty, keys == 0 { return nil }
    let scan = unsafe bytes.withUnsafeBytes {
      unsafe literal_scan_restore($0.baseAddress, $0.count)
    }
    guard let scan = unsafe scan else { throw BinaryError() }
    if unsafe literal_scan_count(scan) != keys {
      unsafe literal_scan_free(scan)
      throw BinaryError()
    }
    return unsafe scan
  }

  private static func bytes(of scan: OpaquePointer?) -> [UInt8] {
    guard let scan = unsafe scan else { return [] }
    let size = unsafe literal_scan_size(scan)
    return unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(scan), count: size))
  }

  /// A scanner that finds nothing.
  init() {
    literalsByKey = []
    keyStarts = [0]
    receivedKeys = []
    unsafe scan = nil
    unsafe receivedScan = nil
  }

  deinit {
    unsafe literal_scan_free(scan)
    unsafe literal_scan_free(receivedScan)
  }

  /// The bytes that the scan searches for: the literal up to its first blank, because chats and
  /// locales print different blanks; at most 64 bytes.
  package static func key(of literal: String) -> [UInt8] {
    var key: [UInt8] = []
    for scalar in withoutVariationSelectors(literal).unicodeScalars {
      if scalar == " " || scalar == "\n" || key.count + 4 > maximumKeyLength { break }
      key += Array(String(scalar).utf8)
    }
    return key
  }

  /// The key in text that is not normalised: in such text a variation selector may follow the first
  /// emoji, so the key ends after it.
  private static func receivedKey(of key: [UInt8]) -> [UInt8] {
    var received: [UInt8] = []
    for scalar in String(decoding: key, as: UTF8.self).unicodeScalars {
      received += Array(String(scalar).utf8)
      if !scalar.isASCII, received.count >= minimumKeyLength { break }
    }
    return received
  }

  /// Positions in a range of a text, as it was received, at which a literal may be once the text is
  /// normalised. Far cheaper than normalising it.
  package func candidates(in received: [UInt8], _ range: Range<Int>) -> [Int] {
    var found: [Int] = []
    let end = min(received.count, range.upperBound + Self.maximumKeyLength - 1)
    unsafe scan(receivedScan, received, range.lowerBound..<end) { hit in
      guard hit.position < range.upperBound, hit.position != found.last,
        maySecondWordFollow(hit, in: received, end)
      else { return }
      found.append(hit.position)
    }
    return found
  }

  /// Whether the second word of a literal can follow its key. For `The Dozen` it can in `The D…`, but not
  /// in `There` or `The end`. A byte that may belong to markup or to an unusual blank counts as a blank.
  private func maySecondWordFollow(_ hit: literal_hit, in text: [UInt8], _ end: Int) -> Bool {
    let key = receivedKeys[Int(hit.literal)]
    if key.secondWords.isEmpty { return true }
    var next = hit.position + key.length
    guard next < end else { return true }
    if isASCIIWordCharacter(text[next]) { return false }
    guard text[next] == 0x20 else { return true }
    next += 1
    return next == end || !isASCIIWordCharacter(text[next]) || key.secondWords.contains(text[next])
  }

  private static func secondWords(of literals: [RuleLiteral]) -> [UInt8] {
    let starts = literals.map { literal in
      literal.rest.first.map(isBlank) == true
        ? literal.rest.first { !isBlank($0) }.flatMap { isASCIIWordCharacter($0) ? $0 : nil } : nil
    }
    return starts.contains(nil) ? [] : starts.compactMap(\.self)
  }

  /// What stands for the emoji with which keys start: Slack's short names, and numbers in HTML.
  private static func spellings(of keys: [[UInt8]]) -> [[UInt8]] {
    let emoji = Set(
      keys.compactMap { String(decoding: $0, as: UTF8.self).unicodeScalars.first { !$0.isASCII } })
    let shortNames = slackShortNames.filter { name in
      name.value.unicodeScalars.first.map(emoji.contains) ?? false
    }.map { ":\($0.key):" }
    let numbers = emoji.flatMap { emoji in
      let hexadecimal = String(emoji.value, radix: 16)
      return ["&#\(emoji.value);", "&#x\(hexadecimal);", "&#x\(hexadecimal.uppercased());"]
    }
    return (shortNames + numbers).map { Array($0.utf8) }
  }

  /// All literals in the text, by position; several may start at one position.
  package func hits(in text: [UInt8]) -> [Hit] {
    var found: [Hit] = []
    addHits(in: text, to: &found)
    return found
  }

  /// Appends all literals in the text.
  func addHits(in text: [UInt8], to found: inout [Hit]) {
    unsafe scan(scan, text, text.indices) { hit in
      let key = Int(hit.literal)
      for index in keyStarts[key]..<keyStarts[key + 1] {
        found.append(Hit(position: hit.position, literal: literalsByKey[index]))
      }
    }
  }

  private func scan(
    _ scan: OpaquePointer?, _ text: [UInt8], _ range: Range<Int>, _ body: (literal_hit) -> Void
  ) {
    guard let scan = unsafe scan else { return }
    // 64 hits are on the stack; more are not.
    let capacity = range.count < 1_024 ? 64 : Self.hitsPerCall
    unsafe withUnsafeTemporaryAllocation(of: literal_hit.self, capacity: capacity) {
      buffer in
      unsafe text.withUnsafeBufferPointer { text in
        var from = range.lowerBound
        while from < range.upperBound {
          var resume = range.upperBound
          let count = unsafe literal_scan_find(
            scan, text.baseAddress, range.upperBound, from, buffer.baseAddress, buffer.count,
            &resume)
          for index in 0..<count {
            unsafe body(buffer[index])
          }
          precondition(resume > from, "the scan made no progress")
          from = resume
        }
      }
    }
  }

  /// `nil` without keys.
  private static func create(_ keys: [[UInt8]]) throws(LiteralScannerError) -> OpaquePointer? {
    guard !keys.isEmpty else { return nil }
    guard keys.count <= maximumKeys else {
      throw LiteralScannerError(
        reason: "there are \(keys.count) literals; at most \(maximumKeys) can be searched for")
    }
    for key in keys where !(minimumKeyLength...maximumKeyLength).contains(key.count) {
      let text = String(decoding: key, as: UTF8.self)
      throw LiteralScannerError(
        reason:
          "'\(text)' has \(key.count) bytes, not \(minimumKeyLength) to \(maximumKeyLength)")
    }
    guard let scan = unsafe scan(of: keys) else {
      throw LiteralScannerError(reason: "there is not enough memory to search for literals")
    }
    return unsafe scan
  }

  private static func scan(of keys: [[UInt8]]) -> OpaquePointer? {
    let joined = keys.flatMap(\.self)
    let lengths = keys.map(\.count)
    return unsafe joined.withUnsafeBufferPointer { bytes in
      var starts: [UnsafePointer<UInt8>?] = unsafe []
      var offset = 0
      for length in lengths {
        unsafe starts.append(bytes.baseAddress.map { unsafe $0 + offset })
        offset += length
      }
      return unsafe literal_scan_create(starts, lengths, keys.count)
    }
  }
}
