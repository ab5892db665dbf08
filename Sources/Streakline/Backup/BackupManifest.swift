package import StreaklineCore

/// What a backup says of itself, in its first file.
package struct BackupManifest {
  /// A file in a backup.
  package struct File: Hashable, Sendable {
    package let name: String
    package let sizeBytes: Int
    /// The xxHash64 of the content, in hexadecimal digits.
    package let hash: String
  }

  static let name = "manifest.json"
  static let storeName = "streakline.db"
  static let settingsName = "config.yaml"
  /// The folders of the user's own files.
  package static let folders = ["Parsers", "Pipelines", "Achievements"]
  /// The folder of a sync server's files.
  static let serverFolder = "server"
  static let mostBytes = 4 << 20
  /// Backups of a later form are refused.
  private static let format = 2
  /// The form of a backup without a server's files. Programs from before there were such files restore it, too.
  private static let formatWithoutServer = 1

  /// The version of the program that has written the backup.
  package let version: String
  /// That of the store's tables.
  package let schema: Int
  package let createdAt: Instant
  /// The id that the device had.
  package let device: String
  /// How much there is, by what it is.
  package let counts: [(what: String, number: Int)]
  /// All other files.
  package let files: [File]

  /// How many files there are of a kind, such as `Parsers`.
  package func number(of folder: String) -> Int {
    files.count { $0.name.hasPrefix("\(folder)/") }
  }

  /// Whether the settings are in the backup.
  package var hasSettings: Bool { files.contains { $0.name == Self.settingsName } }

  /// Whether the files of a sync server are in the backup.
  package var hasServer: Bool { files.contains(where: \.isOfServer) }

  /// How many containers of a sync server there are, each with its environments.
  package var serverContainers: Int {
    Set(
      files.filter(\.isOfServer).map { $0.name.split(separator: "/").dropLast() }
        .filter { $0.count > 1 }
    ).count
  }

  /// How many bytes all the files have.
  package var sizeBytes: Int { files.reduce(0) { $0 + $1.sizeBytes } }
}

extension BackupManifest {
  /// Whether a file of that name can be in a backup: none that would be put anywhere else than where it belongs.
  static func mayHold(_ name: String) -> Bool {
    if name == storeName || name == settingsName { return true }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, TarHeader.hasRoom(for: name) else { return false }
    if parts[0] == serverFolder { return isServerFile(Array(parts.dropFirst())) }
    return parts.count == 2 && folders.contains(parts[0]) && isOwnFile(parts[1])
  }

  /// Whether a path in a server's folder is that of one of its files: the accounts, or an environment of a container.
  private static func isServerFile(_ parts: [String]) -> Bool {
    if parts == ["accounts.db"] { return true }
    guard parts.count == 3, parts[0] == "containers", parts[1].hasPrefix("iCloud.") else {
      return false
    }
    return parts[1].utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return byte < 0x80 && (scalar.properties.isAlphabetic || ".-".unicodeScalars.contains(scalar))
        || (0x30...0x39).contains(byte)
    } && ["development.db", "production.db"].contains(parts[2])
  }

  /// Whether a file of that name in one of the user's folders is the user's, and not an editor's.
  static func isOwnFile(_ name: String) -> Bool {
    (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !name.hasPrefix(".")
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  var json: Value {
    .object([
      "format": .int(hasServer ? Self.format : Self.formatWithoutServer),
      "program": .string("streakline"), "version": .string(version),
      "schema": .int(schema), "createdAt": .string(createdAt.iso), "deviceId": .string(device),
      "counts": countsJSON,
      "files": .list(
        files.map { file in
          .object([
            "name": .string(file.name), "bytes": .int(file.sizeBytes), "xxh64": .string(file.hash),
          ])
        }),
    ])
  }

  /// The numbers by what they count.
  package var countsJSON: Value {
    var fields = Fields()
    for count in counts { fields.append(count.what, .int(count.number)) }
    return .object(fields)
  }

  /// - Parameter path: That of the backup, for errors.
  init(_ bytes: [UInt8], path: String) throws(BackupMistake) {
    guard let fields = (try? readJSON(bytes))?.object, fields["program"]?.string == "streakline",
      let format = fields["format"]?.int
    else {
      throw .refused("\(path): its \(Self.name) cannot be read; this is no backup of Streakline")
    }
    let version = fields["version"]?.string ?? ""
    guard (Self.formatWithoutServer...Self.format).contains(format) else {
      throw .newer(
        "\(path): Streakline \(version) has written this backup, in a form that is not known here")
    }
    guard let schema = fields["schema"]?.int,
      let createdAt = fields["createdAt"]?.string.flatMap(Instant.init(iso8601:)),
      let device = fields["deviceId"]?.string, case .object(let counts)? = fields["counts"],
      case .list(let files)? = fields["files"]
    else { throw .refused("\(path): its \(Self.name) is not complete") }
    self.version = version
    self.schema = schema
    self.createdAt = createdAt
    self.device = device
    self.counts = counts.compactMap { name, value in value.int.map { (name, $0) } }
    self.files = files.compactMap { file in
      guard let file = file.object, let name = file["name"]?.string,
        let size = file["bytes"]?.int, let hash = file["xxh64"]?.string
      else { return nil }
      return File(name: name, sizeBytes: size, hash: hash)
    }
    guard self.files.count == files.count else {
      throw .refused("\(path): its \(Self.name) is not complete")
    }
  }

  init(
    createdAt: Instant, device: String, counts: [(what: String, number: Int)], schema: Int,
    files: [File]
  ) {
    (version, self.schema, self.createdAt) = (programVersion, schema, createdAt)
    (self.device, self.counts, self.files) = (device, counts, files)
  }
}

extension BackupManifest.File {
  /// Whether it is one of a sync server's files.
  var isOfServer: Bool { name.hasPrefix("\(BackupManifest.serverFolder)/") }

  /// Whether it is one of the user's own.
  var isOwn: Bool { name != BackupManifest.storeName && !isOfServer }
}

extension XXHash64 {
  /// Sixteen hexadecimal digits, as `xxh64sum` prints them.
  var hexadecimal: String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
