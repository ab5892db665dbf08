internal import StreaklineCore
internal import StreaklineYAML

extension YAMLReader {
  /// Reads the key `types` of a pipeline file: record types that only this pipeline knows. Each name
  /// starts with the pipeline's name, so that two pipelines can both declare a type `Settings`.
  mutating func recordTypes(_ node: YAMLNode, of pipeline: String) -> [RecordType] {
    var types: [RecordType] = []
    for (key, value) in node.members ?? [] {
      guard let name = string(key) else { continue }
      if RecordSchema.standard[name] != nil
        || RecordSchema.documents["\(pipeline).\(name)"] != nil
      {
        report("R006", "'\(name)' is declared already", at: key.location, help: "leave it out here")
      } else if name.isEmpty || !name.utf8.allSatisfy(isNameByte) {
        report(
          "R002", "'\(name)' is not a type's name", at: key.location,
          help: "use letters, digits and underscores")
      } else {
        types.append(recordType("\(pipeline).\(name)", value))
      }
    }
    if node.members == nil {
      report("R006", "expected record types with their fields", at: node.location)
    }
    return types
  }

  private mutating func recordType(_ name: String, _ node: YAMLNode) -> RecordType {
    var form = RecordType.Form.document
    var fields: [RecordType.Field] = []
    var outcome: YAMLNode?
    let known = problems.count
    readMembers(of: node, keys: ["form", "fields", "outcome"]) { reader, key, value in
      switch key {
      case "form": form = reader.choice(value, RecordType.Form.self) ?? form
      case "fields": fields = reader.typeFields(value)
      default: outcome = value
      }
    }
    if fields.isEmpty, problems.count == known {
      report("R007", "the type has no fields", at: node.location)
    }
    let outcomeName = outcome.flatMap { string($0) }
    if let outcomeName, let outcome,
      !fields.contains(where: { $0.name == outcomeName && $0.kind == .bool })
    {
      report("R006", "the outcome must be a field of the kind bool", at: outcome.location)
    }
    return RecordType(name: name, form: form, fields: fields, outcome: outcomeName)
  }

  private mutating func typeFields(_ node: YAMLNode) -> [RecordType.Field] {
    var fields: [RecordType.Field] = []
    for (key, value) in node.members ?? [] {
      guard let name = string(key), let kind = choice(value, RecordType.Kind.self) else { continue }
      fields.append(RecordType.Field(name, kind))
    }
    if node.members == nil {
      report(
        "R006", "expected fields with their kinds", at: node.location,
        help: "such as {theme: string, volume: double}")
    }
    return fields
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}
