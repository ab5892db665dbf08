package import StreaklineCore
package import StreaklineStore

/// Which records go to which remote, under which names, and how they are sent.
package struct Pipeline: Hashable, Sendable {
  /// Where the records of a type go and what they are called there.
  package struct Destination: Hashable, Sendable {
    package var zone: NameTemplate
    package var name: NameTemplate
    /// The remote's name of each field, by our name; other fields are not sent. `nil` sends all
    /// fields under our names.
    package var fields: [String: String]?
    /// The type's name at the remote; `nil` when it is the same as here.
    package var type: String?
    /// `nil` means the remote's default.
    package var merge: MergePolicy?
    /// Our names of the fields of bytes that gzip has compressed at the remote.
    package var gzipFields: Set<String> = []
    /// The only texts that may be sent in a field, by our name of the field. A field that is not named here
    /// may hold any text.
    package var texts: [String: [String]] = [:]
    /// The name of the record below which the records are at a remote that shares records with all that are
    /// below them; `nil` for records on their own.
    package var parent: NameTemplate?
    /// Whether the records follow from the results, so that no device's word counts for them.
    package var isDerived = false

    package init(
      zone: NameTemplate, name: NameTemplate, fields: [String: String]? = nil,
      merge: MergePolicy? = nil
    ) {
      self.zone = zone
      self.name = name
      self.fields = fields
      self.merge = merge
    }
  }

  /// Fields of results that never leave this store: where a share was found, and why it is suspect.
  package static let localFields: Set<String> = ["source", "suspect"]
  /// Fields of results that are computed where a pipeline gives them names: the start of the day as a
  /// moment, this device, and when the result was changed. Of a remote's record they are not read,
  /// but for `date`.
  package static let derivedFields = ["date", "deviceId", "changedAt"]

  package var name: String
  /// A pipeline that is not enabled sends nothing.
  package var isEnabled = true
  /// Slugs; `nil` for all games.
  package var games: Set<String>?
  /// Ids of users; `nil` for all users.
  package var users: Set<String>?
  /// The record types that the file declares.
  package var types: [RecordType] = []
  /// Destinations by record type.
  package var records: [String: Destination]
  package var batcher = Batcher()
  package var backoff = Backoff()
  package var remote: RemoteConfiguration

  package init(name: String, records: [String: Destination], remote: RemoteConfiguration) {
    self.name = name
    self.records = records
    self.remote = remote
    if let decisions = Self.decisionDestination(records, remote) {
      self.records[RecordType.decision.name] = decisions
    }
  }

  /// Whether the pipeline is one that its user has not switched on: it is for somebody who has the app.
  package var isSample: Bool { !isEnabled && remote.kind == .cloudkit }

  /// What the fields of records hold, by the remote's names of types and fields, for a remote that has to
  /// know: `{"GameResult": {"date": "date", "completed": "bool"}}`. What is not named is a text or a number.
  package var remoteTypes: Value {
    let schema = schema
    var types = Fields()
    for (name, destination) in records.sorted(by: { $0.key < $1.key }) {
      guard let type = schema[name] else { continue }
      types[destination.type ?? name] = .object(destination.kinds(of: type))
    }
    return .object(types)
  }

  /// The zones that are never anybody else's: those whose names have no placeholder.
  package var ownZones: Set<String> {
    Set(records.values.map(\.zone).filter(\.placeholders.isEmpty).map(\.template))
  }

  /// The types of the pipeline's records.
  var schema: RecordSchema {
    types.isEmpty ? Self.known : RecordSchema(Self.known.types + types)
  }

  /// The types of which a pipeline that declares none has records.
  private static let known = RecordSchema(
    RecordSchema.standard.types + RecordSchema.documents.types)

  /// Which changes of the change feed the pipeline sends.
  package var filter: PipelineFilter {
    PipelineFilter(pipeline: name, types: Set(records.keys), games: games, users: users)
  }
}

