internal import StreaklineCore

/// The layout of a WhatsApp chat.
///
/// A line starts a message when it has a stamp of the file's own format and a name after it;
/// without a name it is a line by the program. A line of another format is text that was copied
/// from another chat, if a line of the file's own format follows within seven such lines and 31
/// KiB. Otherwise the file holds two exports, and the line starts a message.
package struct WhatsAppLayout: ChatLayout {
  /// At most this many lines of another format may have been copied into a message.
  private static let longestCopy = 7
  /// How many bytes are examined to decide whether lines of another format were copied. This is 1
  /// KiB less than the reader guarantees, so that stamp and name are complete.
  private static let lookahead = 31_744

  /// The format of most lines.
  let main: WhatsAppStampFormat
  let mainOrder: DateOrder
  /// Whether nothing decides the order of day and month; then times are known only where it does not
  /// matter.
  let isUndecided: Bool
  private let templates: [WhatsAppStampTemplate]
  /// Other formats that many lines have: the file may hold two exports.
  private let others: [WhatsAppStampFormat: DateOrder]
  private let notices = WhatsAppNotices()
  private let memory: Memory

  /// State that is kept from one line to the next.
  private final class Memory {
    var names = SenderNames()
    let clock: ZoneOffsetCache
    let colonNames: ColonNames?
    /// Formats of more consecutive lines than anybody copies.
    var learned: Set<WhatsAppStampFormat> = []
    /// An issue that is reported with the next message.
    var remark: String?
    var isMixKnown = false

    init(_ clock: ZoneOffsetCache, _ colonNames: ColonNames?) {
      self.clock = clock
      self.colonNames = colonNames
    }

    func nameEnd(of name: Range<Int>, in text: [UInt8], _ lineEnd: Int) -> Int {
      colonNames?.end(of: name, in: text, lineEnd: lineEnd) ?? name.upperBound
    }
  }

  /// - Parameters:
  ///   - name: The file's name, for errors.
  ///   - colonNames: The names of this chat that hold a colon.
  init(
    _ survey: WhatsAppStampSurvey, name: String, options: ReaderOptions,
    colonNames: ColonNames? = nil
  ) throws(InputError) {
    let established = survey.established
    guard let first = established.first ?? survey.empty else {
      throw .malformed(name, reason: "no line starts like a message of a WhatsApp chat")
    }
    memory = Memory(ZoneOffsetCache(options.zone), colonNames)
    main = first.shape
    templates = first.templates
    let (order, isMixed) = Self.order(first, options: options) ?? (.dayFirst, false)
    mainOrder = order
    isUndecided = Self.order(first, options: options) == nil
    var others: [WhatsAppStampFormat: DateOrder] = [:]
    for found in established.dropFirst() {
      // Where the dates of this format do not show the order, it is that of the main format.
      others[found.shape] =
        Self.order(found, options: options)?.order ?? order
    }
    self.others = others
    if isMixed { sayMixed() }
  }

  /// - Returns: `nil` when nothing decides.
  private static func order(
    _ found: WhatsAppStampSurvey.Found, options: ReaderOptions
  ) -> (order: DateOrder, isMixed: Bool)? {
    let verdict = found.dates.verdict(found.shape)
    if verdict != .decided(.yearFirst), let order = options.dateOrder,
      found.shape.year == .short || order != .yearFirst
    {
      return (order, false)
    }
    switch verdict {
    case .decided(let order): return (order, false)
    case .mixed(let order): return (order, true)
    case .undecided: return nil
    }
  }

  private func sayMixed() {
    guard !memory.isMixKnown else { return }
    memory.isMixKnown = true
    let unit = mainOrder == .monthFirst ? "month" : "day"
    memory.remark =
      "some dates have the day first and some the month; ambiguous dates are read \(unit) first"
  }

  package func beginning(of text: [UInt8], at line: Range<Int>) -> ChatBeginning {
    guard let first = line.first, WhatsAppStamp.mayBegin(text[first]) else { return .nothing }
    for index in templates.indices {
      if let end = templates[index].end(in: text, line) {
        return beginning(of: text, at: line, behind: end)
      }
    }
    guard let stamp = WhatsAppStamp(text, line) else { return .nothing }
    if !isOwn(stamp.shape) {
      let beginning = beginning(of: text, at: line, foreign: stamp)
      guard beginning == .message else { return beginning }
    }
    return beginning(of: text, at: line, behind: stamp.end)
  }

  /// What starts at a line with a stamp of the file's own format.
  private func beginning(
    of text: [UInt8], at line: Range<Int>, behind stamp: Int
  ) -> ChatBeginning {
    guard let nameEnd = WhatsAppText.nameEnd(in: text, from: stamp, end: line.upperBound)
    else { return .notice }
    let start = WhatsAppText.start(in: text, behind: nameEnd, end: line.upperBound)
    return notices.beginning(text, name: stamp..<nameEnd, body: start..<line.upperBound)
  }

  private func isOwn(_ shape: WhatsAppStampFormat) -> Bool {
    shape == main || others[shape] != nil || memory.learned.contains(shape)
  }

  /// Whether a line with a stamp of another format starts a message, or was copied into one:
  /// `.nothing`.
  private func beginning(
    of text: [UInt8], at line: Range<Int>, foreign stamp: WhatsAppStamp
  ) -> ChatBeginning {
    guard isMessage(stamp, in: text, end: line.upperBound) else { return .nothing }
    var lines = 1
    var start = line.upperBound + 1
    while start < min(text.count, line.lowerBound + Self.lookahead) {
      let end = endOfLine(in: text, from: start)
      if let stamp = WhatsAppStamp(text, start..<end) {
        if isOwn(stamp.shape) { return .nothing }
        lines += isMessage(stamp, in: text, end: end) ? 1 : 0
      }
      if lines > Self.longestCopy {
        memory.learned.insert(stamp.shape)
        return .message
      }
      start = end + 1
    }
    return .message
  }

  /// Whether a line of another format may be a message of another export.
  private func isMessage(_ stamp: WhatsAppStamp, in text: [UInt8], end: Int) -> Bool {
    !stamp.shape.isWeak && stamp.isPossible
      && WhatsAppText.nameEnd(in: text, from: stamp.end, end: end) != nil
  }

  package func header(of text: [UInt8], in range: Range<Int>) -> ChatHeader? {
    let lineEnd = min(range.upperBound, endOfLine(in: text, from: range.lowerBound))
    guard let stamp = stamp(of: text, at: range.lowerBound..<lineEnd),
      let firstEnd = WhatsAppText.nameEnd(in: text, from: stamp.end, end: lineEnd),
      case let nameEnd = memory.nameEnd(of: stamp.end..<firstEnd, in: text, lineEnd),
      let sender = memory.names.name(text, stamp.end..<nameEnd)
    else { return nil }
    var time: LocalTime?
    var dayProblem: DayProblem?
    if stamp.shape.year == .none {
      dayProblem = .noDate
    } else if isUndecided, let date = stamp.openDate {
      dayProblem = .twoReadings(date, DateOrder.allCases.map(stamp.day))
    } else {
      guard let known = self.time(of: stamp) else { return nil }
      time = known
    }
    let start = WhatsAppText.start(in: text, behind: nameEnd, end: lineEnd)
    let (end, isEdited) = notices.end(of: start..<range.upperBound, in: text)
    var header = ChatHeader(
      sender: isOwner(sender, stamp.shape) ? nil : sender, sentAt: time.map(memory.clock.instant),
      sentOn: time?.day, body: start..<end)
    header.isEdited = isEdited
    header.dayProblem = dayProblem
    header.remark = memory.remark
    memory.remark = nil
    return header
  }

  /// Whether a name is what the app calls its owner. What was copied from the web app has the time first.
  private func isOwner(_ name: String, _ shape: WhatsAppStampFormat) -> Bool {
    shape.closing == .bracket && shape.isTimeFirst ? OwnName.isOfCopy(name) : OwnName.isSure(name)
  }

  private func stamp(of text: [UInt8], at line: Range<Int>) -> WhatsAppStamp? {
    for index in templates.indices {
      if let stamp = templates[index].stamp(in: text, line) { return stamp }
    }
    return WhatsAppStamp(text, line)
  }

  private func time(of stamp: WhatsAppStamp) -> LocalTime? {
    day(of: stamp, others[stamp.shape] ?? mainOrder).flatMap {
      LocalTime($0, hour: stamp.hour, minute: stamp.minute, second: stamp.clockSecond)
    }
  }

  /// The day in an order, or in the other one when only that makes it a date.
  private func day(of stamp: WhatsAppStamp, _ order: DateOrder) -> Day? {
    if let day = stamp.day(order) { return day }
    guard let day = DateOrder.allCases.lazy.compactMap(stamp.day).first else { return nil }
    sayMixed()
    return day
  }
}
