public import StreaklineCore

/// The name of a group of records at a remote. Record names are unique within a zone.
public struct ZoneName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as the remote knows it, such as `results`.
  public let name: String

  /// A zone of any name: whether it is allowed, the remote decides.
  public init(_ name: String) {
    self.name = name
  }

  /// A zone of that name, as in `let zone: ZoneName = "results"`.
  public init(stringLiteral value: String) {
    name = value
  }

  /// ``name``, without quotes.
  public var description: String { name }
}

/// A record as a pipeline sends it: with the zone, name and fields that it has at the remote.
public struct OutgoingRecord: Hashable, Sendable {
  /// The zone to which the pipeline sends records of the type.
  public var zone: ZoneName
  /// The record's name at the remote, unique within the zone.
  public var recordName: String
  /// The type's name at the remote, such as `GameResult`. A pipeline file may call it differently from here.
  public var type: String
  /// The name of the record below which this one is; `nil` for one on its own.
  public var parent: String?
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
  /// The fields that the pipeline sends, under the remote's names. Empty for a deleted record.
  public var fields: Fields {
    get { carried.values }
    set { carried = .values(newValue) }
  }
  /// ``fields`` in the form in which they came.
  private(set) var carried: CarriedFields

  /// A record without a ``parent``, such as a test of a remote needs it.
  public init(
    zone: ZoneName, recordName: String, type: String, id: String? = nil, tag: String? = nil,
    version: Int64, isDeleted: Bool = false, stamp: Stamp? = nil, fields: Fields
  ) {
    self.init(
      zone: zone, recordName: recordName, type: type, id: id, tag: tag, version: version,
      isDeleted: isDeleted, stamp: stamp, .values(fields))
  }

  init(
    zone: ZoneName, recordName: String, type: String, id: String?, tag: String?, version: Int64,
    isDeleted: Bool, stamp: Stamp?, _ carried: CarriedFields
  ) {
    self.zone = zone
    self.recordName = recordName
    self.type = type
    self.id = id
    self.tag = tag
    self.version = version
    self.isDeleted = isDeleted
    self.stamp = stamp
    self.carried = carried
  }
}

extension OutgoingRecord {
  /// Writes the record as the JSON Lines remote keeps it, without the end of the line.
  func write(to writer: inout JSONWriter) {
    writeHeader(to: &writer)
    writer.append(carried.json)
    writer.append("}")
  }

  /// The size of what ``write(to:)`` writes.
  var sizeBytes: Int {
    var writer = JSONWriter()
    writeHeader(to: &writer)
    return writer.count + carried.json.count + 1
  }

  private func writeHeader(to writer: inout JSONWriter) {
    writer.append(#"{"id":"#)
    writer.write(id.map(Value.string) ?? .null)
    writer.append(#","recordName":"#)
    writer.write(.string(recordName))
    writer.append(#","type":"#)
    writer.write(.string(type))
    writer.append(#","zone":"#)
    writer.write(.string(zone.name))
    writer.append(#","version":"#)
    writer.write(.int(Int(version)))
    writer.append(#","deleted":"#)
    writer.write(.bool(isDeleted))
    writer.append(#","fields":"#)
  }
}

/// The remote's answer about one record of a pushed batch.
public struct PushResult: Hashable, Sendable {
  /// What the remote has done with the record.
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

  /// The zone of the record that was pushed.
  public let zone: ZoneName
  /// The name of the record that was pushed.
  public let recordName: String
  /// What the remote has done with that record.
  public let outcome: Outcome

  /// The answer about the record that was pushed with that zone and name.
  public init(zone: ZoneName, recordName: String, _ outcome: Outcome) {
    self.zone = zone
    self.recordName = recordName
    self.outcome = outcome
  }

  /// The answer about a record of the batch, with its zone and name.
  public init(_ record: OutgoingRecord, _ outcome: Outcome) {
    self.init(zone: record.zone, recordName: record.recordName, outcome)
  }
}

extension [PushResult] {
  /// What the remote has answered about each record of a request, in the order of the records; `nil` where it has answered
  /// nothing. Of two answers about one record the first counts.
  func outcomes(for records: [OutgoingRecord]) -> [PushResult.Outcome?] {
    let isInOrder =
      count == records.count
      && zip(self, records).allSatisfy { $0.recordName == $1.recordName && $0.zone == $1.zone }
    // They nearly always are.
    if isInOrder { return map(\.outcome) }
    let answers = Dictionary(
      map { ([$0.zone.name, $0.recordName], $0.outcome) }, uniquingKeysWith: { first, _ in first })
    return records.map { answers[[$0.zone.name, $0.recordName]] }
  }
}
