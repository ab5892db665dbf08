import StreaklineReaders
import Testing

/// Days of three numbers in the fields of structured data.
@Suite struct NumericDateTests {
  /// Shares of a game that prints neither a day nor a number with a known day, so that the day is that of the message.
  private func results(_ days: [String], order: DateOrder? = nil) throws -> ChatRecords {
    let rows = days.enumerated().map { index, day in
      "\(["Ana", "Bo"][index % 2]);\"Artle #\(601 + index)\n🎨 🟥 🟩 ⬜ ⬜\";\"\(day)\""
    }
    return try ChatRecords((["user;text;date"] + rows).joined(separator: "\n") + "\n", order: order)
  }

  private func days(_ records: ChatRecords) -> [String] {
    records.results.map { String($0.split(separator: " ")[2]) }
  }

  @Test(arguments: [
    (["09.10.2025 08:00", "25.10.2025 08:00"], ["20251009", "20251025"]),
    (["09.10.2025, 08:00:12", "10.10.2025, 21:00:05"], ["20251009", "20251010"]),
    (["10/09/2025 8:15 AM", "10/25/2025 9:15 PM"], ["20251009", "20251025"]),
    (["09/10/2025 08:15", "25/10/2025 21:15"], ["20251009", "20251025"]),
    (["9-10-25 08:15", "25-10-25 21:15"], ["20251009", "20251025"]),
    (["09.10.2025", "25.10.2025"], ["20251009", "20251025"]),
    (["10/10/2025 08:15", "11/11/2025 21:15"], ["20251010", "20251111"]),
    (["2025-10-09", "2025-10-25"], ["20251009", "20251025"]),
  ])
  func `days are read in the order that the numbers of the field show`(
    written: [String], expected: [String]
  ) throws {
    let records = try results(written)
    #expect(days(records) == expected)
    #expect(records.misses.isEmpty)
  }

  @Test func `where nothing shows the order, a day is taken only with an order that was given`()
    throws
  {
    let written = ["03/10/2025 08:00", "04/11/2025 08:00"]
    let open = try results(written)
    #expect(open.results.isEmpty)
    #expect(
      open.misses.first?.hasSuffix("nothing says whether 03/10/2025 08:00 is day or month first")
        == true)
    #expect(open.misses.count == 2)
    #expect(days(try results(written, order: .dayFirst)) == ["20251003", "20251104"])
    #expect(days(try results(written, order: .monthFirst)) == ["20250310", "20250411"])
  }

  @Test func `days that contradict each other decide nothing for the others`() throws {
    let records = try results(["25/10/2025 08:00", "10/26/2025 08:00", "03/10/2025 08:00"])
    #expect(days(records) == ["20251025", "20251026"])
    #expect(records.misses.count == 1)
  }
}
