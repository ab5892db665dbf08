extension OpenFile {
  /// Opens a file that exists only to be locked. Creates it when it is missing.
  package static func lockFile(
    _ path: String, followsLinks: Bool = true
  ) throws(FileError) -> OpenFile {
    do {
      return try OpenFile(path, .updating, followsLinks: followsLinks)
    } catch {
      guard error.isMissing else { throw error }
    }
    do {
      return try OpenFile(path, .creating, followsLinks: followsLinks)
    } catch {
      // Another program has created it in between.
      guard error.isAlreadyThere else { throw error }
      return try OpenFile(path, .updating, followsLinks: followsLinks)
    }
  }
}
