import Foundation
import Testing

@Suite struct SignalTests {
  /// Ends a running program by a signal when it has been busy for a while.
  private func ended(_ running: RunningTool, by signal: Int32) -> Tool.Run {
    // Its rules are loaded by then; on a busy machine it is stopped while it loads them, which is the same.
    usleep(700_000)
    kill(running.process.processIdentifier, signal)
    return running.end()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends the explanation of a long text at once`(signal: Int32) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["rules", "list"])
    let text = String(repeating: "Wordle 1,234 ", count: 4_000)
    let run = ended(try tool.start(["rules", "explain"], input: text), by: signal)
    #expect(
      run.status == 130 && run.talk == "streakline: interrupted\n", "\(run.status) \(run.talk)")
  }

  @Test(arguments: [["parse"], ["ingest"], ["rules", "check"], ["rules", "list"]])
  func `a signal ends the loading of many rule files at once`(command: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    for number in 0..<1_500 {
      let name = "qgame\(number)"
      _ = try tool.write(
        """
        format: 1
        game: \(name)
        name: Qgame \(number)
        id: \(UUID().uuidString.lowercased())
        record: GameResult
        version: 1
        scoring: lowerAttempts
        begins: ["Qgame\(number) "]
        puzzle:
          date: received
        variants:
          - name: standard
            match: |
              Qgame\(number) \\h (?<tries> \\d{1,3} )
        fields:
          score: {group: tries, type: int}
          completed: true
        examples:
          - name: five
            text: "Qgame\(number) 5"
            expect: {score: 5, completed: true}
        """, to: "rules/\(name).yaml")
    }
    let running = try tool.start(
      command + ["--rules", tool.folder.path + "/rules", "--output", "json"],
      input: wordle(1_200))
    let run = ended(running, by: SIGTERM)
    #expect(run.status == 130, "\(run.status) \(run.talk.prefix(300))")
    #expect(run.talk == "{\"error\":\"interrupted\",\"code\":130}\n", "\(run.talk.prefix(300))")
  }
}
