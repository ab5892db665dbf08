package import StreaklineCore
internal import StreaklineFiles
package import StreaklineRules
internal import StreaklineYAML

/// The rule files of several folders.
package struct RuleFolders {
  /// The files in the order in which they were found; a later one of the same game wins.
  package private(set) var files: [RuleFile] = []
  /// Problems of files that are not rule files.
  package private(set) var problems: [Problem] = []
  /// The first folder or file that cannot be read; which rules it has is unknown.
  package private(set) var unreadable: RuleFileError?

  /// - Parameters:
  ///   - folders: Rules of later folders win.
  ///   - shipped: The folder that came with the program; all other files are the user's own.
  ///   - locations: Where the user's settings name folders, by folder.
  package init(
    _ folders: [String], shipped: String? = nil, locations: [String: Problem.Location] = [:]
  ) {
    for folder in folders {
      let names: [String]
      do throws(FileError) {
        names = try StreaklineFiles.names(inFolder: folder)
      } catch {
        fail(RuleFileError(error, isFolder: true, namedAt: locations[folder]))
        continue
      }
      // Editors and systems put hidden files of their own beside ours.
      for name in names where !name.hasPrefix(".") {
        guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { continue }
        add("\(folder)/\(name)", name: name, isOwn: shipped != nil && folder != shipped)
      }
    }
  }

  /// Single files, in whatever folder they are.
  package init(files paths: [String]) {
    for path in paths {
      add(path, name: path.split(separator: "/").last.map(String.init) ?? path, isOwn: true)
    }
  }

  /// The rules of all files.
  ///
  /// - Parameter cache: A file that keeps rules between runs; without one every file is read.
  package func ruleSet(cache: RuleCache? = nil) -> RuleSet {
    let set = RuleSet(
      files: files, kept: cache?.load(), problems: problems, unreadable: unreadable)
    cache?.save(set, of: files)
    return set
  }

  private mutating func fail(_ error: RuleFileError) {
    unreadable = unreadable ?? error
    problems.append(
      Problem(
        "R010", error.summary, at: error.namedAt ?? .init(file: error.path),
        help: error.help ?? "check its path"))
  }

  private mutating func add(_ path: String, name: String, isOwn: Bool) {
    guard name.hasSuffix(".yaml"), isSlug(String(name.dropLast(5))) else {
      problems.append(
        Problem(
          "R002", "'\(name)' is not a rule file's name", at: .init(file: path),
          help: "name it after the game: small letters, digits and hyphens, then .yaml"))
      return
    }
    let status: FileStatus
    do throws(FileError) {
      status = try FileStatus(path, followsLinks: false)
    } catch {
      fail(RuleFileError(error))
      return
    }
    guard status.kind == .regular else {
      problems.append(
        Problem(
          "R010", "it is not a regular file", at: .init(file: path),
          help: "put the file itself here; links are not followed"))
      return
    }
    files.append(
      RuleFile(path: path, stamp: RuleFile.Stamp(status), isOwn: isOwn) {
        () throws(RuleFileError) in
        do throws(FileError) {
          return try readSmallFile(path, limit: YAMLReader.maximumFileSize, followsLinks: false)
        } catch {
          throw RuleFileError(error)
        }
      })
  }
}

extension RuleFileError {
  fileprivate init(
    _ error: FileError, isFolder: Bool = false, namedAt: Problem.Location? = nil
  ) {
    self.init(
      path: error.path, reason: error.reason, isFolder: isFolder, isMissing: error.isMissing,
      namedAt: namedAt)
  }
}

extension RuleFile.Stamp {
  init(_ status: FileStatus) {
    self.init(
      inode: Int(truncatingIfNeeded: status.identity.number), size: status.sizeBytes,
      changed: Int(status.statusChanged))
  }
}
