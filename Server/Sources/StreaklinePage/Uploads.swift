package import Foundation
internal import Streakline
internal import Synchronization

/// Files that readers send in parts, and that are then imported one after the other.
///
/// Where a connection breaks, the sender asks how much has arrived and goes on from there. When the server
/// stops, the sender starts again; what was imported before is known then.
package final class Uploads: Sendable {
  /// Bytes of a file at most.
  static let largestFile = 1 << 30
  /// Uploads that are received or read at once, of all users together and of one.
  private static let (most, mostOfUser) = (20, 4)
  /// Uploads that are kept with what became of them.
  private static let mostKept = 1_000
  /// Seconds without a part after which another upload of the same user may take the place of one.
  private static let shortPatience = 120
  /// Seconds after which an upload is forgotten that nobody continues or asks about.
  private static let patience = 3_600

  enum Stage: String {
    case receiving, waiting, reading, done, failed
  }

  struct Upload {
    let user: String
    let player: String
    let path: String
    let size: Int
    var received = 0
    var read = 0
    var stage = Stage.receiving
    var summary: ImportSummary?
    var error: String?
    var lastUse: Int
  }

  private let folder: URL
  private let uploads = Mutex<[String: Upload]>([:])
  private let importing = DispatchQueue(label: "import")

  /// - Parameter folder: Where parts wait. It is created for its owner alone, and what is in it from before is
  ///   deleted.
  /// - Throws: When the folder cannot be created.
  package init(folder: URL) throws {
    self.folder = folder
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Starts an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name. Its end helps to recognise the format.
  ///   - size: The file's bytes, at most ``largestFile``.
  ///   - player: The user of results in a text that names nobody.
  /// - Returns: The upload's name, which nobody can guess.
  func start(
    name: String, size: Int, player: String, user: String, now: Instant
  ) throws -> String {
    let seconds = Int(now.milliseconds / 1_000)
    forget { $0.lastUse < seconds - Self.patience }
    // Who reloads the page in the middle leaves an upload that nobody continues.
    if uploads.withLock({ Self.isFull($0, for: user) }) {
      forget { $0.user == user && $0.lastUse < seconds - Self.shortPatience }
    }
    let id = UUID().uuidString.lowercased()
    let ending = name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    let isPlain = !ending.isEmpty && ending.utf8.count <= 8 && ending.allSatisfy(\.isASCIILetter)
    let path = folder.appending(path: isPlain ? "\(id).\(ending.lowercased())" : id).path
    try uploads.withLock { uploads in
      guard !Self.isFull(uploads, for: user) else {
        throw PageRefusal(
          status: 429, words: "Too many files are on their way. Try again in two minutes.",
          headers: [("Retry-After", "120")])
      }
      let isCreated = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      guard isCreated else {
        throw PageRefusal(status: 507, words: "The server cannot keep a file now.")
      }
      uploads[id] = Upload(user: user, player: player, path: path, size: size, lastUse: seconds)
    }
    return id
  }

  private static func isFull(_ uploads: [String: Upload], for user: String) -> Bool {
    let open = uploads.values.filter { [.receiving, .waiting, .reading].contains($0.stage) }
    return open.count >= most || uploads.count >= mostKept
      || open.count { $0.user == user } >= mostOfUser
  }

  /// Adds a part. After the last one the import starts.
  ///
  /// - Parameter offset: How many bytes come before the part.
  func add(
    _ bytes: [UInt8], at offset: Int, to id: String, user: String, store: RecordStore,
    quota: PageQuota, now: Instant
  ) throws {
    let isComplete = try uploads.withLock { uploads in
      var upload = try Self.found(id, user, in: uploads)
      guard upload.stage == .receiving, upload.received == offset else {
        throw PageRefusal(
          status: 409, words: "\(upload.received) bytes have arrived; go on from there.")
      }
      guard !bytes.isEmpty else { throw PageRefusal(status: 400, words: "The part is empty.") }
      guard bytes.count <= upload.size - offset else {
        throw PageRefusal(
          status: 409, words: "The part goes beyond the file's end, at \(upload.size) bytes.")
      }
      do {
        let file = try FileHandle(forWritingTo: URL(filePath: upload.path))
        defer { try? file.close() }
        // A part of which only a piece was written is written again from its start.
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
      } catch {
        throw PageRefusal(status: 507, words: "The server has no room for the file.")
      }
      upload.received += bytes.count
      upload.lastUse = Int(now.milliseconds / 1_000)
      if upload.received == upload.size { upload.stage = .waiting }
      uploads[id] = upload
      return upload.stage == .waiting
    }
    if isComplete { importing.async { [self] in read(id, into: store, quota) } }
  }

  func state(_ id: String, user: String, now: Instant) throws -> Upload {
    try uploads.withLock { uploads in
      var upload = try Self.found(id, user, in: uploads)
      upload.lastUse = Int(now.milliseconds / 1_000)
      uploads[id] = upload
      return upload
    }
  }

  /// Ends an upload of which not all parts have come, and forgets what became of one that was read.
  func cancel(_ id: String, user: String) throws {
    let upload = try uploads.withLock { uploads in
      let upload = try Self.found(id, user, in: uploads)
      guard ![.waiting, .reading].contains(upload.stage) else {
        throw PageRefusal(status: 409, words: "The file is being read and cannot be taken back.")
      }
      uploads[id] = nil
      return upload
    }
    try? FileManager.default.removeItem(atPath: upload.path)
  }

  /// Another user's upload is as unknown as one that does not exist.
  private static func found(
    _ id: String, _ user: String, in uploads: [String: Upload]
  ) throws -> Upload {
    guard let upload = uploads[id], upload.user == user else {
      throw PageRefusal(status: 404, words: "There is no such upload; start it again.")
    }
    return upload
  }

  private func read(_ id: String, into store: RecordStore, _ quota: PageQuota) {
    guard let upload = change(id, { $0.stage = .reading }) else { return }
    defer { try? FileManager.default.removeItem(atPath: upload.path) }
    do {
      let options = ImportOptions(user: upload.player)
      let summary = try store.importFiles(at: upload.path, options: options) { update in
        change(id) { ($0.read, $0.summary) = (update.bytesRead, update.summary) }
        try quota.check(upload.player, in: store, added: update.summary)
      }
      change(id) { ($0.stage, $0.summary, $0.read) = (.done, summary, upload.size) }
    } catch {
      // The path is the server's and means nothing to the sender.
      let refusal = (error as? PageRefusal)?.words
      let words = (refusal ?? (error as? LibraryError)?.description ?? "\(error)")
        .replacing(upload.path, with: "the file")
      change(id) { ($0.stage, $0.error) = (.failed, words) }
    }
  }

  @discardableResult
  private func change(_ id: String, _ body: (inout Upload) -> Void) -> Upload? {
    uploads.withLock { uploads in
      guard var upload = uploads[id] else { return nil }
      body(&upload)
      uploads[id] = upload
      return upload
    }
  }

  private func forget(_ isOld: (Upload) -> Bool) {
    let old = uploads.withLock { uploads in
      let old = uploads.filter {
        isOld($0.value) && ![.waiting, .reading].contains($0.value.stage)
      }
      for id in old.keys { uploads[id] = nil }
      return old
    }
    for upload in old.values { try? FileManager.default.removeItem(atPath: upload.path) }
  }
}

extension Uploads.Upload {
  func json(_ id: String) -> Value {
    var fields: Fields = [
      "upload": .string(id), "state": .string(stage.rawValue), "received": .int(received),
      "size": .int(size), "read": .int(read), "messages": .int(summary?.messages ?? 0),
      "found": .int(summary?.shares ?? 0), "added": .int(summary?.added ?? 0),
      "duplicates": .int(summary?.duplicates ?? 0), "disputes": .int(summary?.disputes ?? 0),
      "nearMisses": .int(summary?.nearMisses ?? 0),
    ]
    if let error { fields.append("error", .string(error)) }
    return .object(fields)
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && (isLetter || isNumber) }
}
