package import StreaklineCore
internal import StreaklineYAML

/// A rule file or a folder of rule files cannot be read, so the set of rules may be incomplete.
package struct RuleFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let reason: String
  package let isFolder: Bool
  /// Whether there is nothing at the path.
  package let isMissing: Bool
  /// Where the user's settings name the folder, if they do.
  package let namedAt: Problem.Location?

  package init(
    path: String, reason: String, isFolder: Bool = false, isMissing: Bool = false,
    namedAt: Problem.Location? = nil
  ) {
    self.path = path
    self.reason = reason
    self.isFolder = isFolder
    self.isMissing = isMissing
    self.namedAt = namedAt
  }

  package var description: String {
    (namedAt.map { "\($0.file):\($0.line):\($0.column): " } ?? "") + summary
  }

  /// What the user can do, where that is known.
  package var help: String? {
    namedAt.map { "put the folder there, or correct rules: in \($0.file)" }
  }

  /// The description without the place in the settings.
  package var summary: String {
    "the \(isFolder ? "rules folder" : "rule file") \(path) cannot be read: \(reason)"
  }
}

/// A rule file: its path, a stamp of its content, and how to read it.
package struct RuleFile: Sendable {
  /// Attributes of a file. At least one value changes whenever the content does.
  package struct Stamp: Hashable, Sendable {
    package var inode: Int
    package var size: Int
    /// When the content, the name or the permissions last changed, in nanoseconds since 1970.
    package var changed: Int

    package init(inode: Int, size: Int, changed: Int) {
      self.inode = inode
      self.size = size
      self.changed = changed
    }
  }

  package let path: String
  /// Whether it is the user's own file. The files that ship with the program are checked before that;
  /// a file of the user's is checked when it is read.
  package let isOwn: Bool
  /// `nil` for a text in memory, of which nothing is kept between runs.
  package let stamp: Stamp?
  private let content: @Sendable () throws(RuleFileError) -> [UInt8]

  /// - Parameter content: Reads the content; called when it is needed.
  package init(
    path: String, stamp: Stamp?, isOwn: Bool = false,
    content: @escaping @Sendable () throws(RuleFileError) -> [UInt8]
  ) {
    self.path = path
    self.stamp = stamp
    self.isOwn = isOwn
    self.content = content
  }

  package init(path: String, text: String, isOwn: Bool = false) {
    self.init(path: path, stamp: nil, isOwn: isOwn) { () throws(RuleFileError) in Array(text.utf8) }
  }

  /// The slug of the game that a rule file's text names; `nil` when it names none, or one that is no slug.
  package static func game(in text: String) -> String? {
    // Without a path the slug is not compared with the file's name.
    var reader = YAMLReader(path: "", text: text)
    let slug = reader.rule().game
    return isSlug(slug) ? slug : nil
  }

  /// Changes when the content changes: the path with the stamp or, without a stamp, a checksum.
  var version: String {
    if let stamp { return "\(path) \(stamp.inode) \(stamp.size) \(stamp.changed)" }
    return "\(path) \((try? content()).map(checksumOf) ?? 0)"
  }

  /// Reads the content. Bytes that are not UTF-8 become U+FFFD, which the YAML reader refuses.
  package func text() throws(RuleFileError) -> String {
    String(decoding: try content(), as: UTF8.self)
  }
}
