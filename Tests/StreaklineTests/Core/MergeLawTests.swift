import Foundation
import StreaklineCore
import Testing

/// The laws that every merge without a server keeps, so that devices agree whatever the order in which
/// they meet.
@Suite struct MergeLawTests {
  private static let policies: [MergePolicy] = [
    .serverWins, .clientWins, .ask, .lastWriterWins(field: "time"), .devicePriority(["b", "a"]),
    .fields(["score": .max, "tags": .union, "least": .min, "time": .latest]), .progress,
    .achievements,
  ]

  @Test(arguments: policies)
  func `merging has no order, and merging again changes nothing`(policy: MergePolicy) {
    var random = SeededRandom(seed: 11)
    for round in 0..<LongRun.rounds(4_000, long: 40_000) {
      let (a, b, c) = (version(&random), version(&random), version(&random))
      let ab = policy.merged(a, b)
      #expect(says(ab, policy.merged(b, a)), "round \(round): \(a) \(b)")
      #expect(says(policy.merged(ab, b), ab), "round \(round): \(a) \(b)")
      #expect(policy.merged(a, a) == a)
      let left = policy.merged(ab, c)
      let right = policy.merged(a, policy.merged(b, c))
      #expect(says(left, right), "round \(round): \(a) \(b) \(c)")
    }
  }

  @Test(arguments: policies)
  func `the greater life absorbs all changes of lesser ones`(policy: MergePolicy) {
    var random = SeededRandom(seed: 12)
    for _ in 0..<LongRun.rounds(1_000, long: 20_000) {
      let (a, b) = (version(&random), version(&random))
      guard a.stamp.life != b.stamp.life else { continue }
      #expect(policy.merged(a, b) == (a.stamp.life > b.stamp.life ? a : b))
    }
  }

  @Test func `of two first results the one with the smaller stamp stays, a correction excepted`() {
    let early = Self.result(score: 3, at: 10, "b")
    let late = Self.result(score: 4, at: 20, "a")
    let corrected = Self.result(score: 5, at: 30, "a", revision: 1)
    #expect(MergePolicy.serverWins.merged(late, early) == early)
    #expect(MergePolicy.serverWins.merged(early, corrected) == corrected)
  }

  @Test func `achievements keep the higher progress, all unlocks and the earliest date`() {
    func payload(_ progress: Int, _ tier: Int, _ date: String, _ unlocks: [String]) -> Fields {
      [
        "payload": .list([
          .object([
            "id": .string("streaks"), "progress": .int(progress), "tier": .int(tier),
            "unlockDate": .string(date), "unlocks": .list(unlocks.map(Value.string)),
          ])
        ])
      ]
    }
    let five = RecordVersion(
      fields: payload(5, 1, "2026-01-02", ["bronze"]), stamp: Self.stamp(10, "a"))
    let seven = RecordVersion(
      fields: payload(7, 2, "2026-02-01", ["silver"]), stamp: Self.stamp(9, "b"))
    let merged = MergePolicy.achievements.merged(five, seven)
    #expect(
      merged.fields?.says(payload(7, 2, "2026-01-02", ["bronze", "silver"])) == true, "\(merged)")
  }

  private static func stamp(_ time: Int64, _ device: String, life: Int = 0, revision: Int = 0)
    -> Stamp
  {
    Stamp(
      time: Instant(milliseconds: time), device: device, life: life, revision: revision)
  }

  private static func result(score: Int, at time: Int64, _ device: String, revision: Int = 0)
    -> RecordVersion
  {
    RecordVersion(
      fields: ["score": .int(score)], stamp: stamp(time, device, revision: revision))
  }

  private func says(_ one: RecordVersion, _ other: RecordVersion) -> Bool {
    guard one.stamp == other.stamp, (one.fields == nil) == (other.fields == nil) else {
      return false
    }
    return (one.fields ?? [:]).says(other.fields ?? [:])
  }

  /// A version from few values, so that many agree in something.
  private func version(_ random: inout SeededRandom) -> RecordVersion {
    let life = Int.random(in: 0...2, using: &random)
    let stamp = Self.stamp(
      Int64.random(in: 0...3, using: &random), ["a", "b", "c"].randomElement(using: &random) ?? "",
      life: life, revision: Int.random(in: 0...1, using: &random))
    guard life % 2 == 0 else { return RecordVersion(fields: nil, stamp: stamp) }
    var fields: Fields = [:]
    for name in ["score", "tags", "least", "time", "other"] where Bool.random(using: &random) {
      fields.append(name, value(name, &random))
    }
    return RecordVersion(fields: fields, stamp: stamp)
  }

  private func value(_ name: String, _ random: inout SeededRandom) -> Value {
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
      let tags = ["p", "q", "r"].filter { _ in Bool.random(using: &random) }
      return .list(tags.map(Value.string))
    case 3:
      let ids = ["m", "n"].filter { _ in Bool.random(using: &random) }
      return .list(
        ids.map {
          .object([
            "id": .string($0), "progress": .int(Int.random(in: 0...3, using: &random)),
            "unlockedAt": .string(
              ["2026-01-01", "2026-01-02"].randomElement(using: &random) ?? ""),
          ])
        })
    case 4: return .bool(Bool.random(using: &random))
    default: return .int(Int.random(in: 0...2, using: &random))
    }
  }
}
