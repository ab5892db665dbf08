internal import ArgumentParser

/// Reads the shares in the clipboard and stores their results.
struct ClipboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paste", abstract: "Read the shares in the clipboard and store the results.",
    discussion: """
      Reads the clipboard of the running desktop with its own tool: pbpaste on macOS, wl-paste (package
      wl-clipboard) on Wayland, xclip on X11, PowerShell in WSL. It waits two seconds at most and reads up to
      1 MiB. Of a clipboard without a share nothing is stored.

      Examples:
        streakline paste
        streakline paste --user alice
        streakline paste --dry-run
      """)

  @Flag(help: "Replace a stored result by one that differs, and bring back deleted ones.")
  var replace = false

  @Flag(help: "Show what would be stored, and store nothing.")
  var dryRun = false

  @OptionGroup var input: InputOptions
  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  mutating func run() throws {
    let text = try Clipboard.text()
    guard !text.allSatisfy({ $0 <= 0x20 }) else {
      throw CommandFailure(ExitCodes.nothing, "the clipboard holds no text")
    }
    var ingest = IngestCommand()
    ingest.pasted = text
    ingest.files = []
    ingest.replace = replace
    ingest.dryRun = dryRun
    ingest.input = input
    ingest.player = player
    ingest.rules = rules
    ingest.pipelines = pipelines
    ingest.output = output
    try ingest.run()
  }
}
