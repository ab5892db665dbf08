import Foundation
import RemoteHTTP
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

/// A folder that is removed with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "streakline-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: The path.
  @discardableResult
  func write(_ text: String, to name: String, permissions: Int = 0o600) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: url.path)
    return url.path
  }
}

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
