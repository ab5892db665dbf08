internal import ServerJSON

/// What somebody may do with what is shared (CloudKit Web Services).
package enum SharePermission: String, Hashable, Sendable {
  case none = "NONE"
  case readOnly = "READ_ONLY"
  case readWrite = "READ_WRITE"

  package var canRead: Bool { self != .none }
  package var canWrite: Bool { self == .readWrite }

  package static func most(_ one: SharePermission, _ other: SharePermission) -> SharePermission {
    if one.canWrite || other.canWrite { return .readWrite }
    return one.canRead || other.canRead ? .readOnly : .none
  }
}

/// What a client says of a share besides its fields: what it shares, and with whom.
package struct ShareRequest: Hashable, Sendable {
  /// Somebody whom the owner invites.
  package struct Participant: Hashable, Sendable {
    /// The user's name at this server, which clients call an email address, or the user's record name.
    package let lookup: String
    package let permission: SharePermission
  }

  package static let recordType = "cloudkit.share"
  /// The name of the share of a whole zone.
  package static let zoneWideName = "cloudkit.zoneshare"
  /// Participants of a share at most.
  package static let mostParticipants = 100

  /// The name of the shared record; `nil` when the request does not say it.
  package let root: String?
  /// `nil` when the request does not say it.
  package let publicPermission: SharePermission?
  /// All that there are to be but the owner; `nil` when the request does not say it.
  package let participants: [Participant]?

  init(_ record: JSON) throws(ServiceError) {
    root = try record["forRecord"]?.text("recordName")
    publicPermission = try Self.permission(record["publicPermission"])
    guard let list = record["participants"], list != .null else {
      participants = nil
      return
    }
    guard let items = list.list, items.count <= Self.mostParticipants + 1 else {
      throw .badRequest("participants must be a list of at most \(Self.mostParticipants)")
    }
    var participants: [Participant] = []
    for item in items where item["type"]?.string != "OWNER" {
      let identity = item["userIdentity"]
      let given = identity?["lookupInfo"] ?? identity
      let named = [
        try given?.text("emailAddress"), try given?.text("userRecordName"),
        try identity?.text("userRecordName"),
      ]
      guard let lookup = named.compactMap(\.self).first, Name.isVisible(lookup) else {
        throw .badRequest("a participant needs userIdentity with emailAddress or userRecordName")
      }
      guard !participants.contains(where: { $0.lookup == lookup }) else { continue }
      let permission = try Self.permission(item["permission"]) ?? .readOnly
      participants.append(Participant(lookup: lookup, permission: permission))
    }
    self.participants = participants
  }

  private static func permission(_ json: JSON?) throws(ServiceError) -> SharePermission? {
    guard let json, json != .null else { return nil }
    guard let permission = json.string.flatMap(SharePermission.init) else {
      throw .badRequest("a permission must be NONE, READ_ONLY or READ_WRITE")
    }
    return permission
  }
}

/// What a user may see of somebody else's zone.
package struct ZoneAccess: Hashable, Sendable {
  /// What the user may do with all records of the zone.
  package var wholeZone = SharePermission.none
  /// What the user may do with a record and those below it, by the record's name.
  package var roots: [String: SharePermission] = [:]
  /// The names of the shares in which the user takes part.
  package var shares: Set<String> = []

  package init() {}

  /// - Parameter root: The record at the top of the record's hierarchy.
  package func permission(name: String, root: String) -> SharePermission {
    if shares.contains(name) { return .readOnly }
    return .most(wholeZone, roots[root] ?? .none)
  }
}
