/// A message of an export, collected key by key.
struct MessageDraft {
  /// Whether the program wrote it: a join, a call, a bot, a deleted message.
  var isNotice = false
  var id: String?
  /// Who sent it; unknown when `nil` or empty.
  var sender: String?
  /// The sender's id, where the export has one besides the name.
  var senderID: String?
  /// Whether the export tells people apart by ids.
  var hasIDs = false
  /// Whether the sender's name or id was too long to be kept whole.
  var isSenderCut = false
  /// Whether the person who made the export sent it, and the export does not name that person.
  var isOwn = false
  /// Unknown when `nil`.
  var time: ExportedTime?
  var text: [UInt8] = []
  var isForwarded = false
  /// The line on which the message starts.
  var line = 1

  /// Forgets the previous message.
  mutating func start(line: Int) {
    var text = text
    self.text = []
    text.removeAll(keepingCapacity: text.capacity <= Self.keptCapacity)
    self = MessageDraft()
    self.text = text
    self.line = line
  }

  private static let keptCapacity = 65_536
}
