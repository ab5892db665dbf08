internal import Foundation
internal import GRDB

/// What is wrong with a file of the server.
package struct Damage: Hashable, Sendable, Codable {
  /// The file's place in the server's folder.
  package let file: String
  /// `nil` where it is the file as a whole.
  package let table: String?
  /// The values that say which row it is, as SQL has them.
  package let row: String?
  /// A sentence's words without values of users.
  package let reason: String
}

/// What a look at all files of a server has found.
package struct Verification: Hashable, Sendable, Codable {
  package internal(set) var damages: [Damage] = []
  package internal(set) var files = 0
  package internal(set) var rows = 0
  /// Files that an older server has written and that have no checksums yet.
  package internal(set) var unchecked: [String] = []

  /// Checks all files of a folder. Nothing else may write the containers, except this process.
  init(folder: String) {
    check("accounts.db", in: folder, ChecksummedTable.ofAccounts, ChecksummedTable.laterOfAccounts)
    let containers = folder + "/containers"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: containers)) ?? []
    for name in names.sorted() {
      for environment in Environment.allCases {
        let file = "containers/\(name)/\(environment.rawValue).db"
        guard FileManager.default.fileExists(atPath: "\(folder)/\(file)") else { continue }
        check(file, in: folder, ChecksummedTable.ofContainer)
      }
    }
  }

  /// - Parameter later: Tables that an older server has not made.
  private mutating func check(
    _ file: String, in folder: String, _ tables: [ChecksummedTable],
    _ later: [ChecksummedTable] = []
  ) {
    files += 1
    do {
      var configuration = Connection.configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: "\(folder)/\(file)", configuration: configuration)
      let found = try queue.writeWithoutTransaction { db in
        try FileCheck(db, file, tables + later.filter { try db.tableExists($0.name) })
      }
      try queue.close()
      damages += found.damages
      rows += found.rows
      if !found.hasChecksums { unchecked.append(file) }
    } catch {
      damages.append(Damage(file: file, table: nil, row: nil, reason: Self.words(of: error)))
    }
  }

  /// What SQLite says, without the statement, which can have values of users.
  fileprivate static func words(of error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return "SQLite says: \(error.message ?? "\(error.resultCode)")"
  }
}

/// What is wrong with one file.
private struct FileCheck {
  private let db: Database
  private let file: String
  private(set) var damages: [Damage] = []
  private(set) var rows = 0
  let hasChecksums: Bool

  init(_ db: Database, _ file: String, _ tables: [ChecksummedTable]) throws {
    self.db = db
    self.file = file
    hasChecksums = try Connection.hasChecksums(db)
    try checkStructure()
    guard hasChecksums else { return }
    for table in tables {
      attempt(table.name) { check in try check.check(table) }
    }
    guard try db.tableExists("usage") else { return }
    attempt("usage") { check in
      for owner in try UsageTable.wrongOwners(check.db) {
        check.add("usage", owner, "it is not what the records add up to")
      }
    }
  }

  private mutating func checkStructure() throws {
    let rows = try Row.fetchAll(db, sql: "PRAGMA integrity_check")
    for row in rows {
      let text = String.fromDatabaseValue(row[0]) ?? ""
      if text != "ok" { add(nil, nil, text) }
    }
  }

  private mutating func check(_ table: ChecksummedTable) throws {
    rows += try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quoted)") ?? 0
    let row = table.identity.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
    let found = try String.fetchAll(
      db, sql: "SELECT \(row) FROM \(table.quoted) WHERE NOT \(table.isWhole)")
    for row in found { add(table.name, row, "it is not what was written") }
  }

  /// Goes on with the next table where one cannot be read.
  private mutating func attempt(_ table: String, _ body: (inout FileCheck) throws -> Void) {
    do {
      try body(&self)
    } catch {
      add(table, nil, Verification.words(of: error))
    }
  }

  private mutating func add(_ table: String?, _ row: String?, _ reason: String) {
    damages.append(Damage(file: file, table: table, row: row, reason: reason))
  }
}
