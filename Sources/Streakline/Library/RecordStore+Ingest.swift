public import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore

extension RecordStore {
  /// Reads a pasted or received text and stores its results. The text may also be a whole export.
  ///
  /// ```swift
  /// let store = try RecordStore(path: "results.db")
  /// let found = try store.ingest("Wordle 1,932 3/6", options: ImportOptions(user: "alice"))
  /// for result in found.results {
  ///   if case .added(let streak) = result.outcome { print(result.record.game, "streak", streak.max) }
  /// }
  /// for miss in found.nearMisses { print(miss.game, "was not read:", miss.reason ?? "unknown form") }
  /// ```
  ///
  /// - Throws: ``LibraryError``.
  public func ingest(_ text: String, options: ImportOptions = ImportOptions()) throws
    -> IngestedText
  {
    var results: [IngestedText.Result] = []
    let request = try reportingLibraryErrors {
      ImportRequest(
        text: Array(text.utf8), format: try options.inputFormat,
        options: try options.readerOptions(in: zone))
    }
    var nearMisses: [NearMiss] = []
    let summary = try run([request], options) { _, chunk, outcomes in
      results += zip(chunk.records, outcomes).map {
        IngestedText.Result(record: $0, outcome: .init($1))
      }
      nearMisses += chunk.nearMisses
    }
    return IngestedText(results: results, nearMisses: nearMisses, summary: summary)
  }

  /// Imports a file, a folder or a zip archive: the exports of chats and apps, or plain texts.
  ///
  /// An import that was interrupted continues where it stopped, a file that is known is not read
  /// again, and a longer export of a known chat adds only what is new.
  ///
  /// ```swift
  /// let store = try RecordStore(path: "results.db")
  /// let summary = try store.importFiles(at: "exports") { update in
  ///   print(update.path, update.bytesRead, "of", update.sizeBytes ?? update.bytesRead, "bytes")
  /// }
  /// print(summary.added, "new,", summary.disputes, "disputed,", summary.nearMisses, "not read")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file, folder or archive.
  ///   - progress: Called after each transaction. What it throws ends the import, and what was stored
  ///     before stays.
  /// - Throws: ``LibraryError``, or what `progress` throws.
  public func importFiles(
    at path: String, options: ImportOptions = ImportOptions(),
    progress: (ImportProgressUpdate) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let requests = try reportingLibraryErrors {
      var request = ImportRequest(
        path: path, format: try options.inputFormat, options: try options.readerOptions(in: zone))
      request.forwards = options.forwards
      return try request.expanded(for: rules)
    }
    return try run(requests, options) { update, _, _ in try progress(update) }
  }

  private func run(
    _ requests: [ImportRequest], _ options: ImportOptions,
    _ report: (ImportProgressUpdate, ParsedChunk, [Outcome]) throws -> Void
  ) throws -> ImportSummary {
    try reportingLibraryErrors {
      var builder = RecordBuilder(
        user: options.user,
        fallbackDay: try options.readerOptions(in: zone).zone.day(of: options.now),
        now: options.now, aliases: options.aliases)
      builder.only = options.only
      let importer = Importer(
        rules: rules.ruleSet, builder: builder, store: store, replaces: options.replaces
      )
      var total = IngestSummary()
      for request in requests {
        var latest = IngestSummary()
        _ = try importer.ingest(request) { step in
          latest = step.summary
          var sum = total
          sum += latest
          let update = ImportProgressUpdate(
            path: request.entry ?? request.path, bytesRead: max(step.chunk.end, step.known),
            sizeBytes: step.size,
            summary: ImportSummary(sum))
          do {
            try report(update, step.chunk, step.outcomes)
          } catch {
            throw CallerError(underlying: error)
          }
        }
        total += latest
      }
      return ImportSummary(total)
    }
  }
}

/// What a text held, and what became of it.
public struct IngestedText: Hashable, Sendable {
  /// A result and what became of it.
  public struct Result: Hashable, Sendable {
    /// The result as it was read from the text, also where another one is stored.
    public let record: Record
    /// Whether the store took it, and why not.
    public let outcome: IngestOutcome
  }

  /// The results in the order of the text.
  public let results: [Result]
  /// What starts like a share and could not be read.
  public let nearMisses: [NearMiss]
  /// What was found and stored, in numbers.
  public let summary: ImportSummary
}

/// What became of a result, with the streak of its user and game afterwards.
public enum IngestOutcome: Hashable, Sendable {
  /// It is new in the store.
  case added(Streak)
  /// It was stored before with the same content.
  case duplicate(Streak)
  /// It contradicts the stored result, which still counts; this one is kept beside it.
  case disputed(Streak)
  /// It replaced the stored result.
  case replaced(Streak)
  /// You have decided against this content before; another one is stored.
  case settled(Streak)
  /// The result was deleted before and stays deleted.
  case deleted
  /// It is of a person whose data was erased, and from before that; it is not stored.
  case erased
  /// It is of a person who is forgotten; it is not stored.
  case forgotten

  init(_ outcome: Outcome) {
    self =
      switch outcome {
      case .added(let streak): .added(streak)
      case .duplicate(let streak): .duplicate(streak)
      case .disputed(_, let streak): .disputed(streak)
      case .replaced(let streak): .replaced(streak)
      case .settled(let streak): .settled(streak)
      case .deleted: .deleted
      case .erased: .erased
      case .forgotten: .forgotten
      }
  }
}

/// How far an import has come.
public struct ImportProgressUpdate: Hashable, Sendable {
  /// The file that is read now.
  public let path: String
  /// How many bytes of the file are read and stored, those of an interrupted earlier import included.
  public let bytesRead: Int
  /// The file's size, if it is known.
  public let sizeBytes: Int?
  /// The numbers of all files so far.
  public let summary: ImportSummary
}

extension ImportOptions {
  var inputFormat: InputFormat? {
    get throws {
      guard let format else { return nil }
      guard let known = InputFormat(rawValue: format) else {
        throw LibraryError(
          .configuration,
          "'\(format)' is not a format; the formats are \(Self.formats.joined(separator: ", "))")
      }
      return known
    }
  }

  /// - Parameter zone: The store's, for options that name none.
  func readerOptions(in zone: NamedTimeZone) throws -> ReaderOptions {
    guard !user.isEmpty, !aliases.contains(where: { $0.key.isEmpty || $0.value.isEmpty }) else {
      throw LibraryError(.configuration, "a user and an alias need a name that is not empty")
    }
    var options = ReaderOptions(zone: try .named(timeZone) ?? zone, user: user)
    let sent = sentValues.map { NamedFields.parts(ofSent: $0)?.field }
    guard !sent.contains(nil), Set(sent).count < 2 else {
      throw LibraryError(
        .configuration, "sentValues are one field with each of its values: FIELD=VALUE")
    }
    options.fields = NamedFields(
      sender: senderField, text: textField, time: timeField, sent: sentValues)
    return options
  }
}

extension NamedTimeZone {
  /// - Returns: `nil` where no zone is named.
  /// - Throws: ``LibraryError`` for a name of no zone.
  static func named(_ name: String?) throws -> NamedTimeZone? {
    guard let name else { return nil }
    guard let zone = NamedTimeZone(name) else {
      throw LibraryError(
        .configuration,
        "'\(name)' is not a time zone; write a name such as Europe/Berlin or an offset such as +02:00"
      )
    }
    return zone
  }
}
