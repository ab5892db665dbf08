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

  public init(time: Instant, device: String, life: Int = 0, revision: Int = 0) {
    self.time = time
    self.device = device
    self.life = life
    self.revision = revision
  }

  /// Whether the record is deleted.
  public var isDeletion: Bool { life % 2 != 0 }
}

extension Stamp {
  /// The stamp as a JSON object; the time in milliseconds since 1970.
  package var json: Value {
    .object([
      "time": .int(Int(time.milliseconds)), "device": .string(device), "life": .int(life),
      "revision": .int(revision),
    ])
  }

  /// Reads the JSON object that `json` returns; `nil` for anything else.
  package init?(json: Value) {
    guard let members = json.object, let time = members["time"]?.int,
      let device = members["device"]?.string, let life = members["life"]?.int
    else { return nil }
    self.init(
      receivedTime: time, device: device, life: life, revision: members["revision"]?.int ?? 0)
  }

  /// A stamp that comes from elsewhere.
  ///
  /// - Parameter receivedTime: In milliseconds since 1970.
  /// - Returns: `nil` when a number is one with which nobody could go on counting.
  package init?(receivedTime: Int, device: String, life: Int, revision: Int) {
    guard let time = Instant(receivedMilliseconds: receivedTime),
      Self.countable.contains(life), Self.countable.contains(revision)
    else { return nil }
    self.init(time: time, device: device, life: life, revision: revision)
  }

  /// The lives and revisions that a record can have.
  private static let countable = 0...1_000_000_000
}
