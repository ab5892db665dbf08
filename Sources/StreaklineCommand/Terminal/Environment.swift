internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineRules
internal import StreaklineCore
internal import StreaklineReaders

/// The value of an environment variable.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The moment of the call.
func currentInstant() -> Instant {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

/// Where this program's files lie.
func currentLocations() -> Locations {
  Locations(environment: { environment($0) }, executable: executablePath())
}

private func executablePath() -> String {
  #if os(Linux)
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    if count > 0 {
      return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  #endif
  return Bundle.main.executablePath ?? CommandLine.arguments.first ?? "streakline"
}
