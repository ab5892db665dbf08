/// Counts wrong tokens by the address from which they come. The first ``burst`` are answered at once; after them, one in
/// ``secondsEach`` seconds.
///
/// The memory is fixed, however many addresses there are. Each address is counted in two places, which other addresses may
/// share, and it has to wait only when both places are full.
package struct WrongTokens: Sendable {
  /// Wrong tokens at once.
  package let burst: Int
  /// Seconds after which one wrong token is forgotten.
  package let secondsEach: Double
  private static let (rows, places) = (2, 4_096)
  /// When the last wrong token of each place will be forgotten, in seconds.
  private var ends = [Double](repeating: -.infinity, count: rows * places)

  package init(burst: Int, secondsEach: Double) {
    (self.burst, self.secondsEach) = (burst, secondsEach)
  }

  /// Counts a wrong token.
  ///
  /// - Parameter now: Seconds of a clock that never goes back.
  /// - Returns: Whole seconds to wait where too many have come, and this one is then not counted; otherwise `nil`.
  package mutating func take(from address: String, at now: Double) -> Int? {
    let own = Self.places(of: address)
    let free = own.map { ends[$0] }.min() ?? now
    let wait = free - now - Double(burst - 1) * secondsEach
    if wait > 0 { return max(1, Int(wait.rounded(.up))) }
    for place in own { ends[place] = max(ends[place], now) + secondsEach }
    return nil
  }

  /// Takes back what ``take(from:at:)`` has counted, since the token was a good one.
  package mutating func giveBack(to address: String) {
    for place in Self.places(of: address) { ends[place] -= secondsEach }
  }

  /// Hashes differ in each process, so that nobody can look for an address that shares the places of another.
  private static func places(of address: String) -> [Int] {
    (0..<rows).map { row in
      var hasher = Hasher()
      hasher.combine(row)
      hasher.combine(address)
      return row * places + Int(UInt(bitPattern: hasher.finalize()) % UInt(places))
    }
  }
}
