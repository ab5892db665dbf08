internal import StreaklineCore
internal import StreaklineSync
internal import StreaklineYAML

extension YAMLReader {
  /// Reads the key `records` of a pipeline file: the destination of each record type.
  ///
  /// - Parameters:
  ///   - types: The types that the file declares. Their names start with the pipeline's name.
  ///   - shared: What has the same value in all results that the pipeline sends.
  mutating func destinations(
    _ node: YAMLNode, _ types: [RecordType], of pipeline: String,
    shared: Set<NameTemplate.Placeholder>
  ) -> [String: Pipeline.Destination] {
    let prefix = pipeline + "."
    var known: [String: RecordType] = [:]
    for type in RecordSchema.standard.types + RecordSchema.documents.types {
      known[type.name.hasPrefix(prefix) ? String(type.name.dropFirst(prefix.count)) : type.name] =
        type
    }
    for type in types { known[String(type.name.dropFirst(prefix.count))] = type }
    var destinations: [String: Pipeline.Destination] = [:]
    readMembers(of: node, keys: known.keys.sorted()) { reader, name, value in
      guard let type = known[name] else { return }
      destinations[type.name] = reader.destination(value, type, shared)
      let theirs = String(type.name.split(separator: ".").last ?? "")
      if type.name != theirs { destinations[type.name]?.type = theirs }
    }
    if node.members?.isEmpty == true {
      report("R006", "the pipeline sends no record type", at: node.location)
    }
    return destinations
  }

  private mutating func destination(
    _ node: YAMLNode, _ type: RecordType, _ shared: Set<NameTemplate.Placeholder>
  ) -> Pipeline.Destination {
    var destination = Pipeline.Destination(
      zone: .defaultZone, name: type.form == .document ? .documentName : .uuid)
    var nameLocation = node.location
    readMembers(of: node, keys: ["zone", "name", "parent", "fields", "merge", "from"]) {
      reader, key, value in
      switch key {
      case "from": destination.isDerived = reader.isDerived(value, type)
      case "parent": destination.parent = reader.template(value)
      case "zone": destination.zone = reader.template(value) ?? destination.zone
      case "name":
        destination.name = reader.template(value) ?? destination.name
        nameLocation = value.location
        if destination.name.isConstant, type.form == .result {
          reader.report(
            "R006", "all records would have the same name", at: value.location,
            help: "use a placeholder such as {uuid}")
        }
        if type.form == .document,
          !destination.name.placeholders.isDisjoint(with: [.uuid, .upperUUID])
        {
          reader.report(
            "R006", "the name of a document cannot be told from a UUID that is made of it",
            at: value.location, help: "use {name}")
        }
      case "fields":
        destination.fields = reader.fieldNames(value, type, &destination)
      default: destination.merge = reader.mergePolicy(value, type)
      }
    }
    if type.form == .result, !destination.name.isConstant {
      let missing = destination.missingInNames(shared)
      if !missing.isEmpty {
        report(
          "R006",
          "two results could have the same name: \(missing.joined(separator: ", ")) missing",
          at: nameLocation, help: "use {uuid}, or {userId}|{dateInt}|{gameId}")
      }
    }
    return destination
  }

