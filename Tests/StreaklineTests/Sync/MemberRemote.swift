import StreaklineCore
import StreaklineSimulation
import StreaklineSync

/// What an account sees: zones of its own, and the zones of groups, which all their members see.
struct MemberRemote: Remote {
  let account: String
  let own: HeldServer
  let groups: HeldServer
  /// Whether the account may only read in the zones of groups.
  var isReader = false

  private func remote(_ zone: ZoneName) -> HeldRemote {
    HeldRemote(zone.name.hasPrefix("leaderboard_") ? groups : own, account: account)
  }

  func open() async throws(RemoteError) -> RemoteDescription {
    try await HeldRemote(own, account: account).open()
  }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    var results: [PushResult] = []
    for record in batch {
      if isReader, record.zone.name.hasPrefix("leaderboard_") {
        results.append(PushResult(record, .rejected(reason: "you may only read in this group")))
      } else {
        results += try await remote(record.zone).push([record], atomic: false)
      }
    }
    return results
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try await remote(zone).pull(zone, after: token)
  }
}
