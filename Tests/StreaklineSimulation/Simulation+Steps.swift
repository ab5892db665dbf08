internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// What users and other clients do.

extension Simulation {
  mutating func step(_ device: SimulatedDevice) async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<30: try ingest(device)
    case ..<38: try delete(device)
    case ..<44: try edit(device)
    case ..<48: try settleDispute(device)
    case ..<51: try undo(device)
    case ..<60: try changeNote(device)
    case ..<64: changeServer()
    case ..<66: device.skew += Int64.random(in: -400_000...400_000, using: &random)
    case ..<67: letWeeksPass()
    case ..<69: try await syncElsewhere(device)
    case ..<75: try await sync(device, faults: 20, crashes: true)
    default: try await sync(device, faults: 15, crashes: false)
    }
  }

  private mutating func letWeeksPass() {
    clock += 40 * 86_400_000
    verdict.states.insert("weeks offline")
    note("weeks pass")
  }

  mutating func ingest(_ device: SimulatedDevice) throws {
    var records: [Record] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let (game, day) = (
        Int.random(in: 0..<3, using: &random), Int.random(in: 0..<6, using: &random)
      )
      let isUsual = Int.random(in: 0..<10, using: &random) < 7
      records.append(
        SimulatedRecords.result(
          user: ["me", "me", "alice", "carol"].randomElement(using: &random) ?? "me", game: game,
          day: day, score: isUsual ? (game + day) % 7 : Int.random(in: 0...6, using: &random)))
    }
    if Int.random(in: 0..<10, using: &random) == 0 {
      records += SimulatedRecords.joined
      verdict.states.insert("ids with separators")
    }
    var batch = Batch(ParsedChunk(records: records), now: now(device))
    batch.replaces = Int.random(in: 0..<10, using: &random) == 0
    var action: NewAction? = NewAction(.imported)
    let before = try records.map { try device.store.record(id: $0.id) }
    let outcomes = try device.store.ingest(batch, as: &action)
    var stored: [String: Record] = [:]
    for (index, outcome) in outcomes.enumerated() {
      let id = records[index].id
      switch outcome {
      case .added, .replaced:
        let isGone = fates[id].map { $0.isDeleted || !$0.deletedUnsent.isEmpty } ?? false
        if isGone, before[index] == nil { fates[id]?.isRemade = true }
        fates[id, default: Fate()].isAdded = true
        noteReplaced(before[index], on: device)
        fates[id]?.replace(stored[id] ?? before[index], with: records[index])
        stored[id] = records[index]
        device.note(records[index])
      default: break
      }
      note("\(device.name) \(id) \(outcome.name)")
    }
    try device.note()
  }

  /// Notes a content that is about to be replaced, of which others may have heard.
  private mutating func noteReplaced(_ old: Record?, on device: SimulatedDevice) {
    guard let old, device.history(of: old.id).knowledge != nil else { return }
    fates[old.id, default: Fate()].replaceSent(old)
  }

  private mutating func anyResult(_ device: SimulatedDevice) throws -> Record? {
    try device.store.results().randomElement(using: &random)
  }

  mutating func delete(_ device: SimulatedDevice) throws {
    guard let record = try anyResult(device) else { return }
    try device.note()
    if try device.store.delete(id: record.id, now: now(device)) {
      device.deleted.insert(record.id)
      let (knowledge, contents) = device.history(of: record.id)
      if knowledge == .surely {
        fates[record.id, default: Fate()].isDeleted = true
      } else {
        fates[record.id, default: Fate()].deleteUnsent(contents, on: device.name)
        if knowledge == .perhaps { fates[record.id]?.isPerhapsSent = true }
        verdict.states.insert("deleted unsent")
      }
      note("\(device.name) deletes \(record.id)")
    }
  }

  mutating func edit(_ device: SimulatedDevice) throws {
    guard let record = try anyResult(device) else { return }
    try device.note()
    let score = Int.random(in: 1...6, using: &random)
    _ = try device.store.edit(id: record.id, now: now(device)) { record, _ in
      var fields = record.fields
      fields["score"] = .int(score)
      fields["completed"] = .bool(true)
      return fields
    }
    let edited = try device.store.record(id: record.id)
    noteReplaced(record, on: device)
    fates[record.id, default: Fate()].replace(record, with: edited)
    note("\(device.name) edits \(record.id) \(score)")
  }

  mutating func settleDispute(_ device: SimulatedDevice) throws {
    guard let dispute = try device.store.disputes().randomElement(using: &random) else { return }
    verdict.states.insert("dispute")
    let id = dispute.other.id
    if Bool.random(using: &random) {
      let before = try device.store.record(id: id)
      if try device.store.accept(dispute: dispute.key, now: now(device)) != nil {
        if before == nil { fates[id, default: Fate()].isRemade = true }
        noteReplaced(before, on: device)
        fates[id, default: Fate()].replace(before, with: dispute.other)
      }
    } else {
      _ = try device.store.reject(dispute: dispute.key, now: now(device))
      fates[id]?.replace(dispute.other, with: nil)
    }
    try device.note()
    note("\(device.name) settles \(id)")
  }

  mutating func undo(_ device: SimulatedDevice) throws {
    let actions = try device.store.actions().filter { $0.undoneAt == nil && $0.kind != .synced }
    guard let action = actions.randomElement(using: &random) else { return }
    let former = try device.results()
    _ = try device.store.undo(action.number, now: now(device))
    let current = try device.results()
    let (before, after) = (Set(former.keys), Set(current.keys))
    for id in before.subtracting(after) { fates[id, default: Fate()].isDeleted = true }
    device.deleted.formUnion(before.subtracting(after))
    for id in after.subtracting(before) {
      fates[id, default: Fate()].isAdded = true
      fates[id]?.isRemade = true
    }
    // A deletion may have been undone with what it has deleted.
    for (id, fate) in fates where !fate.deletedUnsent.isEmpty { fates[id]?.isRemade = true }
    for id in before.union(after) {
      fates[id, default: Fate()].replace(
        former[id].flatMap { Int64($0) }, with: current[id].flatMap { Int64($0) })
    }
    // What others have of it is deleted, too, and may be made again by them: nothing can be said of it.
    for id in before.union(after) where former[id] != current[id] { fates[id]?.isRemade = true }
    note("\(device.name) undoes \(action.kind.rawValue)")
  }

  mutating func changeNote(_ device: SimulatedDevice) throws {
    let name = ["a", "b"].randomElement(using: &random) ?? "a"
    if Int.random(in: 0..<6, using: &random) == 0 {
      _ = try device.store.deleteDocument(
        type: SimulatedRecords.note.name, name: name, now: now(device))
    } else {
      noteCount += 1
      let tag = ["x", "y", "z"].randomElement(using: &random) ?? "x"
      var fields: Fields = [
        "text": .string("\(device.name) \(noteCount)"), "count": .int(noteCount % 7),
      ]
      if !device.isOld { fields.append("tags", .list([.string(tag)])) }
      let document = Document(type: SimulatedRecords.note.name, name: name, fields: fields)
      _ = try device.store.put(document, now: now(device))
    }
    note("\(device.name) note \(name) \(now(device).milliseconds)")
  }

  /// What other clients do at the server.
  mutating func changeServer() {
    guard !isFolder else { return }
    server.set(
      now: Instant(milliseconds: clock), pageSize: Int.random(in: 1...20, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      server.expireTokens()
      verdict.states.insert("token expired")
    case 1:
      let stranger = SimulatedRecords.result(
        user: "stranger", game: 0, day: Int.random(in: 0..<6, using: &random), score: 2)
      server.save(remote(stranger, name: "stranger\(Int.random(in: 0..<3, using: &random))"))
      verdict.states.insert("stranger")
    case 2:
      let name = "strange\(Int.random(in: 0..<3, using: &random))"
      let record = RemoteRecord(
        zone: "results", recordName: name, type: "Strange",
        fields: ["what": .string("\(clock)")])
      strange[name] = server.save(record)
      verdict.states.insert("unknown type")
    default: saveElsewhere()
    }
    note("server")
  }

  /// Saves a result as the app would, under one or two names of its own.
  private mutating func saveElsewhere() {
    let (game, day) = (
      Int.random(in: 0..<3, using: &random), Int.random(in: 0..<6, using: &random)
    )
    let record = SimulatedRecords.result(game: game, day: day, score: (game + day) % 7)
    let isNew = fates[record.id] == nil
    fates[record.id, default: Fate()].isAdded = true
    fates[record.id]?.replace(nil, with: record)
    if fates[record.id]?.isDeleted == true { fates[record.id]?.isRemade = true }
    var names: [String] = []
    if isNew, Bool.random(using: &random) {
      names = [record.uuid.description.uppercased()]
    } else {
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        names.append("app-\(Int.random(in: 0..<1_000_000, using: &random))")
      }
    }
    for name in names {
      foreignNames.insert(name)
      _ = server.save(remote(record, name: name))
    }
    verdict.states.insert(names.count > 1 ? "doubled name" : "foreign name")
  }

  private func remote(_ record: Record, name: String) -> RemoteRecord {
    var fields: Fields = ["userId": .string(record.userId), "game": .string(record.game)]
    for (name, value) in record.fields where name != "source" { fields.append(name, value) }
    fields.append("appVersion", .string("7"))
    return RemoteRecord(
      zone: "results", recordName: name, type: record.type, fields: fields)
  }
}

extension Outcome {
  var name: String {
    switch self {
    case .added: "added"
    case .duplicate: "duplicate"
    case .disputed: "disputed"
    case .replaced: "replaced"
    case .settled: "settled"
    case .deleted: "deleted"
    case .erased: "erased"
    case .forgotten: "forgotten"
    }
  }
}
