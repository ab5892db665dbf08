/// Somebody whom an export knows by an id.
package struct Person: Hashable, Sendable {
  /// Whose the results are.
  package var user: String
  /// The newest name that an export shows.
  package var name: String
  /// When the person had that name.
  package var namedAt: Instant?

  package init(user: String, name: String, namedAt: Instant?) {
    self.user = user
    self.name = name
    self.namedAt = namedAt
  }
}

extension Record {
  /// The same result of another user.
  package func of(user: String) -> Record {
    Record(
      type: type, userId: normalFormC(user), game: game, gameId: gameId, day: day,
      completed: completed, isSuspect: isSuspect, contentHash: contentHash,
      encodedFields: encodedFields)
  }
}
