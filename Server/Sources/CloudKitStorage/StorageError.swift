/// Why the server's files cannot be used, in a sentence for whoever runs it.
package struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
