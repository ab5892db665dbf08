/// Why a backup is not written, or nothing of it is put in place.
package enum BackupMistake: Error {
  /// The file is no backup, or not the one that was written.
  case refused(String)
  /// A newer program has written the backup.
  case newer(String)
  /// The store that was to be kept, or the one in the backup, has problems.
  case unsound(String, findings: [String])
  /// There is something already, which is not replaced without being asked: its path.
  case present(String)
  /// A file is in the way, or cannot be kept.
  case unsuitable(String)
  case interrupted

  /// What happened and where.
  package var message: String {
    switch self {
    case .refused(let words), .newer(let words), .unsuitable(let words): words
    case .unsound(let place, let findings):
      "\(place) has \(findings.count == 1 ? "a problem" : "\(findings.count) problems"): "
        + findings.prefix(3).joined(separator: "; ")
    case .present(let path): "\(path) is there already"
    case .interrupted: "interrupted"
    }
  }
}
