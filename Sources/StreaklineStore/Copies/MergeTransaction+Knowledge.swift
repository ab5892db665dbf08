internal import StreaklineCore

// Against which contents somebody has decided, on whichever device.

extension MergeTransaction {
  /// Notes that what is stored now was decided in knowledge of contents: what either of two versions knew.
  func know(of hashes: [Int64], _ number: ResultKey) throws {
    let hashes = Lineage.decided(hashes)
    guard !hashes.isEmpty, let row = try corrections.results.find(number) else { return }
    let lineage = try corrections.records.lineage(row.version)
    var known = lineage
    known.add(replaced: hashes.filter { !lineage.replaced.contains($0) && $0 != row.digest })
    if known != lineage { try corrections.records.set(known, of: row.version) }
  }

  /// Whether what is stored now was made in knowledge of a content: somebody has decided against that.
  func isKnown(_ record: Record, _ number: ResultKey) throws -> Bool {
    guard let row = try corrections.results.find(number) else { return false }
    return try corrections.records.lineage(row.version).replaced.contains(record.contentHash)
  }

  /// Puts the disputes of an item aside that another device has decided.
  ///
  /// - Parameter stamp: Of that device's version, which names the contents against which it was decided.
  mutating func settle(_ number: ResultKey, _ stamp: Stamp?) throws {
    guard let stamp else { return }
    let decided = Lineage.decided(stamp.replaced)
    guard !decided.isEmpty else { return }
    for dispute in try corrections.disputes.all(of: number) {
      let text = try corrections.isRead(dispute) ? Record.textHash(dispute.fields[...]) : nil
      guard [dispute.digest, text].contains(where: { $0.map(decided.contains) ?? false })
      else { continue }
      try corrections.disputes.remove(number, digest: dispute.digest)
      try corrections.formers.insert(dispute, action: storedAction(), isAside: true)
    }
  }

  /// Removes the disputes that a merge of two people has opened with contents against which another device, which did not
  /// know of the merge, has decided under the former name. What was read here under the new name is not of that person.
  ///
  /// - Parameter record: Of the former name.
  func settleUnderNewName(_ record: Record, _ type: Int64, _ stamp: Stamp?) throws {
    guard let stamp, let user = decisions.users[record.userId] else { return }
    let decided = Lineage.decided(stamp.replaced)
    guard !decided.isEmpty else { return }
    let id = CompositeID(userId: user, day: record.day, gameId: record.gameId)
    for other in try corrections.find(id) where other.number.type == type {
      for dispute in try corrections.disputes.all(of: other.number)
      where try decided.contains(dispute.digest) && !corrections.isRead(dispute) {
        try corrections.disputes.remove(other.number, digest: dispute.digest)
      }
      let own = [other.row.digest, other.record.textHash]
      try know(of: decided.filter { !own.contains($0) }, other.number)
    }
  }

  /// Keeps a content that contradicts what is stored, unless somebody has decided against it.
  ///
  /// - Parameter stamp: Of the record, where it has one.
  mutating func dispute(_ record: Record, _ stamp: Stamp?, _ number: ResultKey) throws {
    guard !isErased(record, stamp) else { return }
    let isAside = try corrections.formers.isAside(
      number, digest: record.contentHash, record.encodedFields)
    guard !isAside, try !isKnown(record, number),
      try !corrections.disputes.contains(number, digest: record.contentHash)
    else { return }
    let action = try storedAction()
    try corrections.disputes.add(record, number, seenAt: now, action: action)
  }

  mutating func disputeSecondName(
    _ record: Record, _ stamp: Stamp?, _ number: ResultKey
  ) throws {
    guard let found = try corrections.find(number), found.row.state.isResult,
      found.row.digest != record.contentHash, !record.agrees(with: found.record)
    else { return }
    try dispute(record, stamp, number)
  }
}
