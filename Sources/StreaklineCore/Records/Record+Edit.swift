/// How two records of one result that differ come from versions of one message.
package enum RecordEdit {
  /// They come from different messages, or nothing says so.
  case none
  /// The other record's message was edited, and this is the newer text.
  case newer
  /// This is the text before the other record's message was edited.
  case older
}

extension Record {
  /// Whether a record comes from an edited message whose earlier text gave another record, or the
  /// other way around.
  ///
  /// An export shows the last text only, with the time at which the message was first sent. So the
  /// message of the same user at the same time is the same one. Of two edited texts the one that is
  /// imported later counts as the newer.
  package static func edit(_ new: ArraySlice<UInt8>, of stored: ArraySlice<UInt8>) -> RecordEdit {
    guard let playedAt = sentAt(new), playedAt == sentAt(stored) else { return .none }
    return isEdited(new) ? .newer : isEdited(stored) ? .older : .none
  }

  /// The JSON value that says when a record's message was sent; `nil` where that is not known.
  private static func sentAt(_ fields: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    JSONMembers(fields).value(of: "playedAt").flatMap { isJSONNull($0) ? nil : $0 }
  }

  private static func isEdited(_ fields: ArraySlice<UInt8>) -> Bool {
    let source = JSONMembers(fields).value(of: "source")
    let edited = source.flatMap { JSONMembers($0).value(of: "edited") }
    return edited?.elementsEqual("true".utf8) ?? false
  }
}
