/// What a remote has answered about the records of a request, in any order.
struct PushAnswers {
  private let records: [OutgoingRecord]
  private let results: [PushResult]
  /// By zone and name; `nil` when the answers are in the order of the records, as they nearly always are.
  private var byName: [[String]: PushResult.Outcome]?

  init(_ results: [PushResult], to records: [OutgoingRecord]) {
    self.records = records
    self.results = results
    let isInOrder =
      results.count == records.count
      && records.indices.allSatisfy {
        results[$0].recordName == records[$0].recordName && results[$0].zone == records[$0].zone
      }
    if !isInOrder {
      byName = Dictionary(
        results.map { ([$0.zone.name, $0.recordName], $0.outcome) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// The answer about the record of that number.
  subscript(index: Int) -> PushResult.Outcome? {
    guard let byName else { return results[index].outcome }
    return byName[[records[index].zone.name, records[index].recordName]]
  }
}
