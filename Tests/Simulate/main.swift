import Foundation
import StreaklineSimulation

// Simulate [SEEDS [FIRST]]: runs that many seeds, from FIRST or 1 on, and prints what went wrong, how many
// seeds have reached each rare state, and one closing line. A single seed also prints what happened. Every
// hundredth seed runs twice, and both runs must be the same.
//
// Simulate laws [TRIPLES]: tries the laws of merging on that many random triples for each policy.
if CommandLine.arguments.dropFirst().first == "laws" {
  exit(await tryLaws(triples: Int(CommandLine.arguments.last ?? "") ?? 1_000_000) ? 0 : 1)
}
//
// Simulate feed [SEQUENCES [FIRST]]: runs that many feed sequences.
//
// SIMULATED_CLOUDKIT=PROGRAM Simulate …: the real server and remote program, which PROGRAM runs, in place of
// the server in memory and of the shared folder.
//
// MINUTES=10 Simulate …: begins no seed after ten minutes; the closing line has the number of seeds that were run.
//
// Simulate find [SEEDS]: ends with the first seed in which something goes wrong; 1 when there is none.
let isFinding = CommandLine.arguments.dropFirst().first == "find"
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let seeds = max(1, arguments.first ?? 1_000)
let first = arguments.dropFirst().first ?? 1
if CommandLine.arguments.dropFirst().first == "feed" {
  exit(try runFeedSequences(seeds, from: first) == 0 ? 0 : 1)
}
let root = "/dev/shm/streakline-simulation-\(ProcessInfo.processInfo.processIdentifier)"
// A process of the same number may have been killed and have left its stores.
try? FileManager.default.removeItem(atPath: root)
let templates = "\(root)/templates"
try Simulation.prepare(templates: templates)

/// The program with the real server; `nil` for the one in memory.
let simulatedCloudKit = ProcessInfo.processInfo.environment["SIMULATED_CLOUDKIT"]

/// HISTORIES=people, HISTORIES=names or HISTORIES=results: only these; without it every third is one of people, and every
/// fifth seed has one of names besides, if it is one over a folder. Those of names over a remote without stamps do not all
/// hold yet. HISTORIES=groups: those of groups, which need the real server.
let kindsOfHistories: [Simulation.Kind] =
  switch ProcessInfo.processInfo.environment["HISTORIES"] {
  case "people": [.people]
  case "names": [.names]
  case "groups": [.groups]
  case "results": [.results]
  default: [.results, .people, .names]
  }

/// When no other seed begins.
let end =
  ProcessInfo.processInfo.environment["MINUTES"].flatMap(Double.init)
  .map { Date.now.addingTimeInterval(60 * $0) } ?? .distantFuture

/// What a seed came to.
struct Outcome: Sendable {
  let seed: UInt64
  let verdict: Simulation.Verdict
  let isReplayed: Bool
}

func run(_ seed: UInt64, _ name: String) async throws -> Simulation.Verdict {
  let folder = "\(root)/\(seed)\(name)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let process = try simulatedCloudKit.map {
    try ServerProcess(program: $0, folder: "\(folder)/server")
  }
  var verdict = Simulation.Verdict()
  for kind in kindsOfHistories {
    // Of both kinds, every third history is one of people: that meets everything often enough. Whoever looks for a bug
    // tries the other one of these seeds, too.
    let isThird = seed.isMultiple(of: 3)
    let isLeftOut =
      switch kind {
      case .people: !isThird
      case .names: !seed.isMultiple(of: 5)
      default: isThird && !isFinding
      }
    if kindsOfHistories.count > 1, isLeftOut { continue }
    let folder = "\(folder)/\(kind)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if kind == .groups {
      guard let process else { fatalError("histories of groups need SIMULATED_CLOUDKIT") }
      var history = GroupHistory(
        seed: seed, folder: folder, templates: templates, process: process,
        isTold: seeds == 1 && !isFinding)
      verdict.add(try await history.run())
      continue
    }
    var simulation = Simulation(
      seed: seed, folder: folder, templates: templates, process: process, kind: kind,
      isTold: seeds == 1 && !isFinding)
    if kind == .names, kindsOfHistories.count > 1, !simulation.isFolder { continue }
    verdict.add(try await simulation.run())
  }
  return verdict
}

