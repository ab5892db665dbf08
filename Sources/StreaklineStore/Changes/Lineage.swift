internal import StreaklineCore

/// What the stamp of a version cannot say by itself: its life and revision and, of a version that came
/// from elsewhere, when and where it was made.
struct Lineage: Hashable {
  /// When the version was made; `nil` when its number says it.
  var time: Instant?
  /// The device that made it; `nil` for this one.
  var device: String?
  var life = 0
  var revision = 0
  /// The contents that it has replaced, as ``Stamp/replaced``.
  var replaced: [Int64] = []
  /// As ``Stamp/formerNames``.
  var formerNames: [Int64] = []
  /// Whether the version is the deletion of a text that an erasure concerns. It is kept only until nothing else has
  /// the sender's name.
  var isErased = false

  /// Stands among ``replaced`` where a result was not deleted but given to another name.
  static let moved: Int64 = 0x6D6F_7665_6421
  /// The upper half of ``moved(to:)``.
  private static let movedTo: Int64 = 0x6D6F_7665

  /// Stands beside ``moved`` and says to which name the result was given.
  static func moved(to name: String) -> Int64 {
    var hash = XXHash64()
    hash.add(Array("moved|\(name)".utf8))
    return movedTo << 32 | Int64(hash.digest & 0xFFFF_FFFF)
  }

  /// What stands among ``replaced`` where a result was given to a name.
  static func marks(ofMoveTo name: String) -> [Int64] { [moved, moved(to: name)] }

  /// Stands among ``replaced`` where a result was taken away because somebody is forgotten. Nobody has decided against
  /// its content, which is named behind the mark.
  static let forgotten: Int64 = 0x666F_7267_6F74

  /// What stands among ``replaced`` where a result of somebody who is forgotten was taken away.
  ///
  /// - Parameter hashes: As in ``move(of:to:)``.
  static func forgetting(of hashes: [Int64]) -> [Int64] {
    [forgotten] + hashes + noHashes.dropFirst(hashes.count)
  }

  /// Whether a member of ``replaced`` says that a result was given to another name, that its owner is forgotten or that
  /// a deletion was taken back, and names no content.
  static func isMark(_ member: Int64) -> Bool {
    member == moved || member == forgotten || member == withdrawn || member == alsoWithdrawn
      || member >> 32 == movedTo
      || isOfTakingBack(member) || isOfAccepting(member)
  }

  /// What stands among ``replaced`` where a result was given to a name: the marks, and then the hashes of the result.
  ///
  /// - Parameter hashes: The digest of its content, and the hash of its text; fewer where it does not have these.
  static func move(of hashes: [Int64], to name: String) -> [Int64] {
    marks(ofMoveTo: name) + hashes + noHashes.dropFirst(hashes.count)
  }

  /// Stand in the place of hashes that a result does not have.
  private static let noHashes = [movedTo << 32, movedTo << 32 | 1]

  /// The contents against which somebody has decided, among the members of ``replaced``: what was only given to another
  /// name, or taken away because somebody is forgotten, is none of them.
  static func decided(_ replaced: [Int64]) -> [Int64] {
    let given = given(replaced)
    return replaced.filter { !isMark($0) && !given.contains($0) }
  }

  /// The hashes of a result that was given to another name or taken away because somebody is forgotten, among the members
  /// of ``replaced``.
  static func given(_ replaced: [Int64]) -> [Int64] {
    guard let mark = replaced.firstIndex(where: { $0 == moved || $0 == forgotten }) else {
      return []
    }
    var rest = replaced[mark...].dropFirst()
    if let next = rest.first, isMark(next), !noHashes.contains(next) { rest = rest.dropFirst() }
    return rest.prefix(noHashes.count).filter { !noHashes.contains($0) }
  }

  /// The ``replaced`` of a deletion that knows what two deletions of one result know. A content is decided against when
  /// either of them says so; what both have only given to another name, or taken away with its person, is not.
  static func known(byDeletions one: [Int64], _ other: [Int64]) -> [Int64] {
    var decided = decided(one)
    decided += Self.decided(other).filter { !decided.contains($0) }
    var marks = one.filter { isMark($0) && !noHashes.contains($0) }
    marks += other.filter { isMark($0) && !noHashes.contains($0) && !marks.contains($0) }
    guard let first = marks.firstIndex(where: { $0 == moved || $0 == forgotten }) else {
      return known(decided + marks, of: one + other)
    }
    var start = [marks.remove(at: first)]
    if start[0] == moved, let name = marks.firstIndex(where: { $0 >> 32 == movedTo }) {
      start.append(marks.remove(at: name))
    }
    var given = given(one)
    given += Self.given(other).filter { !given.contains($0) }
    let hashes = given.filter { !decided.contains($0) }.prefix(noHashes.count)
    start += hashes + noHashes.dropFirst(hashes.count)
    return start + decided + marks
  }

  /// What the version has replaced, without the marks of moves: a result that gets another name takes only this along.
  var replacedUnderNewName: [Int64] {
    let decided =
      replaced.contains(Self.forgotten)
      ? Self.decided(replaced)
      : replaced.filter { !Self.isMark($0) || Self.isOfAccepting($0) }
    return Self.known(decided, of: replaced)
  }

