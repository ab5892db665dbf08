internal import StreaklineCore
internal import StreaklineSync
internal import StreaklineFiles
internal import StreaklineRules
internal import StreaklineYAML

extension YAMLReader {
  private static let keys = [
    "format", "pipeline", "enabled", "games", "users", "types", "records", "batch", "retry",
    "remote",
  ]

  /// Reads the file as a pipeline.
  ///
  /// - Parameter store: The store's path. A remote's relative path starts from its folder.
  /// - Returns: The pipeline's name and the pipeline, each `nil` when a needed key is missing or
  ///   wrong, which is reported.
  mutating func pipelineFile(store: String) -> (name: String?, pipeline: Pipeline?) {
    guard let root = root() else { return (nil, nil) }
    var parts: [String: YAMLNode] = [:]
    readMembers(of: root, keys: Self.keys) { _, key, value in parts[key] = value }
    for key in ["format", "pipeline", "records", "remote"] where parts[key] == nil {
      report("R007", "the key '\(key)' is missing", at: start)
    }
    if let node = parts["format"], integer(node) != 1 {
      report("R008", "this format is not known", at: node.location, help: "write format: 1")
    }
    guard let name = parts["pipeline"].flatMap({ slug($0) }) else { return (nil, nil) }
    let types = parts["types"].map { recordTypes($0, of: name) } ?? []
    let games = parts["games"].flatMap { names($0) }
    let users = parts["users"].flatMap { names($0) }
    // What all results of the pipeline share need not stand in their names.
    var shared: Set<NameTemplate.Placeholder> = []
    if games?.count == 1 { shared.insert(.gameId) }
    if users?.count == 1 { shared.insert(.userId) }
    let records = parts["records"].map { destinations($0, types, of: name, shared: shared) }
    let remote = parts["remote"].flatMap { remoteConfiguration($0, store: store) }
    guard let records, let remote else { return (name, nil) }
    var pipeline = Pipeline(name: name, records: records, remote: remote)
    pipeline.types = types
    pipeline.isEnabled = parts["enabled"].flatMap { truth($0) } ?? true
    pipeline.games = games
    pipeline.users = users
    if let node = parts["batch"] { pipeline.batcher = batcher(node) }
    if let node = parts["retry"] { pipeline.backoff = backoff(node) }
    if remote.kind.hasAccount, parts["users"] == nil, let node = parts["remote"] {
      report(
        "R007", "the key 'users' is missing: whose results go to this account?",
        at: node.location, help: "users: [me] for your own results, [all] for everybody's")
    }
    return (name, pipeline)
  }

  private mutating func slug(_ node: YAMLNode) -> String? {
    guard let name = string(node) else { return nil }
    if !isSlug(name) {
      report(
        "R002", "'\(name)' is not a name", at: node.location,
        help: "use small letters, digits and hyphens")
    }
    return name
  }

  /// A list of names; `nil` for `[all]`, which is no restriction.
  private mutating func names(_ node: YAMLNode) -> Set<String>? {
    guard let elements = node.elements else {
      report(
        "R006", "expected a list of names here", at: node.location, help: "such as [me, alice]")
      return nil
    }
    let names = elements.compactMap { string($0) }
    if elements.isEmpty {
      report(
        "R006", "the list is empty", at: node.location, help: "write [all] or leave the key out")
    }
    if names.count > 1, names.contains("all") {
      report(
        "R006", "'all' is already everything", at: node.location, help: "write [all], or the names")
    }
    return names == ["all"] ? nil : Set(names)
  }

  private mutating func batcher(_ node: YAMLNode) -> Batcher {
    var (size, after, maximum) = (5, 2.0, nil as Int?)
    readMembers(of: node, keys: ["size", "after", "most"]) { reader, key, value in
      switch key {
      case "size": size = reader.count(value) ?? size
      case "most": maximum = reader.count(value)
      default: after = reader.seconds(value) ?? after
      }
    }
    if let maximum, maximum < size {
      report("R006", "'most' is less than 'size'", at: node.location)
    }
    return Batcher(size: size, maximumSize: maximum ?? size, afterSeconds: after)
  }

  private mutating func backoff(_ node: YAMLNode) -> Backoff {
    var (first, factor, maximum) = (1.0, 2.0, 60.0)
    readMembers(of: node, keys: ["first", "factor", "most", "attempts"]) { reader, key, value in
      switch key {
      case "first": first = reader.seconds(value) ?? first
      case "factor": factor = reader.factor(value) ?? factor
      case "most": maximum = reader.seconds(value) ?? maximum
      // Sync never gives up; the key says so to readers of the file.
      default: reader.expect("forever", value)
      }
    }
    return Backoff(firstSeconds: first, factor: factor, maximumSeconds: maximum)
  }

