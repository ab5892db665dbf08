package import CloudKitCore
internal import GRDB

extension ServiceError {
  /// What a client is told when something went wrong.
  package init(_ error: any Error) {
    switch error {
    case let error as ServiceError: self = error
    case is DamagedRow:
      self.init(
        .internalError,
        "what the server has stored of this is damaged; whoever runs the server can see with "
          + "\"streaklined verify\" what else is, and has it in a backup")
    case let error where Connection.isDamage(error):
      self.init(
        .internalError,
        "the server's file is damaged; whoever runs the server finds in the log which one it is, "
          + "and what to do")
    case let error as DatabaseError where [.SQLITE_FULL, .SQLITE_BUSY].contains(error.resultCode):
      self.init(.tryAgainLater, "the server cannot write now", retryAfterSeconds: 30)
    default: self.init(.internalError, "something went wrong in the server")
    }
  }
}
