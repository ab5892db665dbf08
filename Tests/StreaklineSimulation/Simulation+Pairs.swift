extension Simulation {
  /// In 10,000 seeds each pair must be met as often as this.
  package static let fewestPairs = 50

  /// What decisions must meet, with each decision.
  package static let pairs: [String] = {
    let contents = ["edit", "delete", "accept", "reject"]
    let users = ["erase", "erase all", "forget", "merge", "rename"]
    let imports = [
      "import here", "import elsewhere", "import at once", "import --replace",
      "import by a mended rule",
    ]
    var pairs: [String] = []
    for decision in contents + users {
      for event in imports + users { pairs.append("\(decision) × \(event)") }
    }
    for decision in contents {
      for event in contents { pairs.append("\(decision) × \(event)") }
    }
    for decision in contents + users {
      for event in ["restored backup", "copied store"] { pairs.append("\(decision) × \(event)") }
    }
    for decision in ["erase", "forget", "rename"] { pairs.append("two people as me × \(decision)") }
    for decision in users { pairs += ["\(decision) × near miss", "\(decision) × reparse"] }
    for decision in ["erase", "erase all"] { pairs.append("\(decision) × newer share") }
    for action in ["import", "edit", "delete", "accept", "reject", "rename", "merge", "forget"] {
      pairs.append("undo × \(action)")
    }
    pairs += [
      "forget × name used again", "edit × ten times",
      "replace by a suspect × another device", "erase × reject of an undated text",
    ]
    for decision in ["edit", "delete"] {
      pairs += ["", ", merge taken back"].map { "two people, one text × \(decision)\($0)" }
    }
    return pairs
  }()
}
