import StreaklineCore
import Testing

@Suite struct RecordCSVTests {
  @Test func `a row has the values in the order of the columns, texts in quotes`() {
    let record = Record(
      type: .gameResult, userId: "-Ann", game: "wordle",
      gameId: "550e8400-e29b-41d4-a716-446655440000", day: Day(daysSinceEpoch: 20_031),
      values: [
        "gameName": .string("Wordle"), "variant": .string("standard"), "puzzleNumber": .int(1_234),
        "score": .null, "maxAttempts": .int(6), "completed": .bool(false),
        "parsedData": .object(["rows": .string("6")]),
        "sharedText": .string("Wordle 1,234 X/6\n\n\"⬛\""),
        "source": .object(["name": .string("-"), "line": .int(1)]),
      ])
    var table = RecordCSV()
    table.writeHeader()
    table.write(record)
    #expect(
      String(decoding: table.bytes, as: UTF8.self) == #"""
        "id","type","userId","game","gameId","gameName","mode","variant","puzzleNumber","dateInt",\#
        "playedAt","score","maxAttempts","completed","won","mistakes","solved","hintsUsed","theme",\#
        "isCompleted","completionCount","parsedData","suspect","sharedText","source"\#r
        "'-Ann|20241104|550e8400-e29b-41d4-a716-446655440000","GameResult","'-Ann","wordle",\#
        "550e8400-e29b-41d4-a716-446655440000","Wordle",,"standard",1234,20241104,,,6,false,,,,,,,,\#
        "{""rows"":""6""}",,"Wordle 1,234 X/6\#n\#n""⬛""","{""name"":""-"",""line"":1}"\#r

        """#)
  }

  @Test func `a table for people has no control character but the ends of its rows`() {
    let record = Record(
      type: .gameResult, userId: "a\u{1B}[2J", game: "g", gameId: "i",
      day: Day(daysSinceEpoch: 20_031), values: ["sharedText": .string("x\r\n\u{202E}y")])
    var table = RecordCSV(escapesForTerminal: true)
    table.write(record)
    let text = String(decoding: table.bytes, as: UTF8.self)
    #expect(text.contains("\"x\\u{D}\\u{A}\\u{202E}y\""))
    #expect(text.unicodeScalars.filter { $0.value < 0x20 || $0 == "\u{202E}" } == ["\r", "\n"])
  }

  @Test func `each field of each type has a column`() {
    let all = RecordSchema.standard.columns.map(\.name)
    let columns = Set(all)
    #expect(columns.count == all.count)
    for type in RecordSchema.standard.types {
      // The day as a text says nothing that dateInt does not.
      #expect(columns.isSuperset(of: type.fieldNames.filter { $0 != "date" }), "\(type.name)")
    }
  }
}
