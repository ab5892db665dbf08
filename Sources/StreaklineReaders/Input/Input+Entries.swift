internal import StreaklineCore

/// Which files of a folder or an archive are read.
extension Input {
  /// The files of a folder or an archive.
  package struct Entries {
    package let tree: any FileTree & Sendable
    /// The files that can be imported one by one; `nil` for an input that is read as a whole.
    package let paths: [String]?
    /// Texts with shares that are not read, because chats are beside them, and archives.
    package var passedOver: [String] = []
  }

  /// The files of a folder or an archive that can be imported one by one; `nil` for any other input.
  ///
  /// Those are the exports among them, and other structured data with shares; where there is none, the plain texts. So a
  /// note that somebody sent along with a chat is not mistaken for results.
  package static func entries(
    of path: String, format: InputFormat? = nil, ownsUnnamed: Bool = false, scan: CandidateScan
  ) throws(InputError) -> Entries? {
    guard path != "-", let tree = try tree(path, source(path)) else { return nil }
    if isSlack(tree, format) { return Entries(tree: tree, paths: nil) }
    let paths = try readable(in: tree, format: format, ownsUnnamed: ownsUnnamed, scan)
    return Entries(tree: tree, paths: paths.read, passedOver: paths.passedOver)
  }

  /// The files that are read.
  ///
  /// - Throws: Where there is none, and where their names may say whose they are.
  static func readable(
    in tree: any FileTree & Sendable, format: InputFormat?, ownsUnnamed: Bool, _ scan: CandidateScan
  ) throws(InputError) -> (read: [String], passedOver: [String]) {
    let (read, passedOver, areTexts) = try paths(in: tree, format: format, scan)
    guard !read.isEmpty else { throw holdsNothing(tree) }
    if areTexts, !ownsUnnamed, format == nil, let (one, other) = people(read) {
      throw .unclear(
        tree.name,
        .init(
          structure: "a folder of texts",
          reason: "“\(one)” and “\(other)” in their names may be whose they are"))
    }
    return (read, passedOver)
  }

  static func isSlack(_ tree: any FileTree, _ format: InputFormat?) -> Bool {
    format == .slack || format == nil && SlackReader.recognises(tree)
  }

  static func holdsNothing(_ tree: any FileTree) -> InputError {
    let links = tree.leftOut.isEmpty ? "" : "; its links are not followed"
    return .malformed(
      tree.name, reason: "holds no chat and no other text that can be imported\(links)")
  }

  private static func paths(
    in tree: any FileTree & Sendable, format: InputFormat?, _ scan: CandidateScan
  ) throws(InputError) -> (read: [String], passedOver: [String], areTexts: Bool) {
    var kinds: [EntryKind: [String]] = [:]
    for path in tree.paths {
      if let kind = try kind(of: path, in: tree, format, scan) {
        kinds[kind, default: []].append(path)
      }
    }
    let (texts, notes) = (kinds[.text] ?? [], kinds[.note] ?? [])
    if let exports = kinds[.export] {
      var passedOver: [String] = []
      for path in texts + notes where try tree.open(path).holdsShare(scan) {
        passedOver.append(path)
      }
      return (exports, (passedOver + (kinds[.archive] ?? [])).sorted(), false)
    }
    let read = [texts, kinds[.structured] ?? [], notes].first { !$0.isEmpty }
    return (read ?? [], kinds[.archive] ?? [], !texts.isEmpty || kinds[.structured] == nil)
  }

  /// Two parts of the names of texts that differ, where one of them is surely a person's: `Ann/1.txt` and `Tom/1.txt`.
  private static func people(_ paths: [String]) -> (String, String)? {
    let parts = paths.map { path in
      path.split(separator: "/").map { part in
        let name = part.split { !$0.isLetter && $0 != " " && $0 != "(" && $0 != ")" }.first ?? ""
        return String(name).trimmingCharacters(" ")
      }
    }
    let depth = parts.map(\.count).max() ?? 0
    for level in 0..<depth {
      let names = Set(parts.compactMap { $0.count > level ? $0[level] : nil }).filter {
        !$0.isEmpty
      }
      .sorted()
      // `inbox` and `sent`
      let isSent = { (way: Bool) in names.first { DirectionField.word.isOwn(Array($0.utf8)) == way }
      }
      if let sent = isSent(true), let received = isSent(false) { return (sent, received) }
      guard names.count > 1, let person = names.first(where: isPerson) else { continue }
      return (person, names.first { $0 != person } ?? "")
    }
    return nil
  }