  private mutating func template(_ node: YAMLNode) -> NameTemplate? {
    guard let text = string(node) else { return nil }
    do throws(NameTemplate.Mistake) {
      return try NameTemplate(text)
    } catch {
      let placeholders = NameTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }
      report(
        "R006", "'\(text)' is not a template of a name: \(error)", at: node.location,
        help: "it consists of text and \(placeholders.joined(separator: " "))")
      return nil
    }
  }

  /// `from: results`: the records follow from the results.
  private mutating func isDerived(_ node: YAMLNode, _ type: RecordType) -> Bool {
    if !type.isDerivable {
      report(
        "R006", "\(type.name) does not follow from results", at: node.location, help: "leave it out"
      )
    } else if node.text != "results" {
      report("R006", "only 'results' is possible here", at: node.location)
    }
    return type.isDerivable
  }

  /// The remote's names of fields, by our names. A field is given as `ours: theirs`, or as
  /// `ours: {name: theirs, compressed: gzip}` or `ours: {name: theirs, values: […]}`.
  ///
  /// - Parameter destination: Gets what a field has besides its name.
  private mutating func fieldNames(
    _ node: YAMLNode, _ type: RecordType, _ destination: inout Pipeline.Destination
  ) -> [String: String] {
    var names: [String: String] = [:]
    for (key, value) in node.members ?? [] {
      guard let ours = field(key, type, Pipeline.derivedFields) else { continue }
      var name: YAMLNode? = value
      if value.members != nil {
        name = nil
        readMembers(of: value, keys: ["name", "compressed", "values"]) { reader, part, value in
          switch part {
          case "name": name = value
          case "values": destination.texts[ours] = reader.texts(value, ours, type)
          default: reader.compression(value, ours, type, &destination.gzipFields)
          }
        }
        if name == nil { report("R007", "the key 'name' is missing", at: value.location) }
      }
      guard let theirs = name.flatMap({ string($0) }) else { continue }
      if theirs.isEmpty || names.values.contains(theirs) {
        report("R006", "two fields cannot have the name '\(theirs)'", at: value.location)
      } else {
        names[ours] = theirs
      }
    }
    if node.members?.isEmpty ?? true {
      report(
        "R006", "expected field names, each with its name at the remote", at: node.location,
        help: "such as {gameId: gameID, score: score}")
    }
    return names
  }

  /// The texts that a field can hold.
  private mutating func texts(_ node: YAMLNode, _ field: String, _ type: RecordType) -> [String]? {
    guard type.kindOfAny(field) == .string else {
      report("R006", "'\(field)' does not hold a text", at: node.location, help: "leave it out")
      return nil
    }
    return someElements(node).compactMap { string($0) }
  }

  /// `compressed: gzip`, for a field of bytes.
  private mutating func compression(
    _ node: YAMLNode, _ field: String, _ type: RecordType, _ packed: inout Set<String>
  ) {
    if type.kindOfAny(field) != .bytes {
      report("R006", "'\(field)' does not hold bytes", at: node.location, help: "leave it out")
    } else if node.text != "gzip" {
      report("R006", "only 'gzip' is possible here", at: node.location)
    } else {
      packed.insert(field)
    }
  }

  /// The name of a field that can be sent.
  ///
  /// - Parameter derived: Fields that results also have, besides those of the type.
  private mutating func field(
    _ node: YAMLNode, _ type: RecordType, _ derived: [String] = []
  ) -> String? {
    guard let name = string(node) else { return nil }
    let isResult = type.form == .result
    let local = isResult ? Pipeline.localFields : []
    let known = (isResult ? ["userId", "game"] : []) + type.fieldNames
    let sendable = known.filter { !local.contains($0) }
    if sendable.contains(name) || (isResult && derived.contains(name)) { return name }
    if local.contains(name) {
      report("R006", "'\(name)' is never sent", at: node.location, help: "leave it out")
    } else {
      report(
        "R001", "\(type.name) has no field '\(name)'", at: node.location,
        help: suggestion(for: name, among: sendable)
          ?? "its fields are \(sendable.joined(separator: ", "))")
    }
    return nil
  }
}

extension Pipeline.Destination {
  /// The placeholders that zone and name lack to tell two results apart.
  fileprivate func missingInNames(_ shared: Set<NameTemplate.Placeholder>) -> [String] {
    let used = zone.placeholders.union(name.placeholders)
    guard used.isDisjoint(with: [.uuid, .upperUUID]) else { return [] }
    let needed: [[NameTemplate.Placeholder]] = [
      [.userId], [.dateInt, .date], [.gameId, .upperGameID],
    ]
    return needed.filter { used.union(shared).isDisjoint(with: $0) }
      .compactMap { $0.first.map { "{\($0.rawValue)}" } }
  }
}

// MARK: - Merge policies

extension YAMLReader {
  private static let plainPolicies: [String: MergePolicy] = [
    "serverWins": .serverWins, "clientWins": .clientWins, "devicePriority": .devicePriority([]),
    "progress": .progress, "achievements": .achievements, "ask": .ask,
  ]
  private static let policyNames =
    plainPolicies.keys.sorted() + ["fields: {…}", "lastWriterWins: a field"]

  private mutating func mergePolicy(_ node: YAMLNode, _ type: RecordType) -> MergePolicy? {
    if let name = node.text {
      if let policy = Self.plainPolicies[name] { return policy }
    } else if let members = node.members, members.count == 1, let (key, value) = members.first {
      switch key.text {
      case "lastWriterWins": return field(value, type).map(MergePolicy.lastWriterWins)
      case "devicePriority": return .devicePriority(elements(value).compactMap { string($0) })
      case "fields": return .fields(fieldRules(value, type))
      default: break
      }
    }
    let name = node.text ?? node.members?.first?.key.text ?? "?"
    if node.text == nil, Self.plainPolicies[name] != nil {
      report(
        "R006", "'\(name)' takes no fields", at: node.location, help: "write merge: \(name)")
      return nil
    }
    if let example = ["lastWriterWins": "playedAt", "fields": "{score: max}"][name] {
      report(
        "R006", "'\(name)' needs the fields that it compares", at: node.location,
        help: "such as merge: {\(name): \(example)}")
      return nil
    }
    report(
      "R006", "'\(name)' is not a way to merge", at: node.location,
      help: suggestion(for: name, among: Self.plainPolicies.keys + ["lastWriterWins", "fields"])
        ?? "write one of \(Self.policyNames.joined(separator: ", "))")
    return nil
  }

  private mutating func fieldRules(_ node: YAMLNode, _ type: RecordType)
    -> [String: MergePolicy.FieldRule]
  {
    var rules: [String: MergePolicy.FieldRule] = [:]
    for (key, value) in node.members ?? [] {
      guard let name = field(key, type), let rule = choice(value, MergePolicy.FieldRule.self) else {
        continue
      }
      rules[name] = rule
    }
    if node.members == nil {
      report("R006", "expected fields and how each is merged", at: node.location)
    }
    return rules
  }
}
