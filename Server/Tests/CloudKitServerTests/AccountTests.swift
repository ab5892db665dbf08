import CloudKitCore
import CloudKitStorage
import Foundation
import GRDB
import Testing
import ToolTesting

/// Names of users, their players, and what is known of tokens.
@Suite struct AccountTests {
  private static let day = 86_400_000
  private let files: TemporaryFolder
  private let accounts: AccountStore

  init() throws {
    files = try TemporaryFolder()
    accounts = try AccountStore(folder: files.path)
  }

  /// Waits until the list says what was written beside the answers.
  private func lastUse(of label: String, is day: Int) async throws -> Bool {
    for _ in 0..<1_000 {
      let token = try #require(try accounts.tokens().first { $0.label == label })
      if token.usedAt == day * Self.day { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test func `a name has any letters, and the same letters typed in another way are the same name`()
    throws
  {
    let (one, other) = ("Tom M\u{FC}ller", "Tom Mu\u{308}ller")
    try accounts.addUser(one, now: 0)
    try accounts.addUser("Клара 🌸", now: 0)
    #expect(throws: StorageError.self) { try accounts.addUser(other, now: 0) }
    let token = try accounts.createPageToken(user: other, role: "posts", now: 0, expiresAt: 9)
    #expect(try accounts.pageHolder(of: token, now: 1)?.user == one)
    try accounts.removeUser(other)
    #expect(try accounts.userEntries().map(\.name) == ["Клара 🌸"])
  }

  @Test(arguments: [
    "", " ", " Tom", "Tom\n", "a\tb", "a\u{1b}[31mb", "a\u{202E}b", "a\u{200B}b", "\u{2028}",
    String(repeating: "ü", count: 51),
  ])
  func `a name that a list could not show is refused, also of a player and as a label`(
    _ name: String
  )
    throws
  {
    #expect(throws: StorageError.self) { try accounts.addUser(name, now: 0) }
    try accounts.addUser("tom", now: 0)
    #expect(throws: StorageError.self) {
      try accounts.createPageToken(user: "tom", role: "posts", now: 0, expiresAt: 9, label: name)
    }
    guard !name.isEmpty else { return }
    #expect(throws: StorageError.self) { try accounts.setPlayer(name, of: "tom") }
  }

  @Test func `a user's player is another one at once, and the user's own name again`() throws {
    try accounts.addUser("anna", now: 0)
    let token = try accounts.createPageToken(user: "anna", role: "posts", now: 0, expiresAt: 9)
    #expect(try accounts.pageHolder(of: token, now: 1)?.player == "anna")
    try accounts.setPlayer("Anna", of: "anna")
    #expect(try accounts.pageHolder(of: token, now: 1)?.player == "Anna")
    #expect(try accounts.userEntries().map { [$0.name, $0.player] } == [["anna", "Anna"]])
    try accounts.setPlayer("", of: "anna")
    #expect(try accounts.pageHolder(of: token, now: 1)?.player == "anna")
    #expect(throws: StorageError.self) { try accounts.setPlayer("Anna", of: "nobody") }
  }

  @Test func `a list says of each token its label and the last day of use`() async throws {
    try accounts.createContainer("iCloud.com.example", now: 0)
    try accounts.addUser("anna", now: 0)
    let end = 100 * Self.day
    let page = try accounts.createPageToken(
      user: "anna", role: "posts", now: 0, expiresAt: end, label: "phone 📱")
    let app = try accounts.createToken(
      container: "iCloud.com.example", user: nil, now: 0, expiresAt: end, label: "app")
    _ = try accounts.createPageToken(user: "anna", role: "reads", now: 0, expiresAt: end)
    #expect(try accounts.tokens().allSatisfy { $0.usedAt == nil })
    _ = try accounts.pageHolder(of: page, now: 3 * Self.day + 5)
    _ = try await accounts.holder(of: app, now: 4 * Self.day)
    #expect(try await lastUse(of: "phone 📱", is: 3))
    #expect(try await lastUse(of: "app", is: 4))
    _ = try accounts.pageHolder(of: page, now: 5 * Self.day)
    #expect(try await lastUse(of: "phone 📱", is: 5))
    #expect(try accounts.tokens().count { $0.usedAt == nil && $0.label == nil } == 1)
    // A wrong secret is no use.
    _ = try accounts.pageHolder(of: page.dropLast(2) + "00", now: 6 * Self.day)
    #expect(try await lastUse(of: "phone 📱", is: 5))
  }

  @Test func `nothing is known of tokens that are gone`() throws {
    try accounts.addUser("anna", now: 0)
    for label in ["a", "b"] {
      _ = try accounts.createPageToken(
        user: "anna", role: "posts", now: 0, expiresAt: 9, label: label)
    }
    func notes() throws -> Int? {
      let queue = try DatabaseQueue(path: files.file("accounts.db"))
      return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM tokenNote") }
    }
    #expect(try notes() == 2)
    let first = try #require(try accounts.tokens().first)
    try accounts.revokeToken(first.id)
    #expect(try notes() == 1)
    try accounts.removeUser("anna")
    #expect(try notes() == 0)
  }

  @Test func `a damaged player lets nobody in as somebody else`() throws {
    try accounts.addUser("anna", now: 0)
    try accounts.setPlayer("Anna", of: "anna")
    let token = try accounts.createPageToken(user: "anna", role: "posts", now: 0, expiresAt: 9)
    let queue = try DatabaseQueue(path: files.file("accounts.db"))
    try queue.write { try $0.execute(sql: "UPDATE player SET name = 'Anne'") }
    #expect(throws: (any Error).self) { try accounts.pageHolder(of: token, now: 1) }
  }
}
