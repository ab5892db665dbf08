/// What people of a history have decided, and what must therefore hold on all devices.
///
/// A history of decisions has epochs. Between two of them all devices sync until they are quiet, so that in
/// an epoch each device knows what was decided in the epochs before. What two devices decide in one epoch
/// about the same may come to either: then only this is asked, that both come to the same.
struct DecisionLedger {
  /// A decision about a user.
  struct OfUser {
    enum Kind: String { case erase, eraseAll = "erase all", forget, merge, rename }
    let kind: Kind
    /// The user, with his other names on the device.
    let names: Set<String>
    /// The name that he has afterwards.
    var new: String?
    let at: Int64
    let epoch: Int
    let device: String
    /// The names that an erased user had only until that was taken back. Whoever has one in a chat may be somebody else.
    var formerNames: Set<String> = []
    /// The number of the action on its device.
    var action: Int64?
    var isUndone = false
    /// Whether others have decided something about the same person that cannot be put in order.
    var isUnclear = false
  }

  /// A decision about a content, after which it must be known wherever it is met.
  struct OfContent {
    /// `edit`, `delete`, `accept` or `reject`.
    let kind: String
    let epoch: Int
    let device: String
    /// The user under whom the device had the content.
    let user: String
    /// How many decisions about users were made before it.
    var order = 0
  }

  /// The users whom the pipeline carries; `nil` for all. Of others nothing is decided for all devices.
  var carried: Set<String>?
  var epoch = 0
  var shares: [ChatShare] = []
  var users: [OfUser] = []
  /// By the number of the share.
  var contents: [Int: OfContent] = [:]
  /// The shares that were stored everywhere when they were deleted.
  var deleted: Set<Int> = []
  /// Those of them that were erased later.
  var deletedBefore: Set<Int> = []
  /// The shares that were settled, which must not be open disputes.
  var settled: Set<Int> = []
  /// The shares that were stored anywhere, by number, with the epoch.
  var stored: [Int: Int] = [:]
  /// When each share was imported last, by number.
  var met: [Int: Int] = [:]
  /// The users under whom each share was imported, by number: who has undone a renaming meanwhile, and erases
  /// only one of the names, does not reach what another device has stored under the other.
  var importedAs: [Int: Set<String>] = [:]
  /// Those of which nothing can be said any more.
  var unclear: Set<Int> = []
  /// The disputes that were accepted, by the number of the share. Who accepts what he has deleted brings it back, and
  /// what another device deletes at the same time, not knowing of that, it deletes in the life before.
  var accepted: [Int: OfContent] = [:]
  /// The devices whose stores were copied or restored in this epoch: they may not know of the epochs before.
  var restored: Set<String> = []
  /// The devices whose stores are copies, with the one that each was copied from, whose actions it has, too.
  var copied: [String: String] = [:]
  /// Those that were brought back on purpose after an erasure.
  var broughtBack: [Int: OfContent] = [:]
  /// Whether the remote is a folder, in which `me` of one device is not `me` of another.
  var isFolder = false
  /// The places that were changed in this epoch by more than decisions about contents.
  var restless: Set<ChatShare.Slot> = []
  /// The names that were linked by merging and renaming, with a number for each person.
  private var persons: [String: Int] = [:]

  /// Erasures do not cover what was sent after them. Clocks are at most this far apart.
  static let margin: Int64 = 25 * 60_000

  func travels(_ name: String) -> Bool { carried?.contains(name) ?? true }

  mutating func link(_ old: String, _ new: String) {
    let (first, second) = (person(old), person(new))
    for (name, number) in persons where number == second { persons[name] = first }
  }

  mutating func person(_ name: String) -> Int {
    if let known = persons[name] { return known }
    let number = (persons.values.max() ?? 0) + 1
    persons[name] = number
    return number
  }

  /// Notes a decision about a user, and what it makes unclear.
  mutating func add(_ new: OfUser) {
    var new = new
    let mine = Set(new.names.union([new.new].compactMap(\.self)).map { person($0) })
    for index in users.indices where isOther(users[index], new, mine) {
      users[index].isUnclear = true
      new.isUnclear = true
    }
    if new.isUnclear || new.isOfOwner {
      for share in shares where mine.contains(person(share.sender)) { drop(share.number) }
    }
    users.append(new)
    if let target = new.new { for name in new.names { link(name, target) } }
  }

  /// Whether a decision is of another device in the same epoch, and about the same person.
  private mutating func isOther(_ old: OfUser, _ new: OfUser, _ persons: Set<Int>) -> Bool {
    guard old.epoch == new.epoch, old.device != new.device else { return false }
    if old.kind == .eraseAll || new.kind == .eraseAll { return true }
    let theirs = Set(old.names.union([old.new].compactMap(\.self)).map { person($0) })
    return !theirs.isDisjoint(with: persons)
  }

