#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
package import StreaklineCore
package import StreaklineFiles
package import StreaklineRules

/// A rule file that somebody has shared, and what comes of putting it into the user's folder.
package struct RuleAddition {
  /// The game's slug. The file is named after it, whatever its name was elsewhere.
  package let game: String
  /// The path that the file gets.
  package let path: String
  /// `nil` when the file has errors.
  package let rule: RuleDefinition?
  /// What is wrong with the file, and what would be wrong with the user's other files beside it.
  package let problems: [Problem]
  /// The file that the new one takes the place of; `nil` for a new game.
  package let replaced: RuleFile?

  /// - Parameters:
  ///   - text: The file's content.
  ///   - name: What the user calls the file, for problems.
  ///   - folder: The user's folder of rule files.
  ///   - others: The rule files that are in use.
  /// - Returns: `nil` when the text names no game.
  package init?(_ text: String, name: String, into folder: String, beside others: RuleFolders) {
    guard let game = RuleFile.game(in: text) else { return nil }
    self.game = game
    path = "\(folder)/\(game).yaml"
    let target = path
    let file = RuleFile(path: target, text: text, isOwn: true)
    let before = RuleSet(files: others.files)
    let files = others.files.filter { $0.path != target } + [file]
    let after = RuleSet(files: files)
    let known = Set(before.problems)
    let found = after.rule(of: game).flatMap { $0.path == target ? $0 : nil }
    let lints =
      found.map { RuleCheck(rules: after, files: files).lints(of: $0).map(\.asOfNew) } ?? []
    var seen: Set<Problem> = []
    problems = (after.problems.filter { $0.location.file == target || !known.contains($0) } + lints)
      .filter { seen.insert($0).inserted }
      .map { $0.location.file == target ? $0.inFile(name) : $0 }
    rule = found
    replaced = others.files.last { $0.path.hasSuffix("/\(game).yaml") }
  }

  /// Writes the file, in place of one of its name.
  package func write(_ text: String) throws(FileError) {
    try createFolder(folderPath(of: path))
    try refuseOtherKinds()
    let copy = try ReplacementFile(path)
    try copy.write(Array(text.utf8))
    try copy.replaceDurably()
  }

  /// What is written over a link would change the file that it leads to.
  private func refuseOtherKinds() throws(FileError) {
    do throws(FileError) {
      guard try FileStatus(path, followsLinks: false).kind != .regular else { return }
    } catch {
      if error.isMissing { return }
      throw error
    }
    throw FileError(
      operation: "write", path: path, code: EINVAL, detail: "it is not a regular file")
  }

  /// Problems of a text that names no game.
  package static func problems(of text: String, name: String) -> [Problem] {
    RuleSet(files: [RuleFile(path: name, text: text)]).problems
  }
}

extension Problem {
  /// A name that another game has is an error in a new file; one that is in use stays in use.
  fileprivate var asOfNew: Problem {
    guard code == "R310" else { return self }
    return Problem(
      code, summary, at: location, severity: .error, sourceLine: sourceLine, help: help,
      details: details)
  }

  /// The same problem under another name of its file.
  fileprivate func inFile(_ name: String) -> Problem {
    Problem(
      code, summary, at: .init(file: name, line: location.line, column: location.column),
      severity: severity, sourceLine: sourceLine, help: help, details: details)
  }
}
