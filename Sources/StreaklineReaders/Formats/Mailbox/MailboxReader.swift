internal import StreaklineCore

/// Reads a mailbox: mails one after the other, each below a line such as `From ann@example.org Fri Oct  2 08:00:00 2026`
/// (RFC 4155), as mail programs, Gmail and mailing lists write them.
///
/// What a mail quotes, and what is below another mail's head in it, is not its sender's: ``QuotationReader`` tells.
struct MailboxReader: MessageReader {
  /// The rest of a longer mail is left out: attachments come after the text.
  private static let longestMail = 8_388_608

  private let name: String
  private let options: ReaderOptions
  private let scan: CandidateScan
  private var lines: LineReader
  private var names = DistinctNames()
  private var start = 0
  /// The line of a mail's `From `, which was read with the mail before it.
  private var nextStart: Int?
  private var isFinished = false
  /// Whether it is one mail, without a line above it.
  private let isOneMail: Bool

  init(_ source: ByteSource, options: ReaderOptions, scan: CandidateScan) {
    name = source.name
    self.options = options
    self.scan = scan
    isOneMail = (try? source.head(Self.longestHead)).map { Self.isMail($0[...]) } ?? false
    lines = LineReader(source)
  }

  private static let longestHead = 65_536

  /// Whether a text is a mail as programs save it, with its text encoded as mails send it (RFC 2045). The header of another one
  /// may be copied with a text, and ``SavedMail`` reads it.
  static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.drop { $0 <= 0x20 }
    let first = start.prefix(80).prefix { $0 != UInt8(ascii: ":") }
    guard let letter = first.first, (0x41...0x5A).contains(letter),
      first.allSatisfy({ $0 == UInt8(ascii: "-") || (0x41...0x5A).contains($0 & 0xDF) })
    else { return false }
    let mail = MailPart(start.prefix(longestHead).filter { $0 != 0x0D }[...])
    guard mail["from"] != nil, mail["date"] != nil else { return false }
    let isEncoded = mail["content-transfer-encoding"].map {
      ["base64", "quoted-printable"].contains($0.lowercased())
    }
    return isEncoded ?? false || mail["content-type"]?.lowercased().hasPrefix("multipart/") == true
  }

  /// Whether the first mail has the fields by which its sender is known.
  ///
  /// - Parameter head: The start of a mailbox.
  static func hasSender(_ head: [UInt8]) -> Bool {
    if isMail(head[...]) { return true }
    let bytes = head.filter { $0 != 0x0D }
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      let end = bytes[start...].firstIndex(of: 0x0A), isStart(bytes[start..<end])
    else { return false }
    let mail = MailPart(bytes[(end + 1)...])
    return mail["from"] != nil && mail["date"] != nil
  }

  mutating func next() throws(InputError) -> MessageBatch? {
    guard !isFinished else { return nil }
    var batch = BatchBuilder(start: start, zone: options.zone, readsBots: options.readsBots)
    while !batch.isFull, !isFinished {
      try readMail(into: &batch)
      batch.advance(to: lines.position)
    }
    start = lines.position
    return batch.isEmpty ? nil : batch.batch
  }

  private mutating func readMail(into batch: inout BatchBuilder) throws(InputError) {
    var mail: [UInt8] = []
    var first = nextStart
    nextStart = nil
    var isBelowBlank = true
    while let line = try lines.next() {
      let bytes = line.bytes ?? []
      if isOneMail, first == nil, !bytes.isEmpty {
        first = line.number
      } else if isBelowBlank, !isOneMail, Self.isStart(bytes[...]) {
        guard first != nil else {
          first = line.number
          isBelowBlank = false
          continue
        }
        nextStart = line.number
        break
      }
      isBelowBlank = bytes.isEmpty
      guard first != nil, mail.count + bytes.count < Self.longestMail else { continue }
      // `>From ` stands for `From ` in a mail's text.
      let marks = bytes.prefix { $0 == UInt8(ascii: ">") }
      let isMarked = !marks.isEmpty && bytes[marks.endIndex...].starts(with: "From ".utf8)
      mail += isMarked ? Array(bytes.dropFirst()) : bytes
      mail.append(0x0A)
    }
    if nextStart == nil { isFinished = true }
    if let first { add(MailPart(mail[...]), line: first, to: &batch) }
  }

  /// Whether a line is the first one of a mail. In a text `From ` may start a line too, so a time must be in it.
  private static func isStart(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "From ".utf8), line.count < 300 else { return false }
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let hasTime = words.contains { word in
      let parts = word.split(separator: ":")
      return parts.count > 1 && parts.allSatisfy { (1...2).contains($0.count) && Int($0) != nil }
    }
    return hasTime && words.count > 3
      && words.contains { $0.count == 4 && (Int($0).map { $0 > 1_969 } ?? false) }
  }

  private mutating func add(_ mail: MailPart, line: Int, to batch: inout BatchBuilder) {
    let content = mail.content
    var draft = MessageDraft()
    draft.start(line: line)
    let source = SourceLocation(name: name, line: line)
    guard scan.isPresent(in: content.text, content.text.indices) else {
      if let problem = content.problem {
        batch.addUnreadable("the mail cannot be read: \(problem)", at: source)
      } else if content.others.contains(where: { scan.isPresent(in: $0, $0.indices) }) {
        batch.addUnreadable(
          "the mail has a share in a part that is not its sender's plain text", at: source)
      } else {
        batch.addOther()
      }
      return
    }
    draft.text = content.text.filter { $0 != 0x0D }
    draft.time = mail["date"].flatMap { FieldTime.read(Array($0.utf8.prefix(60))) }
    guard mail.count(of: "from") == 1, let field = mail["from"],
      let sender = MailSender(field, isOfList: mail["list-id"] != nil || mail["list-post"] != nil)
    else {
      batch.addUnreadable("the mail's sender cannot be read", at: source)
      return
    }
    // A group writes its own address as the sender's.
    let addresses = ["x-original-from", "reply-to"].lazy.compactMap { mail[$0] }
      .compactMap { MailSender($0, isOfList: false)?.address }
    draft.sender = names.name(sender.name, of: sender.address ?? addresses.first)
    batch.add(draft, of: name, scan)
  }
}
