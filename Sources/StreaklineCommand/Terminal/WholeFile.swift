internal import StreaklineFiles

/// Writes a file that replaces the one of that name when it is complete.
///
/// - Parameters:
///   - store: Its files are not replaced.
///   - orElse: What else to do where the path names no file, for the error.
/// - Throws: ``CommandFailure``, and what `body` throws.
func writeWhole(
  _ path: String, beside store: StoreOptions, orElse: String,
  _ body: (ReplacementFile) throws -> Void
) throws {
  do {
    let file = try newFile(path, store, orElse)
    try body(file)
    try file.replaceDurably()
  } catch let error as FileError {
    throw CommandFailure(
      error.isFull || error.operation == "write"
        ? ExitCodes.inputOutput : ExitCodes.cannotWrite,
      error.description)
  }
}

/// The file to write. It must not belong to the store, and not be a folder, a pipe or a device.
private func newFile(_ path: String, _ store: StoreOptions, _ orElse: String) throws
  -> ReplacementFile
{
  let resolved = resolvedPath(path)
  guard (try? isRegularFile(resolved)) ?? true else {
    throw CommandFailure(
      ExitCodes.cannotWrite,
      "\(path) is a folder, a pipe or a device; name a file, or \(orElse)")
  }
  let store = resolvedPath(store.location)
  guard !["", "-wal", "-shm", ".lock"].contains(where: { store + $0 == resolved }) else {
    throw CommandFailure(ExitCodes.cannotWrite, "\(path) belongs to the store; name another file")
  }
  return try ReplacementFile(resolved)
}
