package import StreaklineReaders

/// The messages of an input, by what was in them. What is not counted here held nothing.
package struct MessageStatistics: Hashable, Sendable {
  package var counts = MessageCounts()
  /// Messages with a share.
  package var sharing = 0
  /// Messages without a share that hold something like one.
  package var missing = 0
  /// Messages that were passed on and left out for that.
  package var forwards = 0

  package init() {}

  package static func += (left: inout MessageStatistics, right: MessageStatistics) {
    left.counts += right.counts
    left.sharing += right.sharing
    left.missing += right.missing
    left.forwards += right.forwards
  }
}
