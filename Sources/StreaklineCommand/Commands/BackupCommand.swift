internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// One file with the store and the user's own files.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write the store and your own files into one file, for `restore`.",
    discussion: """
      The file holds the store as it is at one moment, your settings, rules, pipelines and achievements, and a
      list with sizes and hashes. Imports and syncs may go on meanwhile. It is a tar archive that only you can
      read: keep it so, because pipelines may hold passwords. Files that settings or pipelines name, such as
      sets of rules, secrets and shared folders, are not in it. A store with problems is not kept:
      `streakline verify` names them.

      --server DIR adds the files of the sync server in that folder (accounts, tokens, keys, and what devices have sent),
      also while it runs; --store is the page's store then. So one file has everything of a host. Write it as the
      user whose files they are.

      Examples:
        streakline backup ~/streakline-2026-11-30.tar
        streakline backup ~/streakline.tar --force
        streakline backup /media/disk/streakline.tar --output json
        streakline backup host.tar --server /var/lib/streakline/server --store /var/lib/streakline/streakline.db
      """)

  @Argument(help: "The file to write.") var file: String
  @Flag(help: "Replace the file if it is there already.") var force = false
  @Option(
    help: ArgumentHelp(
      "Also keep the files of the sync server in this folder (its --data).", valueName: "dir"))
  var server: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let database = try store.openReading()
    guard force || !WholeFile.isThere(file) else {
      throw CommandFailure(
        ExitCodes.cannotWrite, "\(file) is there already and stays as it is",
        help: "name another file, or replace it with --force")
    }
    let manifest: BackupManifest
    do {
      manifest = try reportingWholeFile(file, orElse: "leave it to another place") {
        try database.writeBackup(
          to: file, currentLocations(), server: try server.map(serverFolder))
      }
    } catch let mistake as BackupMistake {
      throw CommandFailure(
        mistake,
        help: mistake.isUnsound
          ? "`streakline doctor` (of a server's files, `streaklined verify`) says what can be done; to keep the files as they are, copy them while no program runs"
          : nil)
    }
    report(manifest)
  }

  private func report(_ manifest: BackupManifest) {
    output.report(
      .object([
        "file": .string(file), "createdAt": .string(manifest.createdAt.iso),
        "bytes": .int(manifest.sizeBytes), "holds": manifest.holdsJSON,
      ]), "\(file): \(manifest.holdings)")
    let sets = UserSettings.current.rules
    if !sets.isEmpty, !output.quiet {
      Output.note(
        "not in it: the sets of rules that the settings name: \(sets.joined(separator: ", "))")
    }
  }
}

extension BackupManifest {
  /// What is in the backup, in words.
  var holdings: String {
    let nouns = [
      "results": ("result", "results"), "people": ("person", "people"),
      "nearMisses": ("near miss", "near misses"), "disputes": ("dispute", "disputes"),
      "documents": ("document", "documents"),
    ]
    var parts = counts.compactMap { count -> String? in
      guard let noun = nouns[count.what], count.number > 0 || count.what == "results" else {
        return nil
      }
      return pluralized(count.number, noun.0, noun.1)
    }
    if hasSettings { parts.append("settings") }
    for (folder, noun) in [("Parsers", "rule"), ("Pipelines", "pipeline")] {
      let number = number(of: folder)
      if number > 0 { parts.append(pluralized(number, noun)) }
    }
    let achievements = number(of: "Achievements")
    if achievements > 0 { parts.append(pluralized(achievements, "file") + " of achievements") }
    if hasServer {
      parts.append("a server with \(pluralized(serverContainers, "container"))")
    }
    return parts.joined(separator: ", ")
  }

  /// The same as JSON.
  var holdsJSON: Value {
    var fields = Fields()
    for count in counts { fields.append(count.what, .int(count.number)) }
    fields.append("settings", .bool(hasSettings))
    for (folder, name) in [
      ("Parsers", "rules"), ("Pipelines", "pipelines"), ("Achievements", "achievements"),
    ] { fields.append(name, .int(number(of: folder))) }
    if hasServer { fields.append("serverContainers", .int(serverContainers)) }
    return .object(fields)
  }
}

/// The folder of a sync server that an option names.
func serverFolder(_ path: String) throws(BackupMistake) -> ServerFolder {
  try ServerFolder(path, currentLocations())
}

extension BackupMistake {
  var isUnsound: Bool {
    if case .unsound = self { true } else { false }
  }
}

extension CommandFailure {
  init(_ mistake: BackupMistake, help: String?) {
    let code =
      switch mistake {
      case .refused, .newer, .unsound: ExitCodes.data
      case .present, .unsuitable: ExitCodes.cannotWrite
      case .interrupted: ExitCodes.interrupted
      }
    self.init(code, mistake.message, help: help)
  }
}
