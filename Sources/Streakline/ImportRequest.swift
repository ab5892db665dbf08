internal import StreaklineCore
package import StreaklineReaders
package import StreaklineRules

/// What is to be imported, and what the caller knows of it.
package struct ImportRequest: Sendable {
  /// A file, a folder, a zip archive, or `-` for standard input.
  package var path: String
  /// The bytes themselves, where they are in memory and `path` is only their name.
  package var text: [UInt8]?
  /// The file to import from a folder or an archive; `nil` for the input as a whole.
  package var entry: String?
  /// The files of the folder or archive, if they are known.
  private var tree: (any FileTree & Sendable)?
  /// What is left out of the folder because it is no file, such as a link; the first request for a
  /// folder has it.
  package private(set) var leftOut: [String] = []
  /// Texts with shares in the folder or the archive that are not read, because chats are beside them.
  package private(set) var passedOver: [String] = []
  /// The format, where the caller knows better than the content.
  package var format: InputFormat?
  package var options: ReaderOptions
  /// What becomes of what somebody passed on.
  package var forwards = ForwardPolicy.origin
  /// Gets what is searched for shares.
  package var seen: SeenText?

  package init(path: String, format: InputFormat? = nil, options: ReaderOptions = .init()) {
    self.path = path
    self.format = format
    self.options = options
  }

  /// A text that is in memory.
  package init(text: [UInt8], format: InputFormat? = nil, options: ReaderOptions = .init()) {
    self.init(path: "-", format: format, options: options)
    self.text = text
  }

  /// Opens the input at its start.
  ///
  /// - Parameter rules: The rules that its messages are read by.
  package func open(for rules: RuleSet) throws(InputError) -> Input {
    let scan = CandidateScan(rules, seen: seen)
    if let text {
      return try Input(
        ByteSource(name: path, bytes: text), opening: nil, format: format, options: options,
        scan: scan)
    }
    return try Input(
      path: path, entry: entry, in: tree, format: format, options: options, scan: scan)
  }

  /// One request for each file of a folder or an archive that can be imported; this request alone
  /// for an input that is read as a whole.
  ///
  /// - Parameter rules: The rules that its messages are read by.
  package func expanded(for rules: GameRules) throws(InputError) -> [ImportRequest] {
    let scan = CandidateScan(rules.ruleSet)
    guard
      let entries = try Input.entries(
        of: path, format: format, ownsUnnamed: options.ownsUnnamed, scan: scan)
    else {
      return [self]
    }
    var whole = self
    whole.leftOut = entries.tree.leftOut
    whole.passedOver = entries.passedOver.map { "\(path)/\($0)" }
    guard let paths = entries.paths else { return [whole] }
    return paths.enumerated().map { index, path in
      var request = index == 0 ? whole : self
      request.entry = path
      request.tree = entries.tree
      return request
    }
  }

  /// Everything except the input itself that decides what an import yields, as text: the program, the
  /// rules and the caller's options. When it changes, the whole input is read again.
  func settings(of input: Input, rules: RuleSet, builder: RecordBuilder) -> String {
    let aliases = builder.aliases.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    // What is pasted today is of today. A file that has not changed holds nothing of today.
    let isPasted = path == "-" && input.format == .text
    let day = builder.namesDay || isPasted ? builder.fallbackDay.iso : ""
    let fields = input.namedFields?.fields ?? options.fields
    let parts = [
      [programVersion, input.format.rawValue, day, builder.user, options.zone.name],
      [options.dateOrder?.rawValue ?? "", forwards.rawValue],
      [fields.sender, fields.text, fields.time].map { $0 ?? "" } + fields.sent
        + (options.ownsUnnamed ? ["own"] : []) + (input.doubt == nil ? [] : ["doubt"])
        + (options.readsBots ? ["bots"] : []),
      aliases, builder.only.sorted(), rules.fileVersions.sorted(),
    ]
    return parts.map { $0.joined(separator: "\u{1F}") }.joined(separator: "\u{1E}")
  }
}
