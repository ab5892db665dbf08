internal import ArgumentParser
internal import Streakline

/// Completes names that a store or the pipeline files have. A shell asks the program for them when somebody presses
/// Tab, so what cannot be read is left out without a word.
enum NameCompletion {
  /// The games that somebody has played, by their slugs.
  static let games = CompletionKind.custom { words, _, _ in
    names { try store(words)?.people.games() }
  }

  /// The users who have results.
  static let users = CompletionKind.custom { words, _, _ in
    names { try store(words)?.people.ids() }
  }

  /// The pipelines of the built-in folder and of the user's own.
  static let pipelines = CompletionKind.custom { words, _, _ in
    let files = PipelineFiles(
      currentLocations().folders("Pipelines"), store: options(words).location)
    return files.pipelines.map(\.name).sorted()
  }

  private static func names(_ read: () throws -> [String]?) -> [String] {
    ((try? read()) ?? []).sorted()
  }

  private static func store(_ words: [String]) throws -> RecordStore? {
    try RecordStore.openReadingIfPresent(path: options(words).location, in: UserSettings.zone)
  }

  /// The store that the words of the command so far name.
  private static func options(_ words: [String]) -> StoreOptions {
    var options = StoreOptions()
    options.path =
      words.firstIndex(of: "--store").flatMap {
        words.indices.contains($0 + 1) ? words[$0 + 1] : nil
      }
    return options
  }
}
