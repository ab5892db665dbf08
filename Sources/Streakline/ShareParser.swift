public import StreaklineCore
internal import StreaklineRules

/// Reads shares from texts: the door for apps that bring their own store.
///
/// ```swift
/// let parser = ShareParser(ruleFolders: ["Parsers"])
/// let records = parser.records(in: pasted, user: "alice", now: now)
/// ```
public struct ShareParser: Sendable {
  private let rules: RuleSet

  /// - Parameter ruleFolders: Folders of rule files; of two files of one game the later folder's
  ///   counts.
  public init(ruleFolders: [String]) {
    rules = RuleFolders(ruleFolders).ruleSet()
  }

  /// What is wrong with files that are therefore not in use.
  public var problems: [Problem] { rules.problems }

  /// The slugs of the games that are understood.
  public var games: [String] { rules.games }

  /// All results in one text, in the order in which they stand.
  ///
  /// - Parameters:
  ///   - text: What was pasted or received; several shares and chatter may stand in it.
  ///   - user: Who played.
  ///   - sentAt: When the text was sent, if that is known: the day of a share that prints neither
  ///     number nor date.
  ///   - now: The present: the day of such a share when `sentAt` is not known either.
  public func records(in text: String, user: String, sentAt: Instant? = nil, now: Instant)
    -> [Record]
  {
    let message = Message(
      sentAt: sentAt, text: Array(text.utf8), source: SourceLocation(name: "-", line: 1))
    let builder = RecordBuilder(user: user, fallbackDay: now.day, now: now)
    return InputParser(rules: rules, builder: builder).parse(message).records
  }
}
