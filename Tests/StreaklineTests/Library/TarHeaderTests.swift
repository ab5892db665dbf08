import Foundation
import Streakline
import Testing

@Suite struct TarHeaderTests {
  @Test(arguments: [
    ("manifest.json", 0), ("Parsers/wordle.yaml", 511), ("streakline.db", 0o777_7777_7777),
    ("streakline.db", 0o777_7777_7777 + 1), ("Pipelines/größe.yaml", .max),
  ])
  func `a head is read as it was written`(name: String, size: Int) throws {
    let header = TarHeader(name: name, sizeBytes: size)
    #expect(try TarHeader(header.bytes(changedAt: 1_790_000_000)) == header)
  }

  @Test func `tar lists and unpacks what was written`() throws {
    let folder = try TemporaryFolder()
    let name = "Parsers/" + String(repeating: "n", count: 95) + ".yaml"
    let content = Array("format: 1\n".utf8)
    var bytes = TarHeader(name: name, sizeBytes: content.count).bytes(changedAt: 0) + content
    bytes += [UInt8](repeating: 0, count: 512 - content.count + 1_024)
    try folder.write("a.tar", bytes)
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-xf", folder.file("a.tar"), "-C", folder.path]
    try tar.run()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0)
    #expect(try folder.bytes(name) == content)
  }

  @Test func `a changed bit in a head is found`() {
    let block = TarHeader(name: "config.yaml", sizeBytes: 10).bytes(changedAt: 0)
    for place in block.indices where !(148..<156).contains(place) {
      var changed = block
      changed[place] ^= 1
      #expect(throws: TarHeader.Mistake.self, "\(place)") { try TarHeader(changed) }
    }
  }
}
