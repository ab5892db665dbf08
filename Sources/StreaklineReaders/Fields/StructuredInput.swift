internal import StreaklineCore

/// Opens structured data: reads its messages, or says why nobody can tell whose they are.
struct StructuredInput {
  /// How many bytes are surveyed of an input that cannot be opened twice.
  private static let longestPipe = 16_777_216
  private let structure: Structure
  private let source: ByteSource
  private let opening: Input.Reopen
  private let head: [UInt8]
  private let options: ReaderOptions
  private let scan: CandidateScan

  /// - Parameters:
  ///   - source: The input at its start.
  ///   - opening: Opens it once more; `nil` for a pipe, which is then kept in memory.
  init(
    _ structure: Structure, _ source: ByteSource, head: [UInt8], opening: Input.Reopen?,
    options: ReaderOptions, scan: CandidateScan
  ) throws(InputError) {
    self.structure = structure
    self.source = source
    self.head = head
    self.options = options
    self.scan = scan
    if let opening {
      self.opening = opening
    } else {
      let bytes = try source.head(Self.longestPipe)
      guard bytes.count < Self.longestPipe else {
        throw .malformed(
          source.name,
          reason: "\(structure.rawValue) of more than 16 MiB; save it in a file and name that")
      }
      let name = source.name
      self.opening = { () throws(InputError) in ByteSource(name: name, bytes: bytes) }
    }
  }

  /// - Throws: ``InputError/unclear(_:_:)`` where shares are in it and nothing says whose they are.
  /// - Returns: `nil` for a text that has data below other words, in which no share is.
  func reader() throws(InputError) -> (any MessageReader)? {
    switch structure {
    case .html:
      if let note = try notePage() { return note }
      return try plainReader()
    case .mails where MailboxReader.hasSender(head):
      return MailboxReader(source, options: options, scan: scan)
    case .mails: return try plainReader("its first mail has no field From or Date")
    case .rows, .subtitles, .calendar, .rich, .tex, .roff, .sql, .records, .source:
      return try plainReader()
    case .json, .jsonLines, .script, .xml, .table: break
    }
    let survey = try FieldSurvey(objects(opening()), scan)
    if let wordsEnd {
      if survey.problem != nil, !options.ownsUnnamed, hasShareInData(from: wordsEnd) {
        throw unclear("it cannot be read: \(survey.problem ?? "")")
      }
      guard survey.problem == nil, survey.hasShares else { return nil }
      guard !scan.isPresent(in: head, 0..<wordsEnd) else {
        throw unclear("shares are in it and in the words above it")
      }
    }
    if let problem = survey.problem {
      guard !options.ownsUnnamed else { return plain }
      guard try holdsShare() else { return plain }
      throw unclear("it cannot be read: \(problem)")
    }
    do {
      let isOwn = options.ownsUnnamed ? true : try self.isOwn(survey)
      var named = try namedFields(survey)
      let choices = try proven(
        survey.choices(named?.fields ?? NamedFields(), ownsUnnamed: isOwn), &named)
      return FieldMessagesReader(
        try objects(source), name: source.name, choices, people: survey.names,
        groups: survey.groups, of: structure, named: named, unread: survey.unreadEdits,
        options: options, scan: scan)
    } catch let error as UnclearFields {
      let keyed = try keyedReader()
      if let reader = keyed.reader { return reader }
      throw unclear(
        error.reason + (keyed.limit.map { "; \($0), so that they were not tried as names" } ?? ""),
        error)
    } catch let error as InputError {
      throw error
    } catch {
      throw unclear("it cannot be read")
    }
  }

  /// The choices, where what stands beside the names does not speak against them.
  ///
  /// - Parameter form: What the caller knows. Whoever names the sender is believed.
  private func proven(_ choices: [FieldChoice], _ form: inout FormFields?) throws -> [FieldChoice] {
    let named = form?.fields ?? NamedFields()
    if let sent = named.sentField {
      let places = Set(choices.map(\.place))
      let known = form?.received
      form?.received = try received(sent, in: places, known: known)
      return choices
    }
    var evidence: [String: SenderEvidence] = [:]
    for choice in choices where named.sender == nil || choice.direction != nil {
      evidence[choice.place] = SenderEvidence(choice, scan)
    }
    guard !evidence.isEmpty else { return choices }
    var objects = try objects(opening())
    while let object = try objects.next() {
      if evidence[object.place] != nil, !objects.isQuoted(object) {
        evidence[object.place]?.add(object)
      }
    }
    return try choices.map { choice in
      guard let found = evidence[choice.place] else { return choice }
      guard named.sender != nil else {
        if let problem = found.problem(text: choice.texts[0]) { throw problem }
        return choice
      }
      var choice = choice
      if !found.sentBySeveral.isEmpty { choice.direction = nil }
      return choice
    }
  }

