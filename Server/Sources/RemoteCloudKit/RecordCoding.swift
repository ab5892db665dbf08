internal import RemoteProgram
internal import ServerJSON

/// Turns records of the tool's protocol into those of CloudKit Web Services, and back.
struct RecordCoding: Sendable {
  /// Apple's placeholder for the signed-in user (CloudKit Web Services). An answer with it names no author.
  private static let caller: JSON = "__defaultOwner__"

  /// The kinds of fields, by type.
  let kinds: [String: FieldKinds]

  /// - Parameter json: What the tool says about the types when it opens the remote.
  init(_ json: JSON) {
    kinds = Dictionary(
      (json.members ?? []).map { type in
        let fields = type.value.members ?? []
        return (
          type.name,
          FieldKinds(
            fields.compactMap { field in field.value.string.map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The operation that brings a record to the service (CloudKit Web Services).
  func operation(_ record: JSON) -> JSON {
    let type = record["type"]?.string ?? ""
    let tag = record["tag"]?.string
    guard record["deleted"]?.bool != true else {
      return [
        "operationType": "delete",
        "record": .members([
          ("recordName", record["recordName"]), ("recordType", .string(type)),
          ("recordChangeTag", tag.map(JSON.string)),
        ]),
      ]
    }
    let members = record["fields"]?.members ?? []
    var fields = members.compactMap { member -> JSON.Member? in
      // A new record needs no fields without a value.
      guard tag != nil || member.value != .null else { return nil }
      return FieldCoding.field(member.value, kind: kinds[type]?[member.name]).map {
        JSON.Member(name: member.name, value: $0)
      }
    }
    if tag != nil {
      // An update keeps the fields that it does not name, also those that somebody has removed here.
      let removed = Set(kinds[type]?.keys.map(\.self) ?? []).subtracting(members.map(\.name))
      fields += removed.sorted().compactMap { name in
        FieldCoding.field(.null, kind: kinds[type]?[name]).map {
          JSON.Member(name: name, value: $0)
        }
      }
    }
    return [
      "operationType": tag == nil ? "create" : "update",
      "record": .members([
        ("recordName", record["recordName"]), ("recordType", .string(type)),
        ("recordChangeTag", tag.map(JSON.string)), ("fields", .object(fields)),
        ("parent", record["parent"]?.string.map { ["recordName": .string($0)] }),
      ]),
    ]
  }

  /// The record as the tool gets it; `nil` for what is no record that the tool could keep, such as a share.
  ///
  /// - Parameter owner: To whom the zone belongs.
  func record(_ record: JSON, in zone: String, of owner: String?) -> JSON? {
    guard let name = record["recordName"]?.string, let type = record["recordType"]?.string,
      !type.hasPrefix("cloudkit.")
    else { return nil }
    let fields = (record["fields"]?.members ?? []).map { member in
      JSON.Member(
        name: member.name,
        value: FieldCoding.value(member.value, kind: kinds[type]?[member.name]))
    }
    let author = record["modified"]?["userRecordName"]
    return .members([
      ("zone", .string(zone)), ("recordName", .string(name)), ("type", .string(type)),
      ("tag", record["recordChangeTag"]), ("modifiedAt", record["modified"]?["timestamp"]),
      ("modifiedBy", author == Self.caller ? nil : author),
      ("createdAt", record["created"]?["timestamp"]), ("zoneOwner", owner.map(JSON.string)),
      ("fields", .object(fields)),
    ])
  }

  /// What the tool gets of a record that is gone.
  func deletion(_ name: String, in zone: String) -> JSON {
    ["zone": .string(zone), "recordName": .string(name), "type": ""]
  }
}
