import Foundation
import StreaklineCore
import StreaklineStore
import Testing

/// Versions order all changes and are the stamps of what was made here.
@Suite struct VersionTests {
  let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func versions() throws -> [Int64] {
    try RawDatabase.rows(folder.file("s.db"), "SELECT version FROM record ORDER BY rowid")
      .compactMap(Int64.init)
  }

  /// How far the newest version is ahead of a clock, in seconds.
  private func secondsAhead(of now: Instant) throws -> Double {
    let rows = try RawDatabase.rows(folder.file("s.db"), "SELECT version FROM device")
    let newest = try #require(rows.first.flatMap(Int64.init))
    return Double((newest >> 10) - now.milliseconds) / 1_000
  }

  private func history(_ count: Int, from start: Int = 0) -> [StreaklineCore.Record] {
    (start..<start + count).map { StoreSample.result(user: "u\($0 / 1_000)", day: $0 % 1_000) }
  }

  @Test func `a thousand results take a millisecond of versions`() throws {
    for start in stride(from: 0, to: 20_480, by: 4_096) {
      _ = try store.ingest(StoreSample.batch(history(4_096, from: start)))
    }
    // All of it at one instant: at this rate two million results take two seconds.
    #expect(try secondsAhead(of: StoreSample.now) == 0.019)
    #expect(try Set(versions()).count == 20_480)
  }

  @Test(.long)
  func `two million results leave the clock less than ten seconds ahead`() throws {
    for start in stride(from: 0, to: 2_000_000, by: 20_000) {
      _ = try store.ingest(StoreSample.batch(history(20_000, from: start)))
    }
    #expect(try secondsAhead(of: StoreSample.now) < 10)
    #expect(try store.counts().records == 2_000_000)
  }

  @Test func `a wall clock that is set back a day never makes a version fall`() throws {
    let day: Int64 = 86_400_000
    let moments = [0, -day, -day + 1, 1, -20 * day, Int64.min >> 1, 2, 7 * day].map {
      Instant(milliseconds: StoreSample.now.milliseconds + $0)
    }
    for (index, moment) in moments.enumerated() {
      _ = try store.ingest(StoreSample.batch([StoreSample.result(day: index)], now: moment))
    }
    let versions = try versions()
    #expect(versions == Set(versions).sorted() && versions.count == moments.count)
    #expect(versions[1] == versions[0] + 1)
    #expect(try secondsAhead(of: moments[7]) == 0)
    #expect(try store.verify() == [])
  }

  @Test func `a clock that shows the year 292 million still gives versions`() throws {
    let far = Instant(milliseconds: .max)
    for day in 0..<3 {
      _ = try store.ingest(StoreSample.batch([StoreSample.result(day: day)], now: far))
    }
    #expect(try versions() == versions().sorted())
    #expect(try store.verify() == [])
  }
}
