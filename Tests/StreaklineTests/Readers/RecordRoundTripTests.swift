import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct RecordRoundTripTests {
  @Test func `any records come back from JSON Lines and from a table as they were`() throws {
    var odd = OddRecords(random: SeededRandom(seed: 20_260_301))
    for _ in 0..<LongRun.rounds(40, long: 400) {
      let records = (0..<25).map { _ in odd.record() }
      let written = records.map { String(json: $0.json) }
      var lines = JSONWriter()
      var table = RecordCSV()
      table.writeHeader()
      for record in records {
        lines.write(record.json)
        lines.endLine()
        table.write(record)
      }
      let chunk = Int.random(in: 1...5_000, using: &odd.random)
      let fromLines = try ReaderOutput(
        RecordLinesReader(
          memorySource(lines.bytes, chunk: chunk), options: ReaderOptions()))
      let fromTable = try ReaderOutput(
        RecordTableReader(
          memorySource(table.bytes, chunk: chunk), options: ReaderOptions()))
      for (read, size) in [(fromLines, lines.bytes.count), (fromTable, table.bytes.count)] {
        #expect(read.issueLines == [])
        #expect(read.counts == MessageCounts(messages: 25))
        #expect(read.ends.last == size)
        // Bytes: Swift takes two spellings of a letter for equal.
        #expect(read.records.map { Array($0.utf8) } == written.map { Array($0.utf8) })
        #expect(read.results.map(\.record.id) == records.map(\.id))
        #expect(read.results.allSatisfy { $0.message == nil })
      }
    }
  }

  @Test func `a cut file gives the records before the cut, and names the one it goes through`()
    throws
  {
    var odd = OddRecords(random: SeededRandom(seed: 7))
    let records = (0..<3).map { _ in odd.record() }
    var lines = JSONWriter()
    var table = RecordCSV()
    table.writeHeader()
    let header = table.bytes.count
    for record in records {
      lines.write(record.json)
      lines.endLine()
      table.write(record)
    }
    for size in 0...lines.bytes.count {
      let read = try ReaderOutput(
        RecordLinesReader(
          memorySource(Array(lines.bytes.prefix(size))), options: ReaderOptions()))
      #expect(read.results.map(\.record) == Array(records.prefix(read.results.count)))
      #expect(read.issueLines.count <= 1)
    }
    for size in header...table.bytes.count {
      let read = try ReaderOutput(
        RecordTableReader(
          memorySource(Array(table.bytes.prefix(size))), options: ReaderOptions()))
      // A row that is cut after the last comma lacks only its source, and gets its own location.
      let isWithoutSource = table.bytes[size - 1] == UInt8(ascii: ",")
      let whole = read.results.count - (isWithoutSource && read.issueLines.isEmpty ? 1 : 0)
      #expect(read.results.prefix(whole).map(\.record) == Array(records.prefix(whole)))
      #expect(read.results.count + read.issueLines.count >= 1 || size == header)
    }
  }

  @Test func `bytes that were changed anywhere stop nothing`() throws {
    var odd = OddRecords(random: SeededRandom(seed: 8))
    var lines = JSONWriter()
    var table = RecordCSV()
    table.writeHeader()
    let header = table.bytes.count
    for _ in 0..<3 {
      let record = odd.record()
      lines.write(record.json)
      lines.endLine()
      table.write(record)
    }
    for _ in 0..<500 {
      var (changedLines, changedTable) = (lines.bytes, table.bytes)
      for _ in 0..<3 {
        let byte = UInt8.random(in: 0...255, using: &odd.random)
        changedLines[Int.random(in: 0..<changedLines.count, using: &odd.random)] = byte
        changedTable[Int.random(in: header..<changedTable.count, using: &odd.random)] = byte
      }
      _ = try ReaderOutput(RecordLinesReader(memorySource(changedLines), options: ReaderOptions()))
      _ = try ReaderOutput(RecordTableReader(memorySource(changedTable), options: ReaderOptions()))
    }
  }
}
