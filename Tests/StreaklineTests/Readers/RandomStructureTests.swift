import StreaklineReaders
import Testing

/// Structured data that no reader knows by name: its messages are read exactly, or not at all.
@Suite struct RandomStructureTests {
  @Test
  func `of 1,000 random structures each is read exactly or refused, and nothing becomes mine`() {
    var (exact, refused) = (0, 0)
    var mine: [String] = []
    var wrong: [String] = []
    var reasons: [String: Int] = [:]
    for seed in UInt64(1)...1_000 {
      let structure = RandomStructure(seed: seed)
      do {
        let found = try ChatRecords(structure.text)
        let form =
          "\(seed) \(structure.form) \(structure.text.prefix(300).replacing("\n", with: "⏎"))"
        let results = Set(found.results.map { $0.split(separator: " wordle ") }.map(Self.short))
        if results == structure.results {
          exact += 1
        } else if results.contains(where: { $0.hasPrefix("me ") && !structure.results.contains($0) }
        ) {
          mine.append(form)
        } else {
          wrong.append(
            form
              + " lacks \(structure.results.subtracting(results).count), has \(Array(results.subtracting(structure.results).prefix(2))) \(found.misses.count) misses \(found.issues.prefix(1))"
          )
        }
      } catch {
        refused += 1
        if case InputError.unclear(_, let what) = error { reasons[what.reason, default: 0] += 1 }
      }
    }
    print(
      "1,000 structures: \(exact) exact, \(refused) refused, \(mine.count) silently mine, \(wrong.count) wrong otherwise"
    )
    for (reason, count) in reasons.sorted(by: { $0.value > $1.value }).prefix(8) {
      print("\(count) \(reason)")
    }
    #expect(mine == [], "\(mine.prefix(8).joined(separator: "\n"))")
    #expect(wrong == [], "\(wrong.prefix(8).joined(separator: "\n"))")
    #expect(exact > 990)
  }

  /// `Ann 1063 3` for `Ann wordle 20240517 3 …`.
  private static func short(_ parts: [Substring]) -> String {
    let numbers = parts.last?.split(separator: " ") ?? []
    guard parts.count == 2, numbers.count > 1, let day = Int(numbers[0]) else { return "-" }
    return "\(parts[0]) \(1046 + day - 20_240_500) \(numbers[1])"
  }
}
