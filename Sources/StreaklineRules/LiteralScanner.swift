internal import CLiteralScan

/// Finds all rules' literals in one pass over the bytes.
@safe
package final class LiteralScanner: Sendable {
  /// A literal that stands at a position.
  package struct Hit: Hashable, Sendable {
    package let position: Int
    /// Index in the list of literals that the scanner was made from.
    package let literal: Int
  }

  /// What the scan can tell apart.
  package static let shortestKey = 3
  private static let longestKey = 64
  private static let hitsPerCall = 1_024
  // nonisolated(unsafe): immutable after creation (CLiteralScan.h).
  private nonisolated(unsafe) let scan: OpaquePointer?
  /// The literals of key k stand in `literalsByKey` from `keyStarts[k]` to `keyStarts[k + 1]`.
  private let literalsByKey: [Int]
  private let keyStarts: [Int]
  // nonisolated(unsafe): as above.
  private nonisolated(unsafe) let receivedScan: OpaquePointer?

  /// - Parameter literals: Texts of which at least three bytes stand before their first blank.
  package init(literals: [String]) {
    let keys = literals.map(Self.key)
    let distinct = Array(Set(keys)).sorted { $0.lexicographicallyPrecedes($1) }
    let groups = Dictionary(grouping: literals.indices) { keys[$0] }
    literalsByKey = distinct.flatMap { groups[$0] ?? [] }
    keyStarts = distinct.reduce(into: [0]) { $0.append(($0.last ?? 0) + (groups[$1]?.count ?? 0)) }
    unsafe scan = Self.create(distinct)
    let received = Set(literals.map(Self.receivedKey))
    unsafe receivedScan = Self.create(Array(received) + Self.shortNames(of: distinct))
  }

  deinit {
    unsafe literal_scan_free(scan)
    unsafe literal_scan_free(receivedScan)
  }

  /// The bytes that are looked for: the literal up to its first blank, because chats and locales
  /// print other blanks; at most 64 bytes.
  package static func key(of literal: String) -> [UInt8] {
    var key: [UInt8] = []
    for scalar in withoutVariationSelectors(literal).unicodeScalars {
      if scalar == " " || scalar == "\n" || key.count + 4 > longestKey { break }
      key += Array(String(scalar).utf8)
    }
    return key
  }

  /// In text as it was received a variation selector may follow the first emoji.
  private static func receivedKey(of literal: String) -> [UInt8] {
    var key: [UInt8] = []
    for scalar in String(decoding: Self.key(of: literal), as: UTF8.self).unicodeScalars {
      key += Array(String(scalar).utf8)
      if !scalar.isASCII, key.count >= shortestKey { break }
    }
    return key
  }

  /// Where a literal may stand in a text, as it was received, once it is normalised. Far cheaper than
  /// normalising it.
  package func candidates(in received: [UInt8]) -> [Int] {
    var found: [Int] = []
    unsafe scan(receivedScan, received) { hit in
      if hit.position != found.last { found.append(hit.position) }
    }
    return found
  }

  /// How Slack writes the emoji that keys begin with.
  private static func shortNames(of keys: [[UInt8]]) -> [[UInt8]] {
    let emoji = Set(keys.compactMap { String(decoding: $0, as: UTF8.self).unicodeScalars.first })
    return slackShortNames.filter { name in
      name.value.unicodeScalars.first.map(emoji.contains) ?? false
    }.map { Array(":\($0.key):".utf8) }
  }

  /// All literals in the text, by position; several may stand at one place.
  package func hits(in text: [UInt8]) -> [Hit] {
    var found: [Hit] = []
    unsafe scan(scan, text) { hit in
      let key = Int(hit.literal)
      for index in keyStarts[key]..<keyStarts[key + 1] {
        found.append(Hit(position: hit.position, literal: literalsByKey[index]))
      }
    }
    return found
  }

  private func scan(
    _ scan: OpaquePointer?, _ text: [UInt8], _ body: (literal_hit) -> Void
  ) {
    guard let scan = unsafe scan else { return }
    unsafe withUnsafeTemporaryAllocation(of: literal_hit.self, capacity: Self.hitsPerCall) {
      buffer in
      unsafe text.withUnsafeBufferPointer { text in
        var from = 0
        while from < text.count {
          var resume = text.count
          let count = unsafe literal_scan_find(
            scan, text.baseAddress, text.count, from, buffer.baseAddress, buffer.count, &resume)
          for index in 0..<count {
            unsafe body(buffer[index])
          }
          from = resume
        }
      }
    }
  }

  private static func create(_ keys: [[UInt8]]) -> OpaquePointer? {
    guard !keys.isEmpty else { return nil }
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
