import Foundation
import Streakline
import StreaklineCore
import Testing

@Suite struct BackupCommandTests {
  private let tool: Tool
  private let other: Tool

  init() throws {
    (tool, other) = (try Tool(), try Tool())
  }

  private func remove() {
    tool.remove()
    other.remove()
  }

  private func file(_ name: String = "b.tar") -> String { tool.folder.path + "/" + name }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func fill() throws {
    try tool.run([], input: wordle(1_200))
    try tool.run(["--user", "Ana"], input: wordle(1_200, rows: 4))
    _ = try tool.write("me: [Ann]\n", to: "config/streakline/config.yaml")
    let rule = try String(
      contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"), encoding: .utf8)
    _ = try tool.write(rule, to: "config/streakline/Parsers/wordle.yaml")
    _ = try tool.write("no rule", to: "config/streakline/Parsers/.wordle.yaml")
    _ = try tool.write(
      "format: 1\npipeline: off\nenabled: no\n", to: "config/streakline/Pipelines/off.yaml")
  }

  private func deviceID(_ tool: Tool) throws -> String? {
    let backup = try tool.run(["backup", tool.folder.path + "/id.tar", "--force"])
    #expect(backup.status == 0, "\(backup)")
    let manifest = try contents(of: tool.folder.path + "/id.tar")["manifest.json"] ?? []
    return (try readJSON(manifest)).object?["deviceId"]?.string
  }

  /// The contents of an archive, by name.
  private func contents(of path: String) throws -> [String: [UInt8]] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var found: [String: [UInt8]] = [:]
    var place = 0
    while place < bytes.count, bytes[place] != 0 {
      let header = try TarHeader(Array(bytes[place..<place + TarHeader.blockBytes]))
      place += TarHeader.blockBytes
      found[header.name] = Array(bytes[place..<place + header.sizeBytes])
      place += TarHeader.paddedBytes(header.sizeBytes)
    }
    return found
  }

