internal import StreaklineCore

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A user and a game: the key of a streak.
///
/// Keys are compared as bytes, because Swift's `==` treats texts as equal that SQLite distinguishes.
struct StreakKey: Hashable {
  let user: String
  let gameID: String

  init(user: String, gameID: String) {
    self.user = user
    self.gameID = gameID
  }

  static func == (left: StreakKey, right: StreakKey) -> Bool {
    hasSameBytes(left.gameID, right.gameID) && hasSameBytes(left.user, right.user)
  }

  func hash(into hasher: inout Hasher) {
    feed(user, to: &hasher)
    feed(gameID, to: &hasher)
  }
}

private func hasSameBytes(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left, right)
  return left.withUTF8 { left in
    right.withUTF8 { right in
      guard left.count == right.count else { return false }
      guard let start = left.baseAddress, let other = right.baseAddress else { return true }
      return unsafe memcmp(start, other, left.count) == 0
    }
  }
}

private func feed(_ text: String, to hasher: inout Hasher) {
  var text = text
  text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  hasher.combine(0 as UInt8)
}
