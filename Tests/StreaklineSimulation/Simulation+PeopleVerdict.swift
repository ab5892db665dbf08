internal import Foundation
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// What must hold after decisions, whenever all devices are quiet.

extension Simulation {
  /// What a device holds of the chat.
  private struct Held {
    /// The counted results by id, with the numbers of their shares.
    var counted: [String: String] = [:]
    /// The numbers of the shares that are results, counted or not, with their users.
    var shares: [Int: String] = [:]
    var users: Set<String> = []
    var disputes: Set<Int> = []
  }

  private func held(_ device: SimulatedDevice) throws -> Held {
    var held = Held()
    for record in try device.store.results() {
      held.users.insert(record.userId)
      if let number = ChatShare.number(in: record.encodedFields) {
        held.shares[number] = record.userId
      }
      guard !record.isSuspect, isShared(record.userId) else { continue }
      held.counted[record.id] = "\(record.contentHash)"
    }
    for dispute in try device.store.disputes() {
      guard let number = ChatShare.number(in: dispute.other.encodedFields) else { continue }
      let share = decisions.shares[number]
      guard dispute.other.contentHash == share.record(of: dispute.other.userId).contentHash
      else { continue }
      held.disputes.insert(number)
    }
    return held
  }

  /// Whether a name may be at a remote: with the pipeline's users also their other names.
  private func mayTravel(_ name: String) -> Bool {
    var ledger = decisions
    return Self.names.contains { isShared($0) && ledger.person($0) == ledger.person(name) }
  }

  /// Whether the pipeline carries what a user has.
  private func isShared(_ user: String) -> Bool { pipeline.users?.contains(user) ?? true }

  mutating func judgePeople() throws {
    let all = try devices.map { try held($0) }
    try judgeNames(all)
    for (device, one) in zip(devices, all) {
      if one.counted != all[0].counted {
        let ids = Set(one.counted.keys).union(all[0].counted.keys)
          .filter { one.counted[$0] != all[0].counted[$0] }.sorted()
        verdict.diverged.append(
          "\(device.name) and \(devices[0].name) count other results: \(ids.prefix(2))")
        for id in ids {
          note("END \(id) \(one.counted[id] ?? "-"), \(all[0].counted[id] ?? "-")")
        }
      }
      judge(device, one)
    }
    try judgeDocuments()
  }

  /// One person has one name everywhere, and who is forgotten stays forgotten.
  private mutating func judgeNames(_ all: [Held]) throws {
    var ledger = decisions
    let owner = ledger.person("me")
    let others = Self.names.filter { ledger.person($0) != owner && isShared($0) }
    let known = try devices.map { try $0.store.knownNames() }
    let first = known[0].users
    // A device that has nothing of somebody who is forgotten does not know the name.
    let forgotten = Set(known.flatMap(\.forgotten))
    for (index, one) in all.enumerated() {
      let device = devices[index]
      let names = known[index].users
      for name in others where names[name] != first[name] {
        let users = [name, names[name] ?? name, first[name] ?? name]
        guard users.allSatisfy({ isShared($0) && !forgotten.contains($0) }) else { continue }
        verdict.renamed.append(
          "\(name) is \(names[name] ?? name) on \(device.name), "
            + "\(first[name] ?? name) on \(devices[0].name)")
      }
      for (name, end) in decisions.endedNames
      where name != "me" && isShared(name) && one.users.contains(name) {
        if end.kind == .forget {
          verdict.resurrected.append(
            "\(name), forgotten on \(end.device), has results on \(device.name)")
        } else {
          verdict.renamed.append(
            "\(name), \(end.new ?? "") since \(end.kind.rawValue) on \(end.device), has results on "
              + device.name)
        }
      }
    }
  }

  private mutating func judge(_ device: SimulatedDevice, _ held: Held) {
    for share in decisions.shares {
      let user = held.shares[share.number]
      let isHere = user != nil
      if isHere, decisions.isErased(share) {
        let wasDeleted = decisions.deletedBefore.contains(share.number)
        verdict.resurrected.append(
          "erased\(wasDeleted ? " after it was deleted" : ""), on \(device.name): \(share.brief)")
      }
      // Under a name that the pipeline does not carry, a result is this device's alone.
      if let user, isShared(user), decisions.deleted.contains(share.number) {
        verdict.resurrected.append("deleted, on \(device.name) as \(user): \(share.brief)")
      }
      // What a device has given to its own `me` is not the sender's there, whose dispute somebody has settled.
      if decisions.settled.contains(share.number), held.disputes.contains(share.number),
        !decisions.wasGivenToRole(share)
      {
        let one = decisions.contents[share.number]
        verdict.resurrected.append(
          "\(one?.kind ?? "")ed on \(one?.device ?? ""), disputed on \(device.name): \(share.brief)"
        )
      }
      if !isHere, mustBeHere(share) {
        let rest = held.disputes.contains(share.number) ? ", a dispute there" : ""
        verdict.lost.append("\(share.brief) on \(device.name)\(rest)")
      }
    }
  }

