internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineStore

/// Writes the stored results in a form that can be read back.
struct Export: ParsableCommand {
  /// The form in which results are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv, streaksync
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all results as JSON Lines, as a table (CSV) or for the app StreakSync.",
    discussion: """
      Importing the file stores the same results. Two exports of one store are equal byte for byte.
      In a table, a text that a spreadsheet would mistake for a formula gets an apostrophe in front.
      A StreakSync backup has one user's results; what the app would not take is left out and counted.

      Examples:
        streakline export > results.jsonl
        streakline export --format csv --output-file results.csv --from 2026-01-01
        streakline export --format streaksync --output-file StreakSync_Backup.json
      """)

  @Option(
    help: "jsonl (JSON Lines, as `results --output json`), csv, or streaksync (the app's backup).")
  var format = Format.jsonl
  @Option(help: ArgumentHelp("The file to write; otherwise standard output.", valueName: "path"))
  var outputFile: String?
  @Option(help: "Only from this day on.") var from: Day?
  @Option(help: "Only up to this day.") var to: Day?
  @Flag(name: .shortAndLong, help: "Report only what went wrong.") var quiet = false
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    let database = try store.openReading().store
    guard let outputFile, outputFile != "-" else {
      let isTerminal = Output.isTerminal(STDOUT_FILENO)
      _ = try write(database, forTerminal: isTerminal) { Output.write($0) }
      return
    }
    var count = 0
    try writeWhole(outputFile, beside: store, orElse: "leave out --output-file") { file in
      count = try write(database, forTerminal: false) { try file.write($0) }
    }
    if !quiet {
      Output.note("\(pluralized(count, "result")) written to \(outputFile)")
    }
  }

  /// - Returns: How many results were written.
  private func write(
    _ database: Store, forTerminal: Bool, to target: ([UInt8]) throws -> Void
  ) throws -> Int {
    if format == .streaksync {
      return try writeBackup(database, forTerminal: forTerminal, to: target)
    }
    var count = 0
    var lines = JSONWriter(escapesForTerminal: forTerminal)
    var table = RecordCSV(escapesForTerminal: forTerminal)
    if format == .csv {
      table.writeHeader()
      try target(table.bytes)
    }
    let slug = try selection.slug(try rules.load())
    let filter = ResultFilter(user: selection.user, game: slug, from: from, to: to)
    try database.forEachResult(filter) { record in
      if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
      switch format {
      case .jsonl:
        lines.removeAll()
        lines.write(record.json)
        lines.endLine()
        try target(lines.bytes)
      case .csv:
        table.removeAll()
        table.write(record)
        try target(table.bytes)
      case .streaksync: break
      }
      count += 1
    }
    if count == 0 {
      try selection.refuseUnknownNames(in: store.openReading(), rules: rules.load())
    }
    return count
  }
}