  /// What is left of ``replaced``. A version of which nothing is known seems to replace everything, so one of which no
  /// more is left than that it replaces nothing says so.
  private static func known(_ rest: [Int64], of replaced: [Int64]) -> [Int64] {
    rest.isEmpty && !replaced.isEmpty ? [noHashes[0]] : rest
  }

  /// The lineage of a version that was made here, in its first life.
  static let first = Lineage()

  /// The lineage of a version that came from elsewhere.
  init(_ stamp: Stamp) {
    time = stamp.time
    device = stamp.device
    life = stamp.life
    revision = stamp.revision
    replaced = stamp.replaced
    formerNames = stamp.formerNames
  }

  init() {}

  /// The lineage of the version that is made here after this one.
  ///
  /// - Parameters:
  ///   - version: The new version. Its stamp is later than the one before, also when that one was made by
  ///     a clock that is ahead.
  ///   - hashes: The digest of the content that it replaces, and the hash of its text; empty when it replaces a
  ///     deletion.
  func next(isDeletion: Bool, version: Int64, replacing hashes: [Int64]) -> Lineage {
    var next = Lineage()
    next.life = life % 2 == (isDeletion ? 1 : 0) ? life : life + 1
    next.revision = next.life == life ? revision + 1 : 0
    // That an earlier version was given away says nothing of this one.
    var known = Self.decided(replaced)
    // Who stores something in place of a deletion decides against all deletions.
    if isDeletion || next.life == life {
      known += replaced.filter { Self.isOfTakingBack($0) || Self.isOfAccepting($0) }
    }
    next.replaced = Self.known(known, of: replaced)
    next.formerNames = formerNames
    next.add(replaced: hashes)
    if let time, time >= VersionClock.instant(of: version) {
      next.time = Instant(milliseconds: time.milliseconds + 1)
    }
    return next
  }

  /// Notes that the version was made in knowledge of contents, besides those noted before.
  mutating func add(replaced hashes: [Int64]) {
    guard !hashes.isEmpty else { return }
    replaced = Array(
      (hashes + replaced.filter { !hashes.contains($0) }).prefix(Stamp.mostReplaced))
  }

  /// Notes that the version was made without knowing of contents.
  mutating func remove(replaced hashes: [Int64]) {
    replaced = Self.known(replaced.filter { !hashes.contains($0) }, of: replaced)
  }

  /// The names of a result that is stored under a name: the former ones, or only that one.
  func names(under name: String) -> [Int64] {
    formerNames.isEmpty ? [Stamp.hash(ofName: name)] : formerNames
  }

  /// Notes under which names a result was stored first that is stored under a name now.
  mutating func set(names: [Int64], under name: String) {
    let all = Set(names).sorted()
    formerNames = all == [Stamp.hash(ofName: name)] ? [] : all
  }

  /// The life of an item that an erasure leaves because it is newer. It is a later life, so that a deletion of what the
  /// item was before does not concern it. An item that was never changed in a later life stays in that one.
  static func lifeAfterErasure(life: Int, revision: Int) -> Int {
    life == 0 || revision > 0 ? life + 2 : life
  }

  /// Whether the version was made in knowledge of the content of a result, or of its text.
  func names(_ record: Record) -> Bool { stamp(version: 0, device: "").names(record) }

  /// - Parameter thisDevice: The ids of this device.
  func stamp(version: Int64, thisDevice: OwnDevices) -> Stamp {
    stamp(version: version, device: thisDevice.id(of: version))
  }

  private func stamp(version: Int64, device ownID: String) -> Stamp {
    Stamp(
      time: time ?? VersionClock.instant(of: version), device: device ?? ownID, life: life,
      revision: revision, replaced: replaced, formerNames: formerNames)
  }
}

extension Lineage {
  /// The member of the column that says ``isErased``.
  static let erased: StaticString = #","erased":true"#

  /// The lineage as the column keeps it; `nil` for ``first``.
  var text: String? {
    guard self != .first else { return nil }
    var writer = JSONWriter()
    writer.append(#"{"life":"#)
    writer.write(.int(life))
    writer.append(#","revision":"#)
    writer.write(.int(revision))
    if let time {
      writer.append(#","time":"#)
      writer.write(.int(Int(time.milliseconds)))
    }
    if let device {
      writer.append(#","device":"#)
      writer.write(.string(device))
    }
    if !replaced.isEmpty {
      writer.append(#","replaced":"#)
      writer.write(stamp(version: 0, device: "").replacedJSON)
    }
    if !formerNames.isEmpty {
      writer.append(#","formerNames":"#)
      writer.write(stamp(version: 0, device: "").formerNamesJSON)
    }
    if isErased { writer.append(Self.erased) }
    writer.append("}")
    return writer.text
  }

  /// - Throws: ``DamagedRow`` for a text that `text` does not give.
  init(text: [UInt8]?) throws {
    self.init()
    guard let text else { return }
    guard let members = try? readJSON(text).object, let life = members["life"]?.int,
      let revision = members["revision"]?.int
    else { throw DamagedRow(detail: "the lineage of a record cannot be read") }
    self.life = life
    self.revision = revision
    time = members["time"]?.int.map { Instant(milliseconds: Int64($0)) }
    device = members["device"]?.string
    replaced = Stamp.replaced(json: members["replaced"])
    formerNames = Stamp.replaced(json: members["formerNames"])
    isErased = members["erased"]?.bool ?? false
  }
}
