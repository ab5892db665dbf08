internal import StreaklineCore

/// Shares that are in structured data and are not read, although they may be results of whoever sent them.
extension FieldSurvey {
  /// Corrections of messages with shares, which some programs keep as events of their own: they are not read, because
  /// each names the message in another way.
  var unreadEdits: [String] {
    sharePlaces.compactMap { place, key -> String? in
      let path = (place.split(separator: "/") + [key[...]]).joined(separator: ".")
      let words = FieldName(path).words
      guard words.contains(where: Self.edits.contains),
        !words.contains(where: Self.former.contains), !isMessage(place, key),
        let count = places[place]?.shares[key]
      else { return nil }
      return "\(pluralized(count, "share")) in \(path) not read: corrections of other messages"
    }
  }

  private static let edits: Set<String> = ["edit", "edits"]
  /// Words of texts as they were before they were edited.
  private static let former: Set<String> = [
    "history", "previous", "prev", "old", "original", "revisions", "before",
  ]
}

extension FieldObject {
  /// Finds a share outside of the fields with the message's text, for example in an attachment or a block. Shares that the
  /// message quotes, answers or passes on are left out.
  ///
  /// - Parameter choice: The fields of a message; `nil` for an object in one.
  /// - Returns: The path of the field with the share.
  func unreadShare(besides choice: FieldChoice?, _ scan: CandidateScan) -> String? {
    let known = Set(
      choice.map { $0.texts + $0.spareTexts + $0.senders + [$0.senderID].compactMap(\.self) } ?? []
    )
    return fields.first { field in
      !known.contains(field.path) && scan.isPresent(in: field.value, 0..<field.value.count)
        && !FieldName(field.path).isAnswered
        && !scan.games.results(MessageWords.plain(field.value)).isEmpty
    }?.path
  }
}

extension FieldName {
  /// Whether the value is of another message than the one around it.
  var isAnswered: Bool {
    saysForward || words.contains(where: Self.answering.contains)
      || path.split(separator: ".").contains { Self.isSharedPost(String($0)) }
  }

  private static let answering: Set<String> = [
    "quote", "quoted", "quotes", "quotation", "replied", "replying", "original", "parent",
    "reference", "referenced", "refer", "retweeted", "preview", "previews", "reaction", "reactions",
    "last", "latest", "mention", "mentions", "snippet", "context", "draft", "drafts", "history",
    "previous", "prev", "old", "revisions", "before", "edit", "edits", "edited", "pinned", "pins",
  ]
}
