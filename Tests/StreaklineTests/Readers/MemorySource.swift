@testable import StreaklineReaders

/// Bytes as an input that comes in chunks of at most `chunk` bytes, as a pipe gives them.
func memorySource(_ bytes: [UInt8], name: String = "test.json", chunk: Int = 262_144) -> ByteSource
{
  var rest = bytes[...]
  return ByteSource(name: name, size: bytes.count) { count throws(InputError) in
    let part = rest.prefix(min(count, chunk))
    rest = rest.dropFirst(part.count)
    return Array(part)
  }
}
