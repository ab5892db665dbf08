internal import ArgumentParser

/// The options of commands that read shares and store their results.
struct IngestOptions: ParsableArguments {
  @Flag(help: "Replace a stored result by one that differs, and bring back deleted ones.")
  var replace = false

  @Flag(help: "Show what would be stored, and store nothing.")
  var dryRun = false

  @OptionGroup var input: InputOptions
  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions
}
