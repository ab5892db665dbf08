import Foundation
import StreaklineFiles
import Testing

@Suite struct ReplacementFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func names() throws -> [String] { try StreaklineFiles.names(inFolder: folder.path) }

  @Test func `the old file stays until the new one is complete`() throws {
    try folder.write("out", [1])
    do {
      let file = try ReplacementFile(folder.file("out"))
      try file.write([2])
      #expect(try folder.bytes("out") == [1])
      try file.replaceDurably()
      #expect(try folder.bytes("out") == [2])
    }
    do {
      let abandoned = try ReplacementFile(folder.file("out"))
      try abandoned.write([3])
    }
    #expect(try folder.bytes("out") == [2])
    #expect(try names() == ["out"])
  }

  @Test func `a file that was created has one name when its folder is on the disk`() throws {
    let file = try ReplacementFile(folder.file("out"))
    try file.write([1])
    try file.createDurably()
    // A power cut after this moment can only bring back what is here now.
    #expect(try names() == ["out"])
    #expect(throws: FileError.self) { try createFile(folder.file("out"), content: [2]) }
    #expect(try names() == ["out"])
    withExtendedLifetime(file) {}
  }

  @Test func `the second name of a file whose creation was killed is removed, not the file`() throws
  {
    try folder.write("out", [1])
    try FileManager.default.linkItem(
      atPath: folder.file("out"), toPath: folder.file("out.streakline.tmp"))
    ReplacementFile.removeLeftover(of: folder.file("out"))
    #expect(try names() == ["out"])
    #expect(try folder.bytes("out") == [1])
    let written = try ReplacementFile(folder.file("out"))
    ReplacementFile.removeLeftover(of: folder.file("out"))
    #expect(try names() == ["out", "out.streakline.tmp"])
    withExtendedLifetime(written) {}
  }

  @Test func `what a killed program left behind is in nobody's way and is removed`() throws {
    try folder.write("out.streakline.tmp", [9])
    try folder.write("out.\(getpid()).new", [8])
    let file = try ReplacementFile(folder.file("out"))
    try file.write([1])
    try file.replace()
    #expect(try folder.bytes("out") == [1])
    #expect(try names() == ["out", "out.\(getpid()).new"])
  }

  @Test func `two programs that write one file do not share a temporary one`() throws {
    let first = try ReplacementFile(folder.file("out"))
    let second = try ReplacementFile(folder.file("out"))
    try first.write([1])
    try second.write([2])
    try first.replace()
    #expect(try folder.bytes("out") == [1])
    try second.replace()
    #expect(try folder.bytes("out") == [2])
    #expect(try names() == ["out"])
  }

  @Test func `a folder or a link with the temporary name is left alone`() throws {
    try createFolder(folder.file("out.streakline.tmp"))
    try folder.write("precious", [7])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("out.1.streakline.tmp"), withDestinationPath: folder.file("precious"))
    let file = try ReplacementFile(folder.file("out"))
    try file.write([1])
    try file.replace()
    #expect(try folder.bytes("precious") == [7])
    #expect(try names().count == 4)
  }

  @Test func `of a link, the file that it points to is replaced`() throws {
    try folder.write("real", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "real")
    let file = try ReplacementFile(folder.file("link"))
    try file.write([2])
    try file.replace()
    #expect(try folder.bytes("real") == [2])
    #expect(try FileStatus(folder.file("link"), followsLinks: false).kind == .link)
  }
}