extension Pipeline.Destination {
  /// The kinds of the fields that records of a type have at the remote, by their names there.
  fileprivate func kinds(of type: RecordType) -> Fields {
    let results = type.form == .result ? ["userId", "game"] : []
    let sent =
      fields.map { $0.sorted { $0.key < $1.key } }
      ?? (results + type.fieldNames.filter { !Pipeline.localFields.contains($0) }).map { ($0, $0) }
    var kinds = Fields()
    for (name, theirs) in sent {
      // The day as a text, or as the moment at which it begins.
      let derived: RecordType.Kind? =
        switch name {
        case "date": type.hasDate ? .string : .date
        case "changedAt": .date
        case "completionCount": .int
        default: nil
        }
      let kind = type.kindOfAny(name) ?? (type.form == .result ? derived : nil) ?? .string
      kinds[theirs] = .string(kind.rawValue)
    }
    return kinds
  }

  /// The fields under the remote's names. Fields without such a name are left out, unless `fields`
  /// is `nil`.
  func renamed(_ all: Fields) -> Fields {
    guard let fields else { return all }
    var renamed = Fields()
    for (name, value) in all {
      if let theirs = fields[name] {
        renamed.append(theirs, gzipFields.contains(name) ? value.packed : value)
      }
    }
    return renamed
  }

  /// The remote's names of the fields that gzip has compressed there.
  var gzipNames: Set<String> { Set(gzipFields.compactMap { fields?[$0] }) }
}

extension Value {
  /// Bytes as gzip compresses them; what is not bytes stays as it is.
  fileprivate var packed: Value {
    guard let content = string.flatMap(bytes(fromBase64:)) else { return self }
    return .string(base64(Gzip.packed(content)))
  }

  /// Bytes that gzip or zlib has compressed, as they were before; `nil` when they cannot be read. Bytes
  /// that nobody has compressed stay as they are.
  var unpacked: Value? {
    guard let content = string.flatMap(bytes(fromBase64:)) else {
      return self == .null ? self : nil
    }
    guard Gzip.isPacked(content) else { return self }
    return (try? Gzip.unpacked(content)).map { .string(base64($0)) }
  }
}

extension Record {
  /// All fields, with the user and the game, without those that never leave this store.
  var sendableFields: Fields {
    var sendable: Fields = ["userId": .string(userId), "game": .string(game)]
    let fields = fields
    sendable.reserveCapacity(fields.count + 2)
    // Comparing two short names is faster than hashing one.
    for (name, value) in fields where !Pipeline.localFields.contains(where: { $0 == name }) {
      sendable.append(name, value)
    }
    return sendable
  }
}

extension Record {
  /// ``sendableFields`` as JSON, without making values of them.
  var sendableJSON: ArraySlice<UInt8> {
    var writer = JSONWriter()
    writer.append(#"{"userId":"#)
    writer.write(.string(userId))
    writer.append(#","game":"#)
    writer.write(.string(game))
    for member in JSONMembers(encodedFields)
    where !Pipeline.localFields.contains(where: {
      $0.utf8.count == member.name.count && member.name.elementsEqual($0.utf8)
    }) {
      writer.append(",")
      // With the quote before the name.
      writer.append(encodedFields[member.name.startIndex - 1..<member.value.endIndex])
    }
    writer.append("}")
    return writer.bytes[...]
  }
}

/// The remote that a pipeline file names.
package enum RemoteConfiguration: Hashable, Sendable {
  /// A file to which each record is appended as a line of JSON.
  case jsonLines(path: String)
  /// A folder that several devices share.
  case folder(path: String)
  /// A program that is asked in lines of JSON. It runs in the folder of the store.
  case program(command: [String], settings: Value, folder: String)
  /// Another kind of remote, with the settings under its key in the file.
  case other(RemoteKind, settings: Value)
}

extension RemoteConfiguration {
  package var kind: RemoteKind {
    switch self {
    case .jsonLines: .jsonl
    case .folder: .folder
    case .program: .program
    case .other(let kind, _): kind
    }
  }
}

/// The kinds of remotes that a pipeline file can name.
package enum RemoteKind: String, Hashable, Sendable, CaseIterable {
  case jsonl, folder, program, http, cloudkit

  /// Whether the remote keeps one version of each record. In a folder each device has a log of its own.
  package var keepsOneVersion: Bool { self != .folder }

  /// Whether the remote belongs to an account. A pipeline file then has to name the users whose
  /// results are sent.
  package var hasAccount: Bool {
    switch self {
    case .jsonl, .folder: false
    case .program, .http, .cloudkit: true
    }
  }
}
