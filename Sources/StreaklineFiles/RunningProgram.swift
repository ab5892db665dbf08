#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The path of the running program, with links resolved. Where the system does not tell, the name with which it was
/// started.
package func runningProgram() -> String {
  pathOfRunningProgram() ?? CommandLine.arguments.first ?? "streakline"
}

#if canImport(Darwin)
  private func pathOfRunningProgram() -> String? {
    var sizeBytes: UInt32 = 0
    _ = unsafe _NSGetExecutablePath(nil, &sizeBytes)
    var buffer = [CChar](repeating: 0, count: Int(sizeBytes))
    guard unsafe _NSGetExecutablePath(&buffer, &sizeBytes) == 0 else { return nil }
    return resolvedPath(text(buffer.prefix { $0 != 0 }))
  }
#else
  private func pathOfRunningProgram() -> String? {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0 ? text(buffer.prefix(count)) : nil
  }
#endif

private func text(_ characters: ArraySlice<CChar>) -> String {
  String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
