import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct CSVRowsTests {
  /// Each row as its line and its cells, quoted ones in angle brackets; or what is wrong.
  private func rows(_ bytes: [UInt8], separator: Character = ",", chunk: Int = 65_536) throws
    -> [String]
  {
    let source = memorySource(bytes, chunk: chunk)
    var rows = CSVRows(source, separator: separator.asciiValue ?? 0)
    var result: [String] = []
    while let row = try rows.next() {
      switch row.content {
      case .success(let cells):
        let texts = cells.map { cell in
          let text = String(decoding: cell.bytes, as: UTF8.self)
          return cell.isQuoted ? "<\(text)>" : text
        }
        result.append("\(row.line): \(texts.joined(separator: "·"))")
      case .failure(let mistake): result.append("\(row.line)! \(mistake)")
      }
    }
    #expect(rows.position == bytes.count)
    return result
  }

  @Test(arguments: [
    ("", []),
    ("a,b\r\nc,d\r\n", ["1: a·b", "2: c·d"]),
    ("a,b\nc,d", ["1: a·b", "2: c·d"]),
    ("a\rb\r\nc\r", ["1: a", "2: b", "3: c"]),
    ("a,,\n,\n\n", ["1: a··", "2: ·", "3: "]),
    ("\"a\",\"\",b\n", ["1: <a>·<>·b"]),
    ("\"a,b\"\"c\"\"\",\"\"\"\"\n", ["1: <a,b\"c\">·<\">"]),
    ("\"a\nb\r\nc\rd\",x\ny", ["1: <a\nb\r\nc\rd>·x", "4: y"]),
    ("\"a\"", ["1: <a>"]),
    ("a,", ["1: a·"]),
    (" a , b\n", ["1:  a · b"]),
    // A stray quote costs only its line.
    ("a\"b,c\nd\n", ["1! a quote is where no quote may be", "2: d"]),
    ("\"a\"b,c\nd\n", ["1! a quote is where no quote may be", "2: d"]),
    ("\"a\" ,c\rd\r", ["1! a quote is where no quote may be", "2: d"]),
    // A quote that is not closed takes no other row with it.
    ("\"a,b\nc,d\ne\n", ["1! a quote is not closed", "2: c·d", "3: e"]),
    ("\"a\nb,\"c\"\nd\n", ["1! a quote is where no quote may be", "2: b·<c>", "3: d"]),
    ("x\n\"\"\"\ny\n", ["1: x", "2! a quote is not closed", "3: y"]),
    ("\"", ["1! a quote is not closed"]),
  ])
  func `rows are those of RFC 4180, whatever the pieces in which they come`(
    text: String, expected: [String]
  ) throws {
    for chunk in [1, 2, 3, 7, 65_536] {
      #expect(try rows(Array(text.utf8), chunk: chunk) == expected, "pieces of \(chunk)")
    }
  }

  @Test func `the separator is the one that the first line has most of`() throws {
    #expect(CSVRows.separator(of: Array("a;b;c,d\n,,,,,,".utf8)) == UInt8(ascii: ";"))
    #expect(CSVRows.separator(of: Array("a\tb".utf8)) == UInt8(ascii: "\t"))
    #expect(CSVRows.separator(of: Array("a".utf8)) == UInt8(ascii: ","))
    #expect(
      try rows(Array("a;\"b;c\"\n1,5;2\n".utf8), separator: ";") == ["1: a·<b;c>", "2: 1,5·2"])
  }

  @Test func `a row longer than the limit is named and the next is read`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    let bytes = Array("a,b\n\"".utf8) + long + Array("\n\nc,d\n".utf8)
    #expect(try rows(bytes) == ["1: a·b", "2! the row is longer than 1 MiB", "3: ", "4: c·d"])
    let commas = [UInt8](repeating: UInt8(ascii: ","), count: 2_000) + Array("\nz".utf8)
    #expect(try rows(commas) == ["1! the row has too many cells", "2: z"])
  }

  @Test(arguments: ["\"\n", "x,\"\n", "\"\"\"\n", "\",\"x\n", "\"x\",\"\n"])
  func `quotes that are not closed do not make reading slow`(line: String) throws {
    // Reading it again from every line to the end would take hours.
    let count = LongRun.rounds(1_000_000, long: 4_000_000) / line.utf8.count
    let bytes = Array(String(repeating: line, count: count).utf8)
    let clock = ContinuousClock()
    var rowCount = 0
    let seconds = try clock.measure {
      var rows = CSVRows(memorySource(bytes, chunk: 262_144), separator: UInt8(ascii: ","))
      while try rows.next() != nil { rowCount += 1 }
    }
    #expect(rowCount > 0)
    #expect(seconds < .seconds(60))
  }

  @Test func `a good row is found whatever is before it`() throws {
    var random = SeededRandom(seed: 5)
    let pieces = ["\"", "\"\"", ",", "\n", "\r", "\r\n", "a", "é", "\u{0}"]
    for _ in 0..<LongRun.rounds(2_000, long: 20_000) {
      let noise = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      // A header, so that zeros in a short text are not mistaken for UTF-16.
      let text = "one,two,three,four,five,six,seven\n" + noise + "\n\"\n\"good\",row\n"
      let found = try rows(Array(text.utf8), chunk: 3)
      #expect(found.last?.hasSuffix(": <good>·row") == true, "\(noise.debugDescription)")
    }
  }
}
