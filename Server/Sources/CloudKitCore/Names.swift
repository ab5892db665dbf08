package import ServerJSON

/// Which names are allowed. All are ASCII, so that equal names have equal bytes.
package enum Name {
  /// Characters in a name at most.
  private static let longest = 255

  /// Names that start with `_` belong to the server.
  package static func isRecordName(_ text: String) -> Bool {
    isVisible(text) && !text.hasPrefix("_")
  }

  /// Also the names of users, which start with `_`.
  package static func isVisible(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...longest).contains(bytes.count) && bytes.allSatisfy { (0x20...0x7E).contains($0) }
  }

  package static func isTypeName(_ text: String) -> Bool { isWord(text) }

  package static func isFieldName(_ text: String) -> Bool {
    isWord(text) && !systemFields.contains(text)
  }

  /// Fields of a share, such as `cloudkit.title`.
  package static func isShareField(_ text: String) -> Bool {
    text.hasPrefix("cloudkit.") && isWord(String(text.dropFirst("cloudkit.".count)))
  }

  /// What the server itself says of a record. No field can have such a name.
  private static let systemFields: Set<String> = [
    "recordName", "recordType", "recordChangeTag", "created", "createdTimestamp",
    "createdUserRecordName", "modified", "modifiedTimestamp", "modifiedUserRecordName", "share",
    "parent",
  ]

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
    return isLetter(first)
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Names a zone of a user.
package struct ZoneID: Hashable, Sendable {
  package static let defaultName = "_defaultZone"

  package let name: String
  /// The user's record name; `nil` for the one who asks.
  package let owner: String?

  package init(name: String, owner: String? = nil) {
    self.name = name
    self.owner = owner
  }

  /// - Throws: ``ServiceError/Code/badRequest`` for what names no zone.
  package init(_ json: JSON) throws(ServiceError) {
    guard let name = json["zoneName"]?.string, Name.isVisible(name),
      Name.isRecordName(name) || name == Self.defaultName
    else {
      throw .badRequest("missing or invalid zoneName in zoneID")
    }
    var owner: String?
    if let given = json["ownerRecordName"], given != .null {
      guard let text = given.string, Name.isVisible(text) else {
        throw .badRequest("invalid ownerRecordName in zoneID")
      }
      // Native clients write a placeholder for the user who asks.
      owner = text == "__defaultOwner__" || text == "_defaultOwner" ? nil : text
    }
    self.init(name: name, owner: owner)
  }

  package var isDefault: Bool { name == Self.defaultName }

  package var json: JSON {
    .members([
      ("zoneName", .string(name)), ("ownerRecordName", owner.map(JSON.string)),
      ("zoneType", .string(isDefault ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE")),
    ])
  }
}
