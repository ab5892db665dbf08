internal import StreaklineFiles
internal import GRDB

/// Why a store could not do its work. Each description says what the user can do.
package enum StoreError: Error, Equatable {
  /// There is no store at the path yet.
  case missing(path: String)
  /// There is a store already where another one was to be put.
  case present(path: String)
  /// The store cannot be created or written at its path.
  case cannotWrite(path: String, reason: String)
  /// The file is not a store. It was not changed.
  case foreign(path: String, what: String)
  /// A newer Streakline wrote the file. It was not changed.
  case newer(path: String)
  /// An older Streakline wrote the file, and what it lacks cannot be added where the file is.
  case older(path: String, reason: String)
  /// The file is damaged.
  case corrupt(path: String, detail: String)
  /// The disk is full. The current transaction is not stored.
  case full(path: String)
  /// Another program kept the file for more than ten seconds.
  case busy(path: String)
  /// Another program kept the writer lock for more than ten seconds; the reason names it.
  case locked(path: String, reason: String)
  /// Another process runs the pipeline.
  case running(pipeline: String, by: String)
  /// The process or the system has no descriptor or memory left for another file.
  case exhausted(path: String, reason: String)
  /// The user asked the program to stop while it waited for the writer lock.
  case interrupted(path: String)
  /// The file, or its log, was removed or replaced while the store was open.
  case removed(path: String)
  /// The program has closed the store, and then used it.
  case closed(path: String)
  /// The disk or the system failed.
  case failed(path: String, detail: String)

  /// The exit code of the command line (sysexits).
  package var exitCode: Int32 {
    switch self {
    case .foreign, .newer, .corrupt: 65
    case .missing: 66
    case .present, .cannotWrite, .older: 73
    case .full, .failed, .removed, .closed: 74
    case .busy, .locked, .running, .exhausted: 75
    case .interrupted: 130
    }
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no store yet; it is created when the first result is stored"
    case .present(let path):
      "\(path): there is a store already; it was not changed"
    case .cannotWrite(let path, let reason):
      "\(path): cannot be opened or written: \(reason)"
    case .foreign(let path, let what):
      "\(path): \(what); it was not changed"
    case .newer(let path):
      "\(path): a newer Streakline wrote this store; it was not changed; install that version"
    case .older(let path, let reason):
      "\(path): an older Streakline wrote this store, which must be brought up to date first, and it cannot "
        + "be written here (\(reason)); copy it to a folder that you can write, or open it once as its owner"
    case .corrupt(let path, let detail):
      "\(path): the store is damaged (\(detail)); keep a copy and restore a backup, or rescue "
        + "what is readable with `sqlite3 FILE .recover`"
    case .full(let path):
      "\(path): the disk is full; what was not reported is not stored; make room and try again"
    case .locked(let path, let reason):
      "\(path): \(reason); nothing more was stored; try again when that process is done"
    case .running(let pipeline, let holder):
      "\(holder) is running the pipeline '\(pipeline)'; nothing was sent twice; try again when that "
        + "process is done"
    case .exhausted(let path, let reason):
      "\(path): \(reason); close other programs and try again"
    case .interrupted(let path):
      "\(path): interrupted while waiting for another program that writes to the store"
    case .busy(let path):
      "\(path): another program has kept the store busy for ten seconds; try again when it is done"
    case .removed(let path):
      "\(path): the store was removed or replaced while it was open; what was stored since then may "
        + "be lost; put the file back, or start again and read the input once more"
    case .closed(let path):
      "\(path): the store was closed; open it again"
    case .failed(let path, let detail):
      "\(path): the disk failed (\(detail)); what was not reported is not stored; check the disk "
        + "and try again"
    }
  }
}

/// A row that cannot be read. Thrown inside a transaction, where the path is not known.
struct DamagedRow: Error {
  let detail: String
}

extension StoreError {
  /// Converts an error from inside a transaction of the store at `path`.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as FileError: self.init(error)
    case let error as DatabaseError: self.init(error, path: path)
    case let error as DamagedRow: self = .corrupt(path: path, detail: error.detail)
    default: self = .failed(path: path, detail: String(describing: type(of: error)))
    }
  }

  init(_ error: FileError) {
    if error.isBusy {
      self = .locked(path: error.path, reason: error.reason)
    } else if error.isInterrupted {
      self = .interrupted(path: error.path)
    } else if error.isExhausted {
      self = .exhausted(path: error.path, reason: error.reason)
    } else if error.isFull {
      self = .full(path: error.path)
    } else if error.isWithoutLocks {
      self = .cannotWrite(
        path: error.path,
        reason:
          "its file system cannot lock files (\(error.reason)); mount it with locks, or keep the "
          + "store on a disk of this machine")
    } else if error.isForbidden || error.isMissing {
      self = .cannotWrite(path: error.path, reason: error.reason)
    } else {
      self = .failed(path: error.path, detail: "\(error.operation): \(error.reason)")
    }
  }

  /// Uses only SQLite's own message. Statements and their arguments can contain what somebody wrote,
  /// so they are left out.
  private init(_ error: DatabaseError, path: String) {
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    // The statements are ours, so what they name is missing from a damaged schema.
    case .SQLITE_ERROR
    where detail.hasPrefix("no such table") || detail.hasPrefix("no such column"):
      self = .corrupt(path: path, detail: detail)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path, detail: detail)
    case .SQLITE_FULL: self = .full(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path: path)
    case .SQLITE_CANTOPEN where exhaustion() != nil:
      self = .exhausted(path: path, reason: exhaustion()?.reason ?? detail)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self = .cannotWrite(path: path, reason: detail)
    default: self = .failed(path: path, detail: detail)
    }
  }
}
