internal import StreaklineCore
internal import StreaklineSync

/// A folder with faults. Unlike a server it is also asked to take out what it has kept of records.
struct FaultyFolder: ErasingRemote {
  let remote: FaultyRemote

  func open() async throws(RemoteError) -> RemoteDescription { try await remote.open() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    try await remote.push(batch, atomic: atomic)
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try await remote.pull(zone, after: token)
  }

  func erase(_ records: [OutgoingRecord]) async throws(RemoteError) {
    if remote.isTold { print("  erase", records.map(\.recordName).joined(separator: ", ")) }
    let fault = try remote.begin([.lostRequest, .lostAnswer, .doubled])
    guard fault != .lostRequest, let folder = remote.inner as? any ErasingRemote else {
      throw RemoteError(.offline, "the request was lost")
    }
    try await folder.erase(records)
    if fault == .doubled { try await folder.erase(records) }
    if fault == .lostAnswer { throw RemoteError(.offline, "the answer was lost") }
  }
}
