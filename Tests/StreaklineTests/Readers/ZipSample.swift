/// Archives made byte by byte, with whatever lies a test needs.
enum ZipSample {
  struct Entry {
    var name: [UInt8]
    /// The bytes in the archive.
    var data: [UInt8] = []
    var method = 0
    var flags = 0
    /// The values in the directory; `nil` for the true ones of stored data.
    var size: Int?
    var compressedSize: Int?
    var crc: UInt32?
    var offset: Int?
    /// The program's system: 0 Windows, 3 Unix.
    var system = 3
    var mode = 0o100644

    init(_ name: String, _ text: String = "") {
      self.name = Array(name.utf8)
      data = Array(text.utf8)
    }

    /// An entry of deflated data.
    init(_ name: String, deflated data: [UInt8], size: Int, crc: UInt32) {
      self.init(name)
      (self.data, self.size, self.crc, method) = (data, size, crc, 8)
    }

    func with(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }
  }

  static func archive(_ entries: [Entry], behind prefix: String = "") -> [UInt8] {
    var bytes = Array(prefix.utf8)
    var directory: [UInt8] = []
    for entry in entries {
      let offset = entry.offset ?? bytes.count - prefix.utf8.count
      let crc = entry.crc ?? crc32(entry.data)
      let shared =
        little(entry.flags, 2) + little(entry.method, 2) + little(0, 4) + little(Int(crc), 4)
        + little(entry.compressedSize ?? entry.data.count, 4)
        + little(entry.size ?? entry.data.count, 4) + little(entry.name.count, 2) + little(0, 2)
      bytes += [0x50, 0x4B, 3, 4, 20, 0] + shared + entry.name + entry.data
      directory += [0x50, 0x4B, 1, 2, 20, UInt8(entry.system), 20, 0] + shared
      directory += little(0, 6) + little(entry.mode << 16, 4) + little(offset, 4) + entry.name
    }
    let offset = bytes.count - prefix.utf8.count
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(entries.count, 2)
      + little(entries.count, 2) + little(directory.count, 4) + little(offset, 4) + little(0, 2)
  }

  /// Deflate blocks that hold their bytes as they are (RFC 1951, 3.2.4), without the last mark.
  static func block(_ text: String) -> [UInt8] {
    let count = text.utf8.count
    return [0] + little(count, 2) + little(~count, 2) + Array(text.utf8)
  }

  /// Computed bit by bit from the definition.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in
        crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1
      }
    }
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
