internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Recomputes everything and compares.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recompute everything in the store and compare; exit 1 when something is wrong.",
    discussion: """
      Examples:
        streakline verify
        streakline verify --store backup.db --output json
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let database = try store.openReading()
    let findings = try database.verify()
    // What is counted by may be damaged.
    let results =
      findings.isEmpty
      ? try database.counts(at: .now).records
      : (try? database.counts(at: .now).records)
    if output.isJSON {
      Output.json(
        .object([
          "results": results.map(Value.int) ?? .null, "ok": .bool(findings.isEmpty),
          "problems": .list(findings.map(Value.string)),
        ]))
    } else {
      findings.forEach { Output.line($0) }
      if findings.isEmpty, !output.quiet {
        Output.line("\(pluralized(results ?? 0, "result")): everything agrees")
      }
    }
    if !findings.isEmpty { throw CommandFailure(ExitCodes.nothing) }
  }
}
