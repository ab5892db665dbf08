internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// What must hold in the end.

extension Simulation {
  mutating func judge() throws {
    let all = try devices.map { try $0.results() }
    let disputed = Set(try devices.flatMap { try $0.store.disputes().map(\.other.id) })
    let hasOld = devices.contains(where: \.isOld)
    let notes = try devices.map { try $0.documents(shared: hasOld) }
    // A recount is dear, and one device of each of many histories is many.
    let recounted = Int.random(in: 0..<devices.count, using: &random)
    for (index, device) in devices.enumerated() {
      for finding in index == recounted ? try device.store.verify() : [] {
        verdict.diverged.append("\(device.name) verify: \(finding)")
      }
      // Results of users who are not in the pipeline stay on their device.
      func shared(_ results: [String: String]) -> [String: String] {
        results.filter { !$0.key.hasPrefix("carol|") }
      }
      if shared(all[index]) != shared(all[0]) {
        let (mine, theirs) = (shared(all[index]), shared(all[0]))
        let different = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
        verdict.diverged.append("\(device.name): \(different.sorted().prefix(3))")
        for id in different.sorted() {
          note(
            "END \(id) \(device.name) \(mine[id] ?? "-"), \(devices[0].name) \(theirs[id] ?? "-")")
        }
      }
      if notes[index] != notes[0] {
        verdict.diverged.append("\(device.name) notes: \(notes[index]) \(notes[0])")
      }
      for id in all[index].keys where id.hasPrefix("stranger|") { verdict.leaked.append(id) }
      for (id, fate) in fates where !id.hasPrefix("carol|") {
        let mayBeGone =
          fate.isDeleted || fate.isWhollyDeletedUnsent || fate.isLostUnsent
          || !fate.deletedUnsent.isEmpty && (fate.isPerhapsSent || disputed.contains(id))
        if fate.isAdded, !mayBeGone, all[index][id] == nil {
          verdict.lost.append("\(device.name) \(id)")
        }
        // A device's own name does not tell whether it was given before a deletion or after it.
        let isOwnName = verdict.states.contains("names by device")
        if fate.mustBeGone, !fate.isRemade, !fate.isLostUnsent, !isOwnName, all[index][id] != nil {
          verdict.resurrected.append("\(device.name) \(id)")
        }
      }
    }
    judgeServer()
  }

  private mutating func judgeServer() {
    for record in otherServer.records { verdict.leaked.append("\(record.recordName) elsewhere") }
    guard !isFolder else { return }
    var seen: [String: Int] = [:]
    for record in server.records {
      if let saved = strange[record.recordName], saved != record {
        verdict.lost.append("\(record.recordName) was changed")
      }
      guard record.type == "GameResult" else { continue }
      note("SERVER \(record.recordName) \(record.fields["score"] ?? .null)")
      guard let user = record.fields["userId"]?.string, let game = record.fields["gameId"]?.string,
        let day = record.fields["dateInt"]?.int.flatMap(Day.init(dateInt:))
      else { continue }
      if user == "carol" { verdict.leaked.append("\(record.recordName) of carol") }
      let id = CompositeID(userId: user, day: day, gameId: game).encoded
      if user != "stranger", !foreignNames.contains(record.recordName) {
        seen[id, default: 0] += 1
      }
    }
    let names = Set(server.records.map(\.recordName))
    for name in strange.keys where !names.contains(name) { verdict.lost.append(name) }
    // Where each device has names of its own, one result may have several until they meet.
    guard !verdict.states.contains("names by device") else { return }
    for (id, count) in seen where count > 1 { verdict.doubled.append("\(id) \(count) times") }
  }
}
