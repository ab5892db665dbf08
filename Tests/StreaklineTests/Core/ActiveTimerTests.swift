import StreaklineCore
import Testing

@Suite struct ActiveTimerTests {
  private let start = Instant(Day(daysSinceEpoch: 20_700), hour: 9)

  private func at(_ seconds: Int) -> Instant {
    Instant(milliseconds: start.milliseconds + Int64(seconds) * 1_000)
  }

  private func running(planned: Int64? = 1_500) throws -> ActiveTimer {
    try ActiveTimer().started(session: "s", plannedSeconds: planned, on: "d1", at: start)
  }

  @Test func `the duration of a session is without its pauses`() throws {
    let paused = try running().paused(on: "d1", at: at(600))
    #expect(paused.elapsedSeconds(at: at(900)) == 600)
    #expect(paused.remainingSeconds(at: at(900)) == 900)
    let resumed = try paused.resumed(on: "d1", at: at(1_000))
    #expect(resumed.elapsedSeconds(at: at(1_100)) == 700)
    let again = try resumed.paused(on: "d1", at: at(1_100))
    let (timer, session) = try again.stopped(on: "d2", at: at(2_000))
    #expect(session.seconds == 700)
    #expect((session.startTime, session.endTime) == (start, at(2_000)))
    #expect(timer.state == .stopped && timer.version == 5 && timer.sessionID == nil)
    #expect(timer.elapsedSeconds(at: at(3_000)) == 0)
  }

  @Test func `a stopped timer is a state with a version, from which the next session starts`()
    throws
  {
    let (stopped, _) = try running().stopped(on: "d1", at: at(60))
    #expect(stopped.fields["isRunning"] == .bool(false) && stopped.fields["version"] == .int(2))
    let read = try #require(ActiveTimer(fields: stopped.fields))
    #expect(read == stopped)
    let next = try read.started(session: "t", plannedSeconds: nil, on: "d1", at: at(100))
    #expect(next.version == 3 && next.remainingSeconds(at: at(200)) == nil)
  }

  @Test func `what a timer cannot do in its state is refused`() throws {
    let running = try running()
    let paused = try running.paused(on: "d1", at: at(1))
    let stopped = ActiveTimer()
    for (timer, refusal) in [(paused, TimerRefusal.paused), (stopped, .stopped)] {
      #expect(throws: refusal) { try timer.paused(on: "d", at: at(2)) }
    }
    for (timer, refusal) in [(running, TimerRefusal.running), (stopped, .stopped)] {
      #expect(throws: refusal) { try timer.resumed(on: "d", at: at(2)) }
    }
    for timer in [running, paused] {
      #expect(throws: TimerRefusal.notStopped(timer.state)) {
        try timer.started(session: "t", plannedSeconds: nil, on: "d", at: at(2))
      }
    }
    #expect(throws: TimerRefusal.stopped) { try stopped.stopped(on: "d", at: at(2)) }
  }

  @Test func `a clock that is set back never gives a negative duration`() throws {
    let timer = try running()
    #expect(timer.elapsedSeconds(at: at(-3_600)) == 0)
    let paused = try timer.paused(on: "d1", at: at(-60))
    let resumed = try paused.resumed(on: "d1", at: at(-120))
    let (_, session) = try resumed.stopped(on: "d1", at: at(-7_200))
    #expect(session.seconds == 0 && session.endTime == session.startTime)
    let later = try timer.paused(on: "d1", at: at(600)).resumed(on: "d1", at: at(60))
    #expect(try later.stopped(on: "d1", at: at(1_200)).session.seconds == 1_200)
  }

  @Test func `a timer is what its stored fields say, in every state`() throws {
    let running = try running()
    let paused = try running.paused(on: "d1", at: Instant(milliseconds: at(10).milliseconds + 999))
    let resumed = try paused.resumed(on: "d1", at: at(20))
    for timer in [ActiveTimer(), running, paused, resumed] {
      #expect(ActiveTimer(fields: timer.fields) == timer)
    }
  }

  @Test(
    arguments: [
      ["isRunning": .bool(true)], ["isPaused": .bool(true), "sessionID": .string("s")],
      ["isRunning": .bool(true), "sessionID": .string("s"), "startTime": .string("soon")],
    ] as [Fields])
  func `a session without an id or a start is no timer`(fields: Fields) {
    #expect(ActiveTimer(fields: fields) == nil)
  }

  @Test func `durations of any size that a remote writes are safe`() throws {
    var fields = try running().fields
    for value in [Value.double(1e300), .double(-5), .int(.max), .int(.min), .string("x")] {
      fields["totalPausedDuration"] = value
      fields["plannedDuration"] = value
      fields["version"] = value
      let timer = try #require(ActiveTimer(fields: fields))
      #expect(timer.elapsedSeconds(at: at(60)) == 60)
    }
  }

  @Test func `days with a session make a streak, in any order`() throws {
    func session(_ day: Int, _ seconds: Int = 60) -> Fields {
      ["startTime": .string(at(day * 86_400).iso), "duration": .int(seconds)]
    }
    let sessions = [session(3), session(0), session(2), session(3), session(1, 0), [:]]
    let streak = TimerSession.streak(of: sessions) { $0.day }
    #expect(streak.totalPlayed == 3 && streak.max == 2)
    #expect(streak.current(asOf: start.day + 4) == 2)
  }
}
