internal import Foundation
internal import StreaklineCore

/// A line on standard error that shows how far long work has come, on a terminal only.
struct Progress {
  /// Work that is done sooner shows nothing.
  private static let firstShown: Int64 = 1_000
  private static let interval: Int64 = 200
  private let isShown: Bool
  private let began = currentInstant()
  private var lastShown: Instant?
  private var shares = 0

  init(isShown: Bool) {
    self.isShown = isShown && Output.isTerminal(STDERR_FILENO)
  }

  mutating func advance(shares more: Int, bytes: Int) {
    shares += more
    guard isShown else { return }
    let now = currentInstant()
    let elapsed = now.milliseconds - began.milliseconds
    guard elapsed >= Self.firstShown,
      now.milliseconds - (lastShown ?? began).milliseconds >= Self.interval
    else { return }
    lastShown = now
    let rate = Int64(shares) * 1_000 / max(1, elapsed)
    Output.status(
      "\(grouped(bytes / 1_000_000)) MB read, \(counted(shares, "share")), \(grouped(Int(rate)))/s")
  }

  /// Removes the line.
  mutating func clear() {
    guard lastShown != nil else { return }
    lastShown = nil
    Output.status("")
  }
}
