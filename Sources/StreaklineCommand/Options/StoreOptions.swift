internal import ArgumentParser

struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The database file; otherwise $STREAKLINE_STORE, or streakline/streakline.db in the data folder.",
      valueName: "path"))
  var path: String?
}
