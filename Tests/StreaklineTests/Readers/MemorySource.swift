import StreaklineReaders

/// Bytes as an input that comes in chunks of at most `chunk` bytes, as a pipe gives them.
func memorySource(_ bytes: [UInt8], name: String = "f", chunk: Int = 65_536) -> ByteSource {
  var rest = bytes[...]
  return ByteSource(name: name, size: bytes.count) { count throws(InputError) in
    let part = rest.prefix(min(count, chunk))
    rest = rest.dropFirst(part.count)
    return Array(part)
  }
}

func memorySource(_ text: String, name: String = "f", chunk: Int = 65_536) -> ByteSource {
  memorySource(Array(text.utf8), name: name, chunk: chunk)
}

/// Files in memory.
struct MemoryTree: FileTree {
  let name: String
  var files: [String: [UInt8]]
  /// Files that cannot be opened.
  var broken: Set<String> = []

  var paths: [String] { (Array(files.keys) + broken).sorted() }

  func open(_ path: String) throws(InputError) -> ByteSource {
    guard let bytes = files[path] else {
      throw .unreadable("\(name)/\(path)", reason: "the checksum is wrong")
    }
    return memorySource(bytes, name: "\(name)/\(path)")
  }
}

extension CandidateScan {
  /// A share may start at every byte.
  static let everywhere = CandidateScan { _, range in Array(range) }
  static let nowhere = CandidateScan { _, _ in [] }
  /// A share may start at every line.
  static let atLines = CandidateScan { text, range in
    range.filter { $0 == 0 || text[$0 - 1] == 0x0A }
  }
  /// A share may start with `Wordle`, `#Worldle` or the first words of Discord's Wordle app.
  static let atWordle = CandidateScan { text, range in
    range.filter { index in
      starts.contains { text[index] == $0[0] && text[index...].starts(with: $0) }
    }
  }

  private static let starts = ["Wordle", "#Worldle", "Your group"].map { Array($0.utf8) }
}
