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

  @OptionGroup var options: IngestOptions

  mutating func run() throws {
    let text = try Clipboard.text()
    guard !text.allSatisfy({ $0 <= 0x20 }) else {
      throw CommandFailure(ExitCodes.nothing, "the clipboard holds no text")
    }
    var ingest = IngestCommand()
    ingest.pasted = text
    ingest.files = []
    ingest.options = options
    try ingest.run()
  }
}
