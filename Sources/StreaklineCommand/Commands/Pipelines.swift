internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// The pipelines that `sync` delivers.
struct Pipelines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipelines", abstract: "List the pipelines, add one, and switch them on and off.",
    discussion: """
      Examples:
        streakline pipelines
        streakline pipelines add folder ~/Sync/streakline
        streakline pipelines disable folder
      """,
    subcommands: [List.self, Add.self, Enable.self, Disable.self], defaultSubcommand: List.self)

  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the pipelines with their remotes.",
      discussion: """
        Example:
          streakline pipelines
        """)

    @OptionGroup var pipelines: PipelineOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let loaded = try pipelines.load()
      output.list(
        loaded.pipelines, header: ["PIPELINE", "REMOTE", "PLACE", "ENABLED"], names: [0, 2],
        none: nil, json: json
      ) { pipeline in
        [
          pipeline.name, pipeline.remote.kind.rawValue, pipeline.remote.place ?? "–",
          pipeline.isEnabled ? "yes" : "no",
        ]
      }
      if loaded.hasProblems { throw CommandFailure(ExitCodes.configuration) }
    }

    private func json(_ pipeline: Pipeline) -> Value {
      .object([
        "pipeline": .string(pipeline.name), "remote": .string(pipeline.remote.kind.rawValue),
        "place": pipeline.remote.place.map(Value.string) ?? .null,
        "enabled": .bool(pipeline.isEnabled),
      ])
    }
  }
}

extension RemoteConfiguration {
  /// Where the remote is, in words that the user has written; `nil` where a path does not say it.
  fileprivate var place: String? {
    switch self {
    case .jsonLines(let path), .folder(let path): path
    case .program(let command, _, _): command.joined(separator: " ")
    case .other: nil
    }
  }
}
