/// What the holder of a token may do with the store.
package enum PageRole: String, CaseIterable, Comparable, Sendable {
  /// Sees everything.
  case reads
  /// Sees everything, and posts results of the user whose token it is.
  case posts
  /// Posts everybody's results too, and decides disputes.
  case settles

  package static func < (left: PageRole, right: PageRole) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// Whom a token stands for.
package struct PageHolder: Hashable, Sendable {
  package let user: String
  package let role: PageRole
  /// The player whose results are the user's own.
  package let player: String

  /// - Parameter player: `nil` for the one who is called as the user is.
  package init(user: String, role: PageRole, player: String? = nil) {
    (self.user, self.role) = (user, role)
    self.player = player ?? user
  }
}
