internal import Foundation

/// The files of rules, pipelines and achievements that come with the library, as a resource bundle beside the program.
package enum BuiltInFiles {
  /// The folder that holds the built-in files of a kind.
  ///
  /// - Parameter kind: `Achievements`, `Parsers` or `Pipelines`.
  package static func folder(_ kind: String) -> String {
    Bundle.module.bundleURL.appendingPathComponent(kind).path
  }
}
