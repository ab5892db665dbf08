public import StreaklineCore

/// The name of a group of records at a remote. Record names are unique within a zone.
public struct ZoneName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public init(stringLiteral value: String) {
    name = value
  }

  public var description: String { name }
}

/// A record as a pipeline sends it: with the zone, name and fields that it has at the remote.
public struct OutgoingRecord: Hashable, Sendable {
  public var zone: ZoneName
  /// The record's name at the remote, unique within the zone.
  public var recordName: String
  public var type: String
  /// The composite id of a result; `nil` for a document.
  public var id: String?
  /// The remote's change tag as last seen; `nil` when the remote is not known to hold the record.
  public var tag: String?
  /// The version of the record in this store. It rises with every change.
  public var version: Int64
  /// Whether the record is to be deleted at the remote. A deleted record has no content.
  public var isDeleted: Bool
  /// `nil` when the remote cannot keep stamps.
  public var stamp: Stamp?
  public var fields: Fields

  public init(
    zone: ZoneName, recordName: String, type: String, id: String? = nil, tag: String? = nil,
    version: Int64, isDeleted: Bool = false, stamp: Stamp? = nil, fields: Fields
  ) {
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.id = id
    self.tag = tag
    self.version = version
    self.isDeleted = isDeleted
    self.stamp = stamp
    self.fields = fields
  }

  /// The record as a line of the JSON Lines remote.
  package var json: Value {
    .object([
      "id": id.map(Value.string) ?? .null, "recordName": .string(recordName),
      "type": .string(type), "zone": .string(zone.name), "version": .int(Int(version)),
      "deleted": .bool(isDeleted), "fields": .object(fields),
    ])
  }
}

/// The remote's answer about one record of a pushed batch.
public struct PushResult: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The remote keeps the record.
    ///
    /// - Parameters:
    ///   - tag: The record's new change tag.
    ///   - modifiedAt: When it was saved, by the remote's clock.
    case saved(tag: String? = nil, modifiedAt: Instant? = nil)
    /// The remote holds a version that the sender had not seen: the record, or `nil` when it is
    /// gone.
    case conflict(RemoteRecord?)
    /// Try again, not before the given seconds have passed.
    case retry(afterSeconds: Double? = nil)
    /// The remote will never take this record.
    case rejected(reason: String)
  }

  public let zone: ZoneName
  public let recordName: String
  public let outcome: Outcome

  public init(zone: ZoneName, recordName: String, _ outcome: Outcome) {
    self.zone = zone
    self.recordName = recordName
    self.outcome = outcome
  }

  public init(_ record: OutgoingRecord, _ outcome: Outcome) {
    self.init(zone: record.zone, recordName: record.recordName, outcome)
  }
}
