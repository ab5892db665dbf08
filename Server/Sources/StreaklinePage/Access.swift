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

  package init(user: String, role: PageRole) {
    (self.user, self.role) = (user, role)
  }
}
