internal import StreaklineCore

extension QuotationReader {
  /// Whose words come next. It is kept from one part of a long message to the next.
  struct State {
    /// Quotations within quotations beyond this depth are not told apart.
    private static let maxDepth = 8

    /// ``MessagePart/message`` of the parts; `nil` for a message that came whole.
    let message: Int?
    /// The author that the last stamp of a copied message names.
    private var copied: MessageOrigin?
    /// The author of all that follows: below a mail's attribution without marks.
    private var mail: MessageOrigin?
    /// The authors that attributions name for lines after one mark, two marks, and so on.
    private var authors = [MessageOrigin?](repeating: nil, count: maxDepth + 1)
    /// How many marks of quotation an attribution has after which nothing was read.
    private var attributionDepth: Int?
    /// Whether the lines of a forwarded mail's head come next, and their author so far.
    private var mailHead: MailHead?
    /// How many marks of quotation its lines have.
    private var mailHeadDepth = 0
    /// The first of two lines of an attribution.
    private var attributionStart: [UInt8]?
    /// Whether all that follows is quoted: `>>> ` in Discord and Slack.
    private var isRestQuoted = false
    /// What a forum's or Zulip's message quotes in brackets or in a fence, from the outermost one.
    private var enclosed: [EnclosedQuotation] = []
    /// Whether no words of the message have come yet.
    private var isAtStart = true

    init(message: Int? = nil) {
      self.message = message
    }

    /// Whether the next words are not the sender's own.
    var isInsideQuotation: Bool {
      copied != nil || mail != nil || attributionDepth != nil || mailHead != nil || isRestQuoted
        || attributionStart != nil || !enclosed.isEmpty || authors.contains { $0 != nil }
    }

    /// What a line holds.
    struct Words {
      /// Where the words start.
      var start: Int
      /// `nil` for those of the sender.
      var origin: MessageOrigin?
      /// Whether the line only says whose words follow.
      var isMark = false
    }

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - line: Without its line feed.
    ///   - isChat: Whether lines after `>` are always somebody else's.
    mutating func words(in text: [UInt8], _ line: Range<Int>, isChat: Bool) -> Words {
      let (depth, start) = Self.marks(text, line)
      var words = start..<line.upperBound
      if !words.isEmpty, text[words.upperBound - 1] == 0x0D { words.removeLast() }
      let isBlank = text[words].isBlank
      if isChat, depth >= 3, text[line].starts(with: ">>> ".utf8) { isRestQuoted = true }
      if isChat, let enclosed = readEnclosed(text, words) { return enclosed }
      if let head = readMailHead(text, words, depth, isBlank) { return head }
      if isBlank {
        attributionStart = nil
        return Words(start: line.upperBound)
      }
      if let stamp = CopiedStamp(text, words) {
        self = State(message: message)
        copied = MessageOrigin(stamp.isForwarded ? .forwarded : .quoted, author: stamp.author)
        if stamp.body >= line.upperBound { return Words(start: stamp.body, isMark: true) }
        return readForward(text, stamp.body..<words.upperBound)
          ?? Words(start: stamp.body, origin: copied)
      }
      if isChat || copied != nil, let forward = readForward(text, words) { return forward }
      isAtStart = false
      if readAttribution(text, words, depth) { return Words(start: start, isMark: true) }
      if MailHead.isSeparator(text[words]) {
        mailHead = MailHead(isBelowSeparator: true)
        return Words(start: start, isMark: true)
      }
      if MailHead.starts(text, words, isChat: isChat) {
        var head = MailHead()
        _ = head.read(text[words], isBlank: false)
        mailHead = head
        mailHeadDepth = min(depth, Self.maxDepth)
        return Words(start: start, isMark: true)
      }
      // The marks stay: reading the share drops them.
      return Words(start: line.lowerBound, origin: origin(atDepth: depth, isChat: isChat))
    }

    /// Reads a line that starts, continues or ends a quotation in brackets or in a fence; `nil` for any other line.
    private mutating func readEnclosed(_ text: [UInt8], _ words: Range<Int>) -> Words? {
      if let last = enclosed.last, let end = last.end(text[words]) {
        enclosed.removeLast()
        guard text[end..<words.upperBound].isBlank else {
          return Words(start: end, origin: enclosed.last?.origin)
        }
        // The last words of the quotation may stand before the mark that ends it.
        return Words(start: words.lowerBound, origin: last.origin, isMark: last.isEnd(text[words]))
      }
      if enclosed.last?.isFence != true, enclosed.count < Self.maxDepth,
        var (quotation, start) = EnclosedQuotation.start(text[words])
      {
        // A quotation may start with one of its own.
        while !quotation.isFence, enclosed.count + 1 < Self.maxDepth,
          let (inner, next) = EnclosedQuotation.start(text[start..<words.upperBound])
        {
          enclosed.append(quotation)
          (quotation, start) = (inner, next)
        }
        let end = quotation.end(text[start..<words.upperBound])
        if end == nil { enclosed.append(quotation) }
        return Words(
          start: start, origin: quotation.origin, isMark: text[start..<words.upperBound].isBlank)
      }
      return enclosed.last.map { Words(start: words.lowerBound, origin: $0.origin) }
    }