  private mutating func count(_ node: YAMLNode) -> Int? {
    guard let count = integer(node) else { return nil }
    if count < 1 { report("R006", "a batch has at least one record", at: node.location) }
    return count
  }

  private mutating func factor(_ node: YAMLNode) -> Double? {
    switch node.scalarValue {
    case .int(let value)? where value >= 1: return Double(value)
    case .double(let value)? where value >= 1: return value
    default:
      report(
        "R006", "expected a number of at least 1 here", at: node.location,
        help: "write it with digits alone, such as 2 or 1.5")
      return nil
    }
  }

  private mutating func expect(_ word: String, _ node: YAMLNode) {
    if node.text != word {
      report("R006", "only '\(word)' is possible here", at: node.location)
    }
  }

  /// `2s`, `1m` or a plain number of seconds.
  private mutating func seconds(_ node: YAMLNode) -> Double? {
    if let text = node.text, let seconds = durationSeconds(text) { return Double(seconds) }
    report("R006", "expected a duration here", at: node.location, help: "write it as 2s or 1m")
    return nil
  }
}

// MARK: - The remote

extension YAMLReader {
  private mutating func remoteConfiguration(_ node: YAMLNode, store: String)
    -> RemoteConfiguration?
  {
    guard let members = node.members, members.count == 1, let (key, value) = members.first else {
      report(
        "R006", "expected one remote here", at: node.location,
        help: "such as remote: {jsonl: {path: results.jsonl}}")
      return nil
    }
    guard let kind = choice(key, RemoteKind.self) else { return nil }
    switch kind {
    case .jsonl: return jsonLines(value, store: store)
    case .folder:
      return path(value, example: "/home/me/Sync/streakline").map {
        .folder(path: $0.hasPrefix("/") ? $0 : "\(folderPath(of: store))/\($0)")
      }
    case .program: return program(value, store: store)
    default:
      guard value.members != nil else {
        report("R006", "expected keys and values here", at: value.location)
        return nil
      }
      return .other(kind, settings: settings(value))
    }
  }

  private mutating func program(_ node: YAMLNode, store: String) -> RemoteConfiguration? {
    var commandNode: YAMLNode?
    var given = Value.object([:])
    readMembers(of: node, keys: ["command", "settings"]) { reader, key, value in
      if key == "settings" { given = reader.settings(value) } else { commandNode = value }
    }
    guard let commandNode else {
      report(
        "R007", "the key 'command' is missing", at: node.location,
        help: "command: [python3, my-remote.py]")
      return nil
    }
    guard let elements = commandNode.elements, !elements.isEmpty else {
      report(
        "R006", "expected a list of the program and its arguments here", at: commandNode.location,
        help: "such as [python3, my-remote.py]")
      return nil
    }
    let command = elements.compactMap { string($0) }
    guard command.count == elements.count else { return nil }
    // 'env' starts the program, and would take a name with '=' for a variable.
    if command[0].isEmpty || command[0].contains("=")
      || command.contains(where: { $0.utf8.contains(0) })
    {
      report("R006", "this is not the name of a program", at: commandNode.location)
      return nil
    }
    return .program(command: command, settings: given, folder: folderPath(of: store))
  }

  private mutating func jsonLines(_ node: YAMLNode, store: String) -> RemoteConfiguration? {
    guard let path = path(node, example: "/home/me/results.jsonl") else { return nil }
    let file = store.split(separator: "/").last.map(String.init) ?? store
    let name = file.hasSuffix(".db") ? String(file.dropLast(3)) : file
    let filled = path.replacing("{store}", with: name)
    return .jsonLines(path: filled.hasPrefix("/") ? filled : "\(folderPath(of: store))/\(filled)")
  }

  /// The path of a remote that has no other key.
  private mutating func path(_ node: YAMLNode, example: String) -> String? {
    var path: String?
    readMembers(of: node, keys: ["path"]) { reader, _, value in
      path = reader.string(value)
      if path?.isEmpty == true || path?.utf8.contains(0) == true {
        reader.report("R006", "this is not a path", at: value.location)
      }
      if path?.hasPrefix("~") == true {
        reader.report(
          "R006", "'~' does not stand for the home folder here", at: value.location,
          help: "write the whole path, such as \(example)")
      }
    }
    if path == nil {
      report("R007", "the key 'path' is missing", at: node.location, help: "path: \(example)")
    }
    return path
  }

  private func settings(_ node: YAMLNode) -> Value {
    if let members = node.members {
      var fields = Fields()
      for (key, value) in members { fields[key.text ?? ""] = settings(value) }
      return .object(fields)
    }
    return node.elements.map { .list($0.map(settings)) } ?? node.scalarValue ?? .null
  }
}
