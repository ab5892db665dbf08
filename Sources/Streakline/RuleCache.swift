package import StreaklineRules
internal import StreaklineCore
internal import StreaklineFiles

/// Keeps the summaries of rule files between runs, keyed by what changes with their content, so that one pasted
/// share does not have to wait for a hundred files to be read as YAML.
package struct RuleCache: Sendable {
  private static let largestFile = 4_194_304
  private let path: String

  package init(path: String) {
    self.path = path
  }

  /// What an earlier run has kept; nothing when there is no cache or it cannot be read.
  package func load() -> [String: RuleSummary] {
    guard let bytes = try? readSmallFile(path, limit: Self.largestFile, followsLinks: false)
    else { return [:] }
    var known: [String: RuleSummary] = [:]
    for line in bytes.split(separator: 0x0A) {
      guard let value = try? readJSON(Array(line)), let key = value.object?["key"]?.string,
        let summary = RuleSummary(json: value)
      else { continue }
      known[key] = summary
    }
    return known
  }

  /// Keeps the summaries. A cache that cannot be written is only slower, so nothing is said.
  package func save(_ summaries: [String: RuleSummary]) {
    var writer = JSONWriter()
    for (key, summary) in summaries.sorted(by: { $0.key < $1.key }) {
      guard var fields = summary.json.object else { continue }
      fields["key"] = .string(key)
      writer.writeObject(fields)
      writer.endLine()
    }
    replaceFile(path, with: writer.bytes)
  }
}
