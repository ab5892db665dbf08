/// Whether structured data that names no sender is surely one author's.
extension FieldSurvey {
  /// A form of which is known that it holds only what its owner has written.
  struct OwnForm {
    /// The place of the objects with the texts.
    let place: String
    /// The fields that all of these objects have.
    let fields: Set<String>
    /// Whether they have no other fields.
    var isWhole = false
    /// A field that has the same value everywhere, the author.
    var author: String?
    /// The field with the time of the last change, in forms such as notes, whose texts grow over days.
    var edited: String?
  }

  private static let ownForms = [
    // Google Keep.
    OwnForm(
      place: "", fields: ["textContent", "isTrashed", "isPinned", "isArchived"],
      edited: "userEditedTimestampUsec"),
    // Simplenote.
    OwnForm(
      place: "/activeNotes[]", fields: ["id", "content", "creationDate"],
      edited: "lastModified"),
    // Day One.
    OwnForm(place: "/entries[]", fields: ["uuid", "creationDate", "text"]),
    // Journey, which exports each entry as a file of its own.
    OwnForm(place: "", fields: ["text", "date_journal", "date_modified", "preview_text", "mood"]),
    // Standard Notes.
    OwnForm(place: "/items[]", fields: ["uuid", "content_type", "content.text", "created_at"]),
    // Evernote.
    OwnForm(place: "/en-export/note", fields: ["title", "content", "created"], edited: "updated"),
    // Discord's data package, JSON and table.
    OwnForm(place: "[]", fields: discordFields, isWhole: true),
    OwnForm(place: "", fields: discordFields, isWhole: true),
    // Mastodon's outbox.
    OwnForm(
      place: "/orderedItems[]", fields: ["actor", "type", "object.content"], author: "actor"),
  ]
  private static let discordFields: Set<String> = ["ID", "Timestamp", "Contents"]

  /// Words of fields that say that others have written in a document, too.
  private static let sharing: Set<String> = [
    "sharees", "collaborator", "collaborators", "shared", "participants", "members",
  ]

  /// Whether the form is one of those that hold only what their owner has written.
  var isKnownOwn: Bool { ownForm != nil }

  /// Which of these forms the input has; `nil` where it has none of them.
  var ownForm: OwnForm? {
    let isShared = places.contains { place, found in
      isSharing(place) || found.paths.keys.contains(where: isSharing)
    }
    guard !isShared else { return nil }
    return Self.ownForms.first { form in
      guard let found = places[form.place], form.fields.isSubset(of: found.paths.keys) else {
        return false
      }
      let others = Set(found.paths.keys).subtracting(form.fields)
      if form.isWhole, !others.isSubset(of: ["Attachments"]) || places.count > 1 { return false }
      let hasShares = places.contains { !$1.shares.isEmpty && $0.hasPrefix(form.place) }
      let isOne = form.author.map { found.paths[$0]?.values.count == 1 } ?? true
      return hasShares && isOne
    }
  }

  private func isSharing(_ name: String) -> Bool {
    FieldName(name).words.contains(where: Self.sharing.contains)
  }

  /// The words of lists of what one person writes. A list of `messages` may be a chat's, and other keys may be
  /// names.
  private static let lists: Set<String> = [
    "entries", "notes", "note", "journal", "diary", "days", "shares", "puzzles",
  ]
  private static let ids: Set<String> = [
    "id", "uuid", "guid", "index", "nr", "no", "tags", "game", "puzzle", "version",
  ]

  /// Whether all objects have nothing but texts, times and what is nobody's name.
  var isOfOneAuthor: Bool {
    hasShares
      && places.allSatisfy { place, found in
        let parts = place.split(separator: "/")
        return parts.allSatisfy { part in
          let name = part.replacing("[]", with: "")
          return name.isEmpty || Self.lists.contains(name.lowercased())
        } && found.paths.values.allSatisfy { isHarmless($0, in: found, place) }
      }
  }

  private func isHarmless(_ path: Path, in place: Place, _ name: String) -> Bool {
    if let shares = place.shares[path.name.path] {
      // A list of texts has nothing else in it.
      guard path.name.path.isEmpty else {
        return path.name.words.count == 1 && path.name.textRank != nil
      }
      return name == "[]" && shares > 0
    }
    if path.isUnknownFlag || path.mayNumberPeople { return false }
    if path.flags > 0, path.flags + path.empties == path.count, path.name.isHarmlessFlag {
      return true
    }
    let isNested = path.name.path.contains { ".[]".contains($0) }
    return path.worded == 0 && !path.name.isDirectionOrSender
      || path.name.isTime && path.times == path.count
      || path.name.words.count == 1 && !isNested && Self.ids.contains(path.name.words[0])
      || path.name.isPlace || isRemark(path.name.path)
  }

  /// Whether a field is what its author says about a share, whose words are looked at as those of the share.
  func isRemark(_ path: String) -> Bool { Self.remarks.contains(path.lowercased()) }

  static let remarks: Set<String> = [
    "note", "notes", "comment", "remark", "remarks", "memo", "title", "day", "weekday", "mood",
    "notiz", "kommentar", "remarque", "nota", "commento", "opmerking",
  ]
}

extension FieldSurvey.Path {
  /// Whether a field such as `id` may say who wrote a text. What numbers the objects differs in each of them or is the same
  /// in all, and is no word. `uid` is a user's in most programs.
  fileprivate var mayNumberPeople: Bool {
    isNumbering && (words > 0 || repeats && values.count > 1 || name.words == ["uid"])
  }

  /// Whether the values are true or false, and the name does not say that they are nothing about the author.
  var isUnknownFlag: Bool {
    flags > 0 && flags + empties == count && !name.isHarmlessFlag && !name.isCount
  }
}

extension FieldName {
  /// Whether a value without letters may still say who wrote a text: `sender: 1`, `fromMe: 1`.
  fileprivate var isDirectionOrSender: Bool {
    sureDirection != nil || senderStrength != nil || isOfAnother || isID && words.count > 1
  }
}
