import StreaklineCore
import StreaklineReaders
import Testing

/// Which of day, month and year comes first.
@Suite struct WhatsAppDateTests {
  /// A chat with a message at each of some dates and times.
  private func chat(_ stamps: [String]) -> [UInt8] {
    Array(stamps.map { "\($0) Ann: hi\n" }.joined().utf8)
  }

  private func times(_ stamps: [String], _ options: ReaderOptions = ReaderOptions()) throws
    -> [String?]
  {
    try WhatsAppSample(chat(stamps), options).messages.map { $0.sentAt?.iso }
  }

  @Test(arguments: [
    // The digits decide.
    (["13/06/2024, 08:00 -", "01/07/2024, 08:00 -"], ["2024-06-13", "2024-07-01"]),
    (["01/07/2024, 08:00 -", "07/13/2024, 08:00 -"], ["2024-01-07", "2024-07-13"]),
    (["2024/01/07, 08:00 -", "2024/02/03, 08:00 -"], ["2024-01-07", "2024-02-03"]),
    (["[2024-01-07 08:00:00]"], ["2024-01-07"]),
    (["[32/01/07 08:00:00]"], ["2032-01-07"]),
    // The run of time decides.
    (
      ["2/1/24, 08:00 -", "3/1/24, 08:00 -", "1/2/24, 08:00 -"],
      ["2024-01-02", "2024-01-03", "2024-02-01"]
    ),
    (
      ["1/2/24, 08:00 -", "1/3/24, 08:00 -", "2/1/24, 08:00 -"],
      ["2024-01-02", "2024-01-03", "2024-02-01"]
    ),
    (["[18/6/30 08:00:00]", "[18/7/01 08:00:00]"], ["2018-06-30", "2018-07-01"]),
    (["[18/06/13 08:00:00]", "[18/06/14 08:00:00]"], ["2013-06-18", "2014-06-18"]),
    // There was no WhatsApp in 2001.
    (["[18/07/01 08:00:00]"], ["2018-07-01"]),
    // It makes no difference.
    (["6/6/24, 08:00 -"], ["2024-06-06"]),
    // Dots are never American.
    (["[03.06.24, 08:00:00]"], ["2024-06-03"]),
    (["10.24.21, 08:00 -"], ["2021-10-24"]),
    // Korean.
    (["[18. 6. 13. 오후 9:25:10]"], ["2018-06-13"]),
    // The Buddhist era.
    (["13/6/2567 08:00 -"], ["2024-06-13"]),
    (["13/6/67 08:00 -"], ["2024-06-13"]),
  ])
  func `the order of a date is found`(stamps: [String], days: [String]) throws {
    #expect(try times(stamps).map { $0.map { String($0.prefix(10)) } } == days)
  }

  @Test func `an order that nothing decides is asked for only where a share needs it`() throws {
    let chat = """
      3/6/2024, 21:25 - Anna: Wordle 993 3/6
      4/6/2024, 21:25 - Ben: Cloudle - Paris: 3/6
      7/7/2024, 21:25 - Anna: Cloudle - Rome: 4/6

      """
    let found = try ChatRecords(chat)
    #expect(
      found.results == [
        "Anna wordle 20240308 3 -", "Anna cloudle 20240707 4 2024-07-07T21:25:00Z",
      ])
    #expect(
      found.misses == [
        "Ben cloudle: it prints no day, and nothing says whether 4/6/2024 is day or month first"
      ])
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["ingest"], input: chat)
    #expect(run.status == 65)
    #expect(run.talk.contains("1 share not read"))
    #expect(run.talk.contains("--date-order"))
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 2)
    #expect(try tool.run(["ingest", "--date-order", "mdy"], input: chat).status == 0)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 3)
    let dayFirst = try WhatsAppSample("undecided", ReaderOptions(dateOrder: .dayFirst))
    #expect(
      dayFirst.lines == [
        "2024-06-03T21:25:00Z Anna: one", "2024-06-04T21:25:00Z Ben: two",
        "2024-07-05T21:25:00Z Anna: three",
      ])
    let monthFirst = try WhatsAppSample("undecided", ReaderOptions(dateOrder: .monthFirst))
    #expect(
      monthFirst.lines == [
        "2024-03-06T21:25:00Z Anna: one", "2024-04-06T21:25:00Z Ben: two",
        "2024-05-07T21:25:00Z Anna: three",
      ])
  }

  @Test func `both orders in one file are read, and that is reported once`() throws {
    let chat = try WhatsAppSample("mixed-order")
    #expect(
      chat.lines == [
        "2024-06-14T08:00:00Z Anna: one", "2024-06-15T08:00:00Z Anna: two",
        "2024-06-16T08:00:00Z Ben: three", "2024-06-17T08:00:00Z Anna: four",
        "2024-06-07T08:00:00Z Ben: either",
      ])
    #expect(
      chat.issues.map(\.description) == [
        "chat.txt:1: some dates have the day first and some the month; "
          + "ambiguous dates are read day first"
      ])
  }

  @Test func `a date of the other order much later is read and reported`() throws {
    var stamps = (0..<3_000).map { "13/06/2024, \(10 + $0 / 600):\(10 + $0 / 12 % 50) -" }
    stamps.append("06/14/2024, 16:00 -")
    let chat = try WhatsAppSample(chat(stamps))
    #expect(chat.messages.last?.sentAt?.iso == "2024-06-14T16:00:00Z")
    #expect(chat.issues.map(\.source.line) == [3_001])
  }

  @Test func `the order is looked for in all of a long chat, but in the head of a pipe`() throws {
    // Every day of January to December up to the 12th, twice over two years, so that no date runs
    // backward in either order but at the end.
    var stamps = [String](repeating: "01/02/2024, 08:00 -", count: 20_000)
    stamps.append("13/02/2024, 08:00 -")
    let bytes = chat(stamps)
    let pipe = try WhatsAppSample({ WhatsAppSample.source(bytes) }, isReopened: false)
    let file = try WhatsAppSample({ WhatsAppSample.source(bytes) }, isReopened: true)
    #expect(file.messages.first?.sentAt?.iso == "2024-02-01T08:00:00Z")
    #expect(pipe.messages == file.messages)
    #expect(file.counts == MessageCounts(messages: 20_001))
  }

  @Test func `years of two digits may show only in the next month that they are first`() throws {
    let stamps = [String](repeating: "[18/06/13 08:00:00]", count: 3_000) + ["[18/07/01 08:00:00]"]
    #expect(try times(stamps).first == "2018-06-13T08:00:00Z")
  }

  @Test func `a day that there is not is counted and named`() throws {
    let chat = try WhatsAppSample(
      chat([
        "13/06/2024, 08:00 -", "31/02/2024, 08:00 -", "14/06/2024, 08:00 -", "14/06/1402, 08:00 -",
      ]))
    #expect(chat.messages.count == 2)
    #expect(chat.counts == MessageCounts(messages: 2, unreadable: 2))
    #expect(
      chat.issues.map(\.description) == [
        "chat.txt:2: the message's date or sender cannot be read",
        "chat.txt:4: the message's date or sender cannot be read",
      ])
  }

  @Test func `a text without any message is not a chat, but no text is an empty one`() throws {
    #expect(throws: InputError.self) {
      try WhatsAppSample(Array("Wordle 1,090 3/6\n".utf8))
    }
    #expect(try WhatsAppSample([]).counts == MessageCounts())
  }
}