    /// Reads the line above a message that was passed on, if the message starts with one.
    private mutating func readForward(_ text: [UInt8], _ words: Range<Int>) -> Words? {
      guard isAtStart else { return nil }
      isAtStart = false
      guard let forward = ForwardLine(text, words) else { return nil }
      mail = MessageOrigin(.forwarded, author: forward.author)
      return Words(start: forward.body, origin: mail, isMark: forward.body >= words.upperBound)
    }

    private mutating func origin(atDepth depth: Int, isChat: Bool) -> MessageOrigin? {
      if isRestQuoted { return MessageOrigin(.quoted) }
      let depth = min(depth, Self.maxDepth)
      // Some programs mark the words below an attribution no deeper than the attribution itself.
      if depth == attributionDepth {
        if depth == 0 { mail = authors[1] } else { authors[depth] = authors[depth + 1] }
      }
      attributionDepth = nil
      if depth == 0 { return mail ?? copied }
      if let author = authors[depth] { return author }
      let isCited =
        isChat || mail != nil || copied != nil || authors[..<depth].contains { $0 != nil }
      return isCited ? MessageOrigin(.quoted) : nil
    }

    /// Reads one or two lines that name the author of a quotation.
    ///
    /// - Returns: Whether the line completes an attribution.
    private mutating func readAttribution(
      _ text: [UInt8], _ words: Range<Int>, _ depth: Int
    ) -> Bool {
      let first = attributionStart
      attributionStart = nil
      guard words.count <= 300 else { return false }
      var attribution: Attribution?
      if Attribution.mayEnd(text[words]) {
        attribution = Attribution(Array(text[words]))
        if attribution == nil, let first {
          attribution = Attribution(first + [0x20] + text[words])
        }
      } else if Attribution.mayStart(text, words) {
        attributionStart = Array(text[words])
      }
      guard let attribution, depth < Self.maxDepth else { return false }
      authors[depth + 1] = MessageOrigin(.quoted, author: attribution.author)
      for index in authors.indices.dropFirst(depth + 2) { authors[index] = nil }
      attributionDepth = depth
      return true
    }

    private mutating func readMailHead(
      _ text: [UInt8], _ words: Range<Int>, _ depth: Int, _ isBlank: Bool
    ) -> Words? {
      guard var head = mailHead else { return nil }
      if !isBlank, depth > 0, mailHeadDepth == 0 { mailHeadDepth = min(depth, Self.maxDepth) }
      switch head.read(text[words], isBlank: isBlank) {
      case .continues:
        mailHead = head
        return Words(start: words.lowerBound, isMark: true)
      case .isNone where !head.isBelowSeparator:
        mailHead = nil
        mailHeadDepth = 0
        return nil
      case .ends, .isNone:
        mailHead = nil
        let quoted = mailHeadDepth
        mailHeadDepth = 0
        // What this mail quotes, the attributions above it do not name.
        authors = authors.map { _ in nil }
        let origin = MessageOrigin(.forwarded, author: head.author)
        // Below a head with marks, what has none is not of that mail.
        if quoted > 0, depth > 0 || isBlank { authors[quoted] = origin } else { mail = origin }
        return nil
      }
    }

    /// How many marks of quotation a line starts with, and where the words after them start.
    private static func marks(_ text: [UInt8], _ line: Range<Int>) -> (depth: Int, start: Int) {
      var depth = 0
      var index = line.lowerBound
      var start = index
      while index < line.upperBound {
        if text[index] == UInt8(ascii: ">") {
          index += 1
        } else if text[index] == UInt8(ascii: "&"), text[index..<line.upperBound].starts(with: gt) {
          index += gt.count
        } else if text[index] == 0x20 || text[index] == 0x09 {
          index += 1
          if depth > 0 { start = index }
          continue
        } else {
          break
        }
        depth += 1
        start = index
      }
      return (depth, depth == 0 ? line.lowerBound : start)
    }

    private static let gt = Array("&gt;".utf8)
  }
}
