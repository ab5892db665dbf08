internal import Foundation

/// A folder that several devices share, with a copy on each of them, as a program that copies folders
/// keeps it. Files arrive late, in any order, and half copied.
struct SharedFolder {
  /// What happens to a file that a device does not have as its writer has it.
  enum Arrival {
    case whole
    /// The first part of it, in parts of a hundred.
    case part(Int)
    case none
  }

  private static let firstSegment = "/00000001.jsonl"

  let root: String

  /// The copy of a device.
  func path(of device: String) -> String { "\(root)/\(device)-shared" }

  func create(for device: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: device), withIntermediateDirectories: true)
  }

  /// All files in the copy of a device.
  func paths(of device: String) throws -> [String] {
    let folder = path(of: device)
    return try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }

  /// Copies what the writer has written to the reader.
  ///
  /// - Parameters:
  ///   - ids: The ids under which the writer has written.
  ///   - next: Says for each file that differs, or that the writer has removed, what happens.
  func arrive(
    from writer: String, _ ids: [String], at reader: String, _ next: () -> Arrival
  ) throws {
    for id in ids { try arrive(from: writer, id, at: reader, next) }
  }

  private func arrive(
    from writer: String, _ id: String, at reader: String, _ next: () -> Arrival
  ) throws {
    let (source, target) = (path(of: writer) + "/" + id, path(of: reader) + "/" + id)
    let (theirs, ours) = (try files(source), try files(target))
    for name in theirs {
      let content = try bytes("\(source)/\(name)")
      if ours.contains(name), try bytes("\(target)/\(name)") == content { continue }
      let folder = ("\(target)/\(name)" as NSString).deletingLastPathComponent
      switch next() {
      case .none: continue
      case .whole:
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        try content.write(to: URL(fileURLWithPath: "\(target)/\(name)"))
      case .part(let hundredths):
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        try content.prefix(content.count * hundredths / 100)
          .write(to: URL(fileURLWithPath: "\(target)/\(name)"))
      }
    }
    for name in ours where !theirs.contains(name) {
      if case .whole = next() { try FileManager.default.removeItem(atPath: "\(target)/\(name)") }
    }
  }

  /// Cuts off the end of what a device has written last, as a crash may. Where files of the same log were removed,
  /// all is on the disk: a log is removed only when what replaces it is safe, which power-loss replay shows.
  ///
  /// - Parameters:
  ///   - id: The id under which it writes.
  ///   - before: The sizes of its files before, by name.
  ///   - length: Gets how many bytes are new in a file and returns how many of them stay.
  func tear(
    _ device: String, id: String, before: [String: Int], _ length: (Int) -> Int
  ) throws {
    let folder = path(of: device) + "/" + id
    let sizes = try sizes(of: device, id: id)
    guard let (name, size) = sizes.max(by: { $0.key < $1.key }) else { return }
    let log = name.prefix { $0 != "/" }
    let first = sizes.keys.filter { $0.hasPrefix(log + "/") }.min() ?? ""
    let firstBefore = before.keys.filter { $0.hasPrefix(log + "/") }.min()
    guard firstBefore.map({ $0 == first }) ?? first.hasSuffix(Self.firstSegment) else { return }
    let old = before[name] ?? 0
    guard size > old else { return }
    let kept = try bytes("\(folder)/\(name)").prefix(old + length(size - old))
    try kept.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  /// The sizes of what a device has written under an id, by name.
  func sizes(of device: String, id: String) throws -> [String: Int] {
    let folder = path(of: device) + "/" + id
    var sizes: [String: Int] = [:]
    for name in try files(folder) { sizes[name] = try bytes("\(folder)/\(name)").count }
    return sizes
  }

  /// Whether a device has written its log anew.
  func isCompacted(_ device: String) throws -> Bool {
    let written = try files(path(of: device) + "/" + device)
    return !written.isEmpty && !written.contains { $0.hasSuffix(Self.firstSegment) }
  }

  private func files(_ folder: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
