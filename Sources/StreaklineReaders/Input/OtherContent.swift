/// Tells files that hold no text by their first bytes.
///
/// - Returns: What it is and what to do, or `nil`.
func otherContent(_ head: [UInt8]) -> String? {
  let kinds: [(start: [UInt8], reason: String)] = [
    ([0x1F, 0x8B], unpack("gzip", "gunzip")),
    (Array("BZh".utf8), unpack("bzip2", "bunzip2")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], unpack("xz", "unxz")),
    ([0x28, 0xB5, 0x2F, 0xFD], unpack("zstd", "unzstd")),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], unpack("7-Zip", "7z x")),
    (Array("Rar!\u{1A}\u{07}".utf8), unpack("RAR", "unrar x")),
    (Array("SQLite format 3\0".utf8), "a database; export the chat from the app and import that"),
    (Array("%PDF-".utf8), "a PDF; copy its text and paste it"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], picture), ([0xFF, 0xD8, 0xFF], picture),
  ]
  // A text may start with three letters, but not be followed by bytes that are no text.
  guard let found = kinds.first(where: { head.starts(with: $0.start) }),
    found.start != Array("BZh".utf8) || head.prefix(64).contains(where: { $0 < 0x09 || $0 >= 0xF8 })
  else { return nil }
  return found.reason
}

private let picture = "a picture; a share is read from its text only"

private func unpack(_ method: String, _ command: String) -> String {
  "compressed by \(method); unpack it first (\(command)) and import what is in it"
}
