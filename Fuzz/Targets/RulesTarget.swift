internal import StreaklineCore
internal import StreaklineRules

/// Reads bytes as a rule file, and runs its examples if it is right.
func readRules(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let file = RuleFile(path: "\(game(in: text) ?? "fuzz").yaml", stamp: nil) {
    () throws(RuleFileError) in
    bytes
  }
  let rules = RuleSet(files: [file])
  let check = RuleCheck(rules: rules, files: [file])
  var problems = rules.problems
  for rule in rules.rules {
    problems += check.failures(of: rule)
  }
  for problem in problems {
    demand(
      problem.location.line >= 1 && problem.location.column >= 1,
      "\(problem.code) at \(problem.location.line):\(problem.location.column)")
    demand(!problem.rendered.isEmpty, "\(problem.code) says nothing")
  }
}

/// The file's name must be the game's.
private func game(in text: String) -> String? {
  text.split(separator: "\n").first { $0.hasPrefix("game: ") }.map { String($0.dropFirst(6)) }
}
