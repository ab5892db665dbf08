import Foundation

/// Runs parts of the seeds in processes of their own, one for each core: threads of one process would wait
/// for SQLite's locks around its memory.
struct Workers {
  /// Set for a process that runs a part.
  static let isWorker = ProcessInfo.processInfo.environment["SIMULATION_WORKER"] != nil

  /// How many seeds have reached each state, and in how many something went wrong, by kind.
  private(set) var states: [String: Int] = [:]
  private(set) var bad: [String: Int] = [:]
  /// A line for each seed and kind.
  private(set) var findings: [String] = []

  /// - Throws: When a process cannot be started, or ends without its closing line.
  mutating func run(seeds: UInt64, from first: UInt64) throws {
    let count = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
    var parts: [(process: Process, output: Pipe)] = []
    var next = first
    for part in 0..<count {
      let size = seeds / count + (part < seeds % count ? 1 : 0)
      guard size > 0 else { continue }
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = [String(size), String(next)]
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["SIMULATION_WORKER": "1"], uniquingKeysWith: { $1 })
      process.standardOutput = output
      try process.run()
      parts.append((process, output))
      next += size
    }
    for part in parts {
      let text = String(
        decoding: part.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      part.process.waitUntilExit()
      guard text.contains(" leaked\n") else { throw CocoaError(.executableRuntimeMismatch) }
      for line in text.split(separator: "\n") { add(String(line)) }
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
    }
  }
}
