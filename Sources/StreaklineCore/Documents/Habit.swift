/// Something that a person wants to do on each day.
package struct Habit: Hashable, Sendable {
  /// A UUID in lower case: the gameId of the habit's days, and the name of its document.
  package let id: String
  package let name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// A habit that no app has given an id. The same name gives the same id on every device.
  package init(new name: String) {
    let name = normalFormC(name)
    let id = UniqueID(namespace: .streakline, name: "Habit|\(name.lowercased())")
    self.init(id: id.description, name: name)
  }

  /// What a name stands for among known habits.
  package enum Match: Hashable, Sendable {
    case one(Habit)
    /// Habits of one name. They are different ones, such as those of two people.
    case several([Habit])
    case none
  }

  private static let leastIDCharacters = 7

  /// Finds the habit of a name, of an id, or of the start of an id, in upper or lower case.
  package static func find(_ text: String, among known: [Habit]) -> Match {
    if let id = UniqueID(text)?.description, let habit = known.first(where: { $0.id == id }) {
      return .one(habit)
    }
    let name = normalFormC(text).lowercased()
    var ids: Set<String> = []
    var found = known.filter { $0.name.lowercased() == name && ids.insert($0.id).inserted }
    if found.isEmpty, name.count >= leastIDCharacters {
      found = known.filter { $0.id.hasPrefix(name) && ids.insert($0.id).inserted }
    }
    return found.count > 1 ? .several(found) : found.first.map(Match.one) ?? .none
  }
}
