import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing

/// A conversation with the part that the program and the tests share.
struct Asking {
  private var conversation: Conversation
  /// What the program said to `open`.
  private(set) var opened: JSON = .null

  /// A clock that stands still: Sunday, 6 November 1994, 08:49:37 UTC.
  static let now = 784_111_777

  /// - Parameter settings: Besides `url`.
  init(
    _ url: String, _ settings: [String: JSON] = [:], now: @escaping @Sendable () -> Int = { now }
  ) async throws {
    conversation = Conversation(now: now)
    let all = settings.merging(["url": .string(url)]) { given, _ in given }
    opened = try await ask([
      "do": "open", "protocol": .int(1), "pipeline": "web", "device": "d1",
      "settings": .object(all.sorted { $0.key < $1.key }.map { .init(name: $0, value: $1) }),
    ])
  }

  mutating func ask(_ question: JSON) async throws -> JSON {
    try JSON(await conversation.answer(question.bytes))
  }

  mutating func push(_ records: [JSON]) async throws -> JSON {
    try await ask(["do": "push", "atomic": false, "records": .list(records)])
  }

  mutating func pull(_ zone: String = "results", token: JSON = .null) async throws -> JSON {
    try await ask(["do": "pull", "zone": .string(zone), "token": token])
  }

  static func record(_ number: Int, version: Int = 1, tag: JSON = .null) -> JSON {
    [
      "zone": "results", "recordName": .string("n\(number)"), "type": "GameResult", "tag": tag,
      "version": .int(version), "deleted": false, "stamp": .null,
      "fields": ["userId": "me", "game": "wordle", "score": .int(number)],
    ]
  }

  static func records(_ count: Int) -> [JSON] { (1...count).map { record($0) } }
}

extension JSON {
  /// The status of each record of which something was said, by name.
  var statuses: [String: String] {
    Dictionary(
      uniqueKeysWithValues: (self["results"]?.list ?? []).compactMap { result in
        guard let name = result["recordName"]?.string, let status = result["status"]?.string else {
          return nil
        }
        return (name, status)
      })
  }

  var error: String? { self["error"]?.string }
  var message: String { self["message"]?.string ?? "" }
}
