internal import CPCRE2

/// Why a pattern was refused.
package struct PatternError: Error, Hashable, Sendable {
  /// What is wrong, in PCRE2's words or ours.
  package let message: String
  /// Byte offset in the author's pattern.
  package let offset: Int
  /// Whether a group has a name that is reserved for a sub-pattern.
  package var isReservedName = false
}

/// A compiled PCRE2 pattern, with the options and limits that all rules share.
///
/// White space in a pattern is ignored and `#` starts a comment. Variation selectors in it are
/// dropped, as they are in the text.
@safe
package final class Pattern: Sendable {
  /// How a pattern is used, which decides how it is bounded.
  package enum Use: Sendable {
    /// Tried only where a literal is: the match limit bounds every attempt.
    case anchored
    /// Searched for in a whole message: callouts count the work, because PCRE2's match limit
    /// restarts at every position.
    case search
    /// Searched for inside a short captured text: a match limit that shrinks with the text.
    case inside
  }

  /// The maximum number of captures; those of shared sub-patterns are not counted.
  package static let mostCaptures = 32
  package static let longestSource = 4_096
  private static let deepestNesting: UInt32 = 32
  private static let largestCompiled = 65_536
  private static let longestLookbehind: UInt32 = 255

  package let use: Use
  /// Number of each named group.
  package let groups: [String: Int]
  /// The highest number in `groups`; 0 when there are no groups.
  let highestGroup: Int
  /// The same pattern as a run of characters; `nil` when it is none.
  let run: CharacterRun?
  /// The code that a matcher runs.
  let code: PatternCode

  /// - Parameters:
  ///   - source: The author's pattern, at most 4,096 bytes.
  ///   - definitions: Sub-patterns that it may call as `(?&NAME)`, in addition to the shared ones.
  ///   - use: How the pattern will be run.
  ///   - jit: Whether to compile the pattern to machine code once it has been used a few times.
  ///   - isTolerant: Whether `(?&EOL)` skips words too, for the second reading.
  package init(
    _ source: String, definitions: [String: String] = [:], use: Use = .anchored, jit: Bool = true,
    isTolerant: Bool = false
  ) throws(PatternError) {
    let stripped = withoutVariationSelectors(source)
    try Self.refuseForbidden(stripped)
    try Self.refuseTakenNames(stripped, definitions)
    let text = isTolerant ? Self.tolerant(stripped) : stripped
    let suffix = Self.definitionBlock(
      for: text, own: isTolerant ? Self.tolerant(definitions) : definitions)
    let compiled = unsafe try Self.compile(text, suffix: suffix, use: use)
    self.use = use
    run = use == .inside ? CharacterRun(text) : nil
    let groups = unsafe Self.groupNames(of: compiled).filter {
      Self.isOwn($0.key, definitions) && $0.key != "WORD"
    }
    self.groups = groups
    highestGroup = groups.values.max() ?? 0
    code = unsafe PatternCode(compiled, use: use, jit: jit)
    try checkSize(defined: Self.calledNames(in: suffix).count)
  }

  deinit {
    code.free()
  }

  /// Whether the pattern can match nothing at all.
  package var canMatchEmpty: Bool {
    info(PCRE2_INFO_MATCHEMPTY) == 1
  }

  /// How many captures the pattern has, shared sub-patterns included.
  package var captureCount: Int { Int(info(PCRE2_INFO_CAPTURECOUNT)) }

  private func info(_ what: Int32) -> UInt32 {
    var value: UInt32 = 0
    _ = unsafe pcre2_pattern_info_8(code.interpreted, UInt32(what), &value)
    return value
  }

  private func checkSize(defined: Int) throws(PatternError) {
    var size = 0
    _ = unsafe pcre2_pattern_info_8(code.interpreted, UInt32(PCRE2_INFO_SIZE), &size)
    if size > Self.largestCompiled {
      throw PatternError(message: "the pattern is too large when compiled", offset: 0)
    }
    if captureCount - defined > Self.mostCaptures {
      throw PatternError(message: "more than \(Self.mostCaptures) captures", offset: 0)
    }
    if info(PCRE2_INFO_MAXLOOKBEHIND) > Self.longestLookbehind {
      throw PatternError(
        message: "a look-behind of more than \(Self.longestLookbehind) characters", offset: 0)
    }
  }

  private static func compile(
    _ source: String, suffix: String, use: Use
  ) throws(PatternError) -> OpaquePointer {
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { unsafe pcre2_compile_context_free_8(context) }
    _ = unsafe pcre2_set_parens_nest_limit_8(context, deepestNesting)
    _ = unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    var error: Int32 = 0
    var offset = 0
    let text = Array((source + suffix).utf8)
    let code = unsafe pcre2_compile_8(text, text.count, options(for: use), &error, &offset, context)
    guard let code = unsafe code else {
      throw PatternError(message: message(for: error), offset: min(offset, source.utf8.count))
    }
    return unsafe code
  }

  private static func options(for use: Use) -> UInt32 {
    let shared =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_MULTILINE) | UInt32(PCRE2_EXTENDED)
      | UInt32(PCRE2_NEVER_BACKSLASH_C)
    return switch use {
    case .anchored: shared | UInt32(bitPattern: Int32(truncatingIfNeeded: PCRE2_ANCHORED))
    case .search: shared | UInt32(PCRE2_AUTO_CALLOUT)
    case .inside: shared
    }
  }

  private static func message(for error: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = unsafe pcre2_get_error_message_8(error, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }

  private static func groupNames(of code: OpaquePointer) -> [String: Int] {
    var count: UInt32 = 0
    var entrySize: UInt32 = 0
    var table: UnsafePointer<UInt8>?
    _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &entrySize)
    _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table = unsafe table else { return [:] }
    var names: [String: Int] = [:]
    for index in 0..<Int(count) {
      // pcre2api(3): two bytes of group number, most significant first, then the name and a NUL.
      let entry = unsafe table + index * Int(entrySize)
      let number = unsafe Int(entry[0]) << 8 | Int(entry[1])
      names[unsafe String(cString: entry + 2)] = number
    }
    return names
  }
}

