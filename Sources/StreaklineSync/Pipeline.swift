package import StreaklineStore

/// Which records go where, how many at a time and what happens when they are not taken.
package struct Pipeline: Hashable, Sendable {
  /// Where the records of a type go and what they are called there.
  package struct Destination: Hashable, Sendable {
    package var zone: String
    package var name: RecordName

    package init(zone: String, name: RecordName) {
      self.zone = zone
      self.name = name
    }
  }

  /// What the records are sent to.
  package enum SinkConfiguration: Hashable, Sendable {
    /// A file that a JSON object is appended to for each record.
    case jsonLines(path: String)
  }

  package var name: String
  /// A pipeline that is not enabled sends nothing and keeps its queue.
  package var isEnabled = true
  /// Slugs; `nil` for all games.
  package var games: Set<String>?
  /// By record type.
  package var records: [String: Destination]
  package var batcher = Batcher()
  package var backoff = Backoff()
  package var sink: SinkConfiguration

  package init(name: String, records: [String: Destination], sink: SinkConfiguration) {
    self.name = name
    self.records = records
    self.sink = sink
  }

  /// What the pipeline carries of the change feed.
  package var filter: PipelineFilter {
    PipelineFilter(pipeline: name, types: Set(records.keys), games: games)
  }
}
