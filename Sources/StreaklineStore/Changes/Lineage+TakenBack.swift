internal import StreaklineCore

// A deletion that is taken back. The result begins a later life then, and would so win over what other devices have
// decided about it meanwhile, without knowing of it. So it names the deletions that were known where it was taken back:
// what they do not name holds.

extension Lineage {
  /// The upper half of a mark that names a deletion.
  private static let takenBack: Int64 = 0x6261_636B
  /// The upper half of a mark that says in which life the result was before the deletions that were taken back.
  private static let takenBackFrom: Int64 = 0x6672_6F6D

  /// Stands among ``replaced`` of a deletion by which nobody has decided against the result, such as that of what an
  /// import had brought that was taken back.
  static let withdrawn: Int64 = 0x7769_7468

  /// Stands among ``replaced`` of another device's deletion that was taken over where the result was withdrawn, too. The
  /// withdrawal holds when that deletion is taken back.
  static let alsoWithdrawn: Int64 = 0x616C_736F

  /// Whether a member of ``replaced`` says that nobody has decided against what was taken away, and why it was.
  static func saysWhyTakenAway(_ member: Int64) -> Bool {
    [moved, forgotten, withdrawn].contains(member)
  }

  /// Whether a member of ``replaced`` says that a deletion was taken back.
  static func isOfTakingBack(_ member: Int64) -> Bool {
    member >> 32 == takenBack || member >> 32 == takenBackFrom
  }

  /// The marks of deletions that were taken back (``takingBack(_:)``), among the members of ``replaced``.
  static func deletionsTakenBack(_ replaced: [Int64]) -> [Int64] {
    replaced.filter { $0 >> 32 == takenBack }
  }

  /// What stands among ``replaced`` of a result whose deletion was taken back, for that deletion.
  static func takingBack(_ deletion: Stamp) -> Int64 {
    var hash = XXHash64()
    hash.add(Array("deletion|\(deletion.device)|\(deletion.time.milliseconds)".utf8))
    return takenBack << 32 | Int64(hash.digest & 0xFFFF_FFFF)
  }

  /// What stands among ``replaced`` of a result that is there again because its deletion was taken back.
  ///
  /// - Parameter deletion: Of that deletion, with what it knew of others.
  static func marks(ofTakingBack deletion: Stamp) -> [Int64] {
    let before = deletion.replaced.filter(isOfTakingBack)
    let life = Int64(max(deletion.life - 1, 0))
    let start = before.contains { $0 >> 32 == takenBackFrom } ? [] : [takenBackFrom << 32 | life]
    // That a result was only given to another name is no decision of which anybody would have to know.
    let taken = deletion.replaced.contains(moved) ? [] : [takingBack(deletion)]
    return taken + start + before
  }

  /// Makes the version one that is there again because its deletion was taken back.
  ///
  /// - Parameters:
  ///   - deletion: Of that deletion.
  ///   - own: The hashes of the version's content and text.
  mutating func takeBack(_ deletion: Stamp, of own: [Int64]) {
    // What nothing is known of seems to replace everything, which it still does.
    guard !replaced.isEmpty else { return }
    replaced += Self.marks(ofTakingBack: deletion)
    // A correction is more than what it has corrected, also when both were taken away and are there again.
    revision = replaced.count { !Self.isMark($0) && !own.contains($0) }
  }

  /// The life in which a result was before deletions that were taken back; `nil` where none was.
  var lifeBeforeTakingBack: Int? {
    replaced.first { $0 >> 32 == Self.takenBackFrom }.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// Whether the version is there because a deletion was taken back, and whoever has taken it back did not know of
  /// another deletion.
  ///
  /// - Parameters:
  ///   - deletion: The stamp of the other one.
  ///   - record: The result.
  func isUnaware(of deletion: Stamp, _ record: Record) -> Bool {
    guard life % 2 == 0, let start = lifeBeforeTakingBack,
      deletion.isDecision || deletion.isWithdrawal, (start..<life).contains(deletion.life),
      deletion.names(record)
    else { return false }
    return !replaced.contains(Self.takingBack(deletion))
  }

  /// Whether somebody has taken a correction back without knowing that another device has corrected the same content
  /// meanwhile: then that correction holds.
  ///
  /// - Parameters:
  ///   - content: The hash of the content that is there again.
  ///   - stamp: Of that content.
  ///   - corrected: The hash of what the other device has made of it.
  ///   - correction: The stamp of that.
  static func hasOnlyGoneBack(
    to content: Int64, _ stamp: Stamp, _ corrected: Int64, _ correction: Stamp
  ) -> Bool {
    stamp.replaced.contains(content) && correction.replaced.contains(content)
      && !stamp.replaced.contains(corrected) && !correction.replaced.contains(corrected)
  }

  /// Whether the version is there because a deletion was taken back, and whoever has taken it back did not know of a
  /// correction.
  ///
  /// - Parameters:
  ///   - correction: The stamp of the correction.
  ///   - content: The hash of what it has made.
  ///   - record: The result that is there again.
  func isUnaware(ofCorrection correction: Stamp, to content: Int64, _ record: Record) -> Bool {
    guard life % 2 == 0, let start = lifeBeforeTakingBack, correction.life == start,
      correction.revision > 0, correction.replaced.contains(record.contentHash)
    else { return false }
    return !replaced.contains(content)
  }
}

extension Stamp {
  /// Whether it is a deletion by which somebody has decided against a content. A result that was given to another
  /// name, or taken away with its person or its import, is none.
  var isDecision: Bool {
    isDeletion && !replaced.contains(where: Lineage.saysWhyTakenAway)
      && replaced.contains { !Lineage.isMark($0) }
  }

  /// Whether it takes away what an import or a correction had brought, because that was taken back.
  var isWithdrawal: Bool {
    isDeletion && replaced.contains(Lineage.withdrawn) && !replaced.contains(Lineage.moved)
  }

  /// The same change in the life after that of a version, so that it holds also where that one is known.
  func after(_ other: Stamp) -> Stamp {
    Stamp(
      time: time, device: device, life: other.life + (isDeletion ? 1 : 0),
      revision: isDeletion ? 0 : other.revision + revision, replaced: replaced,
      formerNames: formerNames)
  }
}
