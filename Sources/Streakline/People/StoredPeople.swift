package import StreaklineCore
package import StreaklineStore

/// The people of a store, and the names that stand for them.
package struct StoredPeople: Sendable {
  let store: Store

  /// Who has results.
  package func all() throws -> [UserSummary] { try store.users() }

  /// The ids of those who have results.
  package func ids() throws -> [String] { try store.users().map(\.user) }

  /// The slugs of the games that somebody has played.
  package func games() throws -> [String] { try store.games() }

  /// The ids of users by the names that stand for them.
  package func owners() throws -> [String: String] { try store.knownNames().users }

  /// Whose results are left out, sorted.
  package func forgotten() throws -> [String] { try store.knownNames().forgotten.sorted() }

  /// Pairs of users who have results of the same messages, so that they are probably one person.
  package func probablySame(among users: [UserSummary]) throws -> [(user: String, other: String)] {
    let twins = try store.twins()
    var pairs = twins.prefix(10).map { ($0.user, $0.other) }
    for user in users
    where Self.isPhoneNumber(user.user) && !twins.contains(where: { $0.user == user.user }) {
      pairs += try store.doubles(of: user.user).prefix(1).map { (user.user, $0) }
    }
    return pairs
  }

  /// Whether WhatsApp shows somebody like this who is no contact.
  private static func isPhoneNumber(_ name: String) -> Bool {
    let digits = name.count { $0.isASCII && $0.isNumber }
    return name.contains("+") && digits >= 7 && !name.contains { $0.isLetter }
  }

  /// Gives a user another name, here and in later imports.
  package func rename(_ old: String, to new: String, now: Instant) throws -> UserChange {
    try store.rename(old, to: new, now: now)
  }

  /// Gives the results of one user to another, who is the same person.
  package func merge(_ old: String, into new: String, now: Instant) throws -> UserChange {
    try store.merge(old, into: new, now: now)
  }

  /// Removes a user's results, and leaves them out of later imports.
  ///
  /// - Parameters:
  ///   - isForGood: Whether nothing is kept for undoing it.
  ///   - sharesRole: Whether other people's devices may have results under the same name.
  ///   - given: The users of names that the settings give.
  package func forget(
    _ name: String, isForGood: Bool, sharesRole: Bool, given: [String: String], now: Instant
  ) throws -> UserChange {
    try store.forget(
      name, isForGood: isForGood, sharesRole: sharesRole, given: given, now: now)
  }
}

extension RecordStore {
  package var people: StoredPeople { StoredPeople(store: store) }
}
