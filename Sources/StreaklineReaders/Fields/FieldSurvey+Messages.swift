/// Finds the objects that are messages.
extension FieldSurvey {
  private static let containers: Set<String> = [
    "content", "message", "msg", "post", "data", "payload", "event", "node", "body", "text",
    "parts", "part",
    "extra", "create", "item", "value", "record", "properties",
  ]

  /// The object that has a share among its fields and says who sent it: the object itself, or the one of
  /// which it is the content.
  func message(
    _ place: String, _ key: String, _ named: NamedFields
  ) -> (place: String, text: String)? {
    if named.sender == nil, named.sent.isEmpty, hasSeveral(place, key) { return nil }
    var (place, text) = (place, key)
    var weak: (place: String, text: String)?
    while true {
      if let found = places[place] {
        if named.sender != nil || !named.sent.isEmpty {
          let fields = [named.sender, named.sentField?.path].compactMap(\.self)
          if fields.contains(where: { found.paths[$0] != nil }) { return (place, text) }
        } else {
          if isSentPlace(place) != nil { return (place, text) }
          if found.paths.values.contains(where: { $0.isDirection }) { return (place, text) }
          let strength = found.paths.values
            .filter { $0.nobodies < $0.count && !$0.isEmpty && found.mayTellSender($0) }
            .compactMap(\.name.senderStrength).max()
          if let strength, strength > .weak {
            if strength == .middle, weak == nil, let outer = authored(place, text) { return outer }
            guard let weak else { return directed(place, text) ?? (place, text) }
            return nearer(weak, (place, text))
          }
          if strength == .weak, weak == nil, text != "value" || hasPeople(found) {
            weak = (place, text)
          }
        }
      }
      guard let (outer, part) = container(of: place) else { return weak }
      guard holdsOne(outer, place, text) else { return weak }
      place = outer
      text = part + "." + text
    }
  }

  /// Whether the objects beside a field `value` name people. In `{"name": "last-share", "value": …}` the name is that of
  /// the value; there each name is there once, and no time beside it.
  private func hasPeople(_ place: Place) -> Bool {
    place.paths.values.contains { path in
      guard path.name.senderStrength == .weak, path.nobodies == 0 else { return false }
      if path.name.words != ["name"] { return true }
      let names = Set(place.people.compactMap { $0[path.name.path] })
      return names.count > 1 && path.count > names.count
        && place.paths.values.contains { $0.times == $0.count && $0.isTime }
    }
  }

  /// Whether each object around messages has one of them, so that a name beside it may be the sender's. The parts of
  /// a message may be several.
  private func holdsOne(_ outer: String, _ inner: String, _ text: String) -> Bool {
    let part = inner.split(separator: "/").last.map { FieldName(String($0)).words.last ?? "" }
    if part.map({ ["part", "parts"].contains($0) }) == true { return true }
    let texts = places[inner]?.paths[text]?.count ?? 0
    return texts <= places[outer].map(\.count) ?? 0
  }

  /// Which of two objects says who sent a message: its own, which has a weak name, or the one around it.
  ///
  /// - Returns: `nil` where either may.
  private func nearer(
    _ own: (place: String, text: String), _ outer: (place: String, text: String)
  ) -> (place: String, text: String)? {
    let inner = people(own.place) { $0.isShownName && $0.senderStrength == .weak }
    let around = people(outer.place) { ($0.senderStrength ?? .weak) > .weak }
    if inner.isSubset(of: around) { return directed(outer.place, outer.text) ?? outer }
    if inner.count > 1 { return own }
    return around.count > 1 ? directed(outer.place, outer.text) ?? outer : nil
  }

  private func people(_ place: String, _ isWanted: (FieldName) -> Bool) -> Set<String> {
    guard let found = places[place] else { return [] }
    let paths = found.paths.values.map(\.name).filter(isWanted).map(\.path)
    return Set(found.people.flatMap { row in paths.compactMap { row[$0] } })
  }

  /// Names of elements that are a whole message each.
  private static let messages: Set<String> = [
    "message", "msg", "post", "item", "event", "node", "record", "entry", "comment", "line",
    "share",
    "tweet",
  ]

  /// Whether an object has several messages as its fields: `<chat user="ann"><message>…</message><message>…`. A name
  /// beside them may be the owner's.
  private func hasSeveral(_ place: String, _ key: String) -> Bool {
    guard !key.hasSuffix("[]"), let found = places[place], let path = found.paths[key],
      path.name.words.last.map({ Self.messages.contains($0) }) == true
    else { return false }
    return path.count > found.count
  }

  /// The same fields as those of an object around a message that says that it was passed on, where there is one:
  /// `{"context": {"forwarded": true}, "message": {…}}`.
  func withForwards(_ choice: FieldChoice) -> FieldChoice {
    var around = choice
    while let (outer, part) = container(of: around.place),
      around.texts.allSatisfy({ holdsOne(outer, around.place, $0) })
    {
      around.move(to: outer, under: part)
      around.forwards = forwards(at: outer)
      let isFlagged = around.forwards.contains { path in
        !path.hasPrefix(part + ".")
          && places[outer]?.paths[path]?.values.contains(where: FieldName.isYes) == true
      }
      if isFlagged { return around }
    }
    return choice
  }

  /// The object around one that may be a message's content, and the key that the inner one has there.
  private func container(of place: String) -> (outer: String, part: String)? {
    guard let slash = place.lastIndex(of: "/") else { return nil }
    let part = String(place[place.index(after: slash)...])
    guard !part.hasSuffix("[]"),
      FieldName(part).words.last.map({ Self.containers.contains($0) }) == true
    else { return nil }
    return (String(place[..<slash]), part)
  }

  /// The object around a message that names its author, where the message itself has only a field such as `member`,
  /// which may be whom it is about. The fields of both are compared then.
  private func authored(_ place: String, _ text: String) -> (place: String, text: String)? {
    guard let (outer, part) = container(of: place), holdsOne(outer, place, text) else { return nil }
    let own = part + "."
    let names = people(outer) { name in
      !name.path.hasPrefix(own) && (name.senderStrength ?? .weak) > .weak
    }
    return names.count > 1 ? (outer, own + text) : nil
  }

  /// The object around a message that says whether I sent it, where the message itself does not.
  private func directed(_ place: String, _ text: String) -> (place: String, text: String)? {
    guard let (outer, part) = container(of: place),
      let found = places[outer],
      found.paths.values.contains(where: { $0.isDirection && !$0.name.path.contains(".") })
    else { return nil }
    return (outer, part + "." + text)
  }
}
