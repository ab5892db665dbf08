internal import RemoteProgram
internal import ServerJSON

/// What a receiver says about the records of a batch.
struct PushAnswer {
  private static let longestText = 1_024

  /// The results in the order of the batch. A record of which the receiver says nothing that can be
  /// understood has none: it is sent again.
  let results: [JSON]

  /// All records are saved.
  init(savedAll records: [JSON]) {
    results = records.map { pushResult($0, "saved") }
  }

  /// - Parameter redacted: Removes secrets from a text.
  /// - Throws: `failed` when the body says nothing about records.
  init(
    _ body: [UInt8], of records: [JSON], host: String, redacted: (String) -> String
  ) throws(RemoteFailure) {
    let answer = try? JSON(body)
    guard let given = answer?["results"]?.list else {
      throw RemoteFailure(.failed, "\(host) did not say which records it has saved")
    }
    var found: [RecordKey: JSON] = [:]
    var contradictions: Set<RecordKey> = []
    for entry in given {
      guard let key = RecordKey(entry), let result = Self.understood(entry, redacted) else {
        continue
      }
      if let other = found.updateValue(result, forKey: key), other != result {
        contradictions.insert(key)
      }
    }
    results = records.compactMap { record in
      RecordKey(record).flatMap { contradictions.contains($0) ? nil : found[$0] }
    }
  }

  private static func understood(_ entry: JSON, _ redacted: (String) -> String) -> JSON? {
    switch entry["status"]?.string {
    case "saved":
      return pushResult(
        entry, "saved",
        [
          ("tag", entry["tag"]?.string.map(JSON.string)),
          ("modifiedAt", entry["modifiedAt"]?.int.map(JSON.int)),
        ])
    case "retry":
      let pause = RetryAfter.seconds(entry["retryAfter"]).map(JSON.int) ?? .null
      return pushResult(entry, "retry", [("retryAfter", pause)])
    case "rejected":
      let reason = redacted(String((entry["reason"]?.string ?? "").prefix(longestText)))
      return pushResult(
        entry, "rejected",
        [("reason", .string(reason.isEmpty ? "it gave no reason" : reason))])
    case "conflict":
      guard let held = entry["record"], held == .null || isHeld(held, by: entry) else { return nil }
      return pushResult(entry, "conflict", [("record", held)])
    default: return nil
    }
  }

  /// Whether this is a record, and the one that the entry is about.
  private static func isHeld(_ record: JSON, by entry: JSON) -> Bool {
    RecordKey(record) == RecordKey(entry) && record["type"]?.string != nil
      && record["fields"]?.members != nil
  }
}
