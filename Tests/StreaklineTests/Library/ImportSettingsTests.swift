import Foundation
import StreaklineCore
import StreaklineRules
import Testing

@testable import Streakline

/// Which imports of the same bytes are the same import.
@Suite struct ImportSettingsTests {
  private func settings(_ request: ImportRequest, day: Int, isNamed: Bool = false) throws -> String
  {
    let rules = RuleSet(files: [])
    var builder = RecordBuilder(
      user: "me", fallbackDay: Day(daysSinceEpoch: day), now: StoreSample.now)
    builder.namesDay = isNamed
    return request.settings(of: try request.open(for: rules), rules: rules, builder: builder)
  }

  @Test func `a file that has not changed is the same import on the next day`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.txt")
    try "Cloudle - Paris: 3/6\n".write(toFile: path, atomically: true, encoding: .utf8)
    let request = ImportRequest(path: path)
    #expect(try settings(request, day: 20_000) == settings(request, day: 20_001))
    #expect(
      try settings(request, day: 20_000, isNamed: true)
        != settings(request, day: 20_001, isNamed: true))
    #expect(try settings(request, day: 20_000, isNamed: true) != settings(request, day: 20_000))
  }

  @Test func `what is pasted again on the next day is another import`() throws {
    let request = ImportRequest(text: Array("Cloudle - Paris: 3/6\n".utf8))
    #expect(try settings(request, day: 20_000) != settings(request, day: 20_001))
  }
}
