import Foundation
import StreaklineSimulation

/// How many sequences follow each other in one store.
private let sequencesOfStore: UInt64 = 10

/// Runs feed sequences on all processors, and prints what was not as predicted, how often each operation
/// and answer came, and one closing line. A single one also prints what happens.
///
/// - Returns: How many were not as predicted.
func runFeedSequences(_ count: UInt64, from first: UInt64) async throws -> Int {
  let root = "/dev/shm/streakline-feed-\(ProcessInfo.processInfo.processIdentifier)"
  try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: root) }
  let sample = try FeedSample(folder: root)
  let workers = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
  var failures = 0
  var counts: [String: Int] = [:]
  try await withThrowingTaskGroup(of: (Int, [String: Int]).self) { group in
    for worker in 0..<workers {
      group.addTask {
        try await runFeedSequences(
          stride(
            from: first + worker * sequencesOfStore, to: first + count,
            by: Int(workers * sequencesOfStore)), upTo: first + count, sample,
          folder: "\(root)/\(worker)", isTold: count == 1)
      }
    }
    for try await (found, seen) in group {
      failures += found
      counts.merge(seen, uniquingKeysWith: +)
    }
  }
  for (kind, times) in counts.sorted(by: { $0.key < $1.key }) { print("\(kind): \(times)") }
  print(
    "\(count) sequences of \(FeedSequences.operations) operations: \(failures) not as the model predicts"
  )
  return failures
}

@concurrent
private func runFeedSequences(
  _ stores: StrideTo<UInt64>, upTo end: UInt64, _ sample: FeedSample, folder: String, isTold: Bool
) async throws -> (Int, [String: Int]) {
  var failures = 0
  var counts: [String: Int] = [:]
  for first in stores {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var sequences = try FeedSequences(seed: first, sample, folder: folder, isTold: isTold)
    let next = min(end, first + sequencesOfStore)
    var current = first
    do {
      while current < next {
        try sequences.run()
        current += 1
      }
      try sequences.verify()
    } catch {
      failures += 1
      let again = "SEQUENCES=\(current - first + 1) SEED=\(first)"
      if failures <= 5 { print("sequence \(current) (\(again)): \(error)") }
    }
    counts.merge(sequences.counts, uniquingKeysWith: +)
  }
  return (failures, counts)
}
