/// The files of a folder or an archive, by their paths.
package protocol FileTree {
  /// The folder's or archive's name in messages.
  var name: String { get }
  /// Relative paths of the regular files, parts joined by `/`, in ascending order.
  var paths: [String] { get }
  /// Full paths of what is no regular file and is not read: links, pipes, devices.
  var leftOut: [String] { get }
  /// Opens one of `paths`.
  func open(_ path: String) throws(InputError) -> ByteSource
}

extension FileTree {
  package var leftOut: [String] { [] }
}
