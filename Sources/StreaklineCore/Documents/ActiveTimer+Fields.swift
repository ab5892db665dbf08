extension ActiveTimer {
  /// The name of the one document of the type ``RecordType/activeTimer``.
  package static let documentName = "activeTimer"

  /// Reads the fields of a document, which another device or an app may have written.
  ///
  /// - Returns: `nil` for a session without an id or a start.
  package init?(fields: Fields) {
    let isPaused = fields["isPaused"]?.bool ?? false
    let isRunning = fields["isRunning"]?.bool ?? false
    version = max(0, fields["version"]?.int ?? 0)
    device = fields["deviceName"]?.string ?? ""
    updatedAt = Self.moment(fields["lastUpdateTime"])
    guard isPaused || isRunning else { return }
    guard let id = fields["sessionID"]?.string, !id.isEmpty,
      let start = Self.moment(fields["startTime"])
    else { return nil }
    (sessionID, startTime) = (id, start)
    state = isPaused ? .paused : .running
    if isPaused { pausedTime = max(start, Self.moment(fields["pausedTime"]) ?? start) }
    pausedSeconds = Self.seconds(fields["totalPausedDuration"]) ?? 0
    plannedSeconds = Self.seconds(fields["plannedDuration"])
  }

  /// The fields of the document.
  package var fields: Fields {
    [
      "sessionID": sessionID.map(Value.string) ?? .null,
      "startTime": startTime.map { .string($0.iso) } ?? .null,
      "pausedTime": pausedTime.map { .string($0.iso) } ?? .null,
      "totalPausedDuration": .int(Int(pausedSeconds)), "isRunning": .bool(state == .running),
      "isPaused": .bool(state == .paused), "deviceName": .string(device),
      "lastUpdateTime": updatedAt.map { .string($0.iso) } ?? .null,
      "plannedDuration": plannedSeconds.map { .int(Int($0)) } ?? .null, "version": .int(version),
    ]
  }

  private static func moment(_ value: Value?) -> Instant? {
    value?.string.flatMap { Instant(iso8601: $0) }?.wholeSecond
  }

  /// Whole seconds of a duration; `nil` for none, and for one that no timer measures.
  package static func seconds(_ value: Value?) -> Int64? {
    let seconds: Double? =
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    let longest = 1e9
    return seconds.flatMap { (0...longest).contains($0) ? Int64($0) : nil }
  }
}
