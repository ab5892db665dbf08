package import StreaklineCore
package import StreaklineFiles
package import StreaklineRules

/// A rule file that is drafted from shares of one game.
package struct DraftedRule {
  private let texts: [String]
  private let id: UniqueID
  private let day: Day
  private let draft: RuleDraft

  /// - Parameters:
  ///   - texts: The shares.
  ///   - day: That of the first share's puzzle.
  /// - Returns: `nil` where no share is recognised.
  package init?(_ texts: [String], day: Day) {
    let id = UniqueID.random()
    guard let draft = RuleDraft(texts, id: id, day: day) else { return nil }
    (self.texts, self.id, self.day, self.draft) = (texts, id, day, draft)
  }

  /// Why nothing is drafted from these texts; `nil` where that is worth a try.
  package static func refusal(of texts: [String]) -> String? { RuleDraft.refusal(of: texts) }

  /// The content of the file.
  package var yaml: String { draft.yaml }
  /// The name of the file, without `.yaml`.
  package var slug: String { draft.slug }

  /// What a draft of the other shares makes of the last one: how far the draft can be trusted.
  package var judgement: RuleDraft.Judgement? {
    RuleDraft.judgement(of: texts, id: id, day: day)
  }

  /// What is wrong with the draft.
  package var problems: [Problem] {
    let files = [RuleFile(path: "\(slug).yaml", text: yaml)]
    let rules = RuleSet(files: files)
    let check = RuleCheck(rules: rules, files: files)
    return (rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) })
      .filter { $0.code != "R307" }
  }

  /// Writes the file, which must not be there yet, into a folder.
  package func write(to path: String, in folder: String) throws(FileError) {
    try createFolder(folder)
    try createFile(path, content: Array(yaml.utf8))
  }
}
