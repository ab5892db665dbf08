/// Identifies a change of a record: when it was made, on which device, and in which life of the
/// record.
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

  public init(time: Instant, device: String, life: Int = 0) {
    self.time = time
    self.device = device
    self.life = life
  }
}
