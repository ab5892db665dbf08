import ServerJSON
import Synchronization
import ToolTesting

/// Answers as the interface for Telegram's bots does (https://core.telegram.org/bots/api#getupdates).
final class SimulatedTelegram: Sendable {
  static let token = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
  static let chat = -1_001_234

  private let updates = Mutex<[JSON]>([])

  /// Puts updates, also some that were confirmed before.
  func put(_ more: [JSON]) {
    updates.withLock { $0 += more }
  }

  func reply(to request: FaultServer.Request) -> FaultServer.Reply {
    guard request.target.hasPrefix("/bot\(Self.token)/getUpdates?") else {
      return .answer(401, [:], #"{"ok":false,"error_code":401,"description":"Unauthorized"}"#)
    }
    let offset = request.query["offset"].flatMap { Int($0) } ?? 0
    let limit = request.query["limit"].flatMap { Int($0) } ?? 100
    let found = updates.withLock { updates in
      updates.removeAll { ($0["update_id"]?.int ?? 0) < offset }
      return Array(updates.prefix(limit))
    }
    let body: JSON = ["ok": true, "result": .list(found)]
    return .answer(200, [:], String(decoding: body.bytes, as: UTF8.self))
  }

  /// As it refuses a bot that asks too often.
  static func tooMany(_ seconds: Int) -> FaultServer.Reply {
    .answer(
      429, [:],
      #"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after \#(seconds)","#
        + #""parameters":{"retry_after":\#(seconds)}}"#)
  }

  static func user(
    _ first: String, _ last: String? = nil, number: Int? = nil, isBot: Bool = false
  ) -> JSON {
    .members([
      ("id", .int(number ?? idNumber(of: first))), ("is_bot", .bool(isBot)),
      ("first_name", .string(first)), ("last_name", last.map(JSON.string)),
    ])
  }

  /// An update with a message of 4 October 2026.
  static func update(
    _ number: Int, _ from: JSON, _ text: JSON, chat: Int = chat, origin: JSON? = nil,
    sender: JSON? = nil
  ) -> JSON {
    [
      "update_id": .int(number),
      "message": .members([
        ("message_id", .int(number + 40)), ("from", from), ("sender_chat", sender),
        ("chat", ["id": .int(chat), "title": "Family", "type": "supergroup"]),
        ("date", .int(1_791_100_800 + number)), ("forward_origin", origin), ("text", text),
      ]),
    ]
  }
}

/// Answers as Discord's channels do (https://discord.com/developers/docs/resources/message).
final class SimulatedDiscord: Sendable {
  static let token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
  static let channel = "290926798999357250"

  private let messages = Mutex<[JSON]>([])

  func put(_ more: [JSON]) {
    messages.withLock { $0 += more }
  }

  /// The oldest messages after the named one, of which the newest comes first.
  func reply(to request: FaultServer.Request) -> FaultServer.Reply {
    guard request.headers["authorization"] == "Bot \(Self.token)" else {
      return .answer(401, [:], #"{"message":"401: Unauthorized","code":0}"#)
    }
    guard request.target.hasPrefix("/channels/\(Self.channel)/messages?") else {
      return .answer(404, [:], #"{"message":"Unknown Channel","code":10003}"#)
    }
    let after = request.query["after"].flatMap { Int($0) } ?? 0
    let limit = request.query["limit"].flatMap { Int($0) } ?? 50
    let found = messages.withLock { messages in
      messages.filter { ($0["id"]?.string).flatMap { Int($0) } ?? 0 > after }.prefix(limit)
    }
    return .answer(
      200, [:], String(decoding: JSON.list(Array(found.reversed())).bytes, as: UTF8.self))
  }

  /// As it refuses a bot that asks too often.
  static let tooMany = FaultServer.Reply.answer(
    429, ["Retry-After": "2", "X-RateLimit-Reset-After": "1.57", "X-RateLimit-Scope": "user"],
    #"{"message":"You are being rate limited.","retry_after":1.57,"global":false}"#)

  static func user(_ name: String, shown: String? = nil, isBot: Bool? = nil) -> JSON {
    .members([
      ("id", .string(String(idNumber(of: name)))), ("username", .string(name)),
      ("global_name", shown.map(JSON.string) ?? .null), ("bot", isBot.map(JSON.bool)),
    ])
  }

  /// A message of 4 October 2026. Longer numbers follow shorter ones, as with Discord's ids.
  static func message(
    _ number: Int, _ author: JSON, _ text: String, type: Int = 0, more: [(String, JSON?)] = []
  ) -> JSON {
    .members(
      [
        ("id", .string(String(9_990 + number))), ("type", .int(type)),
        ("content", .string(text)), ("channel_id", .string(channel)), ("author", author),
        ("timestamp", "2026-10-04T08:01:00.123000+00:00"), ("edited_timestamp", .null),
        ("embeds", []),
      ] + (more.contains { $0.0 == "mentions" } ? [] : [("mentions", [])]) + more)
  }
}

/// Tells the names of a test apart.
private func idNumber(of name: String) -> Int {
  name.utf8.reduce(1) { ($0 * 31 + Int($1)) % 1_000_003 }
}
