/// Which field says the direction of messages, and whether it comes before the name beside it.
extension FieldSurvey {
  /// The field of direction of messages.
  ///
  /// - Parameter sender: The best field for the author, if there is one.
  /// - Throws: Where a direction is there, and nobody can tell what it says.
  func direction(
    of place: Place, _ sender: String?, text: String
  ) throws(UnclearFields) -> (path: String, isBox: Bool)? {
    let sender = sender.map(FieldName.init)
    let isSure = sender?.senderStrength == .strong
    let directions = place.paths.values.filter { $0.isDirection && !(isSure && $0.name.isState) }
      .sorted { $0.name.path < $1.name.path }
    if isAndroid(place) { return ("type", true) }
    if let found = directions.first(where: { $0.directionless == 0 }) ?? directions.first {
      return (found.name.path, false)
    }
    guard let sender else { return nil }
    for path in place.paths.values.sorted(by: { $0.name.path < $1.name.path }) {
      if let problem = problem(path, sender, place) {
        let values = path.values.map { String(decoding: $0, as: UTF8.self) }.sorted()
        throw UnclearFields(
          reason: problem, senders: [sender.path], text: text,
          sent: path.direction == .state ? [] : values.map { ["\(path.name.path)=\($0)"] })
      }
      if isBox(path, sender, place) { return (path.name.path, true) }
    }
    return nil
  }

  /// Whether the fields are those of Android's table of messages.
  private func isAndroid(_ place: Place) -> Bool {
    guard let type = place.paths["type"], place.paths["address"] != nil else { return false }
    return type.boxOwn + type.boxOthers > 0
      && ["body", "msg"].contains { place.paths[$0] != nil }
  }

  /// Whether 1 and 2 in a field say who has sent a message beside the name of the other person.
  private func isBox(_ path: Path, _ sender: FieldName, _ place: Place) -> Bool {
    guard path.hasBoxes, path.boxes == path.count, path.boxOthers > 0 else { return false }
    return sender.isCounterpart || isOfOne(sender, in: place, with: path)
  }

  /// What nobody can tell about a field of direction.
  private func problem(_ path: Path, _ sender: FieldName, _ place: Place) -> String? {
    let shown = "“\(path.name.path)”"
    let isPlain = path.zeros + path.boxOwn + path.boxOthers == path.count
    if path.direction == .word, path.zeros > 0, isPlain,
      sender.isCounterpart && path.zeros < path.count || isOfOne(sender, in: place, with: path)
    {
      return "\(shown) is 0 or \(path.boxOthers > 0 ? 1 : 2), and nothing says which of them I sent"
    }
    if path.direction == .word, !path.hasBoxes, path.boxOwn > 0, path.boxOthers > 0, isPlain,
      sender.isCounterpart || isOfOne(sender, in: place, with: path)
    {
      return "\(shown) is 1 or 2, and nothing says which of them I sent"
    }
    if path.hasBoxes, path.boxOwn == path.count, sender.mayBeCounterpart {
      return "\(shown) has the same number in all messages, and nothing says whether I sent them"
    }
    if path.hasBoxes, path.worded == 0, path.values.count > 1, sender.isCounterpart,
      path.boxes < path.count
    {
      return "\(shown) has numbers, and nothing says which of them stands for what I sent"
    }
    if path.hasBoxes, path.boxOwn > 0, path.boxOthers > 0,
      path.boxOwn + path.boxOthers == path.count,
      sender.mayBeCounterpart, !sender.isCounterpart, !isOfOne(sender, in: place, with: path)
    {
      return "\(shown) is 1 or 2, which may say who sent a message beside “\(sender.path)”"
    }
    if path.direction == .state, sender.isCounterpart, path.own == path.count {
      return "\(shown) says that I may have sent all messages, and “\(sender.path)” may be to whom"
    }
    return nil
  }

  /// Whether one person is beside different values of a field of direction, as the other person of a chat is.
  private func isOfOne(_ sender: FieldName, in place: Place, with path: Path) -> Bool {
    guard sender.mayBeCounterpart || path.name.words.contains("direction") else { return false }
    var known: [String: String] = [:]
    for row in place.people {
      guard let person = row[sender.path], let value = row[path.name.path] else { continue }
      if let before = known[person], before != value { return true }
      known[person] = value
    }
    return false
  }

  /// Whether I sent the messages in a list, where the list's name and that of another one say so: `{"sent": […], "received":
  /// […]}`. `nil` where they say nothing.
  func isSentPlace(_ place: String) -> Bool? {
    let parts = place.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.reversed() {
      guard let isSent = DirectionField.word.isOwn(Self.listName(parts[index])) else { continue }
      let before = parts[..<index].joined(separator: "/")
      let hasOther = places.keys.contains { other in
        let others = other.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return others.count > index && others[..<index].joined(separator: "/") == before
          && DirectionField.word.isOwn(Self.listName(others[index])) == !isSent
      }
      if hasOther { return isSent }
    }
    return nil
  }

  private static func listName(_ part: String) -> [UInt8] {
    Array(part.replacing("[]", with: "").utf8)
  }

  /// - Throws: Where a direction says that somebody else has sent messages, and nothing around them names anybody for sure.
  func checkPartner(_ path: String, _ place: String, text: String) throws(UnclearFields) {
    guard let found = places[place]?.paths[path], found.others > 0 else { return }
    let partners = mayBePartners(place, besides: text)
    guard found.own == 0 || !partners.isEmpty else { return }
    let hasPartner = places.contains { outer, fields in
      outer != place && place.hasPrefix(outer)
        && GroupNames.keys.contains { fields.paths[$0] != nil }
    }
    guard !hasPartner else { return }
    throw UnclearFields(
      reason: "“\(path)” says that somebody else sent them, and no field says who",
      senders: partners, others: mayBeSenders(place, besides: text), text: text)
  }
}

extension FieldSurvey.Path {
  /// How many values are numbers of Android's boxes. Where the field is called `kind`, other numbers than 1 and 2 are another
  /// program's: Gajim writes 4 for what was received.
  fileprivate var boxes: Int {
    name.words.last == "kind" ? onesAndTwos : boxOwn + boxOthers
  }

  /// Whether the name is one under which programs write 1 for received and 2 for sent.
  fileprivate var hasBoxes: Bool {
    direction == .word
      && ["type", "kind", "box", "folder"].contains(name.words.last ?? "")
  }
}
