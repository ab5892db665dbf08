internal import StreaklineFiles

extension RemoteError {
  /// What a refusal of the system means for a remote that keeps its records in files.
  init(_ error: FileError) {
    let (kind, advice): (Kind, String) =
      if error.isBusy || error.isInterrupted || error.isExhausted {
        (.throttled, "try again later")
      } else if error.isFull {
        (.quota, "make room")
      } else if error.isMissing {
        (.throttled, "it was moved away; try again")
      } else if error.isWithoutLocks {
        (.configuration, "its file system cannot lock files; mount it with locks")
      } else if error.isForbidden {
        (.permission, "change the permissions")
      } else {
        (.failed, "check the disk")
      }
    self.init(kind, "\(error); \(advice), nothing is lost")
  }
}
