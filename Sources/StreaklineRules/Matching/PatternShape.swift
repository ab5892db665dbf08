/// The groups of a pattern that may repeat many times, found without compiling it.
struct PatternShape {
  /// A group with a quantifier that may give back what it took.
  struct RepeatedGroup {
    /// The group with its quantifier.
    let source: String
    /// What follows it in the pattern, without what belongs to other alternatives.
    let rest: String
    /// Its first byte in the pattern.
    let offset: Int
    fileprivate let body: String
  }

  private(set) var repeatedGroups: [RepeatedGroup] = []

  private struct Open {
    var start: Int
    /// Where the alternatives after the first one start.
    var bars: [Int] = []
  }

  private struct Closed {
    let start: Int
    let end: Int
    let quantifierEnd: Int
    let isRepeated: Bool
    let parents: [Int]
  }

  init(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    var stack: [Open] = [Open(start: -1)]
    var finished: [Int: (end: Int, bars: [Int])] = [:]
    var groups: [Closed] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): index = Self.classEnd(bytes, index)
      case UInt8(ascii: "#"): index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      case UInt8(ascii: "|"): stack[stack.count - 1].bars.append(index)
      case UInt8(ascii: "("): stack.append(Open(start: index))
      case UInt8(ascii: ")"):
        guard stack.count > 1, let open = stack.popLast() else { return }
        let (quantifierEnd, isRepeated) = Self.quantifier(bytes, after: index)
        finished[open.start] = (index, open.bars)
        groups.append(
          Closed(
            start: open.start, end: index, quantifierEnd: quantifierEnd, isRepeated: isRepeated,
            parents: stack.map(\.start)))
      default: break
      }
      index += 1
    }
    finished[-1] = (bytes.count, stack[0].bars)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    repeatedGroups = groups.filter(\.isRepeated).map { group in
      var rest = ""
      var from = group.quantifierEnd
      for parent in group.parents.reversed() {
        guard let (end, bars) = finished[parent] else { break }
        let limit = bars.first { $0 >= from } ?? end
        if from < limit { rest += text(from..<limit) + "\n" }
        from = parent < 0 ? end : Self.quantifier(bytes, after: end).end
      }
      return RepeatedGroup(
        source: text(group.start..<group.quantifierEnd), rest: rest, offset: group.start,
        body: text(group.start + 1..<group.end))
    }
  }

  private static func classEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
    while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }

  /// Where the quantifier after a byte ends, and whether it is one that repeats often and gives back.
  private static func quantifier(_ bytes: [UInt8], after index: Int) -> (end: Int, isRepeated: Bool)
  {
    var end = index + 1
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x0A { end += 1 }
    guard end < bytes.count else { return (index + 1, false) }
    var isRepeated = false
    switch bytes[end] {
    case UInt8(ascii: "*"), UInt8(ascii: "+"): isRepeated = true
    case UInt8(ascii: "?"): break
    case UInt8(ascii: "{"):
      guard let close = bytes[end...].firstIndex(of: UInt8(ascii: "}")) else {
        return (index + 1, false)
      }
      let bounds = String(decoding: bytes[(end + 1)..<close], as: UTF8.self)
        .split(separator: ",", omittingEmptySubsequences: false)
      isRepeated = bounds.count == 2 && Int(bounds[1]).map { $0 >= 8 } ?? true
      end = close
    default: return (index + 1, false)
    }
    end += 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "+") { return (end + 1, false) }
    if end < bytes.count, bytes[end] == UInt8(ascii: "?") { end += 1 }
    return (end, isRepeated)
  }
}

extension PatternShape.RepeatedGroup {
  private static let maximumPieces = 48

  /// Texts that the group may match, made of samples of its parts.
  func pieces(definitions: [String: String]) -> [String] {
    let atoms = Self.atoms(of: body, definitions, depth: 0)
    var pieces = atoms
    pieces += zip(atoms, atoms.dropFirst()).map { $0 + $1 }
    pieces.append(atoms.joined())
    pieces += atoms.map { $0 + " " }
    var seen: Set<String> = []
    return Array(
      pieces.filter { !$0.isEmpty && $0.utf8.count <= 20 && seen.insert($0).inserted }
        .prefix(Self.maximumPieces))
  }

  /// Texts that match parts of the pattern: one for each literal, character class, escape and called
  /// sub-pattern.
  private static func atoms(
    of pattern: String, _ definitions: [String: String], depth: Int
  ) -> [String] {
    let scalars = Array(pattern.unicodeScalars)
    var atoms: [String] = []
    var index = 0
    while index < scalars.count {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalars[index] {
      case "\\":
        if let sample = escapes[next] { atoms.append(sample) }
        if !next.properties.isAlphabetic, !("0"..."9").contains(next) { atoms.append(String(next)) }
        index += 1
      case "[":
        let end = scalars[(index + 1)...].firstIndex(of: "]") ?? scalars.count - 1
        atoms += classSamples(Array(scalars[(index + 1)..<max(index + 1, end)]))
        index = end
      case "{": index = scalars[index...].firstIndex(of: "}") ?? scalars.count
      case "#": index = scalars[index...].firstIndex(of: "\n") ?? scalars.count
      case "(":
        if next == "?", index + 2 < scalars.count, scalars[index + 2] == "&" {
          let end = scalars[index...].firstIndex(of: ")") ?? scalars.count
          let name = String(String.UnicodeScalarView(scalars[min(index + 3, end)..<end]))
          if let body = definitions[name] ?? Pattern.shared[name], depth < 3 {
            atoms += Self.atoms(of: body, definitions, depth: depth + 1)
          }
          index = end
        } else if next == "?" {
          let ends: [Unicode.Scalar] = [":", ">", "=", "!", "|", "'"]
          index = scalars[index...].firstIndex { ends.contains($0) } ?? scalars.count
        }
      case ".": atoms.append("a")
      case " ", "\n", ")", "|", "*", "+", "?", "^", "$": break
      default: atoms.append(String(scalars[index]))
      }
      index += 1
    }
    return atoms
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "d": "1", "w": "a", "s": " ", "h": " ", "S": "a", "D": "a", "W": " ", "n": "\n", "N": "a",
    "p": "a", "R": "\n", "X": "a",
  ]

  private static func classSamples(_ scalars: [Unicode.Scalar]) -> [String] {
    if scalars.first == "^" { return ["a", " "] }
    var samples: [String] = []
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\\", index + 1 < scalars.count {
        samples.append(escapes[scalars[index + 1]] ?? String(scalars[index + 1]))
        index += 2
      } else {
        if scalars[index] != "-" { samples.append(String(scalars[index])) }
        index += 1
      }
    }
    return Array(samples.prefix(2)) + samples.suffix(samples.count > 2 ? 1 : 0)
  }
}
