internal import CPCRE2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The outcome of one attempt to match.
package enum MatchResult: Equatable, Sendable {
  /// Matched; the ranges are in `Matcher.range(of:)` until the next attempt.
  case matched
  case noMatch
  /// Stopped by a limit before an answer was known.
  case limit
}

/// Runs patterns over bytes, with one match-data block and bounded work. One per thread.
///
/// The subject must be valid UTF-8: it is checked once where it is made, not at every match.
@safe
package final class Matcher {
  /// Steps that one attempt may take at one start position; a real share needs about 23.
  package static let matchLimit: UInt32 = 20_000
  /// Steps that a search in a captured text may take, divided among its start positions.
  private static let insideSteps = 400_000
  private static let depthLimit: UInt32 = 2_000
  private static let heapLimitKiB: UInt32 = 16_384
  private static let mostGroups: UInt32 = 65

  private let data: OpaquePointer
  private let context: OpaquePointer
  private let budget: UnsafeMutablePointer<CalloutBudget>
  /// Starts and ends of the last match's groups. They are in `data` and never move.
  private let vector: UnsafeMutablePointer<Int>
  /// The limit that `context` has.
  private var currentLimit = Matcher.matchLimit

  package init() {
    guard let data = unsafe pcre2_match_data_create_8(Self.mostGroups, nil),
      let context = unsafe pcre2_match_context_create_8(nil),
      let vector = unsafe pcre2_get_ovector_pointer_8(data)
    else { preconditionFailure("out of memory for a match block") }
    unsafe self.data = data
    unsafe self.context = context
    unsafe self.vector = vector
    unsafe budget = .allocate(capacity: 1)
    unsafe budget.initialize(to: CalloutBudget())
    _ = unsafe pcre2_set_match_limit_8(context, Self.matchLimit)
    _ = unsafe pcre2_set_depth_limit_8(context, Self.depthLimit)
    _ = unsafe pcre2_set_heap_limit_8(context, Self.heapLimitKiB)
    _ = unsafe pcre2_set_callout_8(context, { _, budget in unsafe countCallout(budget) }, budget)
  }

  deinit {
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe budget.deallocate()
  }

  /// Matches `pattern` in `subject[range]`. Nothing before or after the range exists for it; it can
  /// look back from `start` to the start of the range.
  ///
  /// - Parameters:
  ///   - start: Where the attempt or the search starts, inside the range.
  ///   - matchLimit: A lower limit of steps.
  package func match(
    _ pattern: Pattern, in subject: [UInt8], range: Range<Int>, from start: Int,
    matchLimit: UInt32 = Matcher.matchLimit
  ) -> MatchResult {
    match(pattern.code, in: subject, range: range, from: start, matchLimit: matchLimit)
  }

  /// Matches the code of a pattern that the caller keeps alive.
  func match(
    _ code: PatternCode, in subject: [UInt8], range: Range<Int>, from start: Int,
    matchLimit: UInt32 = Matcher.matchLimit
  ) -> MatchResult {
    precondition(range.upperBound <= subject.count, "the range lies in the subject")
    precondition(start >= range.lowerBound && start <= range.upperBound, "the start lies in it too")
    return unsafe subject.withUnsafeBytes { bytes in
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      return unsafe match(code, in: part, from: start - range.lowerBound, matchLimit: matchLimit)
    }
  }

  private func match(
    _ code: PatternCode, in subject: UnsafeRawBufferPointer, from start: Int, matchLimit: UInt32
  ) -> MatchResult {
    prepare(for: code.use, length: subject.count, matchLimit: matchLimit)
    if let machine = unsafe code.machineCode() {
      return unsafe matchByMachine(machine, code, subject, start)
    }
    let result = unsafe result(of: run(code, subject, start, UInt32(PCRE2_NO_UTF_CHECK)))
    // The interpreter has limits that machine code does not have, such as that of depth. So where the
    // interpreter stops, machine code may still find the answer.
    guard result == .limit, let machine = unsafe code.makeMachineCode() else { return result }
    prepare(for: code.use, length: subject.count, matchLimit: matchLimit)
    return unsafe matchByMachine(machine, code, subject, start)
  }

  private func matchByMachine(
    _ machine: OpaquePointer, _ code: PatternCode, _ subject: UnsafeRawBufferPointer, _ start: Int
  ) -> MatchResult {
    var status = unsafe runJIT(machine, code, subject, start)
    if status == PCRE2_ERROR_JIT_STACKLIMIT {
      // JIT gets no stack of its own, because one that grows can be overrun.
      status = unsafe run(code, subject, start, UInt32(PCRE2_NO_UTF_CHECK))
    }
    return result(of: status)
  }

  private func result(of status: Int32) -> MatchResult {
    switch status {
    case 1...: .matched
    case PCRE2_ERROR_NOMATCH: .noMatch
    default: .limit
    }
  }

  /// The range of a group in the subject of the last match, counted from the start of its range;
  /// `nil` when the group did not take part.
  package func range(of group: Int) -> Range<Int>? {
    precondition(group >= 0 && group < Self.mostGroups, "the match block has the group")
    let start = unsafe vector[2 * group]
    let end = unsafe vector[2 * group + 1]
    // PCRE2_UNSET has all bits set; \K in a look-around can put the end before the start.
    return start == -1 || start > end ? nil : start..<end
  }

  /// How far `pattern` can follow the text from `start`: the longest prefix that some text could
  /// complete to a match. Found by partial matching in the interpreter and bisection of the length.
  package func progress(
    of pattern: Pattern, in subject: [UInt8], range: Range<Int>, from start: Int
  ) -> Int {
    prepare(for: pattern.use, length: range.count, matchLimit: Self.matchLimit)
    let ends = (start...range.upperBound).filter {
      $0 == subject.count || !isContinuation(subject[$0])
    }
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if isViable(pattern, subject, range.lowerBound..<ends[middle], start) {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return ends[low]
  }

  private func prepare(for use: Pattern.Use, length: Int, matchLimit: UInt32) {
    unsafe budget.pointee.restart()
    let limit: UInt32 =
      use == .inside
      ? min(matchLimit, UInt32(max(200, Self.insideSteps / (length + 1)))) : matchLimit
    if limit != currentLimit {
      _ = unsafe pcre2_set_match_limit_8(context, limit)
      currentLimit = limit
    }
  }

  /// Runs the machine code directly. `pcre2_match` would first check conditions that hold here.
  private func runJIT(
    _ machine: OpaquePointer, _ code: PatternCode, _ subject: UnsafeRawBufferPointer, _ start: Int
  ) -> Int32 {
    guard let base = subject.baseAddress else {
      return unsafe run(code, subject, start, UInt32(PCRE2_NO_UTF_CHECK))
    }
    return unsafe pcre2_jit_match_8(
      machine, base.assumingMemoryBound(to: UInt8.self), subject.count, start, 0, data, context
    )
  }

  private func run(
    _ code: PatternCode, _ subject: UnsafeRawBufferPointer, _ start: Int, _ options: UInt32
  ) -> Int32 {
    // PCRE2 wants an address even for an empty subject.
    guard let base = subject.baseAddress else {
      return unsafe [UInt8(0)].withUnsafeBufferPointer {
        unsafe pcre2_match_8(code.interpreted, $0.baseAddress, 0, 0, options, data, context)
      }
    }
    return unsafe pcre2_match_8(
      code.interpreted, base.assumingMemoryBound(to: UInt8.self), subject.count, start, options,
      data,
      context)
  }

  private func isViable(
    _ pattern: Pattern, _ subject: [UInt8], _ range: Range<Int>, _ start: Int
  ) -> Bool {
    unsafe budget.pointee.restart()
    let options =
      UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_PARTIAL_HARD)
      | UInt32(bitPattern: Int32(truncatingIfNeeded: PCRE2_ANCHORED))
    let status = unsafe subject.withUnsafeBytes { bytes in
      unsafe run(
        pattern.code, UnsafeRawBufferPointer(rebasing: bytes[range]), start - range.lowerBound,
        options)
    }
    return status > 0 || status == PCRE2_ERROR_PARTIAL
  }

  private func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }
}

