internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

// Histories in which nothing happens but imports and what people say of names: merges, renames and forgetting, on
// several devices at once, and taking each back. So it is known of each result under which names it may be.

/// What was said of names in a history, and which results must therefore be where.
struct NameLedger {
  /// A merge, a renaming or a forgetting.
  struct Said {
    let kind: Action.Kind
    let old: String
    let new: String?
    let device: String
    let action: Int64
    var isUndone = false
  }

  var said: [Said] = []
  /// By the number of each share that was stored, the users under whom it was imported.
  var importedAs: [Int: Set<String>] = [:]

  /// All names of whoever has a name.
  ///
  /// - Parameter ever: Whether what was taken back counts, too.
  func names(of name: String, ever: Bool = false) -> Set<String> {
    var names: Set = [name]
    var count = 0
    while count < names.count {
      count = names.count
      for one in said where ever || !one.isUndone {
        guard let new = one.new, names.contains(one.old) || names.contains(new) else { continue }
        names.formUnion([one.old, new])
      }
    }
    return names
  }

  func names(of share: ChatShare, ever: Bool = false) -> Set<String> {
    (importedAs[share.number] ?? []).reduce(into: []) { $0.formUnion(names(of: $1, ever: ever)) }
  }

  /// Whether somebody who may be the sender is forgotten.
  func isForgotten(_ share: ChatShare) -> Bool {
    let names = names(of: share, ever: true)
    return said.contains { $0.kind == .forgotten && !$0.isUndone && names.contains($0.old) }
  }
}

extension Simulation {
  private static let mostShares = 10

  mutating func runNames() async throws {
    try makeDevices(most: 3)
    for _ in 0..<(Int.random(in: 0..<3, using: &random) == 0 ? 3 : 2) {
      for _ in 0..<Int.random(in: 6...14, using: &random) {
        clock += Int64.random(in: 0...200_000, using: &random)
        try await namesStep(devices[Int.random(in: 0..<devices.count, using: &random)])
        try tellWatched()
      }
      try await settle()
      note("all devices are quiet")
      try tellWatched()
      try judgeNamesOfResults()
    }
  }

  /// Prints where the share in `WATCH` is on each device: results, and disputes in brackets.
  private func tellWatched() throws {
    guard isTold, let number = ProcessInfo.processInfo.environment["WATCH"].flatMap({ Int($0) })
    else { return }
    for device in devices {
      let results = try device.store.results()
        .filter { ChatShare.number(in: $0.encodedFields) == number }.map(\.userId)
      let disputes = try device.store.disputes()
        .filter { ChatShare.number(in: $0.other.encodedFields) == number }
        .map { "[\($0.other.userId)]" }
      print("   ", device.name, (results + disputes).joined(separator: " "))
    }
  }

