/// Identifies a change of a record: when it was made, on which device, and in which life and revision of
/// the record.
///
/// A stamp travels only to remotes that can keep one.
public struct Stamp: Hashable, Sendable {
  /// When the record was changed, by the clock of the device that changed it.
  public let time: Instant
  /// The id of that device.
  public let device: String
  /// How often the record was deleted and created again: odd while it is deleted. Of two changes
  /// the one with the greater life wins.
  public let life: Int
  /// How often the content was corrected in this life. Of two changes in one life the one with the
  /// greater revision wins.
  public let revision: Int
  /// Hashes of the contents that the change has replaced or decided against, and of their texts, the newest
  /// first. Another content was not known to whoever made the change. Empty when the change replaces whatever
  /// there is.
  public let replaced: [Int64]
  /// Hashes of the names that the result had before its person was renamed or merged: see ``hash(ofName:)``. Two where
  /// the results of two people were the same. Empty where it has the name that it was stored under.
  public let formerNames: [Int64]

  /// A stamp of a first change, as far as `life`, `revision` and the lists say nothing else.
  ///
  /// - Parameters:
  ///   - replaced: All but the first ``mostReplaced`` are left out.
  ///   - formerNames: All but the first ``mostFormerNames`` are left out.
  public init(
    time: Instant, device: String, life: Int = 0, revision: Int = 0, replaced: [Int64] = [],
    formerNames: [Int64] = []
  ) {
    self.formerNames = Array(formerNames.prefix(Self.mostFormerNames))
    self.time = time
    self.device = device
    self.life = life
    self.revision = revision
    self.replaced = Array(replaced.prefix(Self.mostReplaced))
  }

  /// How many hashes a stamp can name. A program of before December 2026 reads the first eight.
  public static let mostReplaced = 64

  /// How many former names a stamp can have.
  public static let mostFormerNames = 8

  /// What stands among ``formerNames`` for a name.
  package static func hash(ofName name: String) -> Int64 {
    var hash = XXHash64()
    hash.add(Array("name|\(name)".utf8))
    return Int64(bitPattern: hash.digest)
  }

  /// Whether the record is deleted.
  public var isDeletion: Bool { life % 2 != 0 }

  /// Whether the change replaces a content, given by its hash: it was made in knowledge of it.
  package func replaces(_ content: Int64) -> Bool {
    replaced.isEmpty || replaced.contains(content)
  }
}

extension Stamp {
  /// The stamp as a JSON object; the time in milliseconds since 1970.
  package var json: Value {
    var members: Fields = [
      "time": .int(Int(time.milliseconds)), "device": .string(device), "life": .int(life),
      "revision": .int(revision),
    ]
    if !replaced.isEmpty { members.append("replaced", replacedJSON) }
    if !formerNames.isEmpty { members.append("formerNames", Self.json(formerNames)) }
    return .object(members)
  }

  /// The hashes of ``replaced`` as texts of hexadecimal digits, because many programs read numbers as
  /// floating-point ones.
  package var replacedJSON: Value { Self.json(replaced) }

  package var formerNamesJSON: Value { Self.json(formerNames) }

  private static func json(_ hashes: [Int64]) -> Value {
    .list(hashes.map { .string(String(UInt64(bitPattern: $0), radix: 16)) })
  }

  /// Reads what `replacedJSON` gives; what is no hash is left out.
  package static func replaced(json: Value?) -> [Int64] {
    guard case .list(let values)? = json else { return [] }
    return values.prefix(mostReplaced).compactMap { value in
      value.string.flatMap { UInt64($0, radix: 16) }.map { Int64(bitPattern: $0) }
    }
  }

  /// Reads the JSON object that `json` returns; `nil` for anything else.
  package init?(json: Value) {
    guard let members = json.object, let time = members["time"]?.int,
      let device = members["device"]?.string, let life = members["life"]?.int
    else { return nil }
    self.init(
      receivedTime: time, device: device, life: life, revision: members["revision"]?.int ?? 0,
      replaced: Self.replaced(json: members["replaced"]),
      formerNames: Self.replaced(json: members["formerNames"]))
  }

  /// A stamp that comes from elsewhere.
  ///
  /// - Parameter receivedTime: In milliseconds since 1970.
  /// - Returns: `nil` when a number is one with which nobody could go on counting.
  package init?(
    receivedTime: Int, device: String, life: Int, revision: Int, replaced: [Int64] = [],
    formerNames: [Int64] = []
  ) {
    guard let time = Instant(receivedMilliseconds: receivedTime),
      Self.countable.contains(life), Self.countable.contains(revision)
    else { return nil }
    self.init(
      time: time, device: device, life: life, revision: revision, replaced: replaced,
      formerNames: formerNames)
  }

  /// The lives and revisions that a record can have.
  private static let countable = 0...1_000_000_000
}
