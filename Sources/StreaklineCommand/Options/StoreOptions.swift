internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineRules
internal import StreaklineCore
internal import StreaklineReaders

struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The database file (else $STREAKLINE_STORE, else streakline/streakline.db in the data folder).",
      valueName: "path"))
  var path: String?
}