  /// A device, and those of which its store is a copy.
  func origins(of device: String) -> [String] {
    Array(sequence(first: device) { copied[$0] })
  }

  /// Whether another device has accepted a share in this epoch.
  func isAccepted(_ number: Int, besides device: String) -> Bool {
    accepted[number].map { $0.epoch == epoch && $0.device != device } ?? false
  }

  /// The decisions that hold about the sender of a share.
  func decisions(on share: ChatShare) -> [OfUser] {
    users.filter { !$0.isUndone && $0.names.contains(share.sender) }
  }

  /// Whether a share must be nowhere, because its sender was erased after it was sent.
  func isErased(_ share: ChatShare) -> Bool {
    guard travels(share.sender), !wasGivenToRole(share),
      !isOfGivenRole(share)
    else { return false }
    let back = broughtBack[share.number]
    return users.enumerated().contains { index, one in
      // What another device brings back at once may come before or after.
      let isBack =
        back.map { index < $0.order || one.epoch == $0.epoch && one.device != $0.device } ?? false
      return !isBack && isErased(share, by: one)
    }
  }

  private func isErased(_ share: ChatShare, by one: OfUser) -> Bool {
    one.isErasure && !one.isUnclear && one.names.contains(share.sender)
      && one.names.union(one.formerNames).isSuperset(of: importedAs[share.number] ?? [])
      && share.sentAt < one.at - Self.margin
      && (one.kind == .eraseAll && share.sender != "me" || !one.isOfOwner
        || isOwnersGone(share, one))
  }

  /// Whether a device has given the sender's results to its own `me`. They are that role's there, which no other
  /// device's erasure of the name reaches.
  func wasGivenToRole(_ share: ChatShare) -> Bool {
    users.contains { $0.new == "me" && $0.names.contains(share.sender) }
  }

  /// Whether a share is of `me` and a device has given that role's results to somebody. Other devices do not follow
  /// that, so that the share is one person's here and another's there, and a deletion concerns only one of them.
  func isOfGivenRole(_ share: ChatShare) -> Bool {
    share.sender == "me"
      && users.contains { !$0.isUndone && $0.names.contains("me") && $0.new != nil }
  }

  /// `me` is whoever owns a device, so only what was everywhere is gone, until a device imports it again.
  private func isOwnersGone(_ share: ChatShare, _ erasure: OfUser) -> Bool {
    !isFolder && stored[share.number].map { $0 < erasure.epoch } ?? false
      && (met[share.number] ?? 0) < erasure.epoch
  }

  /// The names that must be nowhere else than with who has them now.
  var endedNames: [String: OfUser] {
    var ended: [String: OfUser] = [:]
    for one in users where one.names.union([one.new].compactMap(\.self)).allSatisfy(travels) {
      switch one.kind {
      case .merge where one.isOfOwner, .rename where one.isOfOwner, .forget where one.isOfOwner:
        for name in one.names { ended[name] = nil }
        if let new = one.new { ended[new] = nil }
      case .merge, .rename:
        for name in one.names { ended[name] = one.isUndone || one.isUnclear ? nil : one }
        if let new = one.new { ended[new] = nil }
      case .forget:
        for name in one.names { ended[name] = one.isUndone || one.isUnclear ? nil : one }
      // Who was erased may begin again.
      case .erase, .eraseAll: for name in one.names { ended[name] = nil }
      }
    }
    return ended
  }

  /// Ends an epoch: all devices know everything.
  mutating func end() {
    for (number, one) in contents where one.epoch == epoch {
      if restless.contains(shares[number].slot) { drop(number) }
    }
    // Of a name to which several things have happened at once, and of a role, nothing can be said.
    for one in users where one.epoch == epoch && (one.isUnclear || one.isOfOwner) {
      let mine = Set(one.names.union([one.new].compactMap(\.self)).map { person($0) })
      for share in shares where mine.contains(person(share.sender)) { drop(share.number) }
    }
    restless = []
    restored = []
    epoch += 1
  }

  /// Nothing can be said any more of what is in a place.
  mutating func disturb(_ slot: ChatShare.Slot) {
    restless.insert(slot)
    for share in shares where share.slot == slot {
      drop(share.number)
      unclear.insert(share.number)
    }
  }

  mutating func drop(_ number: Int) {
    contents[number] = nil
    deleted.remove(number)
    settled.remove(number)
  }
}

extension DecisionLedger.OfUser {
  var isErasure: Bool { kind == .erase || kind == .eraseAll }
  /// Whether it is about `me`, which is a role of a device and not a name.
  var isOfOwner: Bool { names.contains("me") || new == "me" }
}

extension DecisionLedger {
  /// Nothing can be said any more of which of the contents in a place stays.
  mutating func loseSight(of slot: ChatShare.Slot) {
    for share in shares where share.slot == slot { unclear.insert(share.number) }
  }
}
