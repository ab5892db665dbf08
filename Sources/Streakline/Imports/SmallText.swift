package import StreaklineReaders

/// A small input, read whole as text.
///
/// - Parameters:
///   - path: A file, or `-` for standard input.
///   - most: The size in bytes that it may have.
/// - Returns: `nil` when it is larger.
package func smallText(_ path: String, mostBytes most: Int) throws(InputError) -> String? {
  let source = try ByteSource(path: path)
  var bytes: [UInt8] = []
  while bytes.count <= most, try source.read(65_536, into: &bytes) {}
  return bytes.count <= most ? String(decoding: bytes, as: UTF8.self) : nil
}