  /// Whether a share was stored, and nothing was decided that may have taken it away.
  private func mustBeHere(_ share: ChatShare) -> Bool {
    guard decisions.stored[share.number] != nil, !decisions.unclear.contains(share.number),
      !share.isSuspect, decisions.travels(share.sender)
    else { return false }
    return !decisions.users.contains { one in
      (one.names.contains(share.sender) || one.new == share.sender)
        && !(one.isErasure && share.sentAt > one.at + DecisionLedger.margin)
    }
  }

  private mutating func judgeDocuments() throws {
    func pages(_ device: SimulatedDevice) throws -> [String: String] {
      var pages: [String: String] = [:]
      for page in try device.store.documents(type: SimulatedRecords.page.name) {
        pages[page.name] = page.fields["text"]?.string ?? ""
      }
      return pages
    }
    let first = try pages(devices[0])
    for device in devices where try pages(device) != first {
      verdict.diverged.append("\(device.name) has other pages than \(devices[0].name)")
    }
  }

  // MARK: - Bytes

  /// Looks for erased shares and people in each byte that is kept.
  mutating func judgeBytes() throws {
    let recounted = Int.random(in: 0..<devices.count, using: &random)
    for finding in try devices[recounted].store.verify() {
      verdict.diverged.append("\(devices[recounted].name) verify: \(finding)")
    }
    let erased = decisions.shares.filter { decisions.isErased($0) }.map(\.number)
    let names = namesOfNobody
    guard !erased.isEmpty || !names.isEmpty || pipeline.users != nil else { return }
    // The log of an id that no device has any more stays as that of a lost device does.
    let writers = Set(devices.map(\.id))
    for device in devices { try device.store.close() }
    for device in devices {
      for path in device.files { try judge(path, of: device, erased, names) }
      guard isFolder else { continue }
      for path in try shared.paths(of: device.name)
      where path.split(separator: "/").suffix(3).first.map({ writers.contains(String($0)) })
        ?? false
      {
        try judge(path, of: device, erased, names)
      }
    }
    var marks = Marks()
    for record in server.records { marks.scan(Array(String(json: .object(record.fields)).utf8)) }
    report(marks, "the server", erased, names)
    for name in marks.names where !mayTravel("zn" + name) {
      verdict.leaked.append("zn\(name) is not in the pipeline, and at the server")
    }
  }

  private mutating func judge(
    _ path: String, of device: SimulatedDevice, _ erased: [Int], _ names: Set<String>
  ) throws {
    guard let data = FileManager.default.contents(atPath: path) else { return }
    var marks = Marks()
    marks.scan(Array(data))
    let file = path.split(separator: "/").suffix(3).joined(separator: "/")
    let isLog = path.hasSuffix(".jsonl")
    let place = isLog ? "\(file), of \(device.name)" : "the store of \(device.name)"
    report(marks, place, erased, names)
    for name in marks.names where isLog && !mayTravel("zn" + name) {
      verdict.leaked.append("zn\(name) is not in the pipeline, and in \(file)")
    }
  }

  private mutating func report(
    _ marks: Marks, _ place: String, _ erased: [Int], _ names: Set<String>
  ) {
    for number in erased where marks.shares.contains(number) {
      let share = decisions.shares[number]
      let kind = share.isMiss ? " (near miss)" : ""
      verdict.leaked.append("erased, in \(place): \(share.brief)\(kind)")
    }
    for name in names.sorted() where marks.names.contains(String(name.dropFirst(2))) {
      verdict.leaked.append("erased, in \(place): the name \(name)")
    }
  }

  /// The names that were erased, and of which nothing came afterwards.
  private var namesOfNobody: Set<String> {
    var names: Set<String> = []
    for one in decisions.users {
      if one.isErasure, !one.isUnclear, one.names.allSatisfy(decisions.travels) {
        names.formUnion(one.names.union(one.formerNames))
      }
    }
    names.remove("me")
    let seen = Set(decisions.shares.filter { !decisions.isErased($0) }.map(\.sender))
    var linked: Set<Int> = []
    var ledger = decisions
    for name in seen { linked.insert(ledger.person(name)) }
    let isDecidedLater = { (name: String) in
      self.decisions.users.contains {
        !$0.isErasure && ($0.names.contains(name) || $0.new == name)
      }
    }
    return names.filter {
      !linked.contains(ledger.person($0)) && !isDecidedLater($0)
        && !(pipeline.users?.contains($0) ?? false)
    }
  }
}
