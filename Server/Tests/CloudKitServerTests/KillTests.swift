import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// The server, or a tool that syncs with it, is killed at any moment.
@Suite(.serialized) struct KillTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == nil ? 12 : 200

  @Test func `after kills of the server and of tools all devices have all results`() async throws {
    var random = SeededRandom(seed: 1)
    let base = try Tool()
    let data = base.folder.file("server")
    let server = try await ServerProgram(base, data: data)
    defer { server.stop() }
    let account = try DataFolder(data).accounts.account("anna", port: server.port)
    let homes = try (0..<3).map { _ in try Home(account) }
    let reference = try Tool()
    var kills = (server: 0, tool: 0)
    for round in 0..<Self.rounds {
      let home = homes[Int.random(in: 0..<3, using: &random)]
      let shares =
        Shares.wordles(300 + round * 5..<305 + round * 5)
        + (round.isMultiple(of: 4) ? Shares.tandem(100 + round) : "")
      try await home.run("ingest", input: shares)
      try reference.run(["ingest"], input: shares)
      let (sync, files) = try home.tool.prepared(["sync"])
      try sync.run()
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<250, using: &random)))
      if Bool.random(using: &random) {
        server.kill()
        kills.server += 1
        // What the tool says of a server that is gone is no matter here; that it ends is.
        _ = try home.tool.ended(sync, files)
        try await server.startAgain()
      } else {
        kill(sync.processIdentifier, SIGKILL)
        kills.tool += 1
        _ = try home.tool.ended(sync, files)
      }
    }
    #expect(kills.server > 0 && kills.tool > 0)
    for _ in 0..<2 {
      for home in homes { try await home.sync() }
    }
    let first = try await homes[0].content()
    for home in homes.dropFirst() {
      #expect(try await home.content() == first)
    }
    let ids = try Set(reference.run(["results", "--output", "json"]).objects.map { $0["id"] })
    let had = try await homes[0].shown("results").map { $0["id"] }
    #expect(Set(had) == ids)
    #expect(had.count == ids.count)
    for home in homes {
      let report = try home.report(try await home.sync())
      #expect(report["saved"]?.int == 0 && report["pulled"]?.int == 0, "\(report)")
      #expect(try await home.tool.runInBackground(["verify"]).status == 0)
    }
  }
}
