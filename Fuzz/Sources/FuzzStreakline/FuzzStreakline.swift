internal import FuzzTargets
internal import Glibc

/// libFuzzer with its own `main` would collide with the package manager's, so it is called from ours.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let targetName = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
// nonisolated(unsafe): libFuzzer calls its function on one thread only.
private nonisolated(unsafe) let target = FuzzTarget(named: targetName)

/// Reads bytes that the fuzzer makes, as what the environment variable `FUZZ_TARGET` names.
@main
struct FuzzStreakline {
  static func main() {
    guard unsafe target != nil else { fatalError("FUZZ_TARGET names no target: '\(targetName)'") }
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let status = unsafe runFuzzer(&count, &arguments) { bytes, count in
      unsafe target?.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }
}
