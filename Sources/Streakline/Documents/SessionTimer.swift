package import StreaklineCore
internal import StreaklineStore

/// The timer of a store, and the sessions that it has measured.
package struct SessionTimer: Sendable {
  /// What a change comes to.
  package struct Change: Sendable {
    package let timer: ActiveTimer
    /// The session that has ended.
    package let session: TimerSession?
    /// The fields of its document.
    let sessionFields: Fields

    package init(
      _ timer: ActiveTimer, session: TimerSession? = nil, _ sessionFields: Fields = [:]
    ) {
      (self.timer, self.session, self.sessionFields) = (timer, session, sessionFields)
    }
  }

  /// Why the timer is not changed or shown.
  package enum Mistake: Error {
    case refused(TimerRefusal, ActiveTimer)
    /// The document of this type and name has a session without an id or a start.
    case damaged(type: String, name: String)
  }

  private static let key = DocumentKey(
    type: RecordType.activeTimer.name, name: ActiveTimer.documentName)
  private static let preferencesKey = DocumentKey(
    type: RecordType.quietTimerPreferences.name, name: "userPreferences")

  let store: Store

  /// The timer as it is.
  package func stored() throws -> ActiveTimer {
    try Self.timer(store.document(type: Self.key.type, name: Self.key.name)?.fields)
  }

  /// How many sessions there are, and the streak of the days with one.
  ///
  /// - Parameter day: The day of the user's calendar that a moment is in.
  package func sessions(day: (Instant) -> Day) throws -> (count: Int, streak: Streak) {
    let sessions = try store.documents(type: RecordType.timerSession.name)
    return (sessions.count, TimerSession.streak(of: sessions.map(\.fields), day: day))
  }

  /// Reads the timer and stores what it becomes, in one transaction.
  ///
  /// - Parameter body: Gets the timer, the preferences and the device.
  /// - Throws: ``Mistake``.
  package func change(
    now: Instant, _ body: (ActiveTimer, Fields?, String) throws -> Change
  ) throws -> Change {
    let device = try store.deviceID()
    var change = Change(ActiveTimer())
    try store.changeDocuments([Self.key, Self.preferencesKey], now: now) { found in
      let former = found[Self.key]?.fields
      let timer = try Self.timer(former)
      do {
        change = try body(timer, found[Self.preferencesKey]?.fields, device)
      } catch let refusal as TimerRefusal {
        throw Mistake.refused(refusal, timer)
      }
      return Self.documents(change, former: former)
    }
    return change
  }

  private static func timer(_ fields: Fields?) throws(Mistake) -> ActiveTimer {
    guard let fields else { return ActiveTimer() }
    if let timer = ActiveTimer(fields: fields) { return timer }
    throw .damaged(type: key.type, name: key.name)
  }

  private static func documents(_ change: Change, former: Fields?) -> [Document] {
    let timer = Document(
      type: key.type, name: key.name,
      fields: RecordType.activeTimer.setting(change.timer.fields, in: former))
    guard let session = change.session else { return [timer] }
    let type = RecordType.timerSession
    let ended = Document(
      type: type.name, name: session.id, fields: type.setting(change.sessionFields, in: nil))
    return [ended, timer]
  }
}

extension RecordStore {
  package var timer: SessionTimer { SessionTimer(store: store) }
}
