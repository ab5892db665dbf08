internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

/// Recomputes everything and compares.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recompute everything in the store and compare; exit 1 when something is wrong.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let database = try store.openReading()
    let findings = try database.verify()
    for finding in findings {
      if output.isJSON {
        Output.json(.object(["problem": .string(finding)]))
      } else {
        Output.line(escapedForTerminal(finding))
      }
    }
    if !findings.isEmpty { throw CommandFailure(ExitCodes.nothing) }
    if !output.isJSON, !output.quiet {
      let counts = try database.counts()
      Output.line("\(pluralized(counts.records, "result")): everything agrees")
    }
  }
}
