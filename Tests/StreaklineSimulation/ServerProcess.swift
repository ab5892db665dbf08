internal import Foundation
package import StreaklineCore
package import StreaklineSync
internal import Synchronization

/// The real server and the real remote programs of the devices, in a process of their own
/// (`Server/Tests/SimulatedCloudKit`). It ends with the object.
package final class ServerProcess: Sendable {
  private struct State: @unchecked Sendable {
    let process: Process
    let (input, output): (Pipe, Pipe)
    var received: [UInt8] = []
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - program: The path of SimulatedCloudKit.
  ///   - folder: Where the server keeps its files.
  package init(program: String, folder: String) throws {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [folder]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    state = Mutex(State(process: process, input: input, output: output))
  }

  deinit {
    state.withLock { state in
      try? state.input.fileHandleForWriting.close()
      state.process.waitUntilExit()
    }
  }

  /// Asks a question, and waits for the line that answers it.
  func ask(_ header: Fields, _ question: [UInt8] = [0x0A]) throws(RemoteError) -> Fields {
    let line = state.withLock { state -> [UInt8]? in
      let bytes = Array(String(json: .object(header)).utf8) + [0x0A] + question
      state.input.fileHandleForWriting.write(Data(bytes))
      while true {
        if let end = state.received.firstIndex(of: 0x0A) {
          defer { state.received.removeFirst(end + 1) }
          return Array(state.received[..<end])
        }
        let more = state.output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        state.received += more
      }
    }
    guard let line, let answer = RemoteMessages.answer(line) else {
      throw RemoteError(.failed, "the simulated server has ended")
    }
    if let failure = RemoteMessages.failure(answer) { throw failure }
    return answer
  }
}

/// An account at a server process.
package final class ProcessServer: SimulatedServer {
  private let process: ServerProcess
  private let account: String
  private let pipeline: Pipeline
  private let clock = Mutex((now: Instant(milliseconds: 0), pageSize: 100))

  package init(
    _ process: ServerProcess, account: String,
    pipeline: Pipeline = SimulatedRecords.pipeline(notes: nil)
  ) {
    self.process = process
    self.account = account
    self.pipeline = pipeline
  }

  package func set(now: Instant, pageSize: Int) {
    clock.withLock { $0 = (now, pageSize) }
  }

  package func remote(of device: String) -> any Remote {
    ProcessRemote(server: self, device: device)
  }

  package var records: [RemoteRecord] {
    certain { _ throws(RemoteError) in
      try records(in: ZoneName("results"))
    }
  }

  /// The records of a zone, as a client of the account reads them.
  func records(in zone: ZoneName) throws(RemoteError) -> [RemoteRecord] {
    let remote = ProcessRemote(server: self, device: "client")
    _ = try remote.opened()
    var records: [RemoteRecord] = []
    var token: [UInt8]?
    while case .changes(let page) = try remote.page(zone, after: token) {
      records += page.records
      token = page.token
      if !page.hasMore { break }
    }
    return records.sorted { $0.recordName < $1.recordName }
  }

  package func save(_ record: RemoteRecord) -> RemoteRecord {
    certain { remote throws(RemoteError) in
      // There may be no zone yet.
      var held = (try? remote.looked([record.recordName], in: record.zone))?.records.first
      let sent = OutgoingRecord(
        zone: record.zone, recordName: record.recordName, type: record.type,
        tag: held?.tag, version: 1, fields: record.fields)
      _ = try remote.pushed([sent], atomic: false)
      held = try remote.looked([record.recordName], in: record.zone).records.first
      return held ?? record
    }
  }

  package func expireTokens() {
    certain { _ throws(RemoteError) in _ = try ask("", expires: true) }
  }

  /// Asks about a group, as the command of a device does.
  func ask(_ question: GroupQuestion, by device: String) throws(RemoteError) -> GroupAnswer {
    _ = try ask(device, opening(device))
    return try RemoteMessages.groupAnswer(ask(device, RemoteMessages.group(question)))
  }

  /// What another client does, which always succeeds.
  private func certain<Result>(
    _ body: (ProcessRemote) throws(RemoteError) -> Result
  ) -> Result {
    do throws(RemoteError) {
      let remote = ProcessRemote(server: self, device: "client")
      _ = try remote.opened()
      return try body(remote)
    } catch {
      fatalError("the simulated server refuses another client: \(error)")
    }
  }

  fileprivate func opening(_ device: String) -> [UInt8] {
    RemoteMessages.open(
      pipeline: "held", device: device, settings: .null, types: pipeline.remoteTypes,
      ownZones: pipeline.ownZones, groupZones: pipeline.groupZones)
  }

  fileprivate func ask(
    _ device: String, _ question: [UInt8] = [0x0A], expires: Bool = false
  ) throws(RemoteError) -> Fields {
    let (now, pageSize) = clock.withLock { ($0.now, $0.pageSize) }
    return try process.ask(
      [
        "account": .string(account), "device": .string(device),
        "now": .int(Int(now.milliseconds)), "page": .int(pageSize), "expire": .bool(expires),
      ], question)
  }
}

/// A device's remote program at a server process.
private struct ProcessRemote: Remote {
  let server: ProcessServer
  let device: String

  func open() async throws(RemoteError) -> RemoteDescription { try opened() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    try pushed(batch, atomic: atomic)
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try page(zone, after: token)
  }

  func lookup(_ names: [String], in zone: ZoneName) async throws(RemoteError) -> LookedUp {
    try looked(names, in: zone)
  }

  func opened() throws(RemoteError) -> RemoteDescription {
    try RemoteMessages.description(try server.ask(device, server.opening(device)))
  }

  func pushed(_ batch: [OutgoingRecord], atomic: Bool) throws(RemoteError) -> [PushResult] {
    try RemoteMessages.results(
      try server.ask(device, RemoteMessages.push(batch, atomic: atomic)))
  }

  func page(_ zone: ZoneName, after token: [UInt8]?) throws(RemoteError) -> PulledPage {
    try RemoteMessages.page(
      try server.ask(device, RemoteMessages.pull(zone, after: token)), of: zone)
  }

  func looked(_ names: [String], in zone: ZoneName) throws(RemoteError) -> LookedUp {
    try RemoteMessages.lookedUp(
      try server.ask(device, RemoteMessages.lookup(names, in: zone)), of: zone)
  }
}
