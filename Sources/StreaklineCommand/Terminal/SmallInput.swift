internal import Streakline

/// A small input, read whole as text.
struct SmallInput {
  private static let maximumSize = 1_048_576
  let text: String

  /// - Parameter path: A file, or `-` for standard input.
  init(path: String) throws {
    do {
      guard let text = try smallText(path, mostBytes: Self.maximumSize) else {
        throw CommandFailure(ExitCodes.data, "\(path): larger than 1 MiB; paste less")
      }
      self.text = text
    } catch let error as InputError {
      throw CommandFailure(
        error.isNoInput ? ExitCodes.noInput : ExitCodes.inputOutput, error.description)
    }
  }
}
