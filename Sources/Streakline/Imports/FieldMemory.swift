internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineStore

/// The fields that were named for structured data, as the store keeps them: in the detail of the import for which they were
/// named, by the fingerprint of the data's form. When that import is undone they are forgotten.
struct FieldMemory: Sendable {
  private let store: Store

  init(_ store: Store) {
    self.store = store
  }

  /// The fields that were named last for data of a form; `nil` where none were.
  ///
  /// - Parameter zone: Decides on which day that was.
  func fields(ofForm form: String, in zone: NamedTimeZone) throws -> FormFields? {
    guard let action = try store.newestImport(ofForm: form),
      let named = action.detail[Self.fieldsKey]?.object
    else { return nil }
    return FormFields(
      form: form,
      fields: NamedFields(
        sender: named["sender"]?.string, text: named["text"]?.string, time: named["time"]?.string,
        sent: Self.strings(named["sent"]) ?? []),
      rememberedOn: zone.day(of: action.at),
      received: Self.strings(named["received"]).map(Set.init))
  }

  /// Whether an import brings fields for its form that are not the remembered ones.
  func lacks(_ named: FormFields?) throws -> Bool {
    guard let named, named.rememberedOn == nil else { return false }
    return try fields(ofForm: named.form, in: .utc)?.fields != named.fields
  }

  /// What an import's detail has of the fields that were named for it.
  static func detail(_ named: FormFields?) -> Fields {
    guard let named, named.rememberedOn == nil else { return [:] }
    var fields: Fields = [:]
    for (key, field) in [
      ("sender", named.fields.sender), ("text", named.fields.text), ("time", named.fields.time),
    ] {
      if let field { fields.append(key, .string(field)) }
    }
    if !named.fields.sent.isEmpty {
      fields.append("sent", .list(named.fields.sent.map(Value.string)))
      if let received = named.received {
        fields.append("received", .list(received.sorted().map(Value.string)))
      }
    }
    return [formKey: .string(named.form), fieldsKey: .object(fields)]
  }

  /// The strings of a list, or the one string that earlier versions wrote.
  private static func strings(_ value: Value?) -> [String]? {
    if case .list(let values)? = value { return values.compactMap(\.string) }
    return value?.string.map { [$0] }
  }

  /// Also written in the statement of `ActionTable.newestImport(ofForm:)`.
  private static let formKey = "form"
  private static let fieldsKey = "fields"
}

extension ImportRequest {
  /// The request with the fields that a store remembers.
  func remembering(_ memory: FieldMemory?) -> ImportRequest {
    guard let memory else { return self }
    var request = self
    request.options.rememberedFields = { [zone = options.zone] form in
      try memory.fields(ofForm: form, in: zone)
    }
    return request
  }
}
