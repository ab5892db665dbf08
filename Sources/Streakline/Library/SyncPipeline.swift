internal import StreaklineRules
internal import StreaklineStore
@_exported public import StreaklineSync

/// Which records go to a remote, whose they are, and what they are called there.
///
/// A pipeline remembers in the store how far it has been delivered, by its name.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// let pipeline = try SyncPipeline(name: "lines", users: ["alice"], games: ["wordle"])
/// let remote = JSONLinesRemote(path: "results.jsonl", storePath: store.path)
/// let report = try await store.sync(pipeline, with: remote)
/// print(report.saved, "saved,", report.pending, "waiting")
/// ```
public struct SyncPipeline: Sendable {
  let pipeline: Pipeline

  /// Reads a pipeline file. Its `remote:` is not used: the caller brings the remote.
  ///
  /// - Throws: ``LibraryError`` of the kind `configuration`, which shows each mistake with its place.
  public init(file path: String) throws {
    let files = PipelineFiles(file: path, store: "")
    guard let pipeline = files.pipelines.first else {
      throw LibraryError(.configuration, files.problems.map(\.rendered).joined(separator: "\n"))
    }
    self.pipeline = pipeline
  }

  /// A pipeline that sends results under their own names, with all their fields.
  ///
  /// - Parameters:
  ///   - name: At most 64 small letters, digits and hyphens. It identifies the pipeline in the store.
  ///   - users: Whose results are sent; `nil` for everybody's in the store.
  ///   - games: The slugs of the games whose results are sent; `nil` for all games.
  ///   - zone: The zone that the records have at the remote.
  /// - Throws: ``LibraryError`` of the kind `configuration`.
  public init(
    name: String, users: Set<String>?, games: Set<String>? = nil, zone: String = "results"
  )
    throws
  {
    guard isSlug(name) else {
      throw LibraryError(
        .configuration,
        "'\(escapedForTerminal(String(name.prefix(64))))' is not a pipeline's name; use at most 64 "
          + "small letters, digits and hyphens")
    }
    do {
      let destination = Pipeline.Destination(zone: try NameTemplate(zone), name: .uuid)
      let types = RecordSchema.standard.types.filter { $0.form == .result }
      var pipeline = Pipeline(
        name: name, records: Dictionary(uniqueKeysWithValues: types.map { ($0.name, destination) }),
        remote: .other(.program, settings: .null))
      pipeline.users = users
      pipeline.games = games
      self.pipeline = pipeline
    } catch {
      throw LibraryError(.configuration, "'\(zone)' is not the name of a zone")
    }
  }
}
