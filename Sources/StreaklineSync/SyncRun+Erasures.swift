internal import StreaklineCore
package import StreaklineStore

/// A remote that can take out all that it has kept of records, not only delete them.
package protocol ErasingRemote: Remote {
  /// Deletes the records, and all that was kept of them before. Returns when that is on the disk.
  func erase(_ records: [OutgoingRecord]) async throws(RemoteError)
}

extension Pipeline {
  /// The records at the remote that have to be deleted there when items are erased.
  package func erasures(_ changes: [Change], deviceID: String, account: String?) -> [Erasure] {
    let names = RecordNames(
      pipeline: self, deviceID: deviceID, account: account, keepsStamps: false)
    return changes.flatMap { change in
      // In each of its lives a record may have had another name.
      let last = change.copy?.isGone == false ? 0 : change.stamp.life
      let lives = Array(stride(from: 0, through: last, by: 2))
      let records = Set(lives.compactMap { change.named(names, life: $0) })
      return records.sorted { $0.recordName < $1.recordName }.map { record in
        Erasure(
          pipeline: name, zone: record.zone.name, recordName: record.recordName, type: record.type,
          tag: record.tag, life: change.stamp.life | 1)
      }
    }
  }
}

extension Change {
  /// The item's record in one of its lives, without content; `nil` where the pipeline has no name for it.
  fileprivate func named(_ names: RecordNames, life: Int) -> OutgoingRecord? {
    let isHeld = copy?.isGone == false
    guard var record = try? OutgoingRecord(isHeld ? self : inLife(life), names) else {
      return nil
    }
    record.fields = [:]
    return record
  }
}

extension SyncRun {
  private static let mostTries = 3

  /// Deletes at the remote what was erased here.
  mutating func sendErasures() async throws(StoreError) {
    var waiting = try store.erasures(of: pipeline.name)
    guard !waiting.isEmpty, mayGoOn() else { return }
    if description == nil { try await open() }
    guard let description else { return }
    if let remote = remote as? any ErasingRemote {
      do throws(RemoteError) {
        try await remote.erase(waiting.map { deletion($0, nil, description) })
      } catch {
        return fail(error)
      }
      report.batches += 1
      report.deleted += waiting.count
      return try store.settle(waiting)
    }
    var tags: [Erasure: String] = [:]
    for _ in 0..<Self.mostTries where !waiting.isEmpty {
      var left: [Erasure] = []
      while !waiting.isEmpty, mayGoOn() {
        let batch = Array(waiting.prefix(description.maxRecords))
        let records = batch.map { deletion($0, tags[$0], description) }
        let results: [PushResult]
        do throws(RemoteError) {
          results = try await remote.push(records, atomic: false)
        } catch {
          return fail(error)
        }
        report.batches += 1
        waiting.removeFirst(batch.count)
        left += try settle(batch, results.outcomes(for: records), &tags)
      }
      waiting = left
    }
  }

  /// - Returns: What the remote has not deleted yet.
  private mutating func settle(
    _ batch: [Erasure], _ answers: [PushResult.Outcome?], _ tags: inout [Erasure: String]
  ) throws(StoreError) -> [Erasure] {
    var done: [Erasure] = []
    var left: [Erasure] = []
    for (erasure, answer) in zip(batch, answers) {
      switch answer {
      case .saved, .conflict(nil): done.append(erasure)
      case .conflict(let held?):
        tags[erasure] = held.tag
        left.append(erasure)
      case .rejected(let reason):
        report.state = .error("a deletion was refused: \(reason)")
        left.append(erasure)
      case .retry, nil: left.append(erasure)
      }
    }
    report.deleted += done.count
    try store.settle(done)
    return left
  }

  private func deletion(
    _ erasure: Erasure, _ tag: String?, _ description: RemoteDescription
  ) -> OutgoingRecord {
    OutgoingRecord(
      zone: ZoneName(erasure.zone), recordName: erasure.recordName, type: erasure.type,
      tag: tag ?? erasure.tag, version: erasure.version, isDeleted: true,
      stamp: description.abilities.contains(.stamps)
        ? Stamp(time: now(), device: deviceID, life: erasure.life) : nil,
      fields: [:])
  }
}
