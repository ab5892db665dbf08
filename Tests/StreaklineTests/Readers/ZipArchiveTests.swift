import Foundation
import StreaklineReaders
import Testing

@Suite struct ZipArchiveTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func fixture(_ name: String) -> String {
    Tool.root.appending(path: "Fixtures/exports/zip/\(name)").path
  }

  private func archive(
    _ bytes: [UInt8], limits: ZipArchive.Limits = .init()
  ) throws -> ZipArchive {
    // A new file each time: cutting the old one down would wait for the disk.
    try? FileManager.default.removeItem(atPath: folder.file("chat.zip"))
    try folder.write("chat.zip", bytes)
    return try ZipArchive(path: folder.file("chat.zip"), limits: limits)
  }

  private func malformed(_ reason: String, in entry: String? = nil) -> InputError {
    .malformed(folder.file("chat.zip") + (entry.map { "/\($0)" } ?? ""), reason: reason)
  }

  private func read(_ path: String, in bytes: [UInt8]) throws -> Reading {
    Reading(try archive(bytes).open(path))
  }

  @Test func `an archive of an iPhone has its chat and what was sent, not what macOS adds`() throws
  {
    let archive = try ZipArchive(path: fixture("ios.zip"))
    #expect(
      archive.paths == [
        "00000012-PHOTO-2026-10-03-21-05-41.jpg", "00000013-notes.txt", "_chat.txt",
      ])
    let source = try archive.open("_chat.txt")
    #expect(source.name == fixture("ios.zip") + "/_chat.txt")
    #expect(source.size == 200)
    let reading = Reading(source)
    #expect(reading.error == nil)
    #expect(
      reading.text == """
        \u{200E}[03/10/2026, 21:04:11] Puzzle circle: \u{200E}Messages and calls are end-to-end \
        encrypted.\r
        [03/10/2026, 21:05:40] Ann: Wordle 1,932 3/6\r
        \r
        ⬛🟨⬛⬛🟨\r
        🟩🟩⬛🟩🟩\r
        🟩🟩🟩🟩🟩\r

        """)
  }

  @Test func `a stored entry with a name in UTF-8 is read`() throws {
    let archive = try ZipArchive(path: fixture("android.zip"))
    #expect(archive.paths == ["IMG-20261003-WA0001.jpg", "WhatsApp Chat with Zoë.txt"])
    let reading = Reading(try archive.open("WhatsApp Chat with Zoë.txt"))
    #expect(reading.text == "03/10/2026, 21:05 - Zoë: Wordle 1,932 4/6\n")
    #expect(reading.error == nil)
  }

  @Test func `an archive written to a pipe, with the sizes after the data, is read`() throws {
    let streamed = Reading(try ZipArchive(path: fixture("streamed.zip")).open("_chat.txt"))
    let plain = Reading(try ZipArchive(path: fixture("ios.zip")).open("_chat.txt"))
    #expect(streamed.error == nil)
    #expect(streamed.bytes == plain.bytes)
  }

  @Test func `Zip64 records and fields are read`() throws {
    let archive = try ZipArchive(path: fixture("zip64.zip"))
    #expect(archive.paths == ["general/2026-10-03.json"])
    let source = try archive.open("general/2026-10-03.json")
    #expect(source.size == 21)
    let reading = Reading(source)
    #expect(reading.text == "[{\"type\":\"message\"}]\n")
    #expect(reading.error == nil)
  }

  @Test func `names without a mark are UTF-8 or code page 437, with either separator`() throws {
    let archive = try ZipArchive(path: fixture("names.zip"))
    #expect(archive.paths == ["Chat mit Zoë.txt", "Zoëß.txt", "media/a.txt"])
    #expect(Reading(try archive.open("media/a.txt")).text == "2")
    let marked = try self.archive(
      ZipSample.archive([
        .init("").with {
          ($0.name, $0.flags) = (Array("Zo".utf8) + [0x89], 0x800)
        }
      ]))
    #expect(marked.paths == ["Zo\u{FFFD}"])
  }

  @Test func `what is not a user's file is left out`() throws {
    let left = [
      "../evil.txt", "a/../../evil.txt", "/etc/evil.txt", "C:/evil.txt", "a//b.txt", "", "folder/",
      "./a.txt", "__MACOSX/a.txt", "a/.DS_Store", ".hidden/a.txt",
    ]
    var entries = left.map { ZipSample.Entry($0, "x") }
    entries.append(.init("link", "/etc/passwd").with { $0.mode = 0o120777 })
    entries.append(.init("device", "").with { $0.mode = 0o020666 })
    entries.append(.init("..\\evil.txt", "x").with { $0.system = 0 })
    entries.append(.init("b/good.txt", "good"))
    // `zip chat.zip -` packs its input so.
    entries.append(.init("-", "piped").with { $0.mode = 0o010600 })
    let archive = try archive(ZipSample.archive(entries))
    #expect(archive.paths == ["-", "b/good.txt"])
    #expect(Reading(try archive.open("b/good.txt")).text == "good")
    #expect(throws: InputError.missing(archive.name + "/../evil.txt")) {
      try archive.open("../evil.txt")
    }
  }

  @Test func `of two entries with one path the first counts`() throws {
    let bytes = ZipSample.archive([.init("b", "1"), .init("a", "2"), .init("b", "3")])
    #expect(try archive(bytes).paths == ["a", "b"])
    #expect(try read("b", in: bytes).text == "1")
  }

  @Test func `an archive in an archive is a file like any other`() throws {
    let inner = ZipSample.archive([.init("_chat.txt", "inner")])
    let entry = ZipSample.Entry("inner.zip").with { $0.data = inner }
    let bytes = ZipSample.archive([entry, .init("_chat.txt", "outer")])
    #expect(try archive(bytes).paths == ["_chat.txt", "inner.zip"])
    #expect(try read("inner.zip", in: bytes).bytes == inner)
    // The inner archive's end is no end of the outer one.
    let cut = bytes.prefix(inner.count + 60)
    #expect(throws: InputError.self) { try archive(Array(cut)) }
  }

  @Test func `an archive after a program that unpacks it is read`() throws {
    let bytes = ZipSample.archive([.init("a", "1"), .init("b", "2")], behind: "#!/bin/sh\n")
    #expect(try read("b", in: bytes).text == "2")
  }

  @Test func `sources that are open at once do not disturb each other`() throws {
    let archive = try ZipArchive(path: fixture("ios.zip"))
    let first = try archive.open("_chat.txt")
    let head = try first.head(4)
    #expect(Reading(try archive.open("00000013-notes.txt")).text == "groceries\n")
    #expect(Reading(try archive.open("_chat.txt")).bytes == Reading(first).bytes)
    #expect(head.starts(with: [0xE2, 0x80, 0x8E, 0x5B]))
  }

  @Test(arguments: ["streamed.zip", "zip64.zip", "encrypted.zip"])
  func `an archive that is cut off anywhere is refused`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture(name))))
    for count in 0..<bytes.count {
      #expect(
        throws: malformed("not a zip archive, or a truncated one: its end is missing"),
        "\(count)"
      ) {
        try archive(Array(bytes.prefix(count)))
      }
    }
    #expect(try archive(bytes).paths.isEmpty == false)
  }

  @Test func `a changed byte is harmless or noticed, wherever it is`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture("streamed.zip"))))
    let text = try read("_chat.txt", in: bytes).bytes
    var noticed = 0
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= [1, 128, 255][index % 3]
      guard let archive = try? archive(changed) else {
        noticed += 1
        continue
      }
      guard archive.paths.contains("_chat.txt"), let source = try? archive.open("_chat.txt") else {
        continue
      }
      let reading = Reading(source)
      #expect(reading.error != nil || reading.bytes == text, "byte \(index)")
      noticed += reading.error == nil ? 0 : 1
    }
    // 147 bytes of data, and the fields of the directory.
    #expect(noticed > 147)
  }

  @Test func `a wrong checksum is an error after the last byte`() throws {
    let bytes = ZipSample.archive([.init("a", "all of it").with { $0.crc = 1 }])
    let reading = try read("a", in: bytes)
    #expect(reading.text == "all of it")
    #expect(
      reading.error == malformed("the entry is damaged: its checksum or size is wrong", in: "a"))
  }

  @Test(arguments: [0, 3, 1_000, 0x7FFF_FFFF])
  func `sizes are counted, not believed`(said: Int) throws {
    let data = ZipSample.block("half ") + [1, 4, 0, 0xFB, 0xFF] + Array("full".utf8)
    let crc = ZipSample.crc32(Array("half full".utf8))
    let entry = ZipSample.Entry("a", deflated: data, size: said, crc: crc)
    let reading = try read("a", in: ZipSample.archive([entry]))
    #expect(reading.text == "half full")
    #expect(
      reading.error == malformed("the entry is damaged: its checksum or size is wrong", in: "a"))
    let honest = try read("a", in: ZipSample.archive([entry.with { $0.size = 9 }]))
    #expect(honest.text == "half full")
    #expect(honest.error == nil)
  }

  @Test func `what is before the damage is returned`() throws {
    // Three is no kind of block.
    let damaged = ZipSample.Entry(
      "a", deflated: ZipSample.block("half ") + [0b111], size: 9, crc: 0)
    let reading = try read("a", in: ZipSample.archive([damaged]))
    #expect(reading.text == "half ")
    #expect(reading.error == malformed("the entry is damaged", in: "a"))
  }

  @Test func `what is before the end of cut-off data is returned`() throws {
    let data = ZipSample.block("half ") + [1, 4, 0, 0xFB, 0xFF] + Array("fu".utf8)
    let crc = ZipSample.crc32(Array("half full".utf8))
    let cut = ZipSample.Entry("a", deflated: data, size: 9, crc: crc)
    let reading = try read("a", in: ZipSample.archive([cut]))
    #expect(reading.text == "half fu")
    #expect(reading.error == malformed("the entry is cut off", in: "a"))
  }
}
