import Foundation

/// Runs parts of the seeds in processes of their own, one for each core: threads of one process would wait
/// for SQLite's locks around its memory.
struct Workers {
  /// Set for a process that runs a part.
  static let isWorker = ProcessInfo.processInfo.environment["SIMULATION_WORKER"] != nil

  /// How many seeds were run.
  private(set) var seeds: UInt64 = 0
  /// How many seeds have reached each state, and in how many something went wrong, by kind.
  private(set) var states: [String: Int] = [:]
  private(set) var bad: [String: Int] = [:]
  /// How often each decision has met something.
  private(set) var pairs: [String: Int] = [:]
  /// A line for each seed and kind.
  private(set) var findings: [String] = []

  /// - Throws: When a process cannot be started, or ends without its closing line.
  mutating func run(seeds: UInt64, from first: UInt64) throws {
    for text in try Self.outputs(of: seeds, from: first) {
      guard text.contains(" renamed\n") else { throw CocoaError(.executableRuntimeMismatch) }
      for line in text.split(separator: "\n") { add(String(line)) }
    }
  }

  /// Shares the seeds among the cores.
  ///
  /// - Parameters:
  ///   - mode: The first argument of the processes; `nil` for none.
  ///   - step: All parts but the last have a multiple of this number of seeds.
  /// - Returns: What the processes have printed.
  static func outputs(
    of seeds: UInt64, from first: UInt64, mode: String? = nil, step: UInt64 = 1
  ) throws -> [String] {
    let count = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
    let most = (seeds + count * step - 1) / (count * step) * step
    var parts: [(process: Process, output: Pipe)] = []
    for start in stride(from: first, to: first + seeds, by: Int(most)) {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments =
        (mode.map { [$0] } ?? []) + [
          String(min(most, first + seeds - start)), String(start),
        ]
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["SIMULATION_WORKER": "1"], uniquingKeysWith: { $1 })
      process.standardOutput = output
      try process.run()
      parts.append((process, output))
    }
    return parts.map { part in
      let output = part.output.fileHandleForReading.readDataToEndOfFile()
      part.process.waitUntilExit()
      return String(decoding: output, as: UTF8.self)
    }
  }

  private mutating func add(_ line: String) {
    if line.hasPrefix("seed ") {
      findings.append(line)
      let kind = line.split(separator: ": ").dropFirst().first.map(String.init) ?? ""
      bad[kind, default: 0] += 1
    } else if let colon = line.range(of: ": "), line.hasSuffix("%") {
      let count = line[colon.upperBound...].split(separator: " ").first.flatMap { Int($0) }
      states[String(line[..<colon.lowerBound]), default: 0] += count ?? 0
    } else if let colon = line.range(of: ": "), line.hasSuffix(" times") {
      let count = line[colon.upperBound...].split(separator: " ").first.flatMap { Int($0) }
      pairs[String(line[..<colon.lowerBound]), default: 0] += count ?? 0
    } else if let words = line.range(of: " seeds: ") {
      self.seeds += UInt64(line[..<words.lowerBound]) ?? 0
    }
  }
}
