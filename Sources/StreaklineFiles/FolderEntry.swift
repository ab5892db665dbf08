/// A name in a folder. On Linux a name is any bytes, which need not be UTF-8.
package struct FolderEntry: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The name as text. Bytes that are not UTF-8 are replaced.
  package let name: String

  /// Whether `name` is exact, so that a path made with it leads to the file.
  package var isUTF8: Bool { name.utf8.elementsEqual(bytes) }

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    name = String(decoding: bytes, as: UTF8.self)
  }
}
