public import StreaklineCore

/// The answer to a pull.
public enum PulledPage: Hashable, Sendable {
  /// What has changed since the token, or the first part of it.
  case changes(RemoteChanges)
  /// The token is too old. Pull the whole zone again, without a token.
  case expired
  /// The zone is no longer there for this account: its owner has removed it, or shares it no longer. Its
  /// records are gone.
  case gone
}

/// What has become of some records.
public struct LookedUp: Hashable, Sendable {
  /// Those that are there.
  public var records: [RemoteRecord]
  /// Those that are not.
  public var deleted: [RemoteDeletion]

  /// The answer about some records. One that is in neither list ends the run with an error.
  public init(records: [RemoteRecord] = [], deleted: [RemoteDeletion] = []) {
    self.records = records
    self.deleted = deleted
  }
}

/// A part of the changes in a zone.
public struct RemoteChanges: Hashable, Sendable {
  /// The records that were saved since the token, as they are now.
  public var records: [RemoteRecord]
  /// The records that were deleted since the token.
  public var deleted: [RemoteDeletion]
  /// Where the next pull starts. Keep it only together with the changes of this page.
  public var token: [UInt8]
  /// Whether there are further changes to pull now.
  public var hasMore: Bool
  /// What the remote could not read, and what to do, as clauses without a full stop.
  public var problems: [String]

  /// A page of changes.
  ///
  /// - Parameters:
  ///   - token: Bytes that only the remote understands; the next pull gets them as they are.
  ///   - hasMore: Whether the next page is to be pulled at once; its token must be another one then.
  public init(
    records: [RemoteRecord] = [], deleted: [RemoteDeletion] = [], token: [UInt8],
    hasMore: Bool = false, problems: [String] = []
  ) {
    self.records = records
    self.deleted = deleted
    self.token = token
    self.hasMore = hasMore
    self.problems = problems
  }
}

/// A record as a remote holds it.
public struct RemoteRecord: Hashable, Sendable {
  /// The zone that was pulled.
  public var zone: ZoneName
  /// The record's name at the remote, unique within the zone.
  public var recordName: String
  /// The type's name at the remote, such as `GameResult`.
  public var type: String
  /// The remote's change tag.
  public var tag: String?
  /// When it was saved, by the remote's clock.
  public var modifiedAt: Instant?
  /// When it was created, by the remote's clock; `nil` where the remote does not say it.
  public var createdAt: Instant?
  /// The account that saved it; `nil` where the remote does not say it.
  public var modifiedBy: String?
  /// The account to which its zone belongs; `nil` where the remote does not say it.
  public var zoneOwner: String?
  /// `nil` when the remote keeps no stamps.
  public var stamp: Stamp?
  /// All fields, known and unknown, under the remote's names.
  public var fields: Fields {
    get { carried.values }
    set { carried = .values(newValue) }
  }
  /// ``fields`` in the form in which they came.
  private(set) var carried: CarriedFields

  /// A record whose ``createdAt`` is not known.
  ///
  /// - Parameter fields: All that the remote holds, under its names.
  public init(
    zone: ZoneName, recordName: String, type: String, tag: String? = nil,
    modifiedAt: Instant? = nil, modifiedBy: String? = nil, zoneOwner: String? = nil,
    stamp: Stamp? = nil, fields: Fields
  ) {
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.tag = tag
    self.modifiedAt = modifiedAt
    self.modifiedBy = modifiedBy
    self.zoneOwner = zoneOwner
    self.stamp = stamp
    carried = .values(fields)
  }

  /// A record of a log.
  ///
  /// - Parameter json: The fields, as a JSON object.
  init(
    zone: ZoneName, recordName: String, type: String, stamp: Stamp, json: ArraySlice<UInt8>
  ) {
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.stamp = stamp
    carried = .json(json)
  }
}

/// A record that was deleted at a remote.
public struct RemoteDeletion: Hashable, Sendable {
  /// The zone that was pulled.
  public var zone: ZoneName
  /// The name that the record had in its zone.
  public var recordName: String
  /// The type's name at the remote, such as `GameResult`.
  public var type: String
  /// `nil` when the remote keeps no stamps.
  public var stamp: Stamp?

  /// The deletion of a record.
  ///
  /// - Parameter stamp: That of the deletion, whose `life` is odd; `nil` when the remote keeps none.
  public init(zone: ZoneName, recordName: String, type: String, stamp: Stamp? = nil) {
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.stamp = stamp
  }
}
