package import StreaklineCore
internal import StreaklineFiles
package import StreaklineRules

/// Reads the rule files of several folders.
package struct RuleFolders {
  /// Files in the order in which they were read; a later one of the same game wins.
  package private(set) var files: [RuleFile] = []
  /// Files that are no rule files or cannot be read.
  package private(set) var problems: [Problem] = []

  private static let largestFile = 262_144

  /// - Parameter folders: The folder whose rules win comes last.
  package init(_ folders: [String]) {
    for folder in folders {
      let names: [String]
      do {
        names = try StreaklineFiles.names(inFolder: folder)
      } catch {
        problems.append(
          Problem(
            "R010", "the folder cannot be read: \(error.reason)", at: .init(file: folder),
            help: "check its path"))
        continue
      }
      for name in names where name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        add("\(folder)/\(name)", name: name)
      }
    }
  }

  /// Reads single files, wherever they lie.
  package init(files paths: [String]) {
    for path in paths {
      add(path, name: path.split(separator: "/").last.map(String.init) ?? path)
    }
  }

  /// The rules of all files.
  ///
  /// - Parameter cache: A file that keeps summaries between runs; without one every file is read.
  package func ruleSet(cache: RuleCache? = nil) -> RuleSet {
    let known = cache?.load() ?? [:]
    let set = RuleSet(files: files, known: known, problems: problems)
    if let cache, set.summaries != known {
      cache.save(set.summaries)
    }
    return set
  }

  private mutating func add(_ path: String, name: String) {
    guard name.hasSuffix(".yaml"), isSlug(String(name.dropLast(5))) else {
      problems.append(
        Problem(
          "R002", "'\(name)' is not a rule file's name", at: .init(file: path),
          help: "name it after the game: small letters, digits and hyphens, then .yaml"))
      return
    }
    guard let version = fileVersion(path) else {
      problems.append(
        Problem(
          "R010", "it is no regular file, or cannot be read", at: .init(file: path),
          help: "check the path; links are not followed"))
      return
    }
    files.append(
      RuleFile(path: path, version: version) {
        (try? readSmallFile(path, limit: Self.largestFile, followsLinks: false)) ?? []
      })
  }
}
