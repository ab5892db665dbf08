/// Why a row or a record cannot be read, in one clause that repeats nothing of its content.
package struct RecordFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
