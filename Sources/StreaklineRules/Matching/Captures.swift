/// The captures of a variant: the ranges of every group at every level, in the text's bytes.
struct Captures {
  /// Start and end of each group, level by level; an absent group is -1.
  private var bounds: [Int] = []
  /// Where each level starts in `bounds`: first the variant's match, then its `each` patterns.
  private var levels: [Int] = []

  /// Adds the groups of the last match as the innermost level.
  mutating func push(_ matcher: Matcher, groups: Int, offset: Int) {
    levels.append(bounds.count)
    for group in 0...groups {
      let range = matcher.range(of: group)
      bounds.append(range.map { $0.lowerBound + offset } ?? -1)
      bounds.append(range.map { $0.upperBound + offset } ?? -1)
    }
  }

  /// Removes the innermost level.
  mutating func pop() {
    if let start = levels.popLast() {
      bounds.removeLast(bounds.count - start)
    }
  }

  subscript(reference: GroupReference) -> Range<Int>? {
    guard reference.number >= 0 else { return nil }
    return range(levels[reference.level] + 2 * reference.number)
  }

  /// The variant's whole match.
  var outer: Range<Int> { range(0) ?? 0..<0 }

  /// The innermost whole match.
  var whole: Range<Int> {
    guard let level = levels.last else { return 0..<0 }
    return range(level) ?? 0..<0
  }

  @inline(__always)
  private func range(_ index: Int) -> Range<Int>? {
    bounds[index] < 0 ? nil : bounds[index]..<bounds[index + 1]
  }
}
