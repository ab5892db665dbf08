internal import Glibc
internal import StreaklineReaders

/// One way to read the bytes that a fuzzer makes.
///
/// A broken invariant ends the process with a sentence, so that the fuzzer keeps the input.
public final class FuzzTarget {
  private enum Kind {
    case reader(InputFormat?), zip, shares(SharesTarget), rules
  }

  /// Sanitizers make everything about ten times as slow as the 100 ms that a user may wait.
  private static let maxNanosecondsPerBlock = 1_000_000_000
  private static let blockSizeBytes = 65_536

  private let name: String
  private let kind: Kind
  private var isWarm = false

  /// - Parameter name: An input format, `recognised`, `zip`, `shares` or `rules`; `nil` for any other.
  public init?(named name: String) {
    self.name = name
    switch name {
    case "recognised": kind = .reader(nil)
    case "zip": kind = .zip
    case "shares": kind = .shares(SharesTarget())
    case "rules": kind = .rules
    default:
      guard let format = InputFormat(rawValue: name) else { return nil }
      kind = .reader(format)
    }
  }

  /// Reads the bytes and checks what came out.
  public func read(_ bytes: [UInt8]) {
    let start = threadNanoseconds()
    switch kind {
    case .reader(let format): readInput(bytes, as: format)
    case .zip: readArchive(bytes)
    case .shares(let target): target.read(bytes)
    case .rules: readRules(bytes)
    }
    let used = threadNanoseconds() - start
    let blocks = max(1, (bytes.count + Self.blockSizeBytes - 1) / Self.blockSizeBytes)
    // The first input pays for what is set up once.
    demand(
      !isWarm || used <= blocks * Self.maxNanosecondsPerBlock,
      "\(name): \(bytes.count) bytes took \(used / 1_000_000) ms")
    isWarm = true
  }
}

/// Ends the process unless the condition holds.
func demand(_ isTrue: Bool, _ complaint: @autoclosure () -> String) {
  guard !isTrue else { return }
  fatalError(complaint())
}

private func threadNanoseconds() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
