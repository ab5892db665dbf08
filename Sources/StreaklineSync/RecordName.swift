package import StreaklineCore

/// The template of the names that records have at a sink, such as `puzzleResult_{date}_{deviceId}`.
package struct RecordName: Hashable, Sendable {
  /// What can stand in braces.
  package enum Placeholder: String, CaseIterable, Sendable {
    case uuid, userId, dateInt, date, gameId, deviceId
  }

  private enum Part: Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// Why a text is no template.
  package enum Mistake: Error, Hashable, Sendable {
    case unknownPlaceholder(String)
    case braceNotClosed
    /// Every record would have the same name.
    case noPlaceholder
  }

  /// The template as it was written.
  package let template: String
  private let parts: [Part]

  package init(_ template: String) throws(Mistake) {
    var parts: [Part] = []
    var rest = template[...]
    while let brace = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<brace])))
      let inside = rest[brace...].dropFirst()
      guard let end = inside.firstIndex(of: "}") else { throw .braceNotClosed }
      let name = String(inside[..<end])
      guard let placeholder = Placeholder(rawValue: name) else { throw .unknownPlaceholder(name) }
      parts.append(.placeholder(placeholder))
      rest = inside[end...].dropFirst()
    }
    guard !parts.isEmpty else { throw .noPlaceholder }
    self.parts = parts + [.text(String(rest))]
    self.template = template
  }

  private init(_ placeholder: Placeholder) {
    template = "{\(placeholder.rawValue)}"
    parts = [.placeholder(placeholder)]
  }

  /// `{uuid}`: the name that records have where a pipeline gives no template.
  package static let uuid = RecordName(.uuid)

  /// The record's name. Values are percent-encoded as in a composite id, so that no user's name
  /// can make two records share one.
  package func expanded(for record: Record, deviceID: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): percentEncoded(placeholder.value(record, deviceID))
      }
    }.joined()
  }
}

extension RecordName.Placeholder {
  fileprivate func value(_ record: Record, _ deviceID: String) -> String {
    switch self {
    case .uuid: record.uuid.description
    case .userId: record.userId
    case .dateInt: padded(record.day.dateInt, 8)
    case .date: record.day.iso
    case .gameId: record.gameId
    case .deviceId: deviceID
    }
  }
}
