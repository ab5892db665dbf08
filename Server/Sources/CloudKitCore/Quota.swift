/// How many bytes a database may hold: a user's private one with what others save in its shared zones, or the
/// public one.
package struct Quota: Hashable, Sendable {
  package let limit: Int
  /// Bytes that the database has.
  package let used: Int

  package init(limit: Int, used: Int) {
    self.limit = limit
    self.used = used
  }

  /// Refuses the records for which there is no room. A record that does not grow, and every deletion, is
  /// allowed also where the database is too large already.
  ///
  /// - Parameters:
  ///   - outcomes: What the operations do, in their order.
  ///   - existing: What is there now of the record of each operation; `nil` for none.
  package func refuse(_ outcomes: inout [RecordOutcome], existing: [StoredRecord?]) {
    let growths = zip(outcomes, existing).map { outcome, existing in
      let before = existing?.countedBytes ?? 0
      return switch outcome {
      case .saved(let record): record.countedBytes - before
      case .deleted: -before
      case .refused: 0
      }
    }
    // What the request itself makes free counts first.
    var bytes = used + growths.filter { $0 < 0 }.reduce(0, +)
    for (index, growth) in growths.enumerated() where growth > 0 {
      if bytes + growth > limit {
        outcomes[index] = .refused(
          ServiceError(.quotaExceeded, "the database may hold \(limit) bytes and has \(used)"))
      } else {
        bytes += growth
      }
    }
  }
}

extension StoredRecord {
  /// Bytes of a record as they count for a quota.
  var countedBytes: Int { fields.count + name.utf8.count + type.utf8.count }
}
