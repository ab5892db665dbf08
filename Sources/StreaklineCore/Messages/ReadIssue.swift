/// A part of an input that could not be read. Reading continued after it.
package struct ReadIssue: Hashable, Sendable, CustomStringConvertible {
  package var source: SourceLocation
  /// What is wrong, in one clause without a full stop.
  package var summary: String

  package init(_ summary: String, at source: SourceLocation) {
    self.source = source
    self.summary = summary
  }

  /// `chat.json:812 (message 3645): the message's date cannot be read`.
  package var description: String { "\(source.description): \(summary)" }
}