@concurrent
func outcome(_ seed: UInt64) async throws -> Outcome {
  let verdict = try await run(seed, "")
  // The real server names its accounts by a random key.
  let isReplayed =
    if simulatedCloudKit == nil, seed % 100 == 0 {
      try await run(seed, "-again").trace == verdict.trace
    } else { true }
  return Outcome(seed: seed, verdict: verdict, isReplayed: isReplayed)
}

var seedsRun: UInt64 = 0
var bad: [String: Int] = [:]
var states: [String: Int] = [:]
var pairs: [String: Int] = [:]
var findings: [String] = []

@MainActor
func count(_ outcome: Outcome) {
  seedsRun += 1
  let verdict = outcome.verdict
  for state in verdict.states { states[state, default: 0] += 1 }
  pairs.merge(verdict.pairs, uniquingKeysWith: +)
  let kinds =
    verdict.kinds + [
      ("not replayed", outcome.isReplayed ? [] : ["the second run had another history"])
    ]
  for (kind, found) in kinds where !found.isEmpty {
    bad[kind, default: 0] += 1
    let first = found.sorted().prefix(3).joined(separator: "; ")
    findings.append("seed \(outcome.seed): \(kind): \(first)")
  }
}

if seeds > 100, !isFinding, !Workers.isWorker {
  var workers = Workers()
  try workers.run(seeds: seeds, from: first)
  (seedsRun, bad, states) = (workers.seeds, workers.bad, workers.states)
  (pairs, findings) = (workers.pairs, workers.findings)
} else {
  try await withThrowingTaskGroup(of: Outcome.self) { group in
    var next = first
    let last = first + seeds - 1
    for _ in 0..<(isFinding ? max(1, ProcessInfo.processInfo.activeProcessorCount) : 1)
    where next <= last {
      let seed = next
      group.addTask { try await outcome(seed) }
      next += 1
    }
    while let done = try await group.next() {
      count(done)
      guard next <= last, Date.now < end, !isFinding || bad.isEmpty else { continue }
      let seed = next
      group.addTask { try await outcome(seed) }
      next += 1
    }
  }
}
try? FileManager.default.removeItem(atPath: root)
if isFinding {
  for finding in findings { print(finding) }
  exit(bad.isEmpty ? 1 : 0)
}
for (state, count) in states.sorted(by: { $0.key < $1.key }) {
  let tenths = 1_000 * count / Int(seedsRun)
  print("\(state): \(count) seeds, \(tenths / 10).\(tenths % 10) %")
}
for (pair, count) in pairs.sorted(by: { $0.key < $1.key }) { print("\(pair): \(count) times") }
if seedsRun < seeds { print("the time was up after \(seedsRun) of \(seeds) seeds") }
// The last lines are what a reader of a long log sees.
for finding in findings { print(finding) }
let kinds = ["lost", "doubled", "diverged", "resurrected", "leaked", "renamed"]
let counts = kinds.map { "\(bad[$0] ?? 0) \($0)" }.joined(separator: ", ")
print("\(seedsRun) seeds: \(counts)")
// Each of these must be met often enough for the result to say something.
let elsewhere = simulatedCloudKit == nil ? [] : ["torn", "compacted"]
let rare = Simulation.states.filter {
  !elsewhere.contains($0) && 100 * (states[$0] ?? 0) < Int(seedsRun)
}
if seedsRun >= 10_000, !Workers.isWorker, kindsOfHistories.contains(.people) {
  let least = Simulation.fewestPairs * Int(seedsRun) / 10_000
  let seldom = Simulation.pairs.filter { pairs[$0] ?? 0 < least }
  for pair in seldom { print("met too seldom: \(pair), \(pairs[pair] ?? 0) times") }
  if !seldom.isEmpty { exit(1) }
}
if seedsRun >= 1_000, !Workers.isWorker, kindsOfHistories.contains(.results), !rare.isEmpty {
  print("reached in less than 1 % of the seeds: \(rare.joined(separator: ", "))")
  exit(1)
}
exit(bad.isEmpty ? 0 : 1)
