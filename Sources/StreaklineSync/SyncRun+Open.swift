internal import StreaklineCore
internal import StreaklineStore

extension SyncRun {
  /// Opens the remote, and checks that it is the one to which the pipeline belongs.
  mutating func open() async throws(StoreError) {
    deviceID = try store.deviceID()
    namingID = try store.namingID()
    state.phase = .syncing
    number = try store.startRun(state, at: policy.start)
    let known = state.account
    do throws(RemoteError) {
      let description = try await remote.open()
      guard description.abilities.contains(.push) else {
        throw RemoteError(.failed, "nothing can be pushed to this remote")
      }
      try checkAccount(description.account)
      self.description = description
    } catch {
      return fail(error)
    }
    // Before anything is sent, so that a crash does not leave the pipeline open to another account.
    if known != state.account { try store.setSyncState(state) }
  }

  /// Compares the account with the one that the pipeline belongs to: the first that the remote names.
  private mutating func checkAccount(_ account: String?) throws(RemoteError) {
    state.otherAccount = nil
    guard let known = state.account else {
      state.account = account
      return
    }
    guard let account else {
      throw RemoteError(.signIn, "nobody is signed in; sign in as \(known)")
    }
    guard account != known else { return }
    state.otherAccount = account
    throw RemoteError(
      .configuration,
      "the pipeline belongs to the account \(known), and the remote is signed in as \(account); "
        + "nothing was sent or taken; sign in as \(known), use another store (`--store`), or "
        + "`streakline account adopt --pipeline \(pipeline.name)`")
  }
}
