internal import StreaklineCore

/// A share of a chat from which devices of a history import. Each has a text of its own, so that it can be
/// found again wherever a byte of it is kept.
struct ChatShare {
  /// What the shares' texts and the names of people have, and nothing else does.
  static let mark: UInt8 = UInt8(ascii: "z")

  let number: Int
  /// The name in the chat; `me` for what the owner of the device has pasted.
  let sender: String
  let game: Int
  let day: Int
  let score: Int
  let sentAt: Int64
  /// Whether its parts contradict each other.
  let isSuspect: Bool
  /// Whether the rule does not read it at first.
  var isMiss: Bool
  /// Whether the result does not say when the text was sent.
  var isUndated = false

  /// The place that it shares with others that contradict it, whoever has sent them.
  var slot: Slot { Slot(game: game, day: day) }

  struct Slot: Hashable {
    let game: Int
    let day: Int
  }

  /// The text that is nowhere else.
  var marker: String { "zq\(number)x" }

  var text: String { "\(SimulatedRecords.games[game].slug) \(marker) \(score)/6" }

  /// The result, as a rule reads it.
  ///
  /// - Parameter isMended: Whether a later version of the rule reads it, which gives another content.
  func record(of user: String, isMended: Bool = false) -> Record {
    let game = SimulatedRecords.games[game]
    return Record(
      type: .gameResult, userId: user, game: game.slug, gameId: game.id,
      day: SimulatedRecords.first + day,
      values: [
        "gameName": .string(game.slug), "puzzleNumber": .int(1_234 + day),
        "score": score == 0 ? .null : .int(score), "maxAttempts": .int(isMended ? 7 : 6),
        "completed": .bool(score != 0), "parsedData": .object(["rows": .string("\(score)")]),
        "sharedText": .string(text),
        "playedAt": isUndated ? .null : .string(Instant(milliseconds: sentAt).iso),
        "source": .object(["name": .string("chat"), "line": .int(number)]),
        "suspect": isSuspect ? .string("disagree: rows") : .null,
      ])
  }

  func nearMiss(of user: String) -> NearMiss {
    NearMiss(
      game: SimulatedRecords.games[game].slug, userId: user,
      sentAt: Instant(milliseconds: sentAt), text: text,
      source: SourceLocation(name: "chat", line: number))
  }

  /// The number of the share whose text is in a text; `nil` where there is none.
  static func number(in text: some Sequence<UInt8>) -> Int? {
    var marks = Marks()
    marks.scan(Array(text))
    return marks.shares.first
  }
}

/// The marks of shares and people that are in bytes.
struct Marks {
  private(set) var shares: Set<Int> = []
  /// Names, without their first two letters.
  private(set) var names: Set<String> = []

  /// Looks for `zq12x` and for `zn` with lower-case letters after it.
  mutating func scan(_ bytes: [UInt8]) {
    var index = 0
    while index + 2 < bytes.count {
      guard bytes[index] == ChatShare.mark else {
        index += 1
        continue
      }
      let kind = bytes[index + 1]
      index += 2
      if kind == UInt8(ascii: "q") {
        var number: Int?
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
          number = (number ?? 0) % 1_000_000 * 10 + Int(bytes[index] - 0x30)
          index += 1
        }
        if let number, index < bytes.count, bytes[index] == UInt8(ascii: "x") {
          shares.insert(number)
        }
      } else if kind == UInt8(ascii: "n") {
        let start = index
        while index < bytes.count, (0x61...0x79).contains(bytes[index]) { index += 1 }
        if index > start { names.insert(String(decoding: bytes[start..<index], as: UTF8.self)) }
      } else {
        index -= 1
      }
    }
  }
}
