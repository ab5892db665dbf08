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
      let device = members["device"]?.string, let life = members["life"]?.int, life >= 0
    else { return nil }
    let revision = members["revision"]?.int ?? 0
    guard revision >= 0 else { return nil }
    self.init(
      time: Instant(milliseconds: Int64(time)), device: device, life: life, revision: revision)
  }
}
