internal import StreaklineCore

/// A message of an export, collected key by key.
struct MessageDraft {
  /// Whether the program wrote it: a join, a call.
  var isNotice = false
  /// Whether a bot wrote it that is not the game's own.
  var isBot = false
  /// Whether somebody has deleted it.
  var isDeleted = false
  var id: String?
  /// Who sent it; unknown when `nil` or empty.
  var sender: String?
  /// The sender's id, where the export has one besides the name.
  var senderID: String?
  /// Whether people of one name are to be kept apart by their ids.
  var hasIDs = false
  /// Whether the sender's name or id was too long to be kept whole.
  var isSenderCut = false
  /// Whether the person who made the export sent it, and the export does not name that person.
  var isOwn = false
  /// Unknown when `nil`.
  var time: ExportedTime?
  /// The day by the wall clock of the export, where it has one besides `time`.
  var day: Day?
  /// Whether the message is read although its time is unknown.
  var isTimeUnknown = false
  /// ``Message/dayProblem``.
  var dayProblem: DayProblem?
  var isEdited = false
  var text: [UInt8] = []
  /// Whether a line of the text was read, be it empty.
  var hasText = false
  /// What the export marks as quoted.
  var quotations: [Quotation] = []
  /// Whether the sender passed it on; then who wrote it and when, as far as the export says.
  var isForwarded = false
  var author: String?
  var authorID: String?
  var writtenAt: ExportedTime?
  /// The line on which the message starts.
  var line = 1

  /// A part of the text that is somebody else's.
  struct Quotation {
    var range: Range<Int>
    var author: String?
    var authorID: String?
    var writtenAt: ExportedTime?
  }

  /// Ends a quotation that was started with an empty range at the end of the text.
  mutating func addQuotation(_ open: Quotation) {
    var quotation = open
    quotation.range = min(open.range.lowerBound, text.count)..<text.count
    if !quotation.range.isEmpty { quotations.append(quotation) }
  }

  /// The sender's name, apart from those of other people. A bot's id may be that of many people, who write
  /// through it: their names tell them apart.
  func name(_ sender: String, in names: inout DistinctNames) -> String {
    names.name(sender, of: isBot ? "bot" : senderID)
  }

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
