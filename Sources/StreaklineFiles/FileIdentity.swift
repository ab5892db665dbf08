/// A file as the system knows it: two paths of one file have equal identities.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  /// The inode.
  package let number: UInt64
}
