import StreaklineSimulation

/// Tries the laws of merging, a policy at a time on each core, and prints a line for each policy.
///
/// - Returns: Whether all hold.
func tryLaws(triples: Int) async -> Bool {
  var areKept = true
  await withTaskGroup(of: (String, String?).self) { group in
    for policy in MergeLaws.policies {
      group.addTask {
        var laws = MergeLaws(policy, seed: 1)
        return ("\(policy)", laws.violation(triples: triples))
      }
    }
    for await (policy, violation) in group {
      print("\(policy): \(violation ?? "\(triples) triples, all laws hold")")
      if violation != nil { areKept = false }
    }
  }
  return areKept
}
