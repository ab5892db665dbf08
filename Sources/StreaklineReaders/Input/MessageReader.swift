package import StreaklineCore

/// Reads one format: an input as batches of messages, in the order of the file.
///
/// A reader streams: its memory does not grow with the input. It counts what it cannot read,
/// reports it as an issue, and continues after it.
package protocol MessageReader {
  /// Reads the next part of the input.
  ///
  /// - Returns: A batch, which may hold nothing but the progress made; `nil` at the end of the
  ///   input.
  mutating func next() throws(InputError) -> MessageBatch?
}

/// The messages, results and issues of a part of an input.
package struct MessageBatch: Sendable {
  /// The messages that may hold a share.
  package var messages: [Message] = []
  /// Results that the export holds ready-made instead of as shares.
  package var results: [ExportedResult] = []
  /// Streaks that an app has written into its export, to be compared with a recount.
  package var streaks: [ExportedStreak] = []
  package var counts = MessageCounts()
  /// The names of the first bots whose messages were left out.
  package var bots: Set<String> = []
  /// What could not be read, and where.
  package var issues: [ReadIssue] = []
  /// Offset in the input, in bytes of ``ByteSource``, after everything in this batch.
  package var end: Int

  package init(end: Int) {
    self.end = end
  }
}

/// A result that an export holds ready-made instead of as a share.
package struct ExportedResult: Hashable, Sendable {
  package var record: Record
  /// The shared text that the app kept with it. A rule's reading of it is preferred to `record`.
  package var message: Message?

  package init(record: Record, message: Message? = nil) {
    self.record = record
    self.message = message
  }
}

/// Settings of the caller that the input itself does not contain.
package struct ReaderOptions: Sendable {
  /// The time zone of times that are written without one.
  package var zone: NamedTimeZone = .utc
  /// Which comes first in a date such as 3/6/18; `nil` lets the file decide.
  package var dateOrder: DateOrder?
  /// The user of the results in an app's own export.
  package var user = "me"
  /// Which fields of structured data are sender, text and time, where the caller knows.
  package var fields = NamedFields()
  /// Which fields were named in an earlier import of structured data of a form, by its fingerprint; `nil` where none were.
  /// It is asked only where ``fields`` is empty.
  package var rememberedFields: @Sendable (_ form: String) throws -> FormFields? = { _ in nil }
  /// Whether what structured data does not say whose it is belongs to `user`: the caller has named him.
  package var ownsUnnamed = false
  /// Asks whoever is there whether all of a text is theirs beside which words may say whose it is.
  package var confirmsOwn: @Sendable (_ words: String) -> Bool = { _ in false }
  /// Whether messages of bots are read, in groups whose members write through one.
  package var readsBots = false
  /// The types of records that an export of ours can hold.
  package var schema = RecordSchema.standard

  package init(zone: NamedTimeZone = .utc, dateOrder: DateOrder? = nil, user: String = "me") {
    self.zone = zone
    self.dateOrder = dateOrder
    self.user = user
  }
}

/// The order of day, month and year in a numeric date.
package enum DateOrder: String, CaseIterable, Sendable {
  case dayFirst = "dmy"
  case monthFirst = "mdy"
  case yearFirst = "ymd"
}
