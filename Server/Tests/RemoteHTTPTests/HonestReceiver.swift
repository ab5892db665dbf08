import RemoteHTTP
import RemoteProgram
import ServerJSON
import Synchronization
import ToolTesting

/// A receiver that does as `Documentation/http.md` says, to be put behind a server that does not.
final class HonestReceiver: Sendable {
  struct Kept: Sendable {
    var record: JSON
    var number: Int

    var isDeleted: Bool { record["deleted"] == true }
  }

  private let kept = Mutex<[String: Kept]>([:])

  /// What is kept and not deleted, by name.
  var records: [String: JSON] {
    kept.withLock { $0.filter { !$0.value.isDeleted }.mapValues(\.record) }
  }

  /// Saves records and says so.
  func results(of records: [JSON]) -> [JSON] {
    records.map { save($0) }
  }

  func reply(to request: FaultServer.Request) -> FaultServer.Reply {
    request.method == "GET"
      ? .answer(200, [:], page(request.query["zone"] ?? "", after: request.query["token"]))
      : .answer(200, [:], Self.body(results(of: request.records)))
  }

  static func body(_ results: [JSON]) -> String {
    let body: JSON = ["results": .list(results)]
    return String(decoding: body.bytes, as: UTF8.self)
  }

  static func result(_ record: JSON, _ status: String, _ more: [JSON.Member] = []) -> JSON {
    .object(
      [
        .init(name: "zone", value: record["zone"] ?? .null),
        .init(name: "recordName", value: record["recordName"] ?? .null),
        .init(name: "status", value: .string(status)),
      ] + more)
  }

  private func save(_ record: JSON) -> JSON {
    kept.withLock { kept in
      let name = record["recordName"]?.string ?? ""
      let old = kept[name]
      let tag = old.flatMap { $0.isDeleted ? nil : String($0.number) }
      // Nothing was said about tags to a program that only pushes: then the newest version counts.
      if let sent = record["tag"]?.string, sent != tag, record["deleted"] != true {
        let held = old.flatMap { $0.isDeleted ? nil : Self.known($0) } ?? .null
        return Self.result(record, "conflict", [.init(name: "record", value: held)])
      }
      let number = (kept.values.map(\.number).max() ?? 0) + 1
      if (old?.record["version"]?.int ?? 0) <= record["version"]?.int ?? 0 {
        kept[name] = Kept(record: record, number: number)
      }
      return Self.result(record, "saved", [.init(name: "tag", value: .string(String(number)))])
    }
  }

  private static func known(_ kept: Kept) -> JSON {
    [
      "zone": kept.record["zone"] ?? .null, "recordName": kept.record["recordName"] ?? .null,
      "type": kept.record["type"] ?? .null, "tag": .string(String(kept.number)),
      "fields": kept.record["fields"] ?? .null,
    ]
  }

  private func page(_ zone: String, after token: String?) -> String {
    let last = token.flatMap { Int($0) } ?? 0
    let new = kept.withLock { kept in
      kept.values.filter { $0.number > last && $0.record["zone"]?.string == zone }
        .sorted { $0.number < $1.number }
    }
    let page: JSON = [
      "records": .list(new.filter { !$0.isDeleted }.map(Self.known)),
      "deleted": .list(
        new.filter(\.isDeleted).map { kept in
          [
            "zone": kept.record["zone"] ?? .null,
            "recordName": kept.record["recordName"] ?? .null, "type": kept.record["type"] ?? .null,
          ]
        }),
      "token": .string(String(new.last?.number ?? last)), "more": false,
    ]
    return String(decoding: page.bytes, as: UTF8.self)
  }
}
