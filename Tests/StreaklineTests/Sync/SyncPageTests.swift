import Foundation
import StreaklineSync
import Testing

/// What `Documentation/sync.md` says.
@Suite struct SyncPageTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Tool.root.appending(path: path), encoding: .utf8)
  }

  private func page() throws -> String { try text("Documentation/sync.md") }

  /// The names of all tests.
  private func tests() throws -> Set<String> {
    let folder = Tool.root.appending(path: "Tests/StreaklineTests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".swift") }.reduce(into: []) { names, path in
      let source = try text("Tests/StreaklineTests/\(path)")
      names.formUnion(source.matches(of: /func `([^`]+)`/).map { String($0.1) })
    }
  }

  @Test func `each test that the page names is there`() throws {
    let known = try tests()
    let rows = try page().split(separator: "\n").filter { $0.firstMatch(of: /^\| 00\d/) != nil }
    #expect(rows.count >= 14)
    for row in rows {
      let name = try #require(row.matches(of: /`([^`]+)` \|$/).last, "\(row)").output.1
      let isThere = known.contains(String(name))
      #expect(isThere, "\(name)")
    }
  }

  @Test func `each kind of failure has a row with its exit code`() throws {
    let page = try page()
    for kind in RemoteError.Kind.allCases {
      let code =
        switch kind {
        case .offline, .throttled, .signIn: "75"
        case .quota, .failed: "74"
        case .permission: "73"
        case .configuration: "78"
        }
      let row = try #require(
        page.split(separator: "\n").first { $0.hasPrefix("| `\(kind.rawValue)` |") })
      #expect(row.contains("| \(code)"), "\(row)")
      #expect(row.contains("| paused") == kind.needsUser, "\(row)")
    }
  }

  @Test func `zones and names of the page are those of the pipeline files`() throws {
    let page = try page()
    for app in AppPipelineTests.apps {
      let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(app).yaml`") })
        .replacing("\\|", with: "|")
      for destination in try AppPipelineSample.pipeline(app).records {
        let type = destination.value.type ?? destination.key
        #expect(row.contains("`\(type)` `\(destination.value.name.template)`"), "\(app) \(type)")
        let zone = destination.value.zone.template
        #expect(row.contains("`\(zone)`") || zone == "leaderboard_{NAME}", "\(app) \(zone)")
      }
    }
  }

  @Test func `each file of an app says which lines of its document it follows`() throws {
    for app in AppPipelineTests.apps {
      let source = try text("Pipelines/\(app).yaml")
      #expect(source.matches(of: /# 00\d:\d+/).count >= 15, "\(app)")
    }
  }
}
