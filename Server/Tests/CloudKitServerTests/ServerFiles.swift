import CloudKitCore
import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// The files of a server with everything in them that answers are made from, and what it answers.
struct ServerFiles {
  private static let (container, user, guest) = ("iCloud.a", "_u", "_p")
  private static let zone = ZoneID(name: "Z", owner: user)
  private let names: [String]
  private let guid: String
  private let token: AccessToken
  private let pageToken: String
  private let keyID: String

  /// What was answered, and of which answers it was said that something is damaged.
  struct Observation {
    var values: [String: String] = [:]
    var said: Set<String> = []

    /// Whether it was said of a value, or of all of its kind.
    func isSaid(_ key: String) -> Bool {
      said.contains(key) || said.contains(String(key.prefix { $0 != " " })) || said.contains("all")
    }
  }

  init(_ path: String) async throws {
    names = (0..<40).map { "r\($0)" }
    let folder = try DataFolder(path)
    let accounts = folder.accounts
    try accounts.createContainer(Self.container, now: 0)
    for name in ["anna", "bert"] {
      try accounts.addUser(name, now: 0)
      try accounts.setDisplayName("The \(name)", of: name)
    }
    token = try accounts.createToken(
      container: Self.container, user: "anna", now: 0, expiresAt: 9_000)
    pageToken = try accounts.createPageToken(user: "bert", role: "posts", now: 0, expiresAt: 9_000)
    keyID = try accounts.addKey(container: Self.container, pem: Self.publicKey, now: 0)
    let store = try folder.store(Self.container, .development)
    for name in ["Z", "Other"] {
      _ = try await store.modify([ZoneOperation(name: name, isDeletion: false)], of: Self.user)
    }
    _ = try await store.modify([ZoneOperation(name: "Other", isDeletion: true)], of: Self.user)
    let records = names.map { name in
      User.operation(
        "create", name, ["text": ["value": .string("text of \(name)")], "n": ["value": 7]])
    }
    guid = try await Self.fill(store, records)
    try await store.save(
      Subscription(Self.subscription) { "s" }, of: Self.user, in: "private", mustExist: false)
    _ = try await store.accept(guid: guid, by: Self.guest, names: [Self.guest])
  }

