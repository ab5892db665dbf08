package import StreaklineCore

/// The shares and near misses of one text. A result that is filled again for the next text keeps
/// its memory.
package struct ScanResult: Sendable {
  /// Shares, in the order in which they are in the text.
  package internal(set) var shares: [Share] = []
  package internal(set) var unparsed: [UnparsedMatch] = []
  /// Where literals are that no share holds, with a number or a square after them.
  var openLiterals: [Int] = []
  /// Games whose rule exceeded a limit on this text.
  package internal(set) var limitedGames: [String] = []
  /// The field values of all shares, and the items of their lists.
  var values: [FlatValue] = []

  package init() {}

  mutating func removeAll() {
    shares.removeAll(keepingCapacity: true)
    unparsed.removeAll(keepingCapacity: true)
    openLiterals.removeAll(keepingCapacity: true)
    limitedGames.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Removes what starts at or after an offset in the received bytes.
  package mutating func removeAll(from rawOffset: Int, of text: ShareText) {
    // Shares are in order.
    while let last = shares.last, text.rawStart(last.range.lowerBound) >= rawOffset {
      shares.removeLast()
    }
    unparsed.removeAll { text.rawStart($0.range.lowerBound) >= rawOffset }
  }

  package mutating func removeShares(where isUnwanted: (Share) -> Bool) {
    shares.removeAll(where: isUnwanted)
  }

  /// The result with one of its shares alone.
  package func only(_ share: Share) -> ScanResult {
    var result = ScanResult()
    result.shares = [share]
    result.values = values
    return result
  }

  /// The fields of a share in the rule's order, as the record holds them.
  package func fields(of share: Share, in text: ShareText) -> [(name: String, value: Value)] {
    let plan = share.variant.plan
    let source = FlatValueSource(text: text.bytes, values: values, plan: plan)
    return plan.names.enumerated().map { index, name in
      (name, source.decoded(values[share.firstValue + index]))
    }
  }
}

/// A part of a text that starts like a share of a game but that no variant reads.
package struct UnparsedMatch: Hashable, Sendable {
  package let game: String
  /// The range from the literal to where the near miss is cut off.
  package let range: Range<Int>
  package let reason: String?
}
