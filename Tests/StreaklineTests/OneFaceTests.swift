import Foundation
import Testing

/// The terminal and the page ask the library: nothing that it answers is decided in them a second time.
@Suite struct OneFaceTests {
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
    for folder in ["Sources/StreaklineCommand", "Server/Sources/StreaklinePage"] {
      let url = Tool.root.appending(path: folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
        .filter { $0.hasSuffix(".swift") }
      #expect(paths.count > 20)
      for path in paths {
        let text = try String(contentsOf: url.appending(path: path), encoding: .utf8)
        #expect(strangers(in: text) == [], "\(folder)/\(path)")
      }
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
