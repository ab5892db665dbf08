import Foundation
import Testing

/// The terminal and the page ask the library: nothing that it answers is decided in them a second time.
@Suite struct OneFaceTests {
  /// Files that still ask another module. A file leaves the list when it no longer does; none comes to it.
  private static let stillElsewhere: Set<String> = [
    "StreaklineCommand/Commands/AccountCommand.swift",
    "StreaklineCommand/Commands/AccountLogin.swift",
    "StreaklineCommand/Commands/EraseCommand.swift",
    "StreaklineCommand/Commands/Group.swift",
    "StreaklineCommand/Commands/GroupMembers.swift",
    "StreaklineCommand/Commands/PipelinesAdd.swift",
    "StreaklineCommand/Commands/PipelinesSwitch.swift",
    "StreaklineCommand/Commands/Sync+Follow.swift",
    "StreaklineCommand/Commands/Sync.swift",
    "StreaklineCommand/Options/PipelineOptions.swift",
  ]

  private static let folders = [
    "Sources/StreaklineCommand", "Server/Sources/StreaklinePage",
  ]

  /// The modules of ours that a file imports beside the library and the core.
  private func strangers(in text: String) -> [String] {
    text.matches(
      of: /^.*\bimport (?:(?:struct|enum|class|func|protocol|typealias) )?(Streakline\w*)/
        .anchorsMatchLineEndings()
    ).map { String($0.1) }
      .filter { $0 != "Streakline" && $0 != "StreaklineCore" }
  }

  @Test
  func `the terminal and the page import the library and the core, and no other module of ours`()
    throws
  {
    var found: Set<String> = []
    for folder in Self.folders {
      let url = Tool.root.appending(path: folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      for path in paths where path.hasSuffix(".swift") {
        let text = try String(contentsOf: url.appending(path: path), encoding: .utf8)
        let modules = strangers(in: text)
        guard !modules.isEmpty else { continue }
        let name = "\(url.lastPathComponent)/\(path)"
        found.insert(name)
        #expect(Self.stillElsewhere.contains(name), "\(name) imports \(modules)")
      }
    }
    for name in Self.stillElsewhere.subtracting(found).sorted() {
      Issue.record("\(name) asks only the library now: take it off the list")
    }
  }

  @Test func `each form of an import is seen`() {
    for line in [
      "import StreaklineStore", "internal import StreaklineStore", "package import StreaklineStore",
      "@_exported public import struct StreaklineStore.Document",
    ] {
      #expect(strangers(in: "import Foundation\n\(line)\n") == ["StreaklineStore"], "\(line)")
    }
    #expect(strangers(in: "internal import Streakline\ninternal import StreaklineCore") == [])
  }
}
