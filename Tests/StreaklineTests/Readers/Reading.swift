import StreaklineReaders

/// What a source gives before it ends or fails.
struct Reading {
  var bytes: [UInt8] = []
  var largestChunk = 0
  var error: InputError?

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ source: ByteSource) {
    do throws(InputError) {
      var chunk: [UInt8] = []
      while try source.read(1 << 20, into: &chunk) {
        largestChunk = max(largestChunk, chunk.count)
        bytes += chunk
        chunk = []
      }
    } catch {
      self.error = error
    }
  }
}
