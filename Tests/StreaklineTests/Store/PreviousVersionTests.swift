import Foundation
import Testing

/// What earlier versions have written opens in this one: `Fixtures/previous` has a folder for each, with the
/// stores and logs of two devices and what their program printed of them.
@Suite struct PreviousVersionTests {
  private static let folder = Tool.root.appending(path: "Fixtures/previous")
  private static let listings = [
    "results", "users", "disputes", "misses", "corrections", "imports", "conflicts", "streaks",
  ]

  static var versions: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/expected").path)
      }
    }
  }

  /// The devices of a version, unpacked into a folder of their own.
  private struct Devices {
    let tool: Tool
    let version: String

    init(_ version: String) throws {
      tool = try Tool()
      self.version = version
      let unpacking = Process()
      unpacking.executableURL = URL(filePath: "/usr/bin/env")
      let archive = PreviousVersionTests.folder.appending(path: "\(version)/devices.tar.gz").path
      unpacking.arguments = ["tar", "-xzf", archive, "-C", tool.folder.path]
      try unpacking.run()
      unpacking.waitUntilExit()
      try #require(unpacking.terminationStatus == 0)
    }

    @discardableResult
    func on(_ device: String, _ arguments: String...) throws -> Tool.Run {
      let home = tool.folder.appending(path: device)
      return try tool.run(
        arguments,
        more: [
          "HOME": home.path, "XDG_DATA_HOME": home.appending(path: "data").path,
          "XDG_CONFIG_HOME": home.appending(path: "config").path,
        ])
    }

    func listed(_ device: String, _ listing: String) throws -> [[String: Any]] {
      let run =
        listing == "streaks"
        ? try on(device, "streaks", "--as-of", "2024-11-20", "--output", "json")
        : try on(device, listing, "--output", "json")
      #expect(run.status == 0, "\(run.talk)")
      return run.objects
    }

    /// What the version's own program has printed.
    func expected(_ device: String, _ listing: String) throws -> [[String: Any]] {
      let file = PreviousVersionTests.folder.appending(
        path: "\(version)/expected/\(device)-\(listing).jsonl")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }

    /// The ids of the results that count, with their scores.
    func counted(_ device: String) throws -> Set<String> {
      let results = try listed(device, "results").filter { $0["suspect"] is NSNull }
      return Set(results.map { "\($0["id"] ?? "") \($0["score"] ?? "")" })
    }
  }

  @Test(arguments: try versions, ["a", "b"])
  func `a store of an earlier version says the same`(version: String, device: String) throws {
    let devices = try Devices(version)
    defer { devices.tool.remove() }
    for listing in Self.listings {
      let (now, before) = (
        try devices.listed(device, listing), try devices.expected(device, listing)
      )
      #expect(now.count == before.count, "\(listing)")
      for (one, other) in zip(now, before) {
        // A later version may say more of a thing, and no less.
        let said = other.filter { !($0.value is NSNull) }
        let same = one.filter { said.keys.contains($0.key) }
        #expect(NSDictionary(dictionary: same) == NSDictionary(dictionary: said), "\(listing)")
      }
    }
    let verified = try devices.on(device, "verify")
    #expect(verified.status == 0, "\(verified.output)\(verified.talk)")
  }

  @Test(arguments: try versions)
  func `devices of an earlier version go on syncing`(version: String) throws {
    let devices = try Devices(version)
    defer { devices.tool.remove() }
    let before = try devices.counted("a")
    for device in ["a", "b", "a", "b"] {
      let run = try devices.on(device, "sync")
      #expect(run.status == 0, "\(device): \(run.talk)")
    }
    let both = [try devices.counted("a"), try devices.counted("b")]
    #expect(both[0] == both[1], "\(both[0].symmetricDifference(both[1]))")
    #expect(both[0].isSuperset(of: before))
    // What b had not delivered has arrived.
    #expect(both[0].contains { $0.hasPrefix("Bob|20241111|") })
    for device in ["a", "b"] {
      let verified = try devices.on(device, "verify")
      #expect(verified.status == 0, "\(verified.output)\(verified.talk)")
    }
  }

  @Test(arguments: try versions)
  func `an erasure that an earlier version has begun is finished`(version: String) throws {
    let devices = try Devices(version)
    defer { devices.tool.remove() }
    let stick = devices.tool.folder.appending(path: "stick")
    #expect(try texts(below: stick).contains("Dora"))
    #expect(try devices.on("a", "sync").status == 0)
    #expect(try !texts(below: stick).contains("Dora"))
    #expect(try !devices.counted("a").contains { $0.hasPrefix("Dora|") })
  }

  private func texts(below folder: URL) throws -> String {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let all = (files?.allObjects ?? []).compactMap { $0 as? URL }
    return try all.filter { $0.pathExtension == "jsonl" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}
