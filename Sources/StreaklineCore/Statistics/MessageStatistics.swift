/// How many messages an input has, by what was found in them. Other messages hold neither a share
/// nor a near miss.
package struct MessageStatistics: Hashable, Sendable {
  package var counts = MessageCounts()
  /// Messages with a share.
  package var withShares = 0
  /// Messages without a share that hold a near miss.
  package var withMisses = 0
  /// Forwarded messages that were left out.
  package var forwards = 0

  package init() {}

  package static func += (left: inout MessageStatistics, right: MessageStatistics) {
    left.counts += right.counts
    left.withShares += right.withShares
    left.withMisses += right.withMisses
    left.forwards += right.forwards
  }
}

/// How many messages a part of an input has, by kind.
package struct MessageCounts: Hashable, Sendable {
  /// Messages that somebody wrote, with or without a share.
  package var messages = 0
  /// Lines by the program itself: joins, calls, bots, deleted messages.
  package var notices = 0
  /// Messages of bots that were left out; `notices` has them too.
  package var bots = 0
  /// Messages that somebody has deleted; `notices` has them too.
  package var deleted = 0
  /// Entries that should have been messages but could not be read.
  package var unreadable = 0

  package init(
    messages: Int = 0, notices: Int = 0, unreadable: Int = 0, bots: Int = 0, deleted: Int = 0
  ) {
    self.messages = messages
    self.notices = notices
    self.bots = bots
    self.deleted = deleted
    self.unreadable = unreadable
  }

  package static func += (left: inout MessageCounts, right: MessageCounts) {
    left.messages += right.messages
    left.notices += right.notices
    left.bots += right.bots
    left.deleted += right.deleted
    left.unreadable += right.unreadable
  }
}