  /// What is in the field that says what the caller sent, in the messages that are not theirs.
  ///
  /// - Parameter known: What was there when the caller said it in an earlier import. Another value may be theirs, too.
  /// - Returns: `nil` for more values than a direction has.
  /// - Throws: Where no message has the value of what the caller sent: everything would be the other person's.
  private func received(
    _ sent: (path: String, values: Set<[UInt8]>), in places: Set<String>, known: Set<String>?
  ) throws -> Set<String>? {
    var values: Set<String> = []
    var occurs = false
    var objects = try objects(opening())
    while let object = try objects.next() {
      guard places.contains(object.place), !objects.isQuoted(object) else { continue }
      let value = object[sent.path] ?? []
      if sent.values.contains(value) {
        occurs = true
      } else if values.count <= Self.mostDirections {
        values.insert(String(decoding: value.prefix(Self.longestDirection), as: UTF8.self))
      }
    }
    let told = sent.values.map { "“\(String(decoding: $0, as: UTF8.self))”" }.sorted()
      .joined(separator: " or ")
    guard occurs else {
      throw UnclearFields(
        reason: "no message has \(told) in “\(sent.path)”, which you said of what you sent",
        text: nil,
        sent: values.filter { !$0.isEmpty }.sorted().prefix(3).map { ["\(sent.path)=\($0)"] })
    }
    if let known, let new = values.subtracting(known).min() {
      throw UnclearFields(
        reason:
          "“\(sent.path)” is “\(new)” in a message, and you have said only that \(told) is what you sent",
        text: nil,
        sent: [sent.values, sent.values.union([Array(new.utf8)])].map { shown(sent.path, $0) })
    }
    return values.count > Self.mostDirections ? nil : values
  }

  /// Values of a field, each as `FIELD=VALUE`.
  private func shown(_ field: String, _ values: Set<[UInt8]>) -> [String] {
    values.map { "\(field)=\(String(decoding: $0, as: UTF8.self))" }.sorted()
  }

  private static let mostDirections = 8
  private static let longestDirection = 24

  /// The fields that the caller has named, now or in an earlier import of the same form; `nil` where none are.
  private func namedFields(_ survey: FieldSurvey) throws(InputError) -> FormFields? {
    let columns = structure == .table ? TableHeader(head)?.names ?? [] : []
    let form = survey.form(of: structure, columns: columns)
    guard options.fields.isEmpty else { return FormFields(form: form, fields: options.fields) }
    do {
      return try options.rememberedFields(form)
    } catch {
      throw .unreadable(
        source.name, reason: "the store does not say which fields you have named before: \(error)")
    }
  }

  /// Where data starts below other words than a script's; `nil` where it starts on the first line.
  private var wordsEnd: Int? {
    guard structure == .script, let start = Structure.dataStart(head),
      let first = head.firstIndex(where: { $0 > 0x20 }), head[first..<start].contains(0x0A)
    else { return nil }
    return start
  }

