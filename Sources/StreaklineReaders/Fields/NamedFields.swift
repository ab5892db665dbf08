/// The fields that the caller has named.
package struct NamedFields: Hashable, Sendable {
  package var sender: String?
  package var text: String?
  package var time: String?
  /// What the messages have that the caller sent, each as `FIELD=VALUE`, of one field.
  package var sent: [String]

  package init(
    sender: String? = nil, text: String? = nil, time: String? = nil, sent: [String] = []
  ) {
    self.sender = sender
    self.text = text
    self.time = time
    self.sent = sent
  }

  var isEmpty: Bool { sender == nil && text == nil && time == nil && sent.isEmpty }

  /// The field that says what the caller sent, and its values there.
  var sentField: (path: String, values: Set<[UInt8]>)? {
    let parts = sent.compactMap { Self.parts(ofSent: $0) }
    guard let first = parts.first else { return nil }
    return (first.field, Set(parts.map { Array($0.value.utf8) }))
  }

  /// The field and the value of `FIELD=VALUE`; `nil` where no `=` is in it.
  package static func parts(ofSent sent: String) -> (field: String, value: String)? {
    guard let sign = sent.firstIndex(of: "=") else { return nil }
    return (String(sent[..<sign]), String(sent[sent.index(after: sign)...]))
  }
}
