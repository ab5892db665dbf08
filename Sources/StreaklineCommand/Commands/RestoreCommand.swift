internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Puts back what a backup holds.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put back the store and your own files from a file that `backup` has written.",
    discussion: """
      All of the backup is checked before anything is put in place. What is there already stays, and nothing is
      done, unless --replace is given; then it is kept under another name, which is printed. The restored store
      is a new device: its next `sync` gets what was stored, deleted and erased since (Documentation/sync.md,
      A restored copy). Sync before you import.

      The files of a sync server are put where --server says, while no server runs there. Its clients start over:
      what they know from after the backup is not mistaken for what the server has now.

      Examples:
        streakline restore ~/streakline-2026-11-30.tar
        streakline restore ~/streakline.tar --replace
        streakline restore ~/streakline.tar --store /tmp/look.db --only-store
        streakline restore host.tar --server /var/lib/streakline/server --store /var/lib/streakline/streakline.db
      """)

  @Argument(help: "The backup.") var file: String
  @Flag(help: "Replace what is there already, and keep it under another name.") var replace = false
  @Flag(help: "Leave settings, rules, pipelines and achievements as they are.") var onlyStore =
    false
  @Option(help: ArgumentHelp("The folder of the sync server (its --data).", valueName: "dir"))
  var server: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    do {
      let backup = try BackupFile(file)
      let restoration = Restoration(
        store: store.location, currentLocations(), server: try server.map(serverFolder),
        replaces: replace, isOnlyStore: onlyStore)
      let outcome = try restoration.run(backup)
      report(backup.manifest, outcome)
    } catch let mistake as BackupMistake {
      throw CommandFailure(mistake, help: help(mistake))
    }
  }

  private func help(_ mistake: BackupMistake) -> String? {
    switch mistake {
    case .refused: "nothing was changed; take another backup"
    case .unsound:
      "nothing was changed; take another backup, or unpack this one with tar to rescue what is readable"
    case .newer: "nothing was changed; install that version"
    case .present:
      "--replace keeps it under another name; --store and --server name other places"
    case .unsuitable, .interrupted: nil
    }
  }

  private func report(_ manifest: BackupManifest, _ outcome: Restoration.Outcome) {
    output.report(
      .object([
        "store": .string(outcome.store), "deviceId": .string(outcome.device),
        "createdAt": .string(manifest.createdAt.iso), "holds": manifest.holdsJSON,
        "written": .list(outcome.written.map(Value.string)),
        "kept": .list(outcome.kept.map(Value.string)),
      ]), "\(outcome.store): \(manifest.holdings), as of \(manifest.createdAt.iso)")
    guard !output.quiet else { return }
    if let server { Output.note("the server's files are in \(server)") }
    for path in outcome.kept { Output.note("what was there before is \(path)") }
    Output.note("this is a new device; next: streakline sync, before you import anything")
  }
}
