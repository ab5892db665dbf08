/// Who wrote a text that is not its sender's own: somebody quoted it, copied it or passed it on.
public struct MessageOrigin: Hashable, Sendable {
  /// How the text came into the message.
  public enum Way: Hashable, Sendable {
    /// The sender has quoted it in a reply or copied it into the message.
    case quoted
    /// The sender has passed on the whole message.
    case forwarded
  }

  /// Whether the sender has quoted the text or forwarded it.
  public var way: Way
  /// Who wrote the text, as the export shows the name; `nil` where it names nobody.
  public var author: String?
  /// The author's id in the export, where it has one.
  public var authorID: String?
  /// When the author sent it; `nil` where the export does not say.
  public var sentAt: Instant?
  /// The calendar day where the author sent it; `nil` where the export does not say.
  public var sentOn: Day?

  /// The origin of a quoted or forwarded text.
  ///
  /// - Parameter sentOn: If not given, the day of `sentAt` in UTC.
  public init(
    _ way: Way, author: String? = nil, authorID: String? = nil, sentAt: Instant? = nil,
    sentOn: Day? = nil
  ) {
    self.way = way
    self.author = author
    self.authorID = authorID
    self.sentAt = sentAt
    self.sentOn = sentOn ?? sentAt?.day
  }

  /// Why a share in such a text is nobody's result, when the export does not name the author.
  package var reason: String {
    switch way {
    case .quoted: NearMiss.quoted
    case .forwarded: NearMiss.forwarded
    }
  }
}
