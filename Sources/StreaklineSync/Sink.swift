package import StreaklineCore

/// Takes records out of the house. At least once: whoever receives them knows them by name.
package protocol Sink: Sendable {
  /// Sends a batch.
  ///
  /// - Returns: What became of each record, in any order; of a record that is not named nothing is
  ///   known, and it is sent again.
  /// - Throws: When nothing can be sent now, whatever the records are.
  func send(_ batch: [OutgoingRecord]) async throws(SinkError) -> [DeliveryResult]
}

/// A record as it is sent.
package struct OutgoingRecord: Hashable, Sendable {
  package let type: String
  package let id: String
  /// What the record is called at the sink.
  package let recordName: String
  package let zone: String
  package let version: Int64
  /// Whether the record is to be deleted there; it has no content then.
  package let deleted: Bool
  /// The record's JSON without type and id.
  package let fields: Fields

  package init(
    type: String, id: String, recordName: String, zone: String, version: Int64, deleted: Bool,
    fields: Fields
  ) {
    self.type = type
    self.id = id
    self.recordName = recordName
    self.zone = zone
    self.version = version
    self.deleted = deleted
    self.fields = fields
  }

  /// As every sink that speaks JSON writes it.
  package var json: Value {
    .object([
      "id": .string(id), "recordName": .string(recordName), "type": .string(type),
      "zone": .string(zone), "version": .int(Int(version)), "deleted": .bool(deleted),
      "fields": .object(fields),
    ])
  }
}

/// What became of one record.
package struct DeliveryResult: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case saved
    /// The sink holds another version, which it may show.
    case conflict(Record?)
    /// Not now; perhaps after so many seconds.
    case retry(afterSeconds: Double?)
    /// Never.
    case rejected(reason: String)
  }

  package let type: String
  package let id: String
  package let outcome: Outcome

  package init(type: String, id: String, outcome: Outcome) {
    self.type = type
    self.id = id
    self.outcome = outcome
  }

  package init(_ delivery: OutgoingRecord, _ outcome: Outcome) {
    self.init(type: delivery.type, id: delivery.id, outcome: outcome)
  }
}

/// Why a sink takes nothing at all now.
package struct SinkError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It cannot be reached; it will be by itself.
    case offline
    /// It fails, or somebody must do something first: make room, sign in, mend a path.
    case failed
  }

  package let kind: Kind
  /// What is wrong and what to do about it, in a sentence without a full stop.
  package let message: String
  /// How long the sink asks to be left alone.
  package let retryAfterSeconds: Double?

  package init(_ kind: Kind, _ message: String, retryAfterSeconds: Double? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
  }
}
