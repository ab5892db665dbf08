package import StreaklineCore
internal import StreaklineFiles
package import StreaklineSync
internal import StreaklineYAML

/// The pipelines that the files of several folders describe.
package struct PipelineFiles {
  /// Sorted by name. A pipeline of a later folder replaces one of the same name.
  package private(set) var pipelines: [Pipeline] = []
  package private(set) var problems: [Problem] = []
  /// Whether a folder, or a file that does not give its pipeline's name, could not be read. Then
  /// nothing may be sent, because that file may change any pipeline or switch it off.
  package private(set) var isIncomplete = false

  private let store: String
  private static let maximumFileSize = 262_144

  /// - Parameters:
  ///   - folders: Later folders win.
  ///   - store: The store's path. A remote's relative path starts from its folder.
  package init(_ folders: [String], store: String) {
    self.store = store
    for folder in folders {
      let names: [String]
      do {
        names = try StreaklineFiles.names(inFolder: folder)
      } catch {
        problems.append(
          Problem(
            "R010", "the folder of pipeline files cannot be read: \(error.reason)",
            at: .init(file: folder), help: "check its permissions"))
        isIncomplete = true
        continue
      }
      // Editors and systems put hidden files of their own beside ours.
      for name in names where name.hasSuffix(".yaml") && !name.hasPrefix(".") {
        add(file: "\(folder)/\(name)")
      }
    }
    pipelines.sort { $0.name < $1.name }
  }

  /// Reads one file, wherever it is.
  package init(file path: String, store: String) {
    self.store = store
    add(file: path)
  }

  /// Adds the pipeline of one file and removes another of the same name. A broken file removes it,
  /// too: it was written to change that pipeline, so the unchanged one must not run.
  package mutating func add(file path: String) {
    let file = read(path)
    let fileName = path.split(separator: "/").last.map { String($0.dropLast(5)) }
    pipelines.removeAll { $0.name == file.name || (file.pipeline == nil && $0.name == fileName) }
    if file.name == nil { isIncomplete = true }
    if let pipeline = file.pipeline { pipelines.append(pipeline) }
  }

  /// - Returns: The pipeline's name and the pipeline, each `nil` when the file does not give it.
  private mutating func read(_ path: String) -> (name: String?, pipeline: Pipeline?) {
    let bytes: [UInt8]
    do {
      bytes = try readSmallFile(path, limit: Self.maximumFileSize, followsLinks: true)
    } catch {
      problems.append(
        Problem(
          "R010", "the pipeline file cannot be read: \(error.reason)", at: .init(file: path),
          help: "check its permissions, or remove it"))
      return (nil, nil)
    }
    var reader = YAMLReader(path: path, text: String(decoding: bytes, as: UTF8.self))
    let file = reader.pipelineFile(store: store)
    problems += reader.problems
    return (file.name, reader.problems.isEmpty ? file.pipeline : nil)
  }
}