  /// A name in a file's path that is nothing but a person's, and another one where other files of its kind have theirs.
  static func person(_ path: String, among paths: [String]) -> (String, String)? {
    // Of thousands of notes few are called so, and only for these the other names are looked at.
    let mayBePerson = path.split(separator: "/").contains { part in
      let words = part.prefix { $0 != "." }.split { !$0.isLetter }
      return (1...2).contains(words.count)
        && (isPerson(words.joined(separator: " "))
          || words.count == 1 && DirectionField.word.isOwn(Array(words[0].utf8)) != nil)
    }
    guard mayBePerson else { return nil }
    let end = ending(of: path)
    return people([path] + paths.filter { $0 != path && ending(of: $0) == end })
  }

  private static func isPerson(_ name: String) -> Bool {
    let words = name.split { !$0.isLetter }.map(String.init)
    guard let first = words.first, words.count < 5, !HeadTime.isMonth(first) else { return false }
    return GivenNames.starts(first.prefix(1).uppercased() + first.dropFirst())
      && !OrdinaryWords.contain(first.lowercased())
      || words.contains { SomebodyElse.isRelation($0.lowercased()) || OwnName.isOfField($0) }
  }

  /// What a file of a folder or an archive may be.
  private enum EntryKind {
    /// A chat, a mail or other structured data with shares.
    case export
    case text
    case structured
    /// A text in a form for other things than chats, such as Markdown.
    case note
    /// An archive in which there may be chats. It is not opened.
    case archive
  }

  /// - Returns: `nil` for what is nothing to be read.
  private static func kind(
    of path: String, in tree: any FileTree & Sendable, _ format: InputFormat?, _ scan: CandidateScan
  ) throws(InputError) -> EntryKind? {
    let name = path.lowercased()
    if name.hasSuffix(".zip") { return .archive }
    guard endings.contains(where: name.hasSuffix) else {
      let isOther = ending(of: name).map { others.contains($0) } ?? false
      if isOther { return nil }
      return try isText(tree.open(path)) ? .note : nil
    }
    let head = try tree.open(path).head(headSize)
    let found = recognised(head)
    if found != .text, found == format ?? found { return .export }
    if name.hasSuffix(".txt") { return .text }
    let structure = Structure(head)
    if name.hasSuffix(".eml"), structure != .mails { return .text }
    if MailboxReader.isMail(head[...]), format == nil { return .export }
    guard structure != nil else { return .note }
    return try tree.open(path).holdsShare(scan) && format == nil ? .export : .structured
  }

  /// Endings of the names of files that may be exports.
  private static let endings = [
    ".txt", ".json", ".jsonl", ".csv", ".md", ".html", ".xml", ".tsv", ".js", ".ndjson",
    ".mbox", ".eml",
  ]

  /// Endings of the names of files that hold no text, or that programs and not people read. A chat has thousands of them.
  private static let others = OrdinaryWords.set(
    """
    jpg jpeg png gif webp heic heif avif bmp tif tiff svg ico mp4 m4v mov avi mkv webm 3gp mp3 m4a opus ogg oga aac amr wav flac
    pdf doc docx xls xlsx ppt pptx odt ods odp pages numbers key epub vcf ics tgs lottie db sqlite sqlite3 realm crypt14 crypt15
    gz bz2 xz zst 7z rar tar dmg iso apk exe dll so dylib bin dat css scss woff woff2 ttf otf eot map wasm py rb swift c h cpp rs go
    java kt ts sh bat lock toml ini cfg plist
    """)

  /// What is behind the last dot of a file's name; `nil` where it has none.
  private static func ending(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
  }

  /// Whether the start of a file is text.
  private static func isText(_ source: ByteSource) throws(InputError) -> Bool {
    let head = try source.head(sampleSize)
    return !head.isEmpty && otherContent(head) == nil && !head.contains(0)
  }

  private static let sampleSize = 4_096

  /// `nil` for a folder.
  static func source(_ path: String) throws(InputError) -> ByteSource? {
    do {
      return try ByteSource(path: path)
    } catch {
      guard case .isFolder = error else { throw error }
      return nil
    }
  }

  static func tree(
    _ path: String, _ source: ByteSource?
  ) throws(InputError) -> (any FileTree & Sendable)? {
    guard let source else { return try FolderTree(path: path) }
    return ZipArchive.isZip(head: try source.head(4)) ? try ZipArchive(path: path) : nil
  }
}
