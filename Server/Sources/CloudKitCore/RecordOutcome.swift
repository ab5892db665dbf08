internal import ServerJSON

/// What an operation did.
package enum RecordOutcome: Hashable, Sendable {
  case saved(StoredRecord)
  /// - Parameter existed: Whether there was a record to delete.
  case deleted(existed: Bool)
  case refused(ServiceError)

  package var error: ServiceError? {
    if case .refused(let error) = self { error } else { nil }
  }
}

/// Who writes, where and when.
package struct WriteContext: Hashable, Sendable {
  /// The user's record name.
  package let user: String
  /// Milliseconds since 1970.
  package let now: Int
  package let isPublic: Bool
  /// Whether what Apple's service does not promise to accept is refused.
  package let isStrict: Bool
  /// Bytes that the database may hold; `nil` for any number.
  package let quotaBytes: Int?
  /// The record names of users, by the names by which shares in the request invite them.
  package var invited: [String: String] = [:]

  package init(
    user: String, now: Int, isPublic: Bool = false, isStrict: Bool = false, quotaBytes: Int? = nil
  ) {
    self.quotaBytes = quotaBytes
    self.user = user
    self.now = now
    self.isPublic = isPublic
    self.isStrict = isStrict
  }
}

extension RecordOperation {
  /// Bytes of a record at most (CloudKit Web Services).
  package static let largestRecord = 1 << 20

  /// Decides what the operation does to a record.
  ///
  /// - Parameters:
  ///   - existing: The record of this name; `nil` when there is none.
  ///   - schema: Gets what the record adds to it. It stays as it is when this throws.
  package func outcome(
    on existing: StoredRecord?, schema: inout Schema, in context: WriteContext
  ) throws(ServiceError) -> RecordOutcome {
    try checkTag(of: existing, in: context)
    if let existing, context.isPublic, existing.created.user != context.user {
      throw ServiceError(.accessDenied, "WRITE operation not permitted: another user's record")
    }
    if kind.isDeletion { return .deleted(existed: existing != nil) }
    return .saved(try saved(over: existing, schema: &schema, in: context))
  }

  private func checkTag(
    of existing: StoredRecord?, in context: WriteContext
  ) throws(ServiceError) {
    if kind == .create, existing != nil {
      // Which code Apple's service uses is not documented (CloudKit Web Services).
      throw ServiceError(.conflict, "record to insert already exists")
    }
    guard kind.needsTag else { return }
    // MistKit deletes without a tag.
    guard tag != nil || kind == .delete && !context.isStrict else {
      throw .badRequest("missing required field 'recordChangeTag'")
    }
    guard let existing else {
      let reason =
        kind == .delete ? "Record not found" : "recordChangeTag specified, but record not found"
      throw ServiceError(.notFound, reason)
    }
    if let tag, tag != existing.tag {
      throw ServiceError(.conflict, "client oplock error updating record")
    }
  }

  private func saved(
    over existing: StoredRecord?, schema: inout Schema, in context: WriteContext
  ) throws(ServiceError) -> StoredRecord {
    let type = try type(over: existing)
    guard share != nil || name != ShareRequest.zoneWideName else {
      throw .badRequest("the name belongs to the share of the whole zone")
    }
    var members = FieldList(kind.isMerging ? existing?.members ?? [] : [])
    var learnt: [(name: String, kind: FieldKind)] = []
    for field in fields {
      guard Name.isFieldName(field.name) || share != nil && Name.isShareField(field.name) else {
        throw .badRequest("invalid field name")
      }
      let known = schema.field(field.name, of: type)?.kind
      let value = try FieldValue.read(field.value, name: field.name, known: known)
      members[field.name] = value?.json()
      if let value { learnt.append((field.name, value.kind)) }
    }
    let bytes = JSON.object(members.all).bytes
    guard bytes.count <= Self.largestRecord else {
      throw .badRequest("record is larger than \(Self.largestRecord) bytes")
    }
    let parent = try parent(over: existing)
    // Shares are the server's own type.
    if share == nil { try schema.learn(type: type, learnt) }
    let moment = StoredRecord.Moment(milliseconds: context.now, user: context.user)
    return StoredRecord(
      name: name, type: type, fields: bytes, parent: parent,
      created: existing?.created ?? moment, modified: moment, tag: "")
  }

  private func type(over existing: StoredRecord?) throws(ServiceError) -> String {
    guard let type = type ?? existing?.type else {
      throw .badRequest("missing required field 'recordType'")
    }
    guard Name.isTypeName(type) || share != nil else { throw .badRequest("invalid recordType") }
    guard existing == nil || existing?.type == type else {
      throw .badRequest("the record exists with another recordType")
    }
    return type
  }

  private func parent(over existing: StoredRecord?) throws(ServiceError) -> String? {
    guard let parent else { return kind.isMerging ? existing?.parent : nil }
    if parent == .null { return nil }
    guard share == nil else { throw .badRequest("a share has no parent") }
    guard let name = parent["recordName"]?.string, Name.isRecordName(name) else {
      throw .badRequest("invalid parent")
    }
    return name
  }
}

/// Fields in the order in which they came. A record can have some ten thousands of them.
private struct FieldList {
  private var members: [JSON.Member?]
  private var places: [String: Int]

  init(_ members: [JSON.Member]) {
    self.members = members
    places = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var all: [JSON.Member] { members.compactMap(\.self) }

  subscript(name: String) -> JSON? {
    get { places[name].flatMap { members[$0]?.value } }
    set {
      if let place = places.removeValue(forKey: name) { members[place] = nil }
      guard let newValue else { return }
      places[name] = members.count
      members.append(.init(name: name, value: newValue))
    }
  }
}
