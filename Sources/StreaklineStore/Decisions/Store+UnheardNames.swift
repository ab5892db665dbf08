internal import GRDB
package import StreaklineCore

/// A name of an erased person that this device has given to somebody else after the erasure, of which it had not
/// heard.
package struct UnheardName: Sendable {
  /// The action by which it was given.
  package let action: Int64
  /// The name that the other person had before.
  package let former: String
  package let name: String
  /// All names of the other person but this one.
  package let names: Set<String>
}

extension Store {
  /// The names of the erased person that this device has given away unheard. A person whose other names the erasure
  /// concerns, or who got more names since, is erased with him.
  package func unheardNames(of erasure: Decision) throws(StoreError) -> [UnheardName] {
    try reading { db in
      func isErased(_ name: String) -> Bool { erasure.concerns(name, role: "") }
      let held = try DecisionTable.held(db)
      let later = held.map(\.decision).filter { erasure.at < $0.at && $0.kind != .erased }
      return try ActionTable(db).all().compactMap { action in
        guard action.kind == .renamed, action.undoneAt == nil, !action.follows,
          let id = action.detail["decision"]?.string,
          let given = later.first(where: { $0.id == id && $0.undoneAt == nil }),
          let former = given.old, let name = given.new, isErased(name)
        else { return nil }
        let users = Decisions(held.filter { $0.decision.id != id }).users
        let person = users[former] ?? former
        let names = Set(users.filter { $0.value == person }.keys).union([person, former])
        let isGivenMore = later.contains { other in
          other.id != id && [other.old, other.new].contains { $0.map(names.contains) ?? false }
        }
        guard !isGivenMore, !names.contains(where: isErased) else { return nil }
        return UnheardName(action: action.number, former: former, name: name, names: names)
      }
    }
  }

  /// Takes back that a name was given.
  ///
  /// - Returns: Whether it could be taken back.
  package func takeBack(_ name: UnheardName, now: Instant) throws(StoreError) -> Bool {
    guard case .undone = try undo(name.action, now: now) else { return false }
    return true
  }
}
