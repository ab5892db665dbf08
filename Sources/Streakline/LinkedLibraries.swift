internal import CZlib
internal import StreaklineFiles

/// The C libraries that parse what strangers have written: PCRE2, SQLite and zlib.
package enum LinkedLibraries {
  /// The version of zlib, such as `1.2.13`.
  package static var zlib: String { unsafe String(cString: zlibVersion()) }

  /// Whether they are parts of the program's own file, as in the packages of `make dist`. Then the system's
  /// updates do not reach them. A library that is not is a file that the process has mapped (proc(5)).
  package static var areInside: Bool {
    guard let maps = try? readSmallFile("/proc/self/maps", limit: 1 << 20, followsLinks: true)
    else { return false }
    return !String(decoding: maps, as: UTF8.self).contains("/libpcre2-8.")
  }
}
