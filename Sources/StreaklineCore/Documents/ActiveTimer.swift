/// The timer as it is now: stopped, running or paused (QuietTimer).
///
/// A stopped timer is a state with a version, not a missing document: another device must be able to
/// tell that the timer was stopped from not having heard of it yet. Moments are whole seconds, so that
/// what is stored gives the durations that were shown.
package struct ActiveTimer: Hashable, Sendable {
  package enum State: String, Sendable {
    case stopped, running, paused
  }

  package internal(set) var state = State.stopped
  /// The session that is measured; `nil` while the timer is stopped.
  package internal(set) var sessionID: String?
  /// When the session started; `nil` while the timer is stopped.
  package internal(set) var startTime: Instant?
  /// When the timer was paused; `nil` unless it is paused.
  package internal(set) var pausedTime: Instant?
  /// How long earlier pauses of the session were.
  package internal(set) var pausedSeconds: Int64 = 0
  /// How long the session should be; `nil` when it has no end.
  package internal(set) var plannedSeconds: Int64?
  /// Counts the changes, on all devices: of two states the one with the greater version is newer.
  package internal(set) var version = 0
  /// The device that made the last change.
  package internal(set) var device = ""
  /// When the last change was made.
  package internal(set) var updatedAt: Instant?

  /// A timer that was never started.
  package init() {}

  /// Starts a session.
  package func started(
    session: String, plannedSeconds: Int64?, on device: String, at now: Instant
  ) throws(TimerRefusal) -> ActiveTimer {
    guard state == .stopped else { throw .notStopped(state) }
    var next = changed(on: device, at: now)
    next.state = .running
    next.sessionID = session
    next.startTime = now.wholeSecond
    next.plannedSeconds = plannedSeconds
    return next
  }

  /// Pauses the session: the time until it is resumed does not count.
  package func paused(on device: String, at now: Instant) throws(TimerRefusal) -> ActiveTimer {
    guard state == .running else { throw state == .paused ? .paused : .stopped }
    var next = changed(on: device, at: now)
    next.state = .paused
    // Not before the start, also when the clock was set back.
    next.pausedTime = startTime.map { max($0, now.wholeSecond) }
    return next
  }

  /// Continues a session that was paused.
  package func resumed(on device: String, at now: Instant) throws(TimerRefusal) -> ActiveTimer {
    guard state == .paused else { throw state == .running ? .running : .stopped }
    var next = changed(on: device, at: now)
    next.state = .running
    next.pausedSeconds = pausedSeconds(at: now)
    next.pausedTime = nil
    return next
  }

  /// Ends the session.
  ///
  /// - Returns: The stopped timer and the session. They belong into one transaction.
  package func stopped(on device: String, at now: Instant) throws(TimerRefusal) -> (
    timer: ActiveTimer, session: TimerSession
  ) {
    guard state != .stopped, let sessionID, let startTime else { throw .stopped }
    var next = ActiveTimer()
    next.version = version
    next = next.changed(on: device, at: now)
    let session = TimerSession(
      id: sessionID, startTime: startTime, endTime: max(startTime, now.wholeSecond),
      seconds: elapsedSeconds(at: now), device: device)
    return (next, session)
  }

  /// How long the session is so far, without its pauses; never negative, also when the clock was set
  /// back.
  package func elapsedSeconds(at now: Instant) -> Int64 {
    guard let startTime else { return 0 }
    return max(0, now.seconds(since: startTime) - pausedSeconds(at: now))
  }

  /// How much of the planned time is left; `nil` when the session has no planned end.
  package func remainingSeconds(at now: Instant) -> Int64? {
    plannedSeconds.map { max(0, $0 - elapsedSeconds(at: now)) }
  }

  /// How long all pauses of the session were, with the present one.
  private func pausedSeconds(at now: Instant) -> Int64 {
    pausedSeconds + (pausedTime.map { max(0, now.seconds(since: $0)) } ?? 0)
  }

  private func changed(on device: String, at now: Instant) -> ActiveTimer {
    var next = self
    // A remote may have written the greatest number.
    next.version = max(version, version &+ 1)
    next.device = device
    next.updatedAt = now.wholeSecond
    return next
  }
}

/// Why a timer cannot do what it was asked to.
package enum TimerRefusal: Error, Hashable {
  /// A session is running or paused, so no other one can start.
  case notStopped(ActiveTimer.State)
  /// It is running already.
  case running
  /// It is paused already.
  case paused
  /// There is no session.
  case stopped
}

extension Instant {
  /// The moment without its fraction of a second.
  var wholeSecond: Instant { Instant(milliseconds: secondsSinceEpoch * 1_000) }

  /// Whole seconds from another moment to this one.
  func seconds(since other: Instant) -> Int64 {
    secondsSinceEpoch - other.secondsSinceEpoch
  }
}
