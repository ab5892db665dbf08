package import StreaklineCore
internal import StreaklineFiles
internal import StreaklineRules
internal import StreaklineYAML

/// The categories of achievements that the files of several folders declare.
package struct AchievementFiles {
  /// By key. A category of a later folder replaces one of the same key.
  package private(set) var categories: [AchievementCategory] = []
  package private(set) var problems: [Problem] = []

  private static let maximumFileSize = 262_144

  package init(_ folders: [String]) {
    for folder in folders {
      do throws(FileError) {
        for name in try names(inFolder: folder)
        where name.hasSuffix(".yaml") && !name.hasPrefix(".") {
          try add("\(folder)/\(name)")
        }
      } catch {
        problems.append(
          Problem(
            "R010", "the file of achievements cannot be read: \(error.reason)",
            at: .init(file: error.path), help: "check its permissions"))
      }
    }
    categories.sort { $0.key < $1.key }
  }

  private mutating func add(_ path: String) throws(FileError) {
    let bytes = try readSmallFile(path, limit: Self.maximumFileSize, followsLinks: true)
    var reader = YAMLReader(path: path, text: String(decoding: bytes, as: UTF8.self))
    let read = reader.achievements()
    problems += reader.problems
    guard reader.problems.isEmpty else { return }
    categories.removeAll { known in read.contains { $0.key == known.key } }
    categories += read
  }
}

extension YAMLReader {
  fileprivate mutating func achievements() -> [AchievementCategory] {
    guard let root = root() else { return [] }
    var categories: [AchievementCategory] = []
    var isKnown = false
    readMembers(of: root, keys: ["format", "categories"]) { reader, key, value in
      guard key == "categories" else {
        isKnown = reader.integer(value) == 1
        return
      }
      for (key, value) in reader.members(value) {
        if let category = reader.category(key, value) { categories.append(category) }
      }
    }
    if !isKnown { report("R008", "this format is not known", at: start, help: "write format: 1") }
    return categories
  }

  private mutating func category(_ key: YAMLNode, _ node: YAMLNode) -> AchievementCategory? {
    var (name, id) = (nil as String?, nil as UniqueID?)
    var measure: AchievementCategory.Measure?
    var requirements: [AchievementCategory.Requirement] = []
    readMembers(of: node, keys: ["name", "id", "counts", "tiers"]) { reader, part, value in
      switch part {
      case "name": name = reader.name(value)
      case "id":
        id = reader.string(value).flatMap(UniqueID.init)
        if id == nil { reader.report("R006", "expected a UUID here", at: value.location) }
      case "counts": measure = reader.choice(value, AchievementCategory.Measure.self)
      default: requirements = reader.requirements(value)
      }
    }
    guard let key = string(key), let name, let id, let measure, !requirements.isEmpty else {
      if problems.isEmpty {
        report("R007", "name, id, counts and tiers are needed", at: node.location)
      }
      return nil
    }
    return AchievementCategory(
      key: key, id: id.description.uppercased(), name: name, measure: measure,
      requirements: requirements)
  }

  /// Reads how many it takes to reach each tier. A higher tier must need more than the one below it.
  private mutating func requirements(_ node: YAMLNode) -> [AchievementCategory.Requirement] {
    var thresholds: [String: Int] = [:]
    readMembers(of: node, keys: AchievementCategory.tiers) { reader, tier, value in
      thresholds[tier] = reader.integer(value, atLeast: 1)
    }
    let requirements = AchievementCategory.tiers.enumerated().compactMap { index, tier in
      thresholds[tier].map { AchievementCategory.Requirement(tier: index + 1, threshold: $0) }
    }
    if zip(requirements, requirements.dropFirst()).contains(where: { $0.threshold >= $1.threshold })
    {
      report("R006", "a higher tier needs a greater number", at: node.location)
    }
    return requirements
  }
}
