/// Finds where in a text a share may start. A reader returns only texts with such a position and
/// counts the others.
package struct CandidateScan: Sendable {
  /// The size of the blocks in which a text is searched until one has a position.
  private static let blockSize = 4_096
  private let find: @Sendable (_ text: [UInt8], _ range: Range<Int>) -> [Int]
  /// What the rules know beyond the positions.
  let games: GameKnowledge

  /// - Parameter find: Returns the positions within a range of a text, in ascending order. A share
  ///   that starts there may end after the range.
  package init(
    games: GameKnowledge = .none,
    _ find: @escaping @Sendable (_ text: [UInt8], _ range: Range<Int>) -> [Int]
  ) {
    self.games = games
    self.find = find
  }

  /// The positions in `range`, in ascending order.
  func positions(in text: [UInt8], _ range: Range<Int>) -> [Int] {
    find(text, range)
  }

  /// Whether there is a position in `range`.
  func isPresent(in text: [UInt8], _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.blockSize, range.upperBound)
      if !find(text, start..<end).isEmpty { return true }
      start = end
    }
    return false
  }
}