// MARK: - What an author may not write, and the shared sub-patterns

extension Pattern {
  /// Callouts and `\C` could get around the limits; a leading `(*WORD)` could raise them.
  private static func refuseForbidden(_ source: String) throws(PatternError) {
    let bytes = Array(source.utf8)
    guard bytes.count <= longestSource else {
      throw PatternError(
        message: "the pattern has \(bytes.count) bytes; at most \(longestSource) are allowed",
        offset: longestSource)
    }
    if let start = bytes.firstIndex(where: { $0 > 0x20 }), bytes[start...].starts(with: "(*".utf8) {
      throw PatternError(message: "a leading (*…) option is not allowed", offset: start)
    }
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "C") {
          throw PatternError(message: "\\C is not allowed", offset: index)
        }
        index += 2
      } else {
        if bytes[index...].starts(with: "(?C".utf8) {
          throw PatternError(message: "a callout (?C…) is not allowed", offset: index)
        }
        index += 1
      }
    }
  }

  /// A group with the name of a sub-pattern would be mistaken for it.
  private static func refuseTakenNames(
    _ source: String, _ definitions: [String: String]
  ) throws(PatternError) {
    let bytes = Array(source.utf8)
    for start in bytes.indices where bytes[start] == UInt8(ascii: "(") {
      var rest = bytes[(start + 1)...]
      guard rest.popFirst() == UInt8(ascii: "?") else { continue }
      if rest.first == UInt8(ascii: "P") { rest.removeFirst() }
      let opening = rest.popFirst()
      guard opening == UInt8(ascii: "<") || opening == UInt8(ascii: "'") else { continue }
      let end = UInt8(ascii: opening == UInt8(ascii: "<") ? ">" : "'")
      let name = String(decoding: rest.prefix { $0 != end }, as: UTF8.self)
      guard !isOwn(name, definitions) else { continue }
      throw PatternError(
        message: "'\(name)' is the name of a sub-pattern; give the group another name",
        offset: start, isReservedName: true)
    }
  }

  private static func isOwn(_ name: String, _ definitions: [String: String]) -> Bool {
    shared[name] == nil && definitions[name] == nil
  }

  /// The sub-patterns that `source` calls, and those that they call, as one `(?(DEFINE)…)` block.
  ///
  /// It follows the author's pattern, so that group numbers and error offsets are those of the
  /// author's text.
  private static func definitionBlock(for source: String, own: [String: String]) -> String {
    var needed: [String] = []
    var waiting = calledNames(in: source)
    while let name = waiting.popLast() {
      guard !needed.contains(name), let body = own[name] ?? shared[name] else { continue }
      needed.append(name)
      waiting += calledNames(in: body)
    }
    // The line break ends a comment that the author's last line may hold.
    guard !needed.isEmpty else { return "" }
    return needed.sorted().reduce(into: "\n(?(DEFINE)") { block, name in
      block += "(?<\(name)>\(own[name] ?? shared[name] ?? "")\n)"
    } + ")"
  }

  private static func calledNames(in source: String) -> [String] {
    let bytes = Array(source.utf8)
    var names: [String] = []
    var index = 0
    while index + 3 <= bytes.count {
      guard bytes[index] == 0x28, bytes[index + 1] == 0x3F, bytes[index + 2] == 0x26 else {
        index += 1
        continue
      }
      let name = bytes[(index + 3)...].prefix { $0 != UInt8(ascii: ")") }
      names.append(String(decoding: name, as: UTF8.self))
      index = name.endIndex
    }
    return names
  }

  /// Sub-patterns that every rule can call; their names are in capitals, which are reserved.
  package static let shared: [String: String] = [
    // Grouping depends on the poster's locale: 1,234 1.234 1 234 1’234 1234.
    "NUMBER": #"(?: \d{1,3} (?: [.,'’\x20] \d{3} )+ (?! \d ) | \d+ )"#,
    "TIME": #"(?: (?: \d{1,2} : )? \d{1,3} : \d{2} (?! \d ) )"#,
    "KEYCAP": #"(?: [0-9] \x{20E3} | 🔟 )"#,
    "SQUARE": "[⬛⬜🟥🟧🟨🟩🟦🟪🟫]",
    // Arrows, signs and pictures, with what joins some of them to one; and keycaps.
    "EMOJI":
      #"(?: [0-9*] \x{20E3} | (?: [\x{2190}-\x{21FF}\x{2300}-\x{23FF}\x{25A0}-\x{27BF}\x{2900}-\x{297F}\x{2B00}-\x{2BFF}\x{3030}\x{303D}\x{1F000}-\x{1FAFF}] \x{20E3}? ) (?: \x{200D} [\x{2600}-\x{27BF}\x{1F000}-\x{1FAFF}] )* )"#,
    // Line breaks with blanks around them, or just blanks when a chat flattened the text. Atomic: a
    // run of blanks can be cut into such pieces in exponentially many ways.
    "EOL": #"(?> \h* \n \s* | \h+ )"#,
  ]

  /// Line breaks for the second reading: words at the end of a line are skipped, and a line of words. They
  /// hold no digit and nothing of which grids, links and labels are made, because that may be a part
  /// of the share that the rule does not know.
  private static let tolerantLineBreak = #"""
    (?: (?> \h* \n \s* | \h+ )
      | (?<! \n ) (?: \h+ | (?! \w ) ) (?! https?: ) (?&WORD){1,60}+ \n \s* (?: (?&WORD){1,80}+ \n \s* )??
      | (?> \h* \n \s* ) (?&WORD){1,80}+ \n \s* )
    """#

  /// A pattern with line breaks that skip words. It may try again with fewer of them, so no repetition of
  /// line breaks is possessive.
  fileprivate static func tolerant(_ source: String) -> String {
    var result = ""
    var rest = source[...]
    while let call = rest.firstIndex(ofText: "(?&EOL)") {
      result += rest[..<call] + "(?&EOL)"
      rest = rest[call...].dropFirst("(?&EOL)".count)
      let repetition = rest.prefix { "*+?{},0123456789".contains($0) }
      let isPossessive = repetition.count > 1 && repetition.last == "+"
      result += isPossessive ? repetition.dropLast() : repetition
      rest = rest[repetition.endIndex...]
    }
    return result + rest
  }

  fileprivate static func tolerant(_ definitions: [String: String]) -> [String: String] {
    var definitions = definitions.mapValues { tolerant($0) }
    definitions["EOL"] = tolerantLineBreak
    definitions["WORD"] = "[^\\n\\d#=|%/⬛⬜⚪⚫⭐✅❌🔴🔵🟠-🟫🌑-🌘🔲🔳🔼🔽⏫⏬⬅⬆⬇➡↖-↙🦄]"
    return definitions
  }
}

/// Games print the same emoji with and without U+FE0F, so it is dropped from texts and from
/// patterns.
package func withoutVariationSelectors(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0 == "\u{FE0F}" || $0 == "\u{FE0E}" }) else {
    return text
  }
  var result = String.UnicodeScalarView()
  result.append(contentsOf: text.unicodeScalars.filter { $0 != "\u{FE0F}" && $0 != "\u{FE0E}" })
  return String(result)
}
