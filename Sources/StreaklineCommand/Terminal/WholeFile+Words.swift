internal import Streakline

/// Writes a file that replaces the one of that name when it is complete.
///
/// - Parameters:
///   - store: Its files are not replaced.
///   - orElse: What else to do where the path names no file, for the error.
///   - body: Gets a function that appends bytes.
/// - Throws: ``CommandFailure``, and what `body` throws.
func writeWhole(
  _ path: String, beside store: StoreOptions, orElse: String,
  _ body: (([UInt8]) throws -> Void) throws -> Void
) throws {
  try reportingWholeFile(path, orElse: orElse) {
    try WholeFile.write(path, besideStore: store.location, body)
  }
}

/// Says what a file that is not written lacks, in the words of the command line.
func reportingWholeFile<Result>(
  _ path: String, orElse: String, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let mistake as WholeFile.Mistake {
    throw switch mistake {
    case .notRegular:
      CommandFailure(
        ExitCodes.cannotWrite,
        "\(path) is a folder, a pipe or a device; name a file, or \(orElse)")
    case .belongsToStore:
      CommandFailure(
        ExitCodes.cannotWrite, "\(path) belongs to the store; name another file")
    case .failed(let words, let wasWriting):
      CommandFailure(wasWriting ? ExitCodes.inputOutput : ExitCodes.cannotWrite, words)
    }
  }
}
