import Foundation
import StreaklineSimulation

// Simulate SEEDS [FIRST]: runs that many seeds, from FIRST or 1 on, and prints what went wrong. A single
// seed also prints what happened.
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let seeds = arguments.first ?? 100
let first = arguments.dropFirst().first ?? 1
let root = "/dev/shm/streakline-simulation-\(ProcessInfo.processInfo.processIdentifier)"
let files = FileManager.default
var bad: [String: Int] = [:]
var states: [String: Int] = [:]
var isReplayed = true

func run(_ seed: UInt64) async throws -> Simulation.Verdict {
  let folder = "\(root)/\(seed)"
  try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? files.removeItem(atPath: folder) }
  var simulation = Simulation(seed: seed, folder: folder, isTold: seeds == 1)
  return try await simulation.run()
}

for seed in first..<(first + seeds) {
  let verdict = try await run(seed)
  for state in verdict.states { states[state, default: 0] += 1 }
  let kinds = [
    ("lost", verdict.lost), ("doubled", verdict.doubled), ("diverged", verdict.diverged),
    ("resurrected", verdict.resurrected), ("leaked", verdict.leaked),
  ]
  for (kind, findings) in kinds where !findings.isEmpty {
    bad[kind, default: 0] += 1
    print("seed \(seed): \(kind): \(findings.sorted().prefix(3).joined(separator: "; "))")
  }
  if seed % 100 == 0 {
    let again = try await run(seed)
    if again.trace != verdict.trace {
      isReplayed = false
      print("seed \(seed): another history when it is run again")
    }
  }
}
try? files.removeItem(atPath: root)
for (state, count) in states.sorted(by: { $0.key < $1.key }) {
  print("\(state): \(count) seeds, \(100 * count / Int(seeds)) %")
}
let kinds = ["lost", "doubled", "diverged", "resurrected", "leaked"]
let counts = kinds.map { "\(bad[$0] ?? 0) \($0)" }.joined(separator: ", ")
print("\(seeds) seeds: \(counts)")
exit(bad.isEmpty && isReplayed ? 0 : 1)
