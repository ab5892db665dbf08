internal import Glibc
internal import StreaklineReaders

/// The archive is read by its path; this one lies in memory.
private let archivePath = "/dev/shm/streakline-fuzz-\(getpid()).zip"

/// Reads every entry of a zip archive to its end.
func readArchive(_ bytes: [UInt8]) {
  write(bytes, to: archivePath)
  defer { unsafe unlink(archivePath) }
  var limits = ZipArchive.Limits()
  limits.entryBytes = 4 << 20
  guard let archive = try? ZipArchive(path: archivePath, limits: limits) else { return }
  demand(archive.paths == archive.paths.sorted(), "the paths are not in order")
  for path in archive.paths {
    demand(!path.hasPrefix("/") && !path.split(separator: "/").contains(".."), "a way out: \(path)")
    guard let source = try? archive.open(path) else { continue }
    var count = 0
    var chunk: [UInt8] = []
    while (try? source.read(8_191, into: &chunk)) == true {
      count += chunk.count
      chunk.removeAll(keepingCapacity: true)
      demand(count <= 2 * limits.entryBytes, "an entry is larger than the limit")
    }
  }
  let scan = CandidateScan { _, _ in [] }
  guard let input = try? Input(path: archivePath, options: ReaderOptions(), scan: scan) else {
    return
  }
  var reader = input.reader
  while let batch = try? reader.next() {
    demand(batch.end >= 0, "an end below zero")
  }
}

private func write(_ bytes: [UInt8], to path: String) {
  guard let file = unsafe fopen(path, "w") else { fatalError("\(path) cannot be written") }
  let written = unsafe fwrite(bytes, 1, bytes.count, file)
  demand(unsafe fclose(file) == 0 && written == bytes.count, "\(path) cannot be written")
}
