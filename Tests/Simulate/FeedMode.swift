import Foundation
import StreaklineSimulation

/// How many sequences follow each other in one store.
private let sequencesOfStore: UInt64 = 10

/// Runs feed sequences, in a process for each core, and prints what was not as predicted, how often each
/// operation and answer came, and one closing line. A single one also prints what happens.
///
/// - Returns: How many were not as predicted.
func runFeedSequences(_ count: UInt64, from first: UInt64) throws -> Int {
  var result = FeedResult()
  if count > 10 * sequencesOfStore, !Workers.isWorker {
    for text in try Workers.outputs(of: count, from: first, mode: "feed", step: sequencesOfStore) {
      guard text.contains(FeedResult.closing) else { throw CocoaError(.executableRuntimeMismatch) }
      for line in text.split(separator: "\n") { result.add(String(line)) }
    }
  } else {
    try result.run(count, from: first)
  }
  for (kind, times) in result.counts.sorted(by: { $0.key < $1.key }) { print("\(kind): \(times)") }
  print(
    "\(count) sequences of \(FeedSequences.operations) operations: \(result.failures) \(FeedResult.closing)"
  )
  return result.failures
}

/// What feed sequences have come to.
private struct FeedResult {
  /// How the closing line ends.
  static let closing = "not as the model predicts"
  private static let failure = "sequence "
  /// How many failures are printed.
  private static let mostPrinted = 5

  private(set) var failures = 0
  /// How often each kind of operation and answer came.
  private(set) var counts: [String: Int] = [:]

  /// Takes a line that the process of another core has printed.
  mutating func add(_ line: String) {
    if line.hasPrefix(Self.failure) { return fail(line) }
    guard let colon = line.range(of: ": ") else { return }
    if line.hasSuffix(Self.closing) {
      // Those that were not printed.
      let all = line[colon.upperBound...].split(separator: " ").first.flatMap { Int($0) } ?? 0
      failures += max(0, all - Self.mostPrinted)
    } else if let times = Int(line[colon.upperBound...]) {
      counts[String(line[..<colon.lowerBound]), default: 0] += times
    }
  }

  mutating func run(_ count: UInt64, from first: UInt64) throws {
    let root = "/dev/shm/streakline-feed-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let sample = try FeedSample(folder: root)
    for start in stride(from: first, to: first + count, by: Int(sequencesOfStore)) {
      let end = min(first + count, start + sequencesOfStore)
      try run(start..<end, sample, folder: "\(root)/store", isTold: count == 1)
    }
  }

  /// Runs sequences in one store.
  private mutating func run(
    _ sequences: Range<UInt64>, _ sample: FeedSample, folder: String, isTold: Bool
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var store = try FeedSequences(
      seed: sequences.lowerBound, sample, folder: folder, isTold: isTold)
    var current = sequences.lowerBound
    do {
      while current < sequences.upperBound {
        try store.run()
        current += 1
      }
      try store.verify()
    } catch {
      let again = "SEQUENCES=\(current - sequences.lowerBound + 1) SEED=\(sequences.lowerBound)"
      fail("\(Self.failure)\(current) (\(again)): \(error)")
    }
    counts.merge(store.counts, uniquingKeysWith: +)
  }

  private mutating func fail(_ line: String) {
    failures += 1
    if failures <= Self.mostPrinted { print(line) }
  }
}
