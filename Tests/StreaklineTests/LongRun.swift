import Foundation
import Testing

/// Sweeps that take minutes: `make test` leaves them out, `make test-long` runs them.
enum LongRun {
  /// One in how many rounds is run; `nil` in `make test`.
  private static let share = ProcessInfo.processInfo.environment["STREAKLINE_LONG"]
    .flatMap(Int.init)
  static let isOn = share != nil

  /// How often a random test repeats: a few times in `make test`, more often in `make test-long`, a twentieth as often
  /// in `STREAKLINE_LONG=20 make test`, which CI runs.
  static func rounds(_ usual: Int, long: Int) -> Int {
    share.map { max(usual, long / max($0, 1)) } ?? usual
  }

  /// How many bits a test flips: a few in `make test`, as many as it says in `make flips`.
  static func flips(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["FLIPS"].flatMap(Int.init) ?? usual
  }

  /// How far apart the cases are that a sweep tries: it tries all in `make test-long`.
  static func step(_ most: Int) -> Int { min(most, max(share ?? most, 1)) }

  /// The numbers that a sweep tries: all in `make test-long`, one in so many in `make test`.
  static func some(of range: Range<Int>, oneIn step: Int) -> StrideTo<Int> {
    stride(from: range.lowerBound, to: range.upperBound, by: isOn ? 1 : step)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only in `make test-long`.
  static var long: Self { .enabled(if: LongRun.isOn, "make test-long runs it") }
}
