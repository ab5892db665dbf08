internal import Glibc
internal import StreaklineReaders

/// libFuzzer with its own `main` would collide with the package manager's, so it is called from ours.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Reads bytes that the fuzzer makes, as what the environment variable `FUZZ_TARGET` names.
@main
struct FuzzStreakline {
  static func main() {
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let status = unsafe runFuzzer(&count, &arguments) { bytes, count in
      unsafe fuzz(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }
}

/// What reads the bytes.
private enum Target {
  case reader(InputFormat?), zip, shares, rules

  init?(_ name: String) {
    switch name {
    case "recognised": self = .reader(nil)
    case "zip": self = .zip
    case "shares": self = .shares
    case "rules": self = .rules
    default:
      guard let format = InputFormat(rawValue: name) else { return nil }
      self = .reader(format)
    }
  }
}

private let targetName = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
private let target = Target(targetName)
/// The sanitizers make everything about ten times as slow as the 100 ms that a user may wait.
private let mostNanosecondsPerBlock = 1_000_000_000
private let blockSize = 65_536
// nonisolated(unsafe): libFuzzer calls `fuzz` on one thread only.
private nonisolated(unsafe) var isWarm = false
private nonisolated(unsafe) let sharesTarget = SharesTarget()

private func fuzz(_ bytes: [UInt8]) {
  let begin = threadNanoseconds()
  switch target {
  case .reader(let format): readInput(bytes, as: format)
  case .zip: readArchive(bytes)
  case .shares: unsafe sharesTarget.read(bytes)
  case .rules: readRules(bytes)
  case nil: fatalError("FUZZ_TARGET names no target: '\(targetName)'")
  }
  let used = threadNanoseconds() - begin
  let blocks = max(1, (bytes.count + blockSize - 1) / blockSize)
  // The first input pays for what is set up once.
  demand(
    unsafe !isWarm || used <= blocks * mostNanosecondsPerBlock,
    "\(bytes.count) bytes took \(used / 1_000_000) ms")
  unsafe isWarm = true
}

/// Ends the process with the target's name, so that libFuzzer keeps the input.
func demand(_ isTrue: Bool, _ complaint: @autoclosure () -> String) {
  guard !isTrue else { return }
  fatalError("\(targetName): \(complaint())")
}

private func threadNanoseconds() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
