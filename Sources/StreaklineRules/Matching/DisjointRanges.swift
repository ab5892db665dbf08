/// Ranges of a text that do not overlap, in order.
struct DisjointRanges {
  private var ranges: [Range<Int>] = []

  init() {}

  /// - Parameter ranges: In any order; one that overlaps an earlier one is left out.
  init(_ ranges: [Range<Int>]) {
    for range in ranges {
      insert(range)
    }
  }

  /// Adds a range unless it overlaps another one.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  mutating func insert(_ range: Range<Int>) -> Bool {
    let index = firstIndex(endingAfter: range.lowerBound)
    if index < ranges.count, ranges[index].overlaps(range) { return false }
    ranges.insert(range, at: index)
    return true
  }

  func contains(_ position: Int) -> Bool {
    let index = firstIndex(endingAfter: position)
    return index < ranges.count && ranges[index].contains(position)
  }

  /// The start of the first range that starts after a position.
  func start(after position: Int) -> Int? {
    ranges[firstIndex(endingAfter: position)...].first { $0.lowerBound > position }?.lowerBound
  }

  private func firstIndex(endingAfter position: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= position {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
