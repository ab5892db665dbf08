internal import Foundation
internal import Streakline
internal import StreaklineCore

/// A line on standard error that shows the progress of long work, on a terminal only.
struct Progress {
  /// Milliseconds after which progress is shown; shorter work shows none.
  private static let firstShown: Int64 = 1_000
  private static let interval: Int64 = 200
  private let isShown: Bool
  private let start = Instant.now
  private var lastShown: Instant?
  private var messages = 0
  private var shares = 0

  init(isShown: Bool) {
    self.isShown = isShown && Output.isTerminal(STDERR_FILENO)
  }

  mutating func advance(_ report: Importer.Report) {
    messages += report.chunk.statistics.counts.messages
    shares += report.chunk.records.count
    guard isShown else { return }
    let now = Instant.now
    let elapsed = now.milliseconds - start.milliseconds
    guard elapsed >= Self.firstShown,
      now.milliseconds - (lastShown ?? start).milliseconds >= Self.interval
    else { return }
    lastShown = now
    let done = report.chunk.end
    var parts = ["\(withThousandsSeparators(done / 1_000_000)) MB"]
    if let size = report.size, size > 0 {
      parts[0] += " of \(withThousandsSeparators(size / 1_000_000))"
    }
    parts += [pluralized(messages, "message"), pluralized(shares, "share")]
    parts.append("\(withThousandsSeparators(Int(Int64(shares) * 1_000 / max(1, elapsed))))/s")
    let fresh = done - report.known
    if let size = report.size, fresh > 0, size > done {
      let left = Double(elapsed) / 1_000 * Double(size - done) / Double(fresh)
      parts.append("\(Int(left.rounded(.up))) s left")
    }
    Output.status(parts.joined(separator: ", "))
  }
}