  @Test func `a backup holds the store and the user's own files, and only the user can read it`()
    throws
  {
    defer { remove() }
    try fill()
    let run = try tool.run(["backup", file()])
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("2 results, 2 people, settings, 1 rule, 1 pipeline"), "\(run)")
    #expect(try permissions(file()) == 0o600)
    #expect(
      try contents(of: file()).keys.sorted() == [
        "Parsers/wordle.yaml", "Pipelines/off.yaml", "config.yaml", "manifest.json",
        "streakline.db",
      ])
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(!names.contains { $0.contains(".tmp") }, "\(names)")
  }

  @Test func `what is restored elsewhere is the same, under another device id`() throws {
    defer { remove() }
    try fill()
    try tool.run(["backup", file()])
    let run = try other.run(["restore", file()])
    #expect(run.status == 0, "\(run)")
    let results = try tool.run(["results", "--output", "json"]).output
    #expect(try other.run(["results", "--output", "json"]).output == results)
    #expect(try other.run(["verify"]).status == 0)
    for name in ["config.yaml", "Parsers/wordle.yaml", "Pipelines/off.yaml"] {
      let path = "config/streakline/" + name
      let restored = other.folder.appending(path: path)
      #expect(try Data(contentsOf: restored) == Data(contentsOf: tool.folder.appending(path: path)))
      #expect(try permissions(restored.path) == 0o600)
    }
    #expect(try permissions(other.store.path) == 0o600)
    #expect(try deviceID(tool) != deviceID(other))
  }

  @Test func `a backup is replaced only when that is said`() throws {
    defer { remove() }
    try fill()
    _ = try tool.write("a diary", to: "b.tar")
    let run = try tool.run(["backup", file()])
    #expect(run.status == 73 && run.talk.contains("--force"), "\(run)")
    #expect(try String(contentsOfFile: file(), encoding: .utf8) == "a diary")
    #expect(try tool.run(["backup", file(), "--force"]).status == 0)
    #expect(try tool.run(["backup", tool.store.path, "--force"]).status == 73)
  }

  @Test func `an existing store is replaced only when that is said, and is kept then`() throws {
    defer { remove() }
    try fill()
    try tool.run(["backup", file()])
    let before = try deviceID(tool)
    try tool.run([], input: wordle(1_201))
    let refused = try tool.run(["restore", file()])
    #expect(refused.status == 73 && refused.talk.contains("--replace"), "\(refused)")
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 3)
    let run = try tool.run(["restore", file(), "--replace", "--output", "json"])
    #expect(run.status == 0, "\(run)")
    let kept = try #require((run.objects.first?["kept"] as? [String])?.first)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 2)
    #expect(try tool.run(["results", "--output", "json", "--store", kept]).objects.count == 3)
    #expect(try deviceID(tool) != before)
    let next = try tool.run([], input: wordle(1_202))
    #expect(next.status == 0 && !next.talk.contains("older than"), "\(next)")
  }

  @Test func `settings that differ are kept under another name`() throws {
    defer { remove() }
    try fill()
    try tool.run(["backup", file()])
    _ = try other.write("me: [Bob]\n", to: "config/streakline/config.yaml")
    let refused = try other.run(["restore", file()])
    #expect(refused.status == 73 && refused.talk.contains("config.yaml"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: other.store.path))
    #expect(try other.run(["restore", file(), "--only-store"]).status == 0)
    #expect(try other.run(["restore", file(), "--replace"]).status == 0)
    let kept = other.folder.appending(path: "config/streakline/config.yaml.before-restore-1")
    #expect(try String(contentsOf: kept, encoding: .utf8) == "me: [Bob]\n")
  }

  // MARK: - What is no backup

  private func archive(_ entries: [(header: [UInt8], bytes: [UInt8])], end: Int = 1_024) -> Data {
    var archive: [UInt8] = []
    for (header, bytes) in entries {
      archive += header + bytes
      archive += [UInt8](repeating: 0, count: TarHeader.paddedBytes(bytes.count) - bytes.count)
    }
    return Data(archive + [UInt8](repeating: 0, count: end))
  }

  private func entry(_ name: String, _ bytes: [UInt8]) -> (header: [UInt8], bytes: [UInt8]) {
    (TarHeader(name: name, sizeBytes: bytes.count).bytes(changedAt: 0), bytes)
  }

  /// The entries of a good backup, the manifest first.
  private func goodEntries() throws -> [(header: [UInt8], bytes: [UInt8])] {
    try fill()
    try tool.run(["backup", file("good.tar")])
    let contents = try contents(of: file("good.tar"))
    let names = contents.keys.filter { $0 != "manifest.json" }.sorted()
    return (["manifest.json"] + names).map { entry($0, contents[$0] ?? []) }
  }

  /// Restores an archive, which must be refused without a trace.
  private func expectRefusal(_ archive: Data, _ words: String) throws {
    let path = try other.write(archive, to: "bad.tar")
    let run = try other.run(["restore", path])
    #expect(run.status == 65 && run.talk.contains(words), "\(run)")
    for name in ["data/streakline/streakline.db", "config/streakline", "../escaped.yaml"] {
      #expect(!FileManager.default.fileExists(atPath: other.folder.path + "/" + name), "\(name)")
    }
  }

  @Test func `a name that leads elsewhere, a second one and one that is not listed are refused`()
    throws
  {
    defer { remove() }
    let good = try goodEntries()
    for name in [
      "../escaped.yaml", "/etc/x.yaml", "Parsers/../../escaped.yaml", "Parsers/.x.yaml", "x",
      "server/x.db", "server/../escaped.yaml", "server/containers/../accounts.db",
      "server/containers/iCloud.é/production.db", "server/containers/iCloud.a/x.db",
      "server/containers/../iCloud.a/production.db",
    ] {
      try expectRefusal(archive(good + [entry(name, [1])]), "a file that no backup has")
    }
    try expectRefusal(archive(good + [good[1]]), "twice")
    try expectRefusal(archive(good + [entry("Parsers/x.yaml", [1])]), "not those that")
    try expectRefusal(archive(Array(good.dropLast())), "not those that")
  }

  @Test(arguments: [UInt8(ascii: "1"), UInt8(ascii: "2"), UInt8(ascii: "5"), UInt8(ascii: "x")])
  func `links and folders are refused`(kind: UInt8) throws {
    defer { remove() }
    var good = try goodEntries()
    good[1].header[156] = kind
    let sum = good[1].header.indices.reduce(0) {
      $0 + ((148..<156).contains($1) ? 32 : Int(good[1].header[$1]))
    }
    let digits = String(sum, radix: 8)
    let field = String(repeating: "0", count: 6 - digits.count) + digits
    good[1].header.replaceSubrange(148..<154, with: Array(field.utf8))
    try expectRefusal(archive(good), "which no backup has")
  }

  @Test func `sizes that are not there, and what was cut off, are refused`() throws {
    defer { remove() }
    let good = try goodEntries()
    let whole = archive(good)
    for size in [whole.count, 1 << 40, .max] {
      var huge = good
      huge[1].header = TarHeader(name: "config.yaml", sizeBytes: size).bytes(changedAt: 0)
      try expectRefusal(archive(huge), "cut off")
    }
    for count in [whole.count - 1_024, whole.count - 1_500, 700, 512] {
      try expectRefusal(whole.prefix(count), "cut off")
    }
    try expectRefusal(whole.prefix(100), "no backup")
    try expectRefusal(Data(), "no backup")
    try expectRefusal(Data("PK\u{3}\u{4} a zip archive".utf8), "no backup")
    try expectRefusal(whole + Data("more".utf8), "goes on after its end")
  }

  @Test func `a changed byte is found, wherever it is`() throws {
    defer { remove() }
    let good = try goodEntries()
    for index in good.indices.dropFirst() {
      var changed = good
      changed[index].bytes[changed[index].bytes.count / 2] ^= 0x20
      try expectRefusal(archive(changed), "is not what was written")
    }
  }

  @Test func `a store that is none, or has problems, is not put in place`() throws {
    defer { remove() }
    let good = try goodEntries()
    func with(_ store: [UInt8]) throws -> Data {
      var hash = XXHash64()
      hash.add(store)
      let manifest = """
        {"format":1,"program":"streakline","version":"1","schema":6,"createdAt":"2026-11-30T19:20:57Z",\
        "deviceId":"a","counts":{},"files":[{"name":"streakline.db","bytes":\(store.count),\
        "xxh64":"\(hash.digest.hexadecimalDigits)"}]}
        """
      return archive([
        entry("manifest.json", Array(manifest.utf8)), entry("streakline.db", store),
      ])
    }
    try expectRefusal(with(Array("Dear diary".utf8)), "something else")
    let store = try #require(good.last?.bytes)
    #expect(
      try other.run([
        "restore", other.write(with(store), to: "good.tar"), "--store", other.folder.path + "/x.db",
      ]).status == 0)
    // A changed digit in a record, whose checksum then differs.
    let text = Data(store)
    let place = try #require(text.range(of: Data(":1200,".utf8))).lowerBound
    var damaged = store
    damaged[place + 1] ^= 0x02
    try expectRefusal(with(damaged), "problem")
  }
}

extension UInt64 {
  fileprivate var hexadecimalDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
