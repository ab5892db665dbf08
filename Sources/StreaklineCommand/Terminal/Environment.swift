internal import Foundation
internal import Streakline

/// The value of an environment variable.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Checks the variables from which the places of the user's files follow.
///
/// - Throws: ``CommandFailure`` when a path is not UTF-8, because another path would be used, or
///   when no home folder is known.
func checkEnvironment() throws(CommandFailure) {
  for name in [
    "HOME", "STREAKLINE_HOME", "STREAKLINE_STORE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
  ] {
    guard let value = unsafe getenv(name), unsafe String(validatingCString: value) == nil
    else { continue }
    throw CommandFailure(ExitCodes.configuration, "the path in $\(name) is not UTF-8")
  }
  guard currentLocations().areKnown else {
    throw CommandFailure(
      ExitCodes.configuration, "there is no home folder to keep results in",
      help: "set HOME to the path of a folder")
  }
}

/// Where this program's files are.
func currentLocations() -> Locations {
  Locations(environment: { environment($0) })
}
