#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A folder on disk with everything below it.
///
/// Only regular files count: links are not followed but named, hidden files and folders are left out.
package struct FolderTree: FileTree, Sendable {
  /// Beyond these limits a folder was probably named by mistake.
  package struct Limits: Sendable {
    package var files = 100_000
    /// Bytes of all paths together.
    package var pathBytes = 8 << 20
    /// How many parts a path may have.
    package var depth = 8

    package init() {}
  }

  package let name: String
  package var paths: [String] { files.paths }
  /// Each path, and its bytes if it is not UTF-8, as is possible on Linux.
  private let files: SortedPaths<[UInt8]?>
  package let leftOut: [String]

  /// Lists the folder once; later changes are not seen.
  ///
  /// - Throws: ``InputError`` for a folder that cannot be read or exceeds a limit. None is left out
  ///   silently.
  package init(path: String, limits: Limits = Limits()) throws(InputError) {
    var name = path
    while name.utf8.count > 1, name.hasSuffix("/") {
      name.removeLast()
    }
    self.name = name
    guard !name.utf8.contains(0) else { throw .missing(name) }
    let descriptor = unsafe openat(AT_FDCWD, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(name: name, code: errno) }
    var listing = Listing(name: name, limits: limits)
    try listing.add(folder: descriptor, path: [])
    files = SortedPaths(listing.found)
    leftOut = listing.leftOut.sorted()
  }

  /// Opens one of `paths`, unless a link or something else has replaced it.
  package func open(_ path: String) throws(InputError) -> ByteSource {
    let name = "\(self.name)/\(path)"
    guard let bytes = files[path] else { throw .missing(name) }
    let parts = (bytes ?? Array(path.utf8)).split(separator: UInt8(ascii: "/"))
    var descriptor = unsafe openat(AT_FDCWD, self.name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, part) in parts.enumerated() where descriptor >= 0 {
      let kind = index + 1 < parts.count ? O_DIRECTORY : O_NONBLOCK
      let folder = descriptor
      descriptor = openPart(part, of: folder, kind)
      let code = errno
      close(folder)
      errno = code
    }
    guard descriptor >= 0 else { throw InputError(name: name, code: errno) }
    let file = try FileDescriptor(name: name, regularFile: descriptor)
    return ByteSource(name: name, size: file.size, file.read)
  }
}

/// The files found so far.
private struct Listing {
  let name: String
  let limits: FolderTree.Limits
  var found: [(path: String, location: [UInt8]?)] = []
  /// Links, pipes and devices.
  private(set) var leftOut: [String] = []
  private var pathBytes = 0

  init(name: String, limits: FolderTree.Limits) {
    self.name = name
    self.limits = limits
  }

  /// Adds the files below an open folder, and closes it.
  mutating func add(folder descriptor: Int32, path: [UInt8]) throws(InputError) {
    guard let folder = unsafe fdopendir(descriptor) else {
      let error = failure(path)
      close(descriptor)
      throw error
    }
    defer { unsafe closedir(folder) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        guard errno == 0 else { throw failure(path) }
        return
      }
      let part = unsafe nameBytes(entry)
      guard isOrdinary(pathPart: String(decoding: part, as: UTF8.self)) else { continue }
      try add(part, of: descriptor, path: path + (path.isEmpty ? [] : [UInt8(ascii: "/")]) + part)
    }
  }

  private mutating func add(
    _ part: [UInt8], of folder: Int32, path: [UInt8]
  ) throws(InputError) {
    let type = type(of: part, in: folder)
    // An entry that has been removed meanwhile is passed over. Any other failure is reported, such as
    // that of a folder that may be listed but not entered.
    guard type != 0 || errno == ENOENT else { throw failure(path) }
    switch type {
    case S_IFREG: try add(file: path)
    case S_IFDIR:
      guard path.count(where: { $0 == UInt8(ascii: "/") }) + 1 < limits.depth else {
        throw malformed("deeper than \(limits.depth) folders; name the folder of the export itself")
      }
      let descriptor = openPart(part[...], of: folder, O_DIRECTORY)
      guard descriptor >= 0 else { throw failure(path) }
      try add(folder: descriptor, path: path)
    case 0: break
    default:
      guard leftOut.count < limits.files else { return }
      leftOut.append("\(name)/\(String(decoding: path, as: UTF8.self))")
    }
  }

  private mutating func add(file path: [UInt8]) throws(InputError) {
    pathBytes += path.count
    guard found.count < limits.files, pathBytes <= limits.pathBytes else {
      throw malformed(
        "holds more than \(limits.files) files; name the folder of the export itself")
    }
    let text = String(decoding: path, as: UTF8.self)
    found.append((text, text.utf8.elementsEqual(path) ? nil : path))
  }

  private func failure(_ path: [UInt8]) -> InputError {
    InputError(name: "\(name)/\(String(decoding: path, as: UTF8.self))", code: errno)
  }

  private func malformed(_ reason: String) -> InputError { .malformed(name, reason: reason) }
}

/// The kind of a file, for a link that of the link itself; 0 when the file cannot be asked for it, with
/// the reason in `errno`.
private func type(of part: [UInt8], in folder: Int32) -> mode_t {
  var status = stat()
  let result = unsafe fstatat(folder, cString(part[...]), &status, AT_SYMLINK_NOFOLLOW)
  return result == 0 ? status.st_mode & S_IFMT : 0
}

/// - Returns: A descriptor, or a negative number with the reason in `errno`; a link is not opened.
private func openPart(_ part: ArraySlice<UInt8>, of folder: Int32, _ kind: Int32) -> Int32 {
  unsafe openat(folder, cString(part), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
}

private func cString(_ bytes: ArraySlice<UInt8>) -> [CChar] {
  bytes.map { CChar(bitPattern: $0) } + [0]
}

@unsafe
private func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
  unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
    unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) { bytes in
      unsafe Array(UnsafeBufferPointer(start: bytes, count: unsafe strlen(pointer)))
    }
  }
}
