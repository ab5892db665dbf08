/// Texts of structured data that names no sender, of which is asked whether they are one author's.
struct AuthorSample {
  /// How many bytes of texts are looked at for names.
  private static let longest = 65_536

  private let scan: CandidateScan
  private var text: [UInt8] = []
  private var outcomes: [String: String] = [:]
  /// Whether two results of one puzzle differ.
  private var hasContradiction = false

  init(_ scan: CandidateScan) {
    self.scan = scan
  }

  mutating func add(_ words: [UInt8]) {
    if text.count < Self.longest { text += words + [0x0A, 0x0A] }
    for result in scan.games.results(words) {
      guard let puzzle = result.puzzle else { continue }
      if let known = outcomes[puzzle], known != result.outcome { hasContradiction = true }
      outcomes[puzzle] = result.outcome
    }
  }

  /// Whether the texts themselves show that not all are one author's, as a chat in a note does.
  ///
  /// - Parameter isKnownOwn: Whether only its owner writes the form. Then an unusual word is no sign of another person.
  func showsOthers(isKnownOwn: Bool) -> Bool {
    if hasContradiction { return true }
    switch SharesUnderNames(text, scan)?.finding {
    case .word, .onlyShare, .doubt: if !isKnownOwn { return true }
    case .name, .result: return true
    case nil: break
    }
    return ForeignChat(text, scan) != nil || StructureSigns(text, scan) != nil
  }
}
