#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The process that holds the lock of a file, as far as the system tells.
struct LockHolder: Equatable {
  let process: Int
  /// The program's name, when it can be read.
  let program: String?

  /// Reads the system's table of locks; `nil` where there is none, or where it does not name the holder.
  init?(of file: FileIdentity) {
    guard let table = try? readSmallFile("/proc/locks", limit: 1 << 20, followsLinks: true),
      let process = Self.process(in: String(decoding: table, as: UTF8.self), file: file)
    else { return nil }
    self.process = process
    let name = try? readSmallFile("/proc/\(process)/comm", limit: 64, followsLinks: true)
    program = name.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
  }

  /// A line is `1: FLOCK  ADVISORY  WRITE 708 103:02:29884541 0 EOF`: the process, then the device
  /// (in hexadecimal) and the inode; a line with `->` is of a process that waits (proc(5)).
  static func process(in table: String, file: FileIdentity) -> Int? {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[3] == "WRITE",
        words[5].hasSuffix(":\(file.number)"), let process = Int(words[4]), process > 0
      else { continue }
      return process
    }
    return nil
  }
}

extension LockHolder: CustomStringConvertible {
  var description: String {
    program.map { "process \(process) (\($0))" } ?? "process \(process)"
  }
}
