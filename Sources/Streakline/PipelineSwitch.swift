internal import StreaklineCore
internal import StreaklineFiles
package import StreaklineSync

/// Switches pipelines on and off in the text of their files, and says in them where a server is.
package enum PipelineSwitch {
  /// Why a pipeline is not switched.
  package enum Mistake: Error {
    /// The file is laid out in a way in which a change is not certain to be right.
    case unsafe
    /// The file of this path describes another pipeline.
    case otherPipeline(String)
    case failed(String)
  }

  /// Switches a pipeline in its file, or in a copy of a built-in file.
  ///
  /// - Parameters:
  ///   - path: The file that describes the pipeline.
  ///   - own: The user's folder of pipeline files.
  /// - Returns: The file that says it now.
  package static func write(
    _ pipeline: Pipeline, isEnabled: Bool, remote: [(name: String, value: String)],
    from path: String, to own: String, store: String
  ) throws(Mistake) -> String {
    let isOwn = path.hasPrefix("\(own)/")
    let target = isOwn ? path : "\(own)/\(pipeline.name).yaml"
    do throws(FileError) {
      let former = try readSmallFile(path, limit: 262_144, followsLinks: true)
      let changed = text(
        String(decoding: former, as: UTF8.self), of: pipeline, isEnabled: isEnabled,
        remote: remote, path: target, store: store)
      if let changed {
        if isOwn {
          let file = try ReplacementFile(target)
          try file.write(Array(changed.utf8))
          try file.replaceDurably()
        } else {
          try createFolder(own)
          try createFile(target, content: Array(changed.utf8))
        }
        return target
      }
    } catch {
      throw error.isAlreadyThere ? .otherPipeline(target) : .failed("\(error)")
    }
    throw .unsafe
  }

  /// The text of a pipeline file with the key `enabled` changed, or added below `pipeline`. Everything
  /// else stays as it is: comments, order, line ends.
  ///
  /// - Parameters:
  ///   - remote: Settings of the remote that are to have these values, by their names.
  ///   - path: The file, for reading it as `sync` will.
  /// - Returns: `nil` when the text is laid out in a way in which this is not certain.
  static func text(
    _ text: String, of pipeline: Pipeline, isEnabled: Bool,
    remote: [(name: String, value: String)] = [], path: String, store: String
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
    var wanted = pipeline
    wanted.isEnabled = isEnabled
    if !remote.isEmpty {
      guard case .other(let kind, .object(var settings)) = pipeline.remote,
        let start = lines.firstIndex(where: { $0.hasPrefix("  \(kind.rawValue):") })
      else { return nil }
      for (name, value) in remote {
        settings[name] = .string(value)
        set(name, to: value, in: &lines, after: start)
      }
      wanted.remote = .other(kind, settings: .object(settings))
    }
    let changed = lines.joined(separator: "\n")
    let files = PipelineFiles(text: changed, path: path, store: store)
    return files.problems.isEmpty && files.pipelines == [wanted] ? changed : nil
  }

  /// Changes the line of a setting of the remote, or adds one at the end of the settings.
  ///
  /// - Parameter start: The line of the remote's kind.
  private static func set(
    _ name: String, to value: String, in lines: inout [String], after start: Int
  ) {
    let line = "    \(name): '\(value.replacing("'", with: "''"))'"
    let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix("    ") } ?? lines.endIndex
    let settings = (start + 1)..<end
    if let index = lines[settings].firstIndex(where: { $0.hasPrefix("    \(name):") }) {
      lines[index] = line
    } else {
      lines.insert(line, at: end)
    }
  }
}
