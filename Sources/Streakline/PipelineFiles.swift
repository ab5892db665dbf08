package import StreaklineCore
internal import StreaklineFiles
package import StreaklineSync
internal import StreaklineYAML

/// The pipelines that the files of several folders describe.
package struct PipelineFiles {
  /// Sorted by name. A pipeline of a later folder replaces one of the same name.
  package private(set) var pipelines: [Pipeline] = []
  package private(set) var problems: [Problem] = []
  /// The files of the pipelines, by name.
  package private(set) var paths: [String: String] = [:]
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
      addFiles(names, of: folder)
    }
    pipelines.sort { $0.name < $1.name }
  }

  /// The attributes of pipeline files, which show whether one was changed, added or removed.
  package struct States: Equatable {
    private var states: [String: FileStatus] = [:]

    /// - Parameter file: A file that is in none of the folders.
    package init(_ folders: [String], file: String?) {
      var paths = folders + (file.map { [$0] } ?? [])
      for folder in folders {
        paths += ((try? names(inFolder: folder)) ?? []).map { "\(folder)/\($0)" }
      }
      for path in paths { states[path] = try? FileStatus(path) }
    }
  }

  /// Reads one file, wherever it is.
  package init(file path: String, store: String) {
    self.store = store
    add(file: path)
  }

  /// Reads a text as `sync` will read it when it is in a file.
  package init(text: String, path: String, store: String) {
    self.store = store
    add(read(text, of: path), of: path)
  }

  /// Adds the pipelines of one folder. Two of its files that describe the same pipeline are a
  /// mistake, and neither is used: which of them was meant is unknown.
  private mutating func addFiles(_ names: [String], of folder: String) {
    var files: [String: String] = [:]
    for name in names where isPipelineFile(name) {
      let path = "\(folder)/\(name)"
      guard let pipeline = add(file: path) else { continue }
      if let other = files.updateValue(name, forKey: pipeline) {
        problems.append(
          Problem(
            "R003", "\(other) describes the pipeline '\(pipeline)' as well", at: .init(file: path),
            help: "give one of them another name, or remove it"))
        pipelines.removeAll { $0.name == pipeline }
      }
    }
  }

  /// Hidden files are left out: editors and other systems write them beside the file that is meant.
  private func isPipelineFile(_ name: String) -> Bool {
    !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
  }

  /// Adds the pipeline of one file and removes another of the same name. A broken file removes it,
  /// too: it was written to change that pipeline, so the unchanged one must not run.
  ///
  /// - Returns: The name of the file's pipeline, `nil` when the file does not give it.
  @discardableResult
  package mutating func add(file path: String) -> String? {
    add(read(path), of: path)
  }

  /// Adds what a file gives: the pipeline's name and the pipeline, each `nil` when it is missing.
  @discardableResult
  private mutating func add(_ file: (name: String?, pipeline: Pipeline?), of path: String)
    -> String?
  {
    let fileName = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
    pipelines.removeAll { $0.name == file.name || (file.pipeline == nil && $0.name == fileName) }
    if file.name == nil { isIncomplete = true }
    if let pipeline = file.pipeline {
      pipelines.append(pipeline)
      paths[pipeline.name] = path
    }
    return file.name
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
    return read(String(decoding: bytes, as: UTF8.self), of: path)
  }

  private mutating func read(_ text: String, of path: String) -> (
    name: String?, pipeline: Pipeline?
  ) {
    var reader = YAMLReader(path: path, text: text)
    let file = reader.pipelineFile(store: store)
    problems += reader.problems
    return (file.name, reader.problems.isEmpty ? file.pipeline : nil)
  }
}
