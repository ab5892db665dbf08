/// The formats that an input may have (DESIGN §7).
package enum InputFormat: String, CaseIterable, Sendable {
  case text
}

/// An input that is open: what it is, and a reader at its begin.
package struct Input {
  package let name: String
  package let format: InputFormat
  /// The size in bytes, as far as it is known beforehand.
  package let size: Int?
  package let reader: any MessageReader

  /// Opens an input and recognises its format from its content.
  ///
  /// - Parameters:
  ///   - path: A file's path, or `-` for standard input.
  ///   - format: The format, where the caller knows better.
  package init(
    path: String, format: InputFormat? = nil, options: ReaderOptions
  ) throws(InputError) {
    let source = try ByteSource(path: path)
    name = path
    size = source.size
    self.format = format ?? .text
    reader = ChatTextReader(source, layout: PlainLayout())
  }
}
