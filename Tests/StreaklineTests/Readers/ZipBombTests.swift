import Foundation
import StreaklineReaders
import Testing

/// Archives made to harm.
@Suite struct ZipBombTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func archive(
    _ bytes: [UInt8], limits: ZipArchive.Limits = .init()
  ) throws -> ZipArchive {
    // A new file each time: cutting the old one down would wait for the disk.
    try? FileManager.default.removeItem(atPath: folder.file("a.zip"))
    try folder.write("a.zip", bytes)
    return try ZipArchive(path: folder.file("a.zip"), limits: limits)
  }

  private func malformed(_ reason: String, in entry: String? = nil) -> InputError {
    .malformed(folder.file("a.zip") + (entry.map { "/\($0)" } ?? ""), reason: reason)
  }

  private var bomb: URL { Tool.root.appending(path: "Fixtures/exports/zip/bomb.zip") }

  @Test func `an entry of eight megabytes in eight kilobytes ends at the first megabyte`() throws {
    let archive = try ZipArchive(path: bomb.path)
    let source = try archive.open("_chat.txt")
    let reading = Reading(source)
    #expect(reading.bytes.count == 1 << 20)
    #expect(reading.largestChunk <= 262_144)
    #expect(
      reading.error
        == .malformed(
          bomb.path + "/_chat.txt",
          reason: "the entry is over 200 times as large as in the archive"))
    // Whoever asks again gets the same answer.
    #expect(Reading(source).error == reading.error)
    #expect(Reading(source).bytes == [])
  }

  @Test func `a bomb that claims to be small is still recognised`() throws {
    var bytes = [UInt8](try Data(contentsOf: bomb))
    let directory = try #require(
      bytes.indices.dropLast(4).first { bytes[$0..<($0 + 4)].elementsEqual([0x50, 0x4B, 1, 2]) })
    bytes.replaceSubrange((directory + 24)..<(directory + 28), with: [100, 0, 0, 0])
    let reading = Reading(try archive(bytes).open("_chat.txt"))
    #expect(reading.bytes.count == 1 << 20)
    #expect(
      reading.error
        == malformed("the entry is over 200 times as large as in the archive", in: "_chat.txt"))
  }

  @Test func `what a lower limit forbids a higher one allows`() throws {
    var limits = ZipArchive.Limits()
    limits.ratio = 1_100
    let reading = Reading(try ZipArchive(path: bomb.path, limits: limits).open("_chat.txt"))
    #expect(reading.bytes.count == 8 << 20)
    #expect(reading.error == nil)
    limits.entryBytes = (8 << 20) - 1
    let larger = Reading(try ZipArchive(path: bomb.path, limits: limits).open("_chat.txt"))
    #expect(
      larger.error
        == .malformed(bomb.path + "/_chat.txt", reason: "the entry is larger than 8388607 bytes"))
  }

  @Test func `entries that share their data are refused`() throws {
    let entries = [
      ZipSample.Entry("a", "shared"), ZipSample.Entry("b", "").with { $0.offset = 0 },
    ]
    #expect(throws: malformed("the archive's entries overlap")) {
      try archive(ZipSample.archive(entries))
    }
    // The first one's data reach over the header of the second.
    let quoting = [
      ZipSample.Entry("a", "1").with { $0.compressedSize = 2 }, ZipSample.Entry("b", "2"),
    ]
    #expect(throws: malformed("the archive's entries overlap")) {
      try archive(ZipSample.archive(quoting))
    }
    let long = ZipSample.Entry("a", "1").with { $0.compressedSize = 2 }
    #expect(throws: malformed("the archive's directory is damaged")) {
      try archive(ZipSample.archive([long]))
    }
  }

  @Test func `a hundred thousand entries and one are refused`() throws {
    var bytes = ZipSample.archive([.init("a")])
    let directory = bytes[31..<(31 + 47)]
    let end = bytes.suffix(22)
    bytes.removeLast(47 + 22)
    for _ in 0...100_000 { bytes += directory }
    // Counts end at 65,535, so the number is only known when the directory has been read.
    bytes += end.prefix(12) + [0x8F, 0xB7, 0x47, 0] + end.suffix(6)
    #expect(throws: malformed("the archive has more than 100000 entries")) {
      try archive(bytes)
    }
  }

  @Test func `limits are what is still allowed`() throws {
    let bytes = ZipSample.archive(["a.txt", "b.txt", "c.txt"].map { ZipSample.Entry($0) })
    var limits = ZipArchive.Limits()
    limits.entries = 3
    limits.directoryBytes = 3 * (46 + 5)
    limits.pathBytes = 15
    #expect(try archive(bytes, limits: limits).paths == ["a.txt", "b.txt", "c.txt"])
    limits.entries = 2
    #expect(throws: malformed("the archive has more than 2 entries")) {
      try archive(bytes, limits: limits)
    }
    limits.entries = 3
    limits.pathBytes = 14
    #expect(throws: malformed("the names in the archive are longer than 14 bytes")) {
      try archive(bytes, limits: limits)
    }
    limits.directoryBytes -= 1
    #expect(throws: malformed("the archive's directory is larger than 152 bytes")) {
      try archive(bytes, limits: limits)
    }
  }

  @Test func `a directory that contradicts its content is refused`() throws {
    let bytes = ZipSample.archive([.init("a", "1"), .init("b", "2")])
    let end = bytes.count - 22
    for (offset, value) in [(10, 1), (12, 46), (16, 200), (10, 3)] as [(Int, UInt8)] {
      var changed = bytes
      changed[end + offset] = value
      #expect(throws: malformed("the archive's directory is damaged"), "\(offset)") {
        try archive(changed)
      }
    }
    for offset in [4, 5] {
      var changed = bytes
      changed[end + offset] = 1
      #expect(
        throws: malformed("the archive is one of several parts; put them together first")
      ) {
        try archive(changed)
      }
    }
  }

  @Test func `numbers of 64 bits do not overflow`() throws {
    let path = Tool.root.appending(path: "Fixtures/exports/zip/zip64.zip")
    let bytes = [UInt8](try Data(contentsOf: path))
    for start in 0...(bytes.count - 8) {
      for number: [UInt8] in [
        .init(repeating: 0xFF, count: 8), .init(repeating: 0xFF, count: 7) + [0x7F],
      ] {
        var changed = bytes
        changed.replaceSubrange(start..<(start + 8), with: number)
        guard let archive = try? archive(changed) else { continue }
        for path in archive.paths {
          _ = (try? archive.open(path)).map { Reading($0) }
        }
      }
    }
  }

  @Test func `encrypted entries are listed, and refused when opened`() throws {
    let path = Tool.root.appending(path: "Fixtures/exports/zip/encrypted.zip").path
    let archive = try ZipArchive(path: path)
    #expect(archive.paths == ["_chat.txt"])
    #expect(
      throws: InputError.malformed(
        path + "/_chat.txt", reason: "encrypted; unpack the archive with its password first")
    ) {
      try archive.open("_chat.txt")
    }
  }

  @Test func `a method that zlib does not know is refused when opened`() throws {
    let archive = try archive(ZipSample.archive([.init("a", "1").with { $0.method = 14 }]))
    #expect(throws: malformed("compressed by method 14; unpack the archive first", in: "a")) {
      try archive.open("a")
    }
  }

  @Test func `what cannot be read from its end is refused`() throws {
    #expect(
      throws: InputError.malformed(
        "/dev/null", reason: "a zip archive is read from its end; save it as a file and name that")
    ) {
      try ZipArchive(path: "/dev/null")
    }
    #expect(throws: InputError.isFolder(folder.path)) { try ZipArchive(path: folder.path) }
    #expect(throws: InputError.missing(folder.file("none.zip"))) {
      try ZipArchive(path: folder.file("none.zip"))
    }
  }

  @Test func `archives are recognised by their first bytes`() throws {
    #expect(ZipArchive.isZip(head: ZipSample.archive([.init("a")])))
    #expect(ZipArchive.isZip(head: ZipSample.archive([])))
    #expect(!ZipArchive.isZip(head: Array("PK, Wordle 1,932 3/6".utf8)))
    #expect(!ZipArchive.isZip(head: []))
    #expect(try archive(ZipSample.archive([])).paths == [])
  }
}
