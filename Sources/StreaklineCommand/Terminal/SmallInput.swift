internal import StreaklineReaders

/// A small input, read whole as text.
struct SmallInput {
  private static let maximumSize = 1_048_576
  let text: String

  /// - Parameter path: A file, or `-` for standard input.
  init(path: String) throws {
    do {
      let source = try ByteSource(path: path)
      var bytes: [UInt8] = []
      while bytes.count <= Self.maximumSize, try source.read(65_536, into: &bytes) {}
      guard bytes.count <= Self.maximumSize else {
        throw CommandFailure(ExitCodes.data, "\(path): larger than 1 MiB; paste less")
      }
      text = String(decoding: bytes, as: UTF8.self)
    } catch let error as InputError {
      throw CommandFailure(
        error.isNoInput ? ExitCodes.noInput : ExitCodes.inputOutput, error.description)
    }
  }
}
