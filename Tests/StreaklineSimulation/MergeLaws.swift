internal import Foundation
package import StreaklineCore

/// The laws that every merge without a server keeps, so that devices agree whatever the order in which
/// they meet. Tried on random versions with few values, so that many agree in something.
package struct MergeLaws {
  package static let policies: [MergePolicy] = [
    .serverWins, .clientWins, .ask, .lastWriterWins(field: "time"), .devicePriority(["b", "a"]),
    .fields(["score": .max, "tags": .union, "least": .min, "time": .latest]), .progress,
    .achievements,
  ]

  private let policy: MergePolicy
  private var random: SimulationRandom

  package init(_ policy: MergePolicy, seed: UInt64) {
    self.policy = policy
    random = SimulationRandom(seed: seed)
  }

  /// - Returns: What is broken, or `nil` when the laws hold for all triples.
  package mutating func violation(triples: Int) -> String? {
    for _ in 0..<triples {
      let (a, b, c) = (version(), version(), version())
      let ab = policy.merged(a, b)
      guard says(ab, policy.merged(b, a)) else { return "the order counts: \(a) \(b)" }
      guard says(policy.merged(ab, b), ab), policy.merged(a, a) == a else {
        return "merging again changes something: \(a) \(b)"
      }
      guard says(policy.merged(ab, c), policy.merged(a, policy.merged(b, c))) else {
        return "the grouping counts: \(a) \(b) \(c)"
      }
      guard a.stamp.life == b.stamp.life || ab == (a.stamp.life > b.stamp.life ? a : b) else {
        return "the greater life does not win: \(a) \(b)"
      }
    }
    return nil
  }

  private func says(_ one: RecordVersion, _ other: RecordVersion) -> Bool {
    guard one.stamp == other.stamp, (one.fields == nil) == (other.fields == nil) else {
      return false
    }
    return (one.fields ?? [:]).says(other.fields ?? [:])
  }

  /// A version from few values, so that many agree in something.
  private mutating func version() -> RecordVersion {
    let life = Int.random(in: 0...2, using: &random)
    let stamp = Stamp(
      time: Instant(milliseconds: Int64.random(in: 0...3, using: &random)),
      device: ["a", "b", "c"].randomElement(using: &random) ?? "", life: life,
      revision: Int.random(in: 0...1, using: &random))
    guard life % 2 == 0 else { return RecordVersion(fields: nil, stamp: stamp) }
    var fields: Fields = [:]
    for name in ["score", "tags", "least", "time", "other"] where Bool.random(using: &random) {
      fields.append(name, value(name))
    }
    return RecordVersion(fields: fields, stamp: stamp)
  }

  private mutating func value(_ name: String) -> Value {
    switch Int.random(in: 0...6, using: &random) {
    case 6:
      // A list of achievements as the bytes of its JSON text.
      let (progress, date) = (
        Int.random(in: 0...3, using: &random), Int.random(in: 1...3, using: &random)
      )
      let tier = ["bronze", "gold"].randomElement(using: &random) ?? ""
      let json = #"[{"id":"m","progress":\#(progress),"unlockDates":{"\#(tier)":\#(date)}}]"#
      return .string(Data(json.utf8).base64EncodedString())
    case 0: return .null
    case 1: return .string(["x", "y"].randomElement(using: &random) ?? "")
    case 2:
      return .list(some(["p", "q", "r"]).map(Value.string))
    case 3:
      var achievements: [Value] = []
      for id in some(["m", "n"]) {
        let date = ["2026-01-01", "2026-01-02"].randomElement(using: &random) ?? ""
        achievements.append(
          .object([
            "id": .string(id), "progress": .int(Int.random(in: 0...3, using: &random)),
            "unlockedAt": .string(date),
          ]))
      }
      return .list(achievements)
    case 4: return .bool(Bool.random(using: &random))
    default: return .int(Int.random(in: 0...2, using: &random))
    }
  }

  private mutating func some(_ all: [String]) -> [String] {
    var chosen: [String] = []
    for one in all where Bool.random(using: &random) { chosen.append(one) }
    return chosen
  }
}
