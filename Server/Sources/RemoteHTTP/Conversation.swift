internal import RemoteProgram
internal import ServerJSON

/// Answers the questions that `streakline` asks a remote, with what a receiver says over HTTP.
package struct Conversation: Sendable {
  /// How many records in a row a receiver may refuse by the status of its answer.
  ///
  /// One that refuses every record may be the wrong one, and then none of them is at fault.
  private static let mostRefused = 5

  private let now: @Sendable () -> Int
  private var receiver: Receiver?
  private var pipeline = ""
  private var device = ""
  private var refusedInRow = 0

  /// - Parameter now: Our clock, in seconds since 1970.
  package init(now: @escaping @Sendable () -> Int) {
    self.now = now
  }

  /// Answers one line with another, both without a line feed.
  package mutating func answer(_ line: [UInt8]) async -> [UInt8] {
    do throws(RemoteFailure) {
      guard let question = try? JSON(line) else {
        throw RemoteFailure(.failed, "the question is not a line of JSON")
      }
      return try await answer(question).bytes
    } catch {
      return error.json.bytes
    }
  }

  private mutating func answer(_ question: JSON) async throws(RemoteFailure) -> JSON {
    switch question["do"]?.string {
    case "open": return try open(question)
    case "push": return try await push(question)
    case "pull": return try await pull(question)
    default: throw RemoteFailure(.failed, "the question is none of open, push and pull")
    }
  }

  private mutating func open(_ question: JSON) throws(RemoteFailure) -> JSON {
    guard question["protocol"]?.int == 1 else {
      throw RemoteFailure(.configuration, "it speaks version 1 of the protocol only; update it")
    }
    receiver = nil
    pipeline = question["pipeline"]?.string ?? ""
    device = question["device"]?.string ?? ""
    refusedInRow = 0
    let settings = try HTTPRemoteSettings(question["settings"] ?? .null)
    receiver = try Receiver(settings, now: now)
    let abilities = ["push"] + (settings.canPull ? ["pull"] : [])
    return [
      "account": .null,
      "can": .list((abilities + (settings.keepsStamps ? ["stamps"] : [])).map(JSON.string)),
      "maxRecords": .int(settings.maxRecords), "maxBytes": .int(settings.maxBytes),
    ]
  }

  private func opened() throws(RemoteFailure) -> Receiver {
    guard let receiver else { throw RemoteFailure(.failed, "the first question has to be open") }
    return receiver
  }
}

// MARK: - Push

extension Conversation {
  private mutating func push(_ question: JSON) async throws(RemoteFailure) -> JSON {
    let receiver = try opened()
    guard let records = question["records"]?.list, records.allSatisfy({ RecordKey($0) != nil })
    else { throw RemoteFailure(.failed, "a record has no zone or no name") }
    guard !records.isEmpty else { return ["results": []] }
    let body: JSON = [
      "pipeline": .string(pipeline), "device": .string(device), "records": .list(records),
    ]
    let answer = try await receiver.post(body.bytes)
    switch answer.refusal(host: receiver.settings.host, now: now()) {
    case .whole(let failure): throw failure
    case .content(let reason):
      return ["results": .list([try refused(records, reason)])]
    case nil: break
    }
    let results =
      answer.status == 204
      ? PushAnswer(savedAll: records)
      : try PushAnswer(
        answer.body, of: records, host: receiver.settings.host, redacted: receiver.secrets.redacted)
    refusedInRow = 0
    return ["results": .list(results.results)]
  }

  /// A receiver refuses what it was sent. `streakline` sends a batch that failed in halves, until the
  /// record is found that is the cause; that one is rejected.
  private mutating func refused(_ records: [JSON], _ reason: String) throws(RemoteFailure) -> JSON {
    guard records.count == 1, let record = records.first else {
      throw RemoteFailure(.failed, reason)
    }
    refusedInRow += 1
    guard refusedInRow < Self.mostRefused else {
      throw RemoteFailure(.configuration, "\(reason) to every record; correct `url`")
    }
    return pushResult(record, "rejected", [("reason", .string(reason))])
  }
}

// MARK: - Pull

extension Conversation {
  private func pull(_ question: JSON) async throws(RemoteFailure) -> JSON {
    let receiver = try opened()
    let host = receiver.settings.host
    guard receiver.settings.canPull, let zone = question["zone"]?.string else {
      throw RemoteFailure(.failed, "nothing can be pulled; `pull: true` allows it")
    }
    let token = question["token"]?.string
    let answer = try await receiver.get(zone: zone, token: token)
    if answer.status == 410, token != nil { return ["expired": true] }
    switch answer.refusal(host: host, now: now()) {
    case .whole(let failure): throw failure
    case .content(let reason): throw RemoteFailure(.failed, reason)
    case nil: return try page(answer.body, of: zone, host)
    }
  }

  /// The page that a receiver gives. It is taken as a whole or not at all: what is left out would never
  /// come again.
  private func page(_ body: [UInt8], of zone: String, _ host: String) throws(RemoteFailure) -> JSON
  {
    let page = try? JSON(body)
    if page?["expired"]?.bool == true { return ["expired": true] }
    guard let page, let records = page["records"]?.list, let token = page["token"]?.string,
      let hasMore = page["more"]?.bool
    else { throw RemoteFailure(.failed, "the page of \(host) lacks records, token or more") }
    let deleted = page["deleted"]?.list ?? []
    guard page["deleted"] == nil || page["deleted"]?.list != nil,
      (records + deleted).allSatisfy({ RecordKey($0) != nil && $0["zone"]?.string == zone }),
      records.allSatisfy({ $0["type"]?.string != nil && $0["fields"]?.members != nil })
    else {
      throw RemoteFailure(.failed, "the page of \(host) has something else than records of \(zone)")
    }
    return [
      "records": .list(records), "deleted": .list(deleted), "token": .string(token),
      "more": .bool(hasMore),
    ]
  }
}
