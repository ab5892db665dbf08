/// What stands before a file in a tar archive, in the form of POSIX (ustar).
package struct TarHeader: Hashable {
  /// Why 512 bytes are not the start of a plain file.
  package enum Mistake: Error {
    /// A link, a folder or something else that is no file.
    case notAFile(String)
    case damaged
  }

  /// The bytes of a block. Each file starts with a new one.
  package static let blockBytes = 512
  /// The name as a path, at most 100 bytes long after its folder.
  package let name: String
  package let sizeBytes: Int

  package init(name: String, sizeBytes: Int) {
    (self.name, self.sizeBytes) = (name, sizeBytes)
  }

  /// The blocks that a content of so many bytes fills up, in bytes.
  package static func paddedBytes(_ sizeBytes: Int) -> Int {
    let (sum, overflows) = sizeBytes.addingReportingOverflow(blockBytes - 1)
    return overflows ? .max : sum / blockBytes * blockBytes
  }
}

// MARK: - Fields

extension TarHeader {
  // The places of the fields in a block (IEEE Std 1003.1, pax, "ustar Interchange Format").
  private static let nameField = 0..<100
  private static let sizeField = 124..<136
  private static let checksumField = 148..<156
  private static let kindField = 156
  private static let folderField = 345..<500
  /// The greatest number of eleven octal digits.
  private static let mostOctal = 0o777_7777_7777

  /// Whether a name has room in a header.
  static func hasRoom(for name: String) -> Bool {
    let parts = split(name)
    return parts.file.utf8.count <= nameField.count && parts.folder.utf8.count <= folderField.count
  }

  private static func split(_ name: String) -> (folder: String, file: String) {
    guard let slash = name.lastIndex(of: "/") else { return ("", name) }
    return (String(name[..<slash]), String(name[name.index(after: slash)...]))
  }

  /// The block.
  ///
  /// - Parameter changedAt: The time of the file, in seconds since 1970.
  package func bytes(changedAt: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    func put(_ text: String, at place: Int) {
      block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    let parts = Self.split(name)
    put(parts.file, at: Self.nameField.lowerBound)
    put("0000600\0" + "0000000\0" + "0000000\0", at: 100)
    if sizeBytes <= Self.mostOctal {
      put(Self.octal(sizeBytes, digits: 11), at: Self.sizeField.lowerBound)
    } else {
      // As GNU tar and others write greater sizes: a set bit, then the number.
      block[Self.sizeField.lowerBound] = 0x80
      for place in 0..<8 {
        block[Self.sizeField.upperBound - 1 - place] = UInt8(sizeBytes >> (8 * place) & 0xFF)
      }
    }
    put(Self.octal(min(max(changedAt, 0), Self.mostOctal), digits: 11), at: 136)
    block[Self.kindField] = UInt8(ascii: "0")
    put("ustar\0" + "00", at: 257)
    put(parts.folder, at: Self.folderField.lowerBound)
    put(Self.octal(Self.checksum(block), digits: 6) + "\0 ", at: Self.checksumField.lowerBound)
    return block
  }

  /// Reads a block.
  package init(_ block: [UInt8]) throws(Mistake) {
    guard block.count == Self.blockBytes, block[257..<262].elementsEqual("ustar".utf8),
      Self.number(block[Self.checksumField]) == Self.checksum(block),
      let file = Self.text(block[Self.nameField]), let folder = Self.text(block[Self.folderField]),
      let size = Self.number(block[Self.sizeField])
    else { throw .damaged }
    name = folder.isEmpty ? file : "\(folder)/\(file)"
    sizeBytes = size
    guard [0, UInt8(ascii: "0")].contains(block[Self.kindField]) else { throw .notAFile(name) }
  }

  /// The sum of the bytes, with spaces in place of the sum itself.
  private static func checksum(_ block: [UInt8]) -> Int {
    block.indices.reduce(0) {
      $0 + (checksumField.contains($1) ? Int(UInt8(ascii: " ")) : Int(block[$1]))
    }
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      let high = field.dropLast(8)
      guard first == 0x80, high.dropFirst().allSatisfy({ $0 == 0 }), field[high.endIndex] < 0x80
      else { return nil }
      return field.suffix(8).reduce(0) { $0 << 8 | Int($1) }
    }
    let digits = field.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }
}
