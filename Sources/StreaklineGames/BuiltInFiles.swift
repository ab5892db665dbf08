#if canImport(Darwin)
  internal import Foundation
#else
  internal import StreaklineFiles
#endif

/// The files of rules, pipelines and achievements that come with the library, as a resource bundle beside the program.
package enum BuiltInFiles {
  /// The folder that holds the built-in files of a kind. It need not exist where the program was copied without its
  /// bundle.
  ///
  /// - Parameter kind: `Achievements`, `Parsers` or `Pipelines`.
  package static func folder(_ kind: String) -> String {
    #if canImport(Darwin)
      Bundle.module.bundleURL.appendingPathComponent(kind).path
    #else
      // `Bundle.module` has the path of the build folder in it, and ends the program where that is gone.
      "\(folderPath(of: runningProgram()))/Streakline_StreaklineGames.resources/\(kind)"
    #endif
  }
}
