/// What a caller can be asked where the fields of messages cannot be told.
extension FieldSurvey {
  /// The fields of an object that have shares and are no texts by their names, as in a table with a column for each
  /// person.
  func columns(_ place: String) -> [String] {
    let keys = places[place]?.shares.keys.sorted() ?? []
    return keys.contains { FieldName($0).textRank != nil } ? [] : keys
  }

  /// The fields of objects that may say who sent a text, although their names do not say so.
  func mayBeSenders(_ place: String, besides text: String) -> [String] {
    let paths =
      places[place]?.paths.values.filter { path in
        !path.name.path.contains(".") && !path.name.path.hasSuffix("[]") && path.name.path != text
          && !path.isTime && path.times == 0 && path.direction == nil && path.flags == 0
          && path.worded > 0 && path.name.textRank == nil
          && places[place]?.shares[path.name.path] == nil
          && !path.values.contains { FieldTime.read(Array($0)) != nil }
      } ?? []
    return paths.map(\.name.path).sorted()
  }

  /// The values of the sender of which a part is another sender: `Ann, Bob` where `Bob` has messages, too.
  func severalPeople(_ choice: FieldChoice) -> Set<String> {
    guard let sender = choice.senders.first, let place = places[choice.place] else { return [] }
    let names = Set(place.people.compactMap { $0[sender] })
    return names.filter { name in
      let parts = name.split { ",;&+/".contains($0) }.map { String($0.trimmingBlanks()) }
      return parts.count > 1 && parts.contains(where: names.contains)
    }
  }

  /// The field with nothing but dates, although its name does not say so.
  func mayBeTime(_ place: String) -> String? {
    places[place]?.paths.values.filter { path in
      !path.name.path.contains(".") && !path.values.isEmpty
        && path.values.allSatisfy {
          $0.contains(UInt8(ascii: ":")) && FieldTime.read(Array($0)) != nil
        }
    }.map(\.name.path).min()
  }

  /// Those of ``mayBeSenders(_:besides:)`` that are the other person of a chat by their names: `peer`.
  func mayBePartners(_ place: String, besides text: String) -> [String] {
    mayBeSenders(place, besides: text).filter {
      FieldName($0).words.contains(where: Self.partners.contains)
    }
  }

  private static let partners: Set<String> = [
    "peer", "partner", "buddy", "correspondent", "counterpart", "interlocutor", "other", "party",
    "friend", "with",
  ]
}
