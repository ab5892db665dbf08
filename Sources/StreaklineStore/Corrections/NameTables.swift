internal import GRDB
internal import StreaklineCore

/// The table `alias`: what the user has said of names.
enum AliasTable {
  /// Names and the users that they stand for; `nil` for somebody who is forgotten.
  static func all(_ db: Database) throws -> [String: String?] {
    try ChecksummedTable.require("alias", of: db)
    let rows = try RowStatement(db, "SELECT name, user FROM alias")
    var names: [String: String?] = [:]
    while try rows.next() { names[rows.text(0) ?? ""] = .some(rows.text(1)) }
    return names
  }

  /// Sets what a name stands for; `nil` removes what was said of it.
  static func set(_ name: String, _ user: String??, _ db: Database) throws {
    guard let user else {
      let removal = try RowStatement(db, "DELETE FROM alias WHERE name = ?")
      removal.bind(1, name)
      return try removal.run()
    }
    let insertion = try RowStatement(db, "INSERT OR REPLACE INTO alias VALUES (?, ?, ?)")
    insertion.bindWithChecksum(.text(name), .text(user))
    try insertion.run()
  }
}

/// The table `person`: the people of exports that have ids.
enum PersonTable {
  static func all(_ db: Database) throws -> [String: Person] {
    try ChecksummedTable.require("person", of: db)
    let rows = try RowStatement(db, "SELECT id, user, name, namedAt FROM person")
    var people: [String: Person] = [:]
    while try rows.next() {
      guard let id = rows.text(0), let user = rows.text(1), let name = rows.text(2) else {
        throw DamagedRow(detail: "a person cannot be read")
      }
      people[id] = Person(
        user: user, name: name, namedAt: rows.number(3).map(Instant.init(milliseconds:)))
    }
    return people
  }

  static func save(_ people: [String: Person], _ db: Database) throws {
    guard !people.isEmpty else { return }
    // A repeated import writes nothing.
    let known = try all(db)
    let people = people.filter { known[$0.key] != $0.value }
    let insertion = try RowStatement(db, "INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?, ?)")
    for (id, person) in people.sorted(by: { $0.key < $1.key }) {
      insertion.bindWithChecksum(
        .text(id), .text(person.user), .text(person.name), .number(person.namedAt?.milliseconds))
      try insertion.run()
    }
  }
}

/// The table `move`: where the results of a renamed user went.
struct MoveTable {
  private let insertion: RowStatement
  private let search: RowStatement
  private let removal: RowStatement

  init(_ db: Database) throws {
    insertion = try RowStatement(db, "INSERT INTO move VALUES (?, ?, ?, ?)")
    search = try RowStatement(
      db, "SELECT oldItem, newItem FROM move WHERE action = ? ORDER BY oldItem")
    removal = try RowStatement(db, "DELETE FROM move WHERE action = ?")
  }

  func insert(_ old: ResultKey, _ new: ResultKey, action: Int64) throws {
    insertion.bindWithChecksum(.number(action), .number(old.value), .number(new.value))
    try insertion.run()
  }

  func moves(of action: Int64) throws -> [(old: ResultKey, new: ResultKey)] {
    search.bind(1, action)
    var moves: [(old: ResultKey, new: ResultKey)] = []
    while try search.next() {
      moves.append((ResultKey(search.number(0) ?? 0), ResultKey(search.number(1) ?? 0)))
    }
    return moves
  }

  func removeAll(of action: Int64) throws {
    removal.bind(1, action)
    try removal.run()
  }
}
