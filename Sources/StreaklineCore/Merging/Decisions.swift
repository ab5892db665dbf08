/// All decisions that hold, and what follows from them for a name. Their order does not matter.
package struct Decisions: Sendable {
  /// A decision as it holds on this device.
  package struct Held: Sendable {
    package var decision: Decision
    /// Whether ``Decision/ownRole`` means everybody's here, and not only that of the device that has decided.
    package var coversRole: Bool

    package init(_ decision: Decision, coversRole: Bool = false) {
      self.decision = decision
      self.coversRole = coversRole
    }

    /// The decision before somebody took it back.
    package var asMade: Held {
      var held = self
      held.decision.undoneAt = nil
      return held
    }
  }

  private let erased: [Held]
  private let forgotten: [Held]
  /// By each new name, the names that people had before they were renamed to it.
  private let formerNames: [String: [String]]
  /// The user that each name stands for, where that is another name.
  package let users: [String: String]

  package init(_ all: [Held] = []) {
    let active = all.filter { $0.decision.undoneAt == nil }
    erased = active.filter { $0.decision.kind == .erased }
    forgotten = active.filter { $0.decision.kind == .forgotten }
    let renamed = active.map(\.decision).filter { $0.kind == .renamed }
    formerNames = Dictionary(grouping: renamed) { $0.new ?? "" }
      .mapValues { $0.compactMap(\.old) }
    users = Self.users(active.map(\.decision).filter(\.kind.joinsNames))
  }

  package var isEmpty: Bool { erased.isEmpty && forgotten.isEmpty && users.isEmpty }
  package var hasErasures: Bool { !erased.isEmpty }

  /// Whether decisions have joined two names.
  package func areOnePersons(_ one: String, _ other: String) -> Bool {
    (users[one] ?? one) == (users[other] ?? other)
  }

  /// Up to when the data of a name is erased; `nil` when it is not. An erasure also holds for a new name that a device
  /// has given the person before it had heard of the erasure.
  ///
  /// - Parameter device: The device on which the data was made.
  package func erasedUpTo(_ name: String, device: String) -> Instant? {
    erasures(of: name, device: device).map(\.decision.at).max()
  }

  /// The marks of the erasures of a name, which a content has that is brought back in spite of them.
  ///
  /// - Parameter device: The device on which the data was made.
  package func marks(_ name: String, device: String) -> [Int64] {
    erasures(of: name, device: device).map(\.decision.mark)
  }

  /// Whether results of a name may have been erased, so that remotes have deleted their records. Of ``Decision/ownRole``
  /// these may be of anybody who has it.
  package func mayHaveErased(_ name: String) -> Bool {
    guard name == Decision.ownRole else { return !erasures(of: name, device: "").isEmpty }
    return erased.contains { $0.decision.concerns(name, role: $0.decision.device) }
  }

  /// The marks of the erasures of a name that whoever has decided who gets it knew of, and that do not concern the
  /// person who gets it.
  package func marks(_ decision: Decision) -> [Int64] {
    guard let old = decision.old, let new = decision.new else { return [] }
    let own = Set(erasures(of: old, device: "").map(\.decision.id))
    return erasures(of: new, device: "").map(\.decision)
      .filter { $0.at < decision.at && !own.contains($0.id) }.map(\.mark)
  }

  private func erasures(of name: String, device: String) -> [Held] {
    guard hasErasures else { return [] }
    let names = withFormerNames(name)
    return erased.filter { held in names.contains { held.concerns($0, device: device) } }
  }

  /// A name, and all names that the person had before.
  private func withFormerNames(_ name: String) -> [String] {
    var names = [name]
    var position = 0
    while position < names.count {
      for former in formerNames[names[position]] ?? [] where !names.contains(former) {
        names.append(former)
      }
      position += 1
    }
    return names
  }

  /// The decision by which a name is forgotten; `nil` when it is not. A role is not forgotten. The decision also holds for
  /// a new name that a device has given the person before it had heard of the decision.
  package func forgetting(_ name: String) -> Decision? {
    guard name != Decision.ownRole, !forgotten.isEmpty else { return nil }
    let names = withFormerNames(name)
    return forgotten.first { held in names.contains { held.concerns($0, device: "") } }?.decision
  }

  /// Whether a decision refuses a result that comes from elsewhere.
  ///
  /// - Parameters:
  ///   - stamp: Of its newest version; `nil` where the remote keeps none.
  ///   - modifiedAt: When the remote has saved it, where it keeps no stamps.
  ///   - playedAt: When its text was sent.
  package func refuses(
    _ name: String, _ stamp: Stamp?, modifiedAt: Instant?, playedAt: Instant?
  ) -> Bool {
    erasures(of: name, device: stamp?.device ?? "").contains {
      // A device that has erased its own `me` knows of it, so all that it makes later counts, also older texts.
      let isKnown = name == Decision.ownRole && !$0.coversRole
      return Self.isCovered(
        stamp, modifiedAt: modifiedAt, playedAt: isKnown ? nil : playedAt, end: $0.decision.at,
        mark: $0.decision.mark)
    }
  }

  /// Whether an erasure up to a moment concerns a result.
  ///
  /// - Parameter mark: What a content has that was brought back by somebody who knew of the erasure.
  package static func isCovered(
    _ stamp: Stamp?, modifiedAt: Instant?, playedAt: Instant?, end: Instant, mark: Int64?
  ) -> Bool {
    guard let made = stamp?.time ?? modifiedAt else { return playedAt.map { $0 <= end } ?? false }
    if made <= end { return true }
    guard let stamp, let playedAt, playedAt <= end else { return false }
    return mark.map { !stamp.replaced.contains($0) } ?? true
  }

  /// The decisions that make a name one person's with others: each joins two of the names.
  package static func joining(_ name: String, _ decisions: [Decision]) -> [Decision] {
    let joins = decisions.filter { $0.kind.joinsNames && $0.undoneAt == nil }
    var names: Set = [name]
    var count = 0
    while count < names.count {
      count = names.count
      for join in joins {
        let both = [join.old, join.new].compactMap(\.self)
        if both.contains(where: names.contains) { names.formUnion(both) }
      }
    }
    return joins.filter { $0.old.map(names.contains) ?? false }
  }

  /// One name for all names that decisions have joined: the one that the latest of these decisions says.
  private static func users(_ decisions: [Decision]) -> [String: String] {
    var groups: [String: Int] = [:]
    var latest: [Int: Decision] = [:]
    for (index, decision) in decisions.sorted(by: { $0.isBefore($1) }).enumerated() {
      guard let old = decision.old, let new = decision.new else { continue }
      let joined = Set([old, new].compactMap { groups[$0] })
      for (name, group) in groups where joined.contains(group) { groups[name] = index }
      groups[old] = index
      groups[new] = index
      latest[index] = decision
    }
    var users: [String: String] = [:]
    for (name, group) in groups {
      if let user = latest[group]?.new, user != name { users[name] = user }
    }
    return users
  }
}

extension Decisions.Held {
  fileprivate func concerns(_ name: String, device: String) -> Bool {
    guard name == Decision.ownRole else { return decision.concerns(name, role: "") }
    return (coversRole || device == decision.device)
      && decision.concerns(name, role: decision.device)
  }
}

extension Decision {
  /// The order in which decisions count, the same on all devices.
  package func isBefore(_ other: Decision) -> Bool {
    (at.milliseconds, device, id) < (other.at.milliseconds, other.device, other.id)
  }
}
