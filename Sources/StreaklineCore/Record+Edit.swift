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
    let (first, second) = (Source(stored), Source(new))
    guard let playedAt = first.playedAt, playedAt == second.playedAt else { return .none }
    return second.isEdited ? .newer : first.isEdited ? .older : .none
  }

  /// When a record's message was sent, and whether it was edited.
  private struct Source {
    var playedAt: ArraySlice<UInt8>?
    var isEdited = false

    init(_ fields: ArraySlice<UInt8>) {
      for member in JSONMembers(fields) {
        if member.name.elementsEqual("playedAt".utf8), !isJSONNull(member.value) {
          playedAt = member.value
        } else if member.name.elementsEqual("source".utf8) {
          isEdited = JSONMembers(member.value).contains { member in
            member.name.elementsEqual("edited".utf8) && member.value.elementsEqual("true".utf8)
          }
        }
      }
    }
  }
}
