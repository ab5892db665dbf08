internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// The work of `parse` with its options as plain values, so that it also runs without the argument
/// parser.
struct ShareListing {
  var requests: [ImportRequest]
  /// Where the user is.
  var zone: NamedTimeZone
  var user = "me"
  var aliases: [String: String] = [:]
  var only: Set<String> = []
  var on: Day?
  var ruleFolders: [String] = []
  var isJSON = false
  var isQuiet = false
  /// The names in chats that the user has given.
  var names = GivenNames()

  /// The listing of a command without options.
  ///
  /// - Parameter path: The file to read, or `-` for standard input.
  static func plain(_ path: String, isJSON: Bool) -> ShareListing {
    let settings = UserSettings.current
    let user = settings.user ?? "me"
    var aliases = settings.aliases
    for name in settings.me { aliases[name] = user }
    let options = ReaderOptions(
      zone: UserSettings.zone, dateOrder: settings.dateOrder, user: user)
    var names = GivenNames()
    names.addMe(of: settings, user)
    names.addAliases(of: settings) { $0 }
    return ShareListing(
      requests: [ImportRequest(path: path, options: options)], zone: UserSettings.zone, user: user,
      aliases: aliases, isJSON: isJSON, names: names)
  }

  /// - Returns: The rules that were used.
  @discardableResult
  func run() throws -> GameRules {
    let now = Instant.now
    let set = try loadRules(more: ruleFolders)
    var builder = RecordBuilder(
      user: user, fallbackDay: on ?? zone.day(of: now), now: now, aliases: aliases)
    builder.namesDay = on != nil
    builder.only = only
    builder.judges = true
    let inputs = InputReporter(isQuiet: isQuiet)
    inputs.names = names
    var found = 0
    inputs.files = requests.map(\.path)
    for request in inputs.expanded(requests, for: set) {
      try inputs.reading(request.path) {
        try request.parse(set, builder, suspended: inputs.note(suspended:)) { chunk in
          if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
          found += chunk.records.count
          try inputs.note(chunk)
          for record in chunk.records {
            show(record, set)
          }
        }
      }
    }
    try inputs.finish(MissNotes(rules: set, store: nil).lines)
    try inputs.end(found: found, only: only.sorted())
    return set
  }

  private func show(_ record: Record, _ set: GameRules) {
    if isJSON {
      Output.json(record)
      return
    }
    let line = RecordLine(record: record, scoring: set.scoring(of: record.game))
    var text = "\(line.text) · \(record.day.iso)"
    if record.userId != user {
      text = "\(record.userId): \(text)"
    }
    if let reason = record.suspicionInWords(at: .now) {
      text += " · suspect: \(reason)"
    }
    Output.line(text)
  }
}
