internal import ArgumentParser

struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "A folder with more rule files; its games win. May be repeated.", valueName: "dir"))
  var folders: [String] = []
}