/// PCRE2's version and date, such as `10.42 2022-12-11`.
package func pcre2Version() -> String {
  var buffer = [UInt8](repeating: 0, count: 64)
  let length = unsafe pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &buffer)
  return String(decoding: buffer.prefix(max(0, Int(length) - 1)), as: UTF8.self)
}

/// A limit for the work of a search. It counts callouts and sometimes reads the processor time of
/// the thread. The wall clock would, on a busy machine, end a search that has hardly begun.
private struct CalloutBudget {
  private static let mostCallouts = 20_000
  private static let mostNanoseconds: Int64 = 5_000_000
  private var count = 0
  private var began: Int64?

  mutating func restart() {
    count = 0
    began = nil
  }

  /// Whether the match must stop.
  mutating func spend() -> Bool {
    count += 1
    // Reading the clock costs as much as hundreds of callouts.
    if count % 512 == 0 {
      let now = threadNanoseconds()
      let start = began ?? now
      began = start
      if now - start > Self.mostNanoseconds { return true }
    }
    return count > Self.mostCallouts
  }
}

/// Processor time that this thread has used.
func threadNanoseconds() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

private func countCallout(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
  guard let budget = unsafe pointer?.assumingMemoryBound(to: CalloutBudget.self) else { return 0 }
  return unsafe budget.pointee.spend() ? PCRE2_ERROR_CALLOUT : 0
}
