internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineReaders
internal import StreaklineRules

/// The work of `parse` with its options as plain values, so that it also runs without the argument
/// parser.
struct ShareListing {
  var requests = [ImportRequest(path: "-", options: ReaderOptions(zone: .machine))]
  /// Where the user is.
  var zone = NamedTimeZone.machine
  var user = "me"
  var aliases: [String: String] = [:]
  var only: Set<String> = []
  var on: Day?
  var ruleFolders: [String] = []
  var isJSON = false
  var isQuiet = false

  func run() throws {
    let now = currentInstant()
    let set = try loadRules(more: ruleFolders)
    var builder = RecordBuilder(
      user: user, fallbackDay: on ?? zone.day(of: now), now: now, aliases: aliases)
    builder.namesDay = on != nil
    builder.only = only
    let inputs = InputReporter(isQuiet: isQuiet)
    var found = 0
    for request in inputs.expanded(requests) {
      let parser = InputParser(rules: set, builder: builder, forwards: request.forwards)
      try inputs.reading(request.path) {
        let input = try request.open(for: set)
        try parser.parse(input.reader) { chunk in
          if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
          found += chunk.records.count
          inputs.note(chunk)
          for record in chunk.records {
            show(record.judged(at: now), set)
          }
        }
      }
      inputs.note(suspended: parser.suspended)
    }
    inputs.finish()
    try inputs.end(found: found, only: only.sorted())
  }

  private func show(_ record: Record, _ set: RuleSet) {
    if isJSON {
      Output.json(record)
      return
    }
    let line = RecordLine(record: record, scoring: set.rule(of: record.game)?.scoring?.rawValue)
    var text = "\(line.text) · \(record.day.iso)"
    if record.userId != user {
      text = "\(record.userId): \(text)"
    }
    if let reason = record.suspect {
      text += " · suspect: \(reason)"
    }
    Output.line(text)
  }
}
