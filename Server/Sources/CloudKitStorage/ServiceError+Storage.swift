package import CloudKitCore
internal import GRDB

extension ServiceError {
  /// What a client is told when something went wrong.
  package init(_ error: any Error) {
    switch error {
    case let error as ServiceError: self = error
    case let error as DatabaseError where [.SQLITE_FULL, .SQLITE_BUSY].contains(error.resultCode):
      self.init(.tryAgainLater, "the server cannot write now", retryAfterSeconds: 30)
    default: self.init(.internalError, "something went wrong in the server")
    }
  }
}
