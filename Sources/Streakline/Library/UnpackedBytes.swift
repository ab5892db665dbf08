internal import StreaklineSync

/// Why bytes that gzip has packed are not read.
public enum PackingMistake: Error, Hashable, Sendable {
  /// More than is allowed would come out, from whatever few bytes.
  case tooLarge
  /// They are not what gzip writes, or some are missing.
  case damaged
}

/// Reads bytes as gzip writes them (RFC 1952).
///
/// - Parameter mostBytes: How many bytes may come out. No more memory is used, whatever comes in.
public func unpackedBytes(
  _ bytes: [UInt8], mostBytes: Int
) throws(PackingMistake) -> [UInt8] {
  do throws(Gzip.Mistake) {
    return try Gzip.unpacked(bytes, mostBytes: mostBytes)
  } catch {
    throw error == .tooLarge ? .tooLarge : .damaged
  }
}
