import Foundation
import Testing

/// The timer with commands alone.
@Suite struct TimerCommandTests {
  private func timer(_ tool: Tool, _ arguments: String...) throws -> Tool.Run {
    try tool.run(["timer"] + arguments)
  }

  private func fields(_ tool: Tool) throws -> [String: Any] {
    let run = try tool.run(["get", "ActiveTimer", "activeTimer", "--output", "json"])
    return try #require(run.objects.first?["fields"] as? [String: Any], "\(run.talk)")
  }

  @Test func `a session is started, paused, resumed, stopped and stored`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try timer(tool).output == "stopped\n")
    let started = try timer(tool, "start", "25")
    #expect(started.output.hasPrefix("running · 0:0"), "\(started.talk)")
    #expect(started.output.contains(" of 25:00 · "))
    #expect(try timer(tool, "pause").output.hasPrefix("paused · 0:0"))
    #expect(try timer(tool, "resume").output.hasPrefix("running · 0:0"))
    let status = try #require(try timer(tool, "status", "--output", "json").objects.first)
    #expect(status["state"] as? String == "running" && status["version"] as? Int == 3)
    #expect(status["plannedSeconds"] as? Int == 1_500)
    // Ten minutes ago, five of them paused.
    let start = Date(timeIntervalSinceNow: -600).ISO8601Format()
    try tool.run([
      "put", "ActiveTimer", "activeTimer", "startTime=\(start)", "totalPausedDuration=300",
    ])
    let stopped = try timer(
      tool, "stop", "--notes", "calm", "--tag", "a", "--tag", "b", "--output", "json")
    let session = try #require(stopped.objects.first, "\(stopped.talk)")
    let seconds = try #require(session["elapsedSeconds"] as? Int)
    #expect((299...320).contains(seconds))
    let stored = try #require(
      try tool.run(["list", "TimerSession", "--output", "json"]).objects.first)
    #expect(stored["name"] as? String == session["sessionID"] as? String)
    let details = try #require(stored["fields"] as? [String: Any])
    #expect(details["duration"] as? Int == seconds && details["notes"] as? String == "calm")
    #expect(details["tags"] as? [String] == ["a", "b"] && details["isActive"] as? Bool == false)
    let after = try fields(tool)
    #expect(after["isRunning"] as? Bool == false && after["version"] as? Int == 4)
    #expect(after["sessionID"] is NSNull)
    #expect(try timer(tool).output == "stopped\n1 session on 1 day · streak 1 (best 1)\n")
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test(arguments: [
    ([], "pause", "no session"), ([], "resume", "no session"), ([], "stop", "no session"),
    (["start"], "start", "a session is running already"), (["start"], "resume", "running already"),
    (["start", "pause"], "pause", "paused already"),
    (["start", "pause"], "start", "a session is paused already"),
  ])
  func `what the timer cannot do changes nothing`(before: [String], command: String, text: String)
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    for command in before { #expect(try timer(tool, command).status == 0) }
    let stored = before.isEmpty ? nil : try fields(tool) as NSDictionary
    let run = try timer(tool, command)
    #expect(run.status == 1 && run.output == "")
    #expect(run.talk.contains(text) && run.talk.contains("help:"), "\(run.talk)")
    if let stored { #expect(try fields(tool) as NSDictionary == stored) }
    #expect(try tool.run(["list", "TimerSession", "--output", "json"]).output == "")
  }

  @Test func `the usual length comes from the preferences, and fields of an app stay`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try timer(tool, "start", "0").status == 64)
    try tool.run([
      "put", "quiettimer.UserPreferences", "userPreferences", "defaultTimerDuration=600",
    ])
    #expect(try timer(tool, "start").output.contains(" of 10:00 · "))
    try tool.run(["put", "ActiveTimer", "activeTimer", "sessionID="])
    let damaged = try timer(tool, "stop")
    #expect(damaged.status == 65 && damaged.talk.contains("streakline delete ActiveTimer"))
  }
}