  private static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
    6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
    -----END PUBLIC KEY-----
    """
  private static let subscription: JSON = [
    "subscriptionID": "s", "subscriptionType": "zone", "zoneID": ["zoneName": "Z"],
  ]

  /// Saves the records and shares all of their zone; deletes the last one.
  private static func fill(_ store: ContainerStore, _ records: [JSON]) async throws -> String {
    let share: JSON = [
      "operationType": "create",
      "record": [
        "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share", "fields": [:],
        "publicPermission": "READ_WRITE",
      ],
    ]
    let gone = User.operation("forceDelete", "r39", type: nil)
    var guid: String?
    for operations in [records + [share], [gone]] {
      let request = try ModifyRequest(
        ["zoneID": ["zoneName": "Z"], "operations": .list(operations)]) { "" }
      let done = try await store.modify(
        request, of: user, in: WriteContext(user: user, now: 1))
      guard case .saved(let record)? = done.outcomes.last else { continue }
      guid = record.sharing.first { $0.name == "shortGUID" }?.value.string
    }
    return try #require(guid)
  }

  /// Waits until nothing of a file is in a log beside it.
  static func waitForClosing(_ file: String) async throws {
    for _ in 0..<500 where FileManager.default.fileExists(atPath: file + "-wal") {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  func container(in path: String) -> String {
    "\(path)/containers/\(Self.container)/development.db"
  }

  /// Changes one bit of one of the files.
  ///
  /// - Returns: The place, for a message.
  func flip(_ path: String, _ random: inout SeededRandom) throws -> String {
    let names = ["accounts.db", "containers/\(Self.container)/development.db"]
    let name = names[Int.random(in: 0..<4, using: &random) == 0 ? 0 : 1]
    let url = URL(filePath: "\(path)/\(name)")
    var bytes = try Data(contentsOf: url)
    // Much of a file is free. Every other bit is one of what is there.
    let isUsed = Bool.random(using: &random)
    var place = Int.random(in: 0..<bytes.count, using: &random)
    while isUsed, bytes[place] == 0 { place = Int.random(in: 0..<bytes.count, using: &random) }
    let bit = Int.random(in: 0..<8, using: &random)
    bytes[place] ^= 1 << bit
    try bytes.write(to: url)
    return "bit \(bit) of byte \(place) of \(name)"
  }

  // MARK: - What is answered

  func observe(_ path: String) async -> Observation {
    var seen = Observation()
    do {
      let folder = try DataFolder(path)
      await observe(folder.accounts, &seen)
      do {
        try await observe(try folder.store(Self.container, .development), &seen)
      } catch {
        for kind in ["lookup", "feed", "later", "query", "guest", "zones", "share"] {
          seen.said.insert(kind)
        }
        for kind in ["subscription", "used", "schema"] { seen.said.insert(kind) }
      }
    } catch {
      seen.said.insert("all")
    }
    return seen
  }

  private func attempt(
    _ kind: String, _ seen: inout Observation,
    _ body: (inout Observation) async throws -> Void
  ) async {
    do { try await body(&seen) } catch { seen.said.insert(kind) }
  }

  private func observe(_ accounts: AccountStore, _ seen: inout Observation) async {
    await attempt("users", &seen) { seen in
      for user in try accounts.userEntries() { seen.values["users \(user.name)"] = user.player }
    }
    await attempt("containers", &seen) { seen in
      for name in try accounts.containers() { seen.values["containers \(name)"] = name }
    }
    await attempt("tokens", &seen) { seen in
      // Not the day of the last use, which looking at the accounts changes.
      for token in try accounts.tokens() {
        seen.values["tokens \(token.id)"] =
          "\([token.container, token.user, token.role, token.label]) \(token.expiresAt)"
      }
    }
    await attempt("keys", &seen) { seen in
      for key in try accounts.keys() { seen.values["keys \(key.id)"] = "\(key)" }
    }
    await attempt("holder", &seen) { seen in
      // A token that is not found is refused.
      if let holder = try await accounts.holder(of: token, now: 1) {
        seen.values["holder"] = "\(holder)"
      }
    }
    await attempt("page", &seen) { seen in
      if let holder = try accounts.pageHolder(of: pageToken, now: 1) {
        seen.values["page"] = "\(holder)"
      }
    }
    await attempt("key", &seen) { seen in
      if let key = try await accounts.serverKey(keyID) { seen.values["key"] = "\(key)" }
    }
    await attempt("people", &seen) { seen in
      for one in try await accounts.people(in: Self.container, now: 1, only: nil) {
        seen.values["people \(one.number)"] = one.name
        // A row of its own, which may be lost.
        if let name = one.displayName { seen.values["people named \(one.number)"] = name }
      }
    }
  }

  private func observe(_ store: ContainerStore, _ seen: inout Observation) async throws {
    for (type, fields) in store.schema.types {
      seen.values["schema \(type)"] = "\(fields.sorted { $0.key < $1.key })"
    }
    for (kind, guest) in [("lookup", nil), ("guest", Self.guest)] {
      await attempt(kind, &seen) { seen in
        let found = try await store.lookup(names, in: Self.zone, of: Self.user, for: guest)
        for (name, record) in found.records { seen.values["\(kind) \(name)"] = "\(record)" }
        for name in found.damaged.keys { seen.said.insert("\(kind) \(name)") }
      }
    }
    let first = SyncToken(.zone(1), sequence: 1).text(signedWith: store.key)
    for (kind, token) in [("feed", nil), ("later", first)] {
      await attempt(kind, &seen) { seen in try await observe(store, kind, token, &seen) }
    }
    await attempt("query", &seen) { seen in
      let query = try Query(
        ["query": ["recordType": "Note"], "zoneID": ["zoneName": "Z"], "resultsLimit": 200])
      let page = try await store.answer(query, of: Self.user, isStrict: false)
      for record in page.records { seen.values["query \(record.name)"] = "\(record)" }
      for name in page.damaged.keys {
        seen.said.insert(names.contains(name) ? "query \(name)" : "query")
      }
    }
    await attempt("zones", &seen) { seen in
      for zone in try await store.zones(of: Self.user) + store.sharedZones(of: Self.guest) {
        seen.values["zones \(zone.name)"] = "\(zone)"
      }
    }
    await attempt("share", &seen) { seen in
      if let state = try await store.share(guid: guid, for: Self.guest, names: []) {
        seen.values["share"] = "\(state)"
      }
    }
    await attempt("subscription", &seen) { seen in
      for one in try await store.subscriptions(of: Self.user, in: "private") {
        seen.values["subscription \(one.id)"] = String(decoding: one.json.bytes, as: UTF8.self)
      }
    }
    await attempt("used", &seen) { seen in
      let bytes = try await store.usedBytes(of: Self.user)
      if bytes > 0 { seen.values["used"] = "\(bytes)" }
    }
  }

  private func observe(
    _ store: ContainerStore, _ kind: String, _ token: String?, _ seen: inout Observation
  ) async throws {
    let page = try await store.changes(
      in: Self.zone, of: Self.user, ChangeRequest(token: token, limit: 200))
    for change in page.changes {
      switch change {
      case .saved(let record): seen.values["\(kind) \(record.name)"] = "\(record)"
      case .deleted(let name): seen.values["\(kind) \(name)"] = "deleted"
      // The name may be damaged itself.
      case .damaged(let name, _):
        seen.said.insert(names.contains(name) ? "\(kind) \(name)" : kind)
      }
    }
  }
}
