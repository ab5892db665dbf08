package import StreaklineCore
internal import StreaklineFiles
package import StreaklineReaders
internal import StreaklineYAML

/// What the user has written into `config.yaml` instead of typing it every time.
package struct Settings: Sendable {
  /// The user's names in chats.
  package private(set) var me: [String] = []
  package private(set) var user: String?
  package private(set) var timezone: NamedTimeZone?
  package private(set) var dateOrder: DateOrder?
  /// User ids by the names that chats show.
  package private(set) var aliases: [String: String] = [:]
  /// Folders of rule files that others keep, as they are written.
  package private(set) var rules: [String] = []
  /// Where each of `rules` is written.
  package private(set) var ruleLocations: [Problem.Location] = []
  /// Where each key is set.
  package private(set) var locations: [String: Problem.Location] = [:]
  /// What is wrong with the file. Then nothing of it holds.
  package private(set) var problems: [Problem] = []
  package let path: String

  package static let keys = ["me", "user", "timezone", "dateOrder", "aliases", "rules"]
  private static let maximumRuleSets = 32
  private static let maximumFileSize = 262_144

  /// Reads the file, if there is one.
  package init(path: String) {
    self.path = path
    do {
      let bytes = try readSmallFile(path, limit: Self.maximumFileSize, followsLinks: true)
      read(String(decoding: bytes, as: UTF8.self))
    } catch {
      guard !error.isMissing else { return }
      problems.append(
        Problem(
          "R010", "the settings cannot be read: \(error.reason)", at: .init(file: path),
          help: "check the file's permissions, or remove it"))
    }
  }

  private mutating func read(_ text: String) {
    guard text.split(whereSeparator: \.isNewline).contains(where: { !$0.isOnlyComment }) else {
      return
    }
    var reader = YAMLReader(path: path, text: text)
    guard let root = reader.root() else { return problems = reader.problems }
    var settings = self
    reader.readMembers(of: root, keys: Self.keys) { reader, key, value in
      settings.locations[key] = value.location
      switch key {
      case "me": settings.me = reader.oneOrMore(value).compactMap { reader.string($0) }
      case "user": settings.user = reader.string(value)
      case "timezone": settings.timezone = reader.zone(value)
      case "dateOrder": settings.dateOrder = reader.choice(value, DateOrder.self)
      case "rules":
        let folders = reader.folders(value, limit: Self.maximumRuleSets)
        settings.rules = folders.map(\.path)
        settings.ruleLocations = folders.map(\.location)
      default: settings.aliases = reader.aliases(value)
      }
    }
    if let location = settings.locations["user"], settings.user?.isEmpty == true {
      reader.report("R002", "the user has no name", at: location, help: "write user: alice")
    }
    if reader.problems.isEmpty {
      self = settings
    } else {
      problems = reader.problems
    }
  }
}

extension Substring {
  fileprivate var isOnlyComment: Bool {
    let words = drop { $0 == " " || $0 == "\t" }
    return words.isEmpty || words.first == "#"
  }
}

extension YAMLReader {
  fileprivate mutating func zone(_ node: YAMLNode) -> NamedTimeZone? {
    guard let name = string(node) else { return nil }
    let zone = NamedTimeZone(name)
    if zone == nil {
      report(
        "R002", "'\(name)' is not a time zone", at: node.location,
        help: "write a name such as Europe/Berlin, or an offset such as +02:00")
    }
    return zone
  }

  fileprivate mutating func folders(
    _ node: YAMLNode, limit: Int
  ) -> [(path: String, location: Problem.Location)] {
    let folders = oneOrMore(node).compactMap { element in
      name(element).map { ($0, element.location) }
    }
    if folders.count > limit {
      report("R002", "there are more than \(limit) folders of rules", at: node.location)
    }
    return folders
  }

  fileprivate mutating func aliases(_ node: YAMLNode) -> [String: String] {
    guard let members = node.members else {
      report(
        "R002", "aliases are names with users", at: node.location, help: "write 'Alice B.': alice")
      return [:]
    }
    var aliases: [String: String] = [:]
    for (key, value) in members {
      guard let name = string(key), let user = string(value) else { continue }
      if name.isEmpty || user.isEmpty {
        report("R002", "an alias has no name or no user", at: key.location)
      }
      aliases[name] = user
    }
    return aliases
  }
}
