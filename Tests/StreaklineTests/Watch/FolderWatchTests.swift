import Foundation
import Streakline
import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct FolderWatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ name: String, _ text: String = "text") throws {
    try folder.write(name, Array(text.utf8))
  }

  /// Replaces a file as programs do that save safely: the name gets another inode.
  private func replace(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)), options: .atomic)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.file(name))
  }

  /// The names that are returned at second `second`.
  private func poll(_ watch: inout FolderWatch, _ second: Double) throws -> [String] {
    try watch.poll(now: Instant(milliseconds: 1_790_000_000_000 + Int64(second * 1_000))).map {
      #expect($0.folder == folder.path)
      return $0.name
    }
  }

  @Test func `a file is returned once, two seconds after it was first seen`() throws {
    var watch = FolderWatch(path: folder.path)
    #expect(try poll(&watch, 0) == [])
    try write("b.txt")
    try write("a.zip")
    #expect(try poll(&watch, 1) == [])
    #expect(try poll(&watch, 2.999) == [])
    #expect(try poll(&watch, 3) == ["a.zip", "b.txt"])
    #expect(try poll(&watch, 60) == [])
  }

  @Test func `a file that is there at the start is new`() throws {
    try write("old.json")
    var watch = FolderWatch(path: folder.path + "/", settleMilliseconds: 0)
    #expect(try poll(&watch, 0) == ["old.json"])
    #expect(try poll(&watch, 0) == [])
  }

  @Test func `a file that grows waits until it is whole`() throws {
    var watch = FolderWatch(path: folder.path)
    var text = ""
    for second in 0..<5 {
      text += "line\n"
      try write("chat.txt", text)
      #expect(try poll(&watch, Double(second)) == [])
    }
    #expect(try poll(&watch, 5.9) == [])
    #expect(try poll(&watch, 6) == ["chat.txt"])
  }

  @Test func `a file that changes after it was returned is returned again`() throws {
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt", "1")
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 2) == ["chat.txt"])
    try write("chat.txt", "12")
    #expect(try poll(&watch, 10) == [])
    #expect(try poll(&watch, 12) == ["chat.txt"])
    #expect(try poll(&watch, 14) == [])
  }

  @Test func `a change of the time alone is a change`() throws {
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt")
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 2) == ["chat.txt"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: folder.file("chat.txt"))
    #expect(try poll(&watch, 3) == [])
    #expect(try poll(&watch, 5) == ["chat.txt"])
  }

  @Test func `a file that is replaced under its name is returned again`() throws {
    let date = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt", "old")
    try FileManager.default.setAttributes(date, ofItemAtPath: folder.file("chat.txt"))
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 2) == ["chat.txt"])
    // Same size and time, so that only the inode tells.
    try replace("chat.txt", "new")
    try FileManager.default.setAttributes(date, ofItemAtPath: folder.file("chat.txt"))
    #expect(try poll(&watch, 3) == [])
    #expect(try poll(&watch, 5) == ["chat.txt"])
  }

  @Test func `a file that disappears and comes back is new`() throws {
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt")
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 2) == ["chat.txt"])
    let aside = folder.path + "-aside"
    try FileManager.default.moveItem(atPath: folder.file("chat.txt"), toPath: aside)
    #expect(try poll(&watch, 3) == [])
    try FileManager.default.moveItem(atPath: aside, toPath: folder.file("chat.txt"))
    #expect(try poll(&watch, 4) == [])
    #expect(try poll(&watch, 6) == ["chat.txt"])
  }

  @Test func `a download is returned under its final name only`() throws {
    var watch = FolderWatch(path: folder.path)
    // Firefox keeps the name with an empty file.
    try write("chat.zip", "")
    try write("chat.zip.part", "half")
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 5) == [])
    try remove("chat.zip")
    try FileManager.default.moveItem(
      atPath: folder.file("chat.zip.part"), toPath: folder.file("chat.zip"))
    #expect(try poll(&watch, 6) == [])
    #expect(try poll(&watch, 8) == ["chat.zip"])
  }

  @Test func `folders, links, pipes, hidden and temporary files are left out`() throws {
    let left = [
      ".hidden", ".#chat.txt", "#chat.txt#", "~$chat.docx", "chat.txt~", "a.part", "b.PART",
      "c.crdownload", "d.tmp", "e.temp", "f.partial", "g.download",
    ]
    for name in left + ["chat.txt", "chat.zip", "result.json", "party.csv", "no-extension"] {
      try write(name)
    }
    try write("empty.txt", "")
    let files = FileManager.default
    try files.createDirectory(atPath: folder.file("folder.txt"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder.file("link.txt"), withDestinationPath: "chat.txt")
    let result = unsafe mkfifo(folder.file("pipe.txt"), 0o600)
    #expect(result == 0)
    var watch = FolderWatch(path: folder.path, settleMilliseconds: 0)
    #expect(
      try poll(&watch, 0) == ["chat.txt", "chat.zip", "no-extension", "party.csv", "result.json"])
  }

  @Test func `a file that cannot be read is returned once for each change`() throws {
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.file("chat.txt"))
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 2) == ["chat.txt"])
    #expect(try poll(&watch, 4) == [])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("chat.txt"))
    #expect(try poll(&watch, 5) == [])
    #expect(try poll(&watch, 7) == ["chat.txt"])
  }

  @Test func `a clock that is set back makes files wait again, not forever`() throws {
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt")
    #expect(try poll(&watch, 1_000) == [])
    #expect(try poll(&watch, 0) == [])
    #expect(try poll(&watch, 1) == [])
    #expect(try poll(&watch, 2) == ["chat.txt"])
  }

  @Test func `a folder that goes away for a while is an error, and nothing is returned twice`()
    throws
  {
    var watch = FolderWatch(path: folder.path)
    try write("chat.txt")
    _ = try poll(&watch, 0)
    #expect(try poll(&watch, 2) == ["chat.txt"])
    let aside = folder.path + "-aside"
    try FileManager.default.moveItem(atPath: folder.path, toPath: aside)
    #expect(throws: InputError.missing(folder.path)) { try poll(&watch, 3) }
    try FileManager.default.moveItem(atPath: aside, toPath: folder.path)
    #expect(try poll(&watch, 4) == [])
    #expect(try poll(&watch, 6) == [])
  }

  @Test func `a file in place of a folder is named as one`() throws {
    try write("chat.txt")
    var watch = FolderWatch(path: folder.file("chat.txt"))
    let error = #expect(throws: InputError.self) {
      try watch.poll(now: Instant(milliseconds: 0))
    }
    #expect(error?.description.contains("is a file; name the folder") == true)
  }

  @Test func `a file whose name is not UTF-8 is returned, and no other file for it`() throws {
    let bytes = Array(folder.path.utf8) + Array("/caf".utf8) + [0xE9] + Array(".txt".utf8)
    let file = unsafe fopen(bytes.map { CChar(bitPattern: $0) } + [0], "w")
    _ = unsafe fputs("text", file)
    _ = unsafe fclose(file)
    try write("caf\u{FFFD}.txt")
    var watch = FolderWatch(path: folder.path, settleMilliseconds: 0)
    let files = try watch.poll(now: Instant(milliseconds: 0))
    #expect(files.map(\.isNameUTF8).sorted { !$0 && $1 } == [false, true])
    #expect(Set(files.map(\.name)) == ["caf\u{FFFD}.txt"])
    #expect(try watch.poll(now: Instant(milliseconds: 1)) == [])
  }
}
