#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// When the file at the path was made, in nanoseconds since 1970; `nil` where the file system does not
/// keep it. No program can set this time on Linux, so a copy has another one.
package func fileBirth(_ path: String) -> Int64? {
  #if canImport(Darwin)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Int64(status.st_birthtimespec.tv_sec) &* 1_000_000_000
      &+ Int64(status.st_birthtimespec.tv_nsec)
  #else
    // statx(2): 256 bytes; the mask of what is known is at 0, the time of birth at 80.
    let birthMask: UInt32 = 0x800
    return unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { memory in
      guard let status = memory.baseAddress,
        unsafe systemStatx(AT_FDCWD, path, 0, birthMask, status) == 0,
        unsafe status.load(as: UInt32.self) & birthMask != 0
      else { return nil }
      let seconds = unsafe status.load(fromByteOffset: 80, as: Int64.self)
      let nanoseconds = Int64(unsafe status.load(fromByteOffset: 88, as: UInt32.self))
      return seconds == 0 ? nil : seconds &* 1_000_000_000 &+ nanoseconds
    }
  #endif
}

#if !canImport(Darwin)
  // The C headers declare it only for programs that define _GNU_SOURCE.
  @_silgen_name("statx")
  private func systemStatx(
    _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mask: UInt32,
    _ status: UnsafeMutableRawPointer
  ) -> Int32
#endif
