package import StreaklineCore
internal import StreaklineFiles
internal import StreaklineRules
package import StreaklineSync
internal import StreaklineYAML

/// The pipeline files of several folders (DESIGN §6).
package struct PipelineFiles {
  /// By name; of two of one name the later folder's counts.
  package private(set) var pipelines: [Pipeline] = []
  package private(set) var problems: [Problem] = []

  private static let largestFile = 262_144

  /// - Parameters:
  ///   - folders: The folder whose pipelines win comes last.
  ///   - base: The folder that a sink's relative path starts from.
  package init(_ folders: [String], base: String) {
    var found: [String: Pipeline] = [:]
    for folder in folders {
      let names: [String]
      do {
        names = try StreaklineFiles.names(inFolder: folder)
      } catch {
        problems.append(
          Problem(
            "R010", "the folder cannot be read: \(error.reason)", at: .init(file: folder),
            help: "check its permissions"))
        continue
      }
      for name in names where name.hasSuffix(".yaml") {
        if let pipeline = read("\(folder)/\(name)", base: base) {
          found[pipeline.name] = pipeline
        } else {
          // Whoever has written a file to change or stop a pipeline does not want the one it hides.
          found[String(name.dropLast(5))] = nil
        }
      }
    }
    pipelines = found.values.sorted { $0.name < $1.name }
  }

  /// Reads one file, wherever it lies.
  package init(file path: String, base: String) {
    add(file: path, base: base)
  }

  /// Adds one file's pipeline, in place of one of the same name.
  package mutating func add(file path: String, base: String) {
    guard let pipeline = read(path, base: base) else { return }
    pipelines = pipelines.filter { $0.name != pipeline.name } + [pipeline]
  }

  private mutating func read(_ path: String, base: String) -> Pipeline? {
    let bytes: [UInt8]
    do {
      bytes = try readSmallFile(path, limit: Self.largestFile, followsLinks: true)
    } catch {
      problems.append(
        Problem("R010", "the file cannot be read: \(error.reason)", at: .init(file: path)))
      return nil
    }
    var reader = YAMLReader(path: path, text: String(decoding: bytes, as: UTF8.self))
    let pipeline = reader.pipeline(base: base)
    problems += reader.problems
    return reader.problems.isEmpty ? pipeline : nil
  }
}

extension YAMLReader {
  private static var keys: [String] {
    ["format", "pipeline", "enabled", "games", "records", "batch", "retry", "sink"]
  }

  /// Reads the file as a pipeline; `nil` when a needed key is missing, which is reported.
  fileprivate mutating func pipeline(base: String) -> Pipeline? {
    guard let root = root() else { return nil }
    var parts: [String: YAMLNode] = [:]
    readMembers(of: root, keys: Self.keys) { _, key, value in parts[key] = value }
    for key in ["format", "pipeline", "records", "sink"] where parts[key] == nil {
      report("R007", "the key '\(key)' is missing", at: start)
    }
    guard let name = parts["pipeline"].flatMap({ string($0) }),
      let records = parts["records"].map({ destinations($0) }),
      let sink = parts["sink"].flatMap({ sink($0, base: base) })
    else { return nil }
    var pipeline = Pipeline(name: name, records: records, sink: sink)
    pipeline.isEnabled = parts["enabled"].flatMap { truth($0) } ?? true
    pipeline.games = parts["games"].flatMap { games($0) }
    if let node = parts["batch"] { pipeline.batcher = batcher(node) }
    if let node = parts["retry"] { pipeline.backoff = backoff(node) }
    if let node = parts["format"], integer(node) != 1 {
      report("R008", "this format is not known", at: node.location, help: "write format: 1")
    }
    if !isSlug(name), let node = parts["pipeline"] {
      report(
        "R002", "'\(name)' is not a name", at: node.location, help: "small letters, digits, hyphens"
      )
    }
    return pipeline
  }

  /// `[all]` is no restriction.
  private mutating func games(_ node: YAMLNode) -> Set<String>? {
    let names = elements(node).compactMap { string($0) }
    return names == ["all"] ? nil : Set(names)
  }

  private mutating func destinations(_ node: YAMLNode) -> [String: Pipeline.Destination] {
    var destinations: [String: Pipeline.Destination] = [:]
    readMembers(of: node, keys: RecordType.builtIn.map(\.name)) { reader, type, value in
      var zone = "_defaultZone"
      var name = "{uuid}"
      reader.readMembers(of: value, keys: ["zone", "name", "merge"]) { reader, key, value in
        switch key {
        case "zone": zone = reader.string(value) ?? zone
        case "name": name = reader.string(value) ?? name
        // Policies of merging are read by the sinks that answer with conflicts; jsonl never does.
        default: break
        }
      }
      if let recordName = try? RecordName(name) {
        destinations[type] = Pipeline.Destination(zone: zone, name: recordName)
      } else {
        reader.report(
          "R006", "'\(name)' is not a template of a record's name", at: value.location,
          help: "it is made of text and {uuid} {userId} {dateInt} {date} {gameId} {deviceId}")
      }
    }
    return destinations
  }

  private mutating func batcher(_ node: YAMLNode) -> Batcher {
    var size = 5
    var after = 2.0
    readMembers(of: node, keys: ["size", "after"]) { reader, key, value in
      if key == "size" {
        size = reader.integer(value) ?? size
        if size < 1 {
          reader.report("R006", "a batch has at least one record", at: value.location)
        }
      } else {
        after = reader.seconds(value) ?? after
      }
    }
    return Batcher(size: size, afterSeconds: after)
  }

  private mutating func backoff(_ node: YAMLNode) -> Backoff {
    var (first, factor, most) = (1.0, 2, 60.0)
    readMembers(of: node, keys: ["first", "factor", "most", "attempts"]) { reader, key, value in
      switch key {
      case "first": first = reader.seconds(value) ?? first
      case "factor": factor = reader.integer(value) ?? factor
      case "most": most = reader.seconds(value) ?? most
      // Retrying is never given up; the key says so to readers of the file.
      default: reader.expect("forever", value)
      }
    }
    return Backoff(firstSeconds: first, factor: Double(factor), mostSeconds: most)
  }

  private mutating func expect(_ word: String, _ node: YAMLNode) {
    if node.text != word {
      report("R006", "only '\(word)' may stand here", at: node.location)
    }
  }

  /// `2s`, `1m` or a plain number of seconds.
  private mutating func seconds(_ node: YAMLNode) -> Double? {
    if let text = node.text, let seconds = durationSeconds(text) { return Double(seconds) }
    report("R006", "expected a duration here", at: node.location, help: "write it as 2s or 1m")
    return nil
  }

  private mutating func sink(_ node: YAMLNode, base: String) -> Pipeline.SinkConfiguration? {
    var kind: Pipeline.SinkConfiguration?
    readMembers(of: node, keys: ["jsonl"]) { reader, _, value in
      reader.readMembers(of: value, keys: ["path"]) { reader, _, value in
        guard let path = reader.string(value), !path.isEmpty else { return }
        kind = .jsonLines(path: path.hasPrefix("/") ? path : "\(base)/\(path)")
      }
    }
    if kind == nil {
      report(
        "R007", "the sink has no path", at: node.location, help: "jsonl: {path: results.jsonl}")
    }
    return kind
  }
}
