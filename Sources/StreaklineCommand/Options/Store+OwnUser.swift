internal import Streakline
internal import StreaklineStore

extension Store {
  /// The user whom a command is about where none is named: the one of the settings, under the name that he has now.
  func ownUser() throws -> String {
    let user = UserSettings.current.user ?? "me"
    return try knownNames().users[user] ?? user
  }
}
