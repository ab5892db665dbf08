package import StreaklineCore

/// The fields that somebody has named for structured data of one form, in this import or in an earlier one.
package struct FormFields: Hashable, Sendable {
  /// A fingerprint of the form: data with the same names of fields has the same.
  package let form: String
  package let fields: NamedFields
  /// The day of the earlier import; `nil` where they are named for this one.
  package let rememberedOn: Day?
  /// What the other messages had in the field that says what the caller sent; `nil` where that is not known, or was too much
  /// to keep.
  package var received: Set<String>?

  package init(
    form: String, fields: NamedFields, rememberedOn: Day? = nil, received: Set<String>? = nil
  ) {
    self.form = form
    self.fields = fields
    self.rememberedOn = rememberedOn
    self.received = received
  }

  /// `; sender and text as you said on 2026-11-30`; empty for what is named for this import.
  var shown: String {
    guard let rememberedOn else { return "" }
    let named = [
      fields.sender.map { _ in "sender" }, fields.text.map { _ in "text" },
      fields.time.map { _ in "time" }, fields.sent.isEmpty ? nil : "what you sent",
    ].compactMap(\.self)
    let words =
      (named.count > 1 ? [named.dropLast().joined(separator: ", ")] : [])
      + named.suffix(1)
    return "; \(words.joined(separator: " and ")) as you said on \(rememberedOn.iso)"
  }
}

extension FieldSurvey {
  /// A fingerprint of the form of the messages: the names of their fields, in any order, and those of the fields in
  /// objects in them that may say who sent a message. What comes and goes in other objects does not change the form.
  ///
  /// - Parameter columns: The names of a table's columns, of which some may be empty in all rows.
  func form(of structure: Structure, columns: [String]) -> String {
    let names = columns.isEmpty ? Set(messagePlaces.flatMap(deciding)) : Set(columns)
    var hash = XXHash64()
    hash.add(([structure.rawValue] + names.sorted()).joined(separator: "\u{1E}").utf8)
    return String(hash.digest, radix: 16)
  }

  /// The names of the fields that make up the form of the messages in a place, each after the place.
  private func deciding(_ place: String) -> [String] {
    let paths = places[place].map { Array($0.paths.values) } ?? []
    return paths.filter { !$0.name.path.contains(".") || $0.isSender }
      .map { place + "\u{1F}" + $0.name.path }
  }
}
