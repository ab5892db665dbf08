import Foundation
import StreaklineCore
import StreaklineSync
import Testing

/// Devices that share a folder, without stores.
enum FolderSample {
  static let zone: ZoneName = "results"

  /// Segments of a few lines, so that a test needs few records.
  static var smallSegments: FolderRemote.Limits {
    var limits = FolderRemote.Limits()
    limits.segmentBytes = 1_000
    return limits
  }

  static func remote(
    _ path: String, _ device: String = "a", _ limits: FolderRemote.Limits = .init()
  ) -> FolderRemote {
    FolderRemote(path: path, device: device, limits: limits)
  }

  /// Records named by numbers; the score tells one version of a record from another.
  static func records(
    _ numbers: some Sequence<Int>, score: Int = 3, device: String = "a",
    zone: ZoneName = zone, isDeleted: Bool = false
  ) -> [OutgoingRecord] {
    numbers.map { number in
      let life = isDeleted ? 1 : 0
      let time = Instant(milliseconds: Int64(number * 1_000 + score))
      return OutgoingRecord(
        zone: zone, recordName: "r\(number)", type: "GameResult", version: Int64(number),
        isDeleted: isDeleted, stamp: Stamp(time: time, device: device, life: life),
        fields: isDeleted ? [:] : ["userId": .string("me"), "score": .int(score)])
    }
  }

  static func push(_ records: [OutgoingRecord], to remote: FolderRemote) async throws {
    let results = try await remote.push(records, atomic: false)
    #expect(results == records.map { PushResult($0, .saved()) })
  }

  static func page(
    _ remote: FolderRemote, _ zone: ZoneName = zone, after token: [UInt8]? = nil
  ) async throws -> RemoteChanges {
    guard case .changes(let changes) = try await remote.pull(zone, after: token) else {
      Issue.record("the token has expired")
      return RemoteChanges(token: [])
    }
    return changes
  }

  /// Pulls page by page until there is no more.
  static func pull(
    _ remote: FolderRemote, _ zone: ZoneName = zone, after token: [UInt8]? = nil
  ) async throws -> (changes: RemoteChanges, pages: [Int]) {
    var all = RemoteChanges(token: token ?? [])
    var pages: [Int] = []
    var next = token
    repeat {
      let page = try await page(remote, zone, after: next)
      all.records += page.records
      all.deleted += page.deleted
      all.token = page.token
      all.hasMore = page.hasMore
      next = page.token
      pages.append(page.records.count + page.deleted.count)
      try #require(pages.count < 10_000, "the pages have no end")
    } while all.hasMore
    return (all, pages)
  }

  /// The scores by name after all changes: of two versions of a record the one with the greater
  /// stamp counts, as in a merge.
  static func scores(_ changes: RemoteChanges) -> [String: Int] {
    var newest: [String: (stamp: Stamp, score: Int?)] = [:]
    let all =
      changes.records.map { ($0.recordName, $0.stamp, $0.fields["score"]?.int) }
      + changes.deleted.map { ($0.recordName, $0.stamp, nil) }
    for (name, stamp, score) in all {
      guard let stamp else { continue }
      if let other = newest[name]?.stamp,
        (other.life, other.time) > (stamp.life, stamp.time)
      {
        continue
      }
      newest[name] = (stamp, score)
    }
    return newest.compactMapValues(\.score)
  }

  /// Whether each record is one that was pushed, unchanged.
  static func areTrue(_ changes: RemoteChanges, _ pushed: [OutgoingRecord]) -> Bool {
    changes.records.allSatisfy { record in
      pushed.contains {
        $0.recordName == record.recordName && $0.stamp == record.stamp && $0.fields == record.fields
      }
    }
  }

  /// A line of a log, as Documentation/pipelines.md describes it.
  static func line(_ body: String, after sum: UInt64) -> (bytes: [UInt8], sum: UInt64) {
    var hash = XXHash64()
    hash.add((0..<8).map { UInt8(truncatingIfNeeded: sum >> (56 - 8 * $0)) } + Array(body.utf8))
    let digits = String(hash.digest, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return (Array("{\"sum\":\"\(zeros)\(digits)\",\(body)\n".utf8), hash.digest)
  }

  /// The names of a log's segments.
  static func segments(_ path: String, _ device: String = "a") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(device)/results").sorted()
  }
}

extension TemporaryFolder {
  /// Creates a folder in this one.
  func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
    return file(name)
  }
}
