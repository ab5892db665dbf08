package import StreaklineSync

/// Switches pipelines on and off in the text of their files.
package enum PipelineSwitch {
  /// The text of a pipeline file with the key `enabled` changed, or added below `pipeline`. Everything
  /// else stays as it is: comments, order, line ends.
  ///
  /// - Parameter path: The file, for reading it as `sync` will.
  /// - Returns: `nil` when the text is laid out in a way in which this is not certain.
  package static func text(
    _ text: String, of pipeline: Pipeline, isEnabled: Bool, path: String, store: String
  ) -> String? {
    // By scalars, because a line end of Windows is one character.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
    let value = isEnabled ? "true" : "false"
    let key = /^(?<key>["']?enabled["']?[ \t]*:[ \t]*)[A-Za-z]+(?<rest>[ \t]*(#.*)?\r?)$/
    if let index = lines.firstIndex(where: { $0.firstMatch(of: key) != nil }),
      let match = lines[index].firstMatch(of: key)
    {
      lines[index] = "\(match.key)\(value)\(match.rest)"
    } else if let index = lines.firstIndex(where: { $0.hasPrefix("pipeline:") }) {
      lines.insert(
        "enabled: \(value)\(lines[index].unicodeScalars.last == "\r" ? "\r" : "")", at: index + 1)
    } else {
      return nil
    }
    let changed = lines.joined(separator: "\n")
    var wanted = pipeline
    wanted.isEnabled = isEnabled
    let files = PipelineFiles(text: changed, path: path, store: store)
    return files.problems.isEmpty && files.pipelines == [wanted] ? changed : nil
  }
}