  /// Whether a share is between the brackets of data that cannot be read.
  private func hasShareInData(from start: Int) -> Bool {
    var depth = 0
    var shares = scan.positions(in: head, start..<head.count)[...]
    for index in start..<head.count {
      switch head[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return false }
      default: break
      }
      if shares.first == index { return true }
      shares = shares.drop { $0 <= index }
    }
    return false
  }

  /// Whether all texts of the file are surely by the person whose file it is.
  private func isOwn(_ survey: FieldSurvey) throws(InputError) -> Bool {
    let start = String(decoding: head.prefix(100), as: UTF8.self)
    if structure == .script && start.hasPrefix("window.YTD.tweet") { return true }
    guard survey.isKnownOwn || survey.isOfOneAuthor else { return false }
    return try !hasOthers(survey)
  }

  /// Whether the texts themselves show that not all are one author's, as a chat in a note does.
  private func hasOthers(_ survey: FieldSurvey) throws(InputError) -> Bool {
    var sample = AuthorSample(scan)
    var objects = try objects(opening())
    while let object = try objects.next() {
      let paths = survey.places[object.place]?.shares.keys.sorted() ?? []
      // The same text in another form, such as HTML, would show other signs.
      let texts = paths.filter { FieldName($0).textRank != nil }
      for path in texts.isEmpty ? paths : texts {
        let remarks = object.own.filter { survey.isRemark($0.path) && !texts.contains($0.path) }
        let words = Array(
          (remarks.map(\.value) + [MessageWords.plain(object.text(path))]).joined(separator: [0x0A])
        )
        sample.add(words)
      }
    }
    return sample.showsOthers(isKnownOwn: survey.isKnownOwn)
  }

  /// A reader of data that says with its keys whose the shares are, or why the keys of such data were not looked at;
  /// neither for any other data.
  private func keyedReader() throws(InputError) -> (reader: (any MessageReader)?, limit: String?) {
    guard structure == .json, options.fields.isEmpty, let texts = try KeyedTexts(opening(), scan)
    else { return (nil, nil) }
    guard texts.limit == nil else { return (nil, texts.limit) }
    guard let (objects, choice) = texts.objects() else { return (nil, nil) }
    if choice.isOwn {
      var sample = AuthorSample(scan)
      for object in objects { sample.add(object.text("text")) }
      guard !sample.showsOthers(isKnownOwn: false) else { return (nil, nil) }
    }
    let reader = FieldMessagesReader(
      ReadObjects(objects), name: source.name, [choice], people: [:], of: structure,
      options: options, scan: scan)
    return (reader, nil)
  }

  private func objects(_ source: ByteSource) throws(InputError) -> any FieldObjects {
    switch structure {
    case .xml: return XMLObjects(source)
    case .table:
      let header = TableHeader(head)
      try source.skip(header?.start ?? 0)
      return TableObjects(source, separator: header?.separator ?? 0x2C)
    default:
      return try JSONObjects(
        source, isLines: structure == .jsonLines,
        dataStart: structure == .script ? Structure.dataStart(head) : nil)
    }
  }

  private var plain: any MessageReader { ChatTextReader(source, layout: PlainLayout(), scan: scan) }

  /// A reader of a text that holds no share, or is one person's.
  private func plainReader(
    _ reason: String = Structure.unknown
  ) throws(InputError) -> any MessageReader {
    if options.ownsUnnamed { return plain }
    guard try holdsShare() else { return plain }
    throw unclear(reason)
  }

  /// A reader of a page with one author's note; `nil` for any other page.
  private func notePage() throws(InputError) -> (any MessageReader)? {
    guard !options.ownsUnnamed, try holdsShare() else { return nil }
    let bytes = try opening().head(NotePage.longest + 1)
    guard let page = NotePage(bytes, scan), ForeignChat(page.text, scan) == nil,
      SharesUnderNames(page.titledText, scan) == nil,
      SharesUnderNames(page.text, scan) == nil, StructureSigns(page.text, scan) == nil,
      Structure(page.text) == nil, Input.isPlain(page.text, scan)
    else { return nil }
    return ChatTextReader(
      ByteSource(name: source.name, bytes: page.text), layout: PlainLayout(), scan: scan)
  }

  /// Whether a share may be anywhere in the input.
  private func holdsShare() throws(InputError) -> Bool { try opening().holdsShare(scan) }

  private func unclear(_ reason: String, _ fields: UnclearFields? = nil) -> InputError {
    .unclear(
      source.name,
      InputError.Unclear(
        structure: structure.rawValue, reason: reason, senders: fields?.senders ?? [],
        others: fields?.others ?? [], texts: fields?.texts ?? [], sent: fields?.sent ?? [],
        hasFields: fields != nil,
        text: fields?.text, time: fields?.time))
  }
}

extension ByteSource {
  private static var chunkSize: Int { 1_048_576 }

  /// Reads the rest of the source until something in it may be a share.
  ///
  /// - Returns: Whether anything may be one.
  func holdsShare(_ scan: CandidateScan) throws(InputError) -> Bool {
    var bytes: [UInt8] = []
    while try read(Self.chunkSize, into: &bytes) {
      if scan.isPresent(in: bytes, 0..<bytes.count) { return true }
      bytes.removeFirst(max(0, bytes.count - 4_096))
    }
    return false
  }
}