  private mutating func namesStep(_ device: SimulatedDevice) async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<30: try importNamed(device)
    case ..<45: try sayOfNames(device, .merged)
    case ..<55: try sayOfNames(device, .renamed)
    case ..<60: try sayOfNames(device, .forgotten)
    case ..<75: try undoNames(device)
    default: try await sync(device, faults: 10, crashes: false)
    }
  }

  private mutating func importNamed(_ device: SimulatedDevice) throws {
    var share = decisions.shares.randomElement(using: &random)
    if share == nil || decisions.shares.count < Self.mostShares && Bool.random(using: &random) {
      let number = decisions.shares.count
      // Few days, so that people who are merged have results of one puzzle.
      let new = ChatShare(
        number: number, sender: Self.people.dropFirst().randomElement(using: &random) ?? "",
        game: 0, day: Int.random(in: 0..<Self.days, using: &random), score: number % 6 + 1,
        sentAt: clock - 86_400_000, isSuspect: false, isMiss: false)
      // Two different results of one person in one place are a dispute of another kind, and two people with the same
      // result who are merged have it once.
      let isTaken = decisions.shares.contains {
        $0.slot == new.slot && ($0.sender == new.sender || $0.score == new.score)
      }
      guard !isTaken else { return }
      decisions.shares.append(new)
      share = new
    }
    guard let share else { return }
    let user = try device.store.knownNames().user(of: share.sender, sentAt: nil)
    let outcome = try decideImport(device, [share], replaces: false, isMended: false).first ?? nil
    note("\(device.name) imports \(share.brief) as \(user): \(outcome?.name ?? "left out")")
    guard let outcome, outcome.isStored || ["duplicate", "disputed"].contains(outcome.name) else {
      return
    }
    names.importedAs[share.number, default: []].insert(user)
  }

  private mutating func sayOfNames(_ device: SimulatedDevice, _ kind: Action.Kind) throws {
    let users = try device.store.users().map(\.user)
    let all = kind == .merged ? users : Self.names.filter { $0 != "me" }
    guard let old = users.randomElement(using: &random),
      let new = all.filter({ $0 != old }).randomElement(using: &random)
    else { return }
    let change: UserChange =
      switch kind {
      case .merged: try decideMerge(device, old, into: new)
      case .renamed: try decideRename(device, old, to: new)
      default: try decideForget(device, old, isForGood: false)
      }
    let isForgetting = kind == .forgotten
    note("\(device.name) \(kind.rawValue)s \(old)\(isForgetting ? "" : " to \(new)"): \(change)")
    guard case .done(let action) = change else { return }
    for other in names.said where other.device != device.name && !other.isUndone {
      let theirs = names.names(of: other.old, ever: true)
      guard theirs.contains(old) || theirs.contains(new) else { continue }
      countPair("names: " + other.kind.rawValue, kind.rawValue)
    }
    names.said.append(
      NameLedger.Said(
        kind: kind, old: old, new: isForgetting ? nil : new, device: device.name, action: action))
  }

  private mutating func undoNames(_ device: SimulatedDevice) throws {
    let mine = names.said.indices.filter {
      names.said[$0].device == device.name && !names.said[$0].isUndone
    }
    // Only what was said last can be taken back.
    guard let index = mine.last else { return }
    let one = names.said[index]
    guard let action = try device.store.actions().first(where: { $0.number == one.action }) else {
      return
    }
    let outcome = try decideUndo(device, action)
    note("\(device.name) undoes \(one.kind.rawValue) \(one.old) \(one.new ?? ""): \(outcome)")
    guard case .undone = outcome else { return }
    names.said[index].isUndone = true
    countPair("names: undo", one.kind.rawValue)
  }

  private mutating func judgeNamesOfResults() throws {
    var first: [String: Int] = [:]
    var found: Set<Int> = []
    for device in devices {
      var users: [Int: [String]] = [:]
      var counted: [String: Int] = [:]
      for record in try device.store.results() {
        guard let number = ChatShare.number(in: record.encodedFields) else { continue }
        users[number, default: []].append(record.userId)
        counted[record.id] = number
      }
      if device === devices[0] { first = counted }
      for id in Set(counted.keys).union(first.keys).sorted() where counted[id] != first[id] {
        verdict.diverged.append(
          "\(id) is share \(counted[id] ?? -1) on \(device.name), \(first[id] ?? -1) on \(devices[0].name)"
        )
      }
      let disputed = try device.store.disputes()
        .compactMap { ChatShare.number(in: $0.other.encodedFields) }
      found.formUnion(users.keys)
      found.formUnion(disputed)
      for share in decisions.shares where !names.isForgotten(share) {
        judge(share, users[share.number] ?? [], device)
      }
    }
    // A dispute does not travel.
    for share in decisions.shares
    where !names.isForgotten(share) && names.importedAs[share.number] != nil
      && !found.contains(share.number)
    {
      verdict.lost.append("\(share.brief) on all devices")
    }
  }

  /// Whether somebody who may be the same person has another result of the puzzle.
  private func mayBeDisputed(_ share: ChatShare) -> Bool {
    let mine = names.names(of: share, ever: true)
    return decisions.shares.contains { other in
      other.number != share.number && other.slot == share.slot
        && !names.names(of: other, ever: true).isDisjoint(with: mine)
    }
  }

  private mutating func judge(_ share: ChatShare, _ users: [String], _ device: SimulatedDevice) {
    let expected = names.names(of: share)
    guard !expected.isEmpty else { return }
    let place = "\(share.brief) on \(device.name)"
    if users.isEmpty, !mayBeDisputed(share) { verdict.lost.append(place) }
    // Who has imported one text under two names that are two people's has it twice.
    let ways = Set(names.importedAs[share.number]?.map { names.names(of: $0) } ?? [])
    if users.count > ways.count { verdict.doubled.append("\(place) is \(users.sorted())") }
    for user in users where !expected.contains(user) {
      verdict.renamed.append("\(place) is \(user)'s and not \(expected.sorted())")
    }
  }
}
