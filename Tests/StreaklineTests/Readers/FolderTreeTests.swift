import Foundation
import StreaklineReaders
import StreaklineRules
import Testing

@testable import Streakline

@Suite struct FolderTreeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(_ path: String, _ text: String = "x") throws {
    let url = URL(filePath: folder.file(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func makePipe(_ name: String) {
    let result = unsafe mkfifo(folder.file(name), 0o600)
    #expect(result == 0)
  }

  private func tree(_ limits: FolderTree.Limits = .init()) throws -> FolderTree {
    try FolderTree(path: folder.path, limits: limits)
  }

  @Test func `files are listed in order and read`() throws {
    try make("users.json", "[]")
    try make("general/2026-10-04.json", "later")
    try make("general/2026-10-03.json", "earlier")
    try make("a b/Zoë.txt")
    let tree = try FolderTree(path: folder.path + "//")
    #expect(tree.name == folder.path)
    #expect(
      tree.paths == [
        "a b/Zoë.txt", "general/2026-10-03.json", "general/2026-10-04.json", "users.json",
      ])
    let source = try tree.open("general/2026-10-03.json")
    #expect(source.name == folder.path + "/general/2026-10-03.json")
    #expect(source.size == 7)
    #expect(Reading(source).text == "earlier")
    #expect(throws: InputError.missing(folder.path + "/general")) { try tree.open("general") }
  }

  @Test func `links, pipes and hidden files are left out`() throws {
    try make("a.txt")
    try make(".hidden.txt")
    try make(".git/config")
    try make("__MACOSX/a.txt")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.file("link.txt"), withDestinationPath: "/etc/passwd")
    try files.createSymbolicLink(atPath: folder.file("inside.txt"), withDestinationPath: "a.txt")
    try files.createSymbolicLink(atPath: folder.file("up"), withDestinationPath: "..")
    makePipe("pipe")
    #expect(try tree().paths == ["a.txt"])
    #expect(
      try tree().leftOut == ["inside.txt", "link.txt", "pipe", "up"].map { folder.file($0) })
  }

  @Test(.enabled(if: getuid() != 0))
  func `a folder that may be listed and not entered is refused`() throws {
    try make("sub/a.txt")
    _ = unsafe chmod(folder.file("sub"), 0o444)
    defer { _ = unsafe chmod(folder.file("sub"), 0o755) }
    #expect(throws: InputError.notPermitted(folder.file("sub/a.txt"))) { try tree() }
  }

  @Test func `a link that replaces a file after the listing is not followed`() throws {
    for name in ["sub/a.txt", "b.txt", "c.txt", "other/a.txt"] { try make(name) }
    let tree = try tree()
    let files = FileManager.default
    try files.removeItem(atPath: folder.file("sub"))
    try files.createSymbolicLink(atPath: folder.file("sub"), withDestinationPath: "other")
    try files.removeItem(atPath: folder.file("c.txt"))
    try files.createSymbolicLink(atPath: folder.file("c.txt"), withDestinationPath: "other/a.txt")
    try files.removeItem(atPath: folder.file("b.txt"))
    makePipe("b.txt")
    #expect(throws: InputError.self) { try tree.open("sub/a.txt") }
    #expect(throws: InputError.self) { try tree.open("c.txt") }
    #expect(Reading(try tree.open("other/a.txt")).text == "x")
    #expect(
      throws: InputError.unreadable(
        folder.path + "/b.txt", reason: "it is not a regular file")
    ) {
      try tree.open("b.txt")
    }
  }

  @Test func `a folder that is too deep or too full is refused`() throws {
    try make("1/2/3/4/5/6/7/a.txt")
    #expect(try tree().paths == ["1/2/3/4/5/6/7/a.txt"])
    try make("1/2/3/4/5/6/7/8/a.txt")
    #expect(
      throws: InputError.malformed(
        folder.path, reason: "deeper than 8 folders; name the folder of the export itself")
    ) { try tree() }
    try FileManager.default.removeItem(atPath: folder.file("1"))
    for name in ["a", "b", "c"] { try make(name) }
    var limits = FolderTree.Limits()
    limits.files = 3
    limits.pathBytes = 3
    #expect(try tree(limits).paths == ["a", "b", "c"])
    limits.files = 2
    #expect(
      throws: InputError.malformed(
        folder.path, reason: "holds more than 2 files; name the folder of the export itself")
    ) { try tree(limits) }
  }

  @Test func `a folder is listed once for all the files that are read of it`() throws {
    for name in ["a.txt", "b.txt", "c.txt"] { try make(name, name) }
    let request = ImportRequest(path: folder.path)
    let rules = GameRules(ruleSet: RuleSet(files: []))
    let requests = try request.expanded(for: rules)
    #expect(requests.map(\.entry) == ["a.txt", "b.txt", "c.txt"])
    // Listing it again would now be refused.
    try make("1/2/3/4/5/6/7/8/9/deep.txt")
    #expect(throws: InputError.self) { try request.expanded(for: rules) }
    for request in requests {
      let input = try request.open(for: rules.ruleSet)
      #expect(input.name == "\(folder.path)/\(request.entry ?? "")")
    }
  }

  @Test func `a path with a NUL is no file`() throws {
    try make("a.txt")
    let path = folder.file("a.txt") + "\0.json"
    #expect(throws: InputError.missing(path)) { try ByteSource(path: path) }
    #expect(throws: InputError.missing(folder.path + "\0")) {
      try FolderTree(path: folder.path + "\0")
    }
  }

  @Test func `what is no folder has no files`() throws {
    try make("a.txt")
    #expect(throws: InputError.missing(folder.file("none"))) {
      try FolderTree(path: folder.file("none"))
    }
    #expect(throws: InputError.missing(folder.file("a.txt"))) {
      try FolderTree(path: folder.file("a.txt"))
    }
  }

  #if os(Linux)
    @Test func `a name that is not UTF-8 is shown repaired and opened as it is`() throws {
      let path = Array(folder.path.utf8CString.dropLast()) + [0x2F, 0x5A, -1, 0]
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
      let count = unsafe write(descriptor, "x", 1)
      #expect(count == 1)
      close(descriptor)
      let tree = try tree()
      #expect(tree.paths == ["Z\u{FFFD}"])
      #expect(Reading(try tree.open("Z\u{FFFD}")).text == "x")
    }
  #endif
}
