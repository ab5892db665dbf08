package import ServerJSON

/// A refusal, as CloudKit Web Services words it (CloudKit Web Services).
package struct ServiceError: Error, Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    case accessDenied = "ACCESS_DENIED"
    case atomic = "ATOMIC_ERROR"
    case authenticationFailed = "AUTHENTICATION_FAILED"
    case authenticationRequired = "AUTHENTICATION_REQUIRED"
    case badRequest = "BAD_REQUEST"
    case changeTokenExpired = "CHANGE_TOKEN_EXPIRED"
    case conflict = "CONFLICT"
    case exists = "EXISTS"
    case internalError = "INTERNAL_ERROR"
    case notFound = "NOT_FOUND"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case throttled = "THROTTLED"
    case tryAgainLater = "TRY_AGAIN_LATER"
    case validatingReference = "VALIDATING_REFERENCE_ERROR"
    case zoneNotFound = "ZONE_NOT_FOUND"

    /// The HTTP status of an answer that is nothing but this error.
    package var status: Int {
      switch self {
      case .atomic, .badRequest, .changeTokenExpired: 400
      case .authenticationFailed: 401
      case .accessDenied: 403
      case .notFound, .zoneNotFound: 404
      case .conflict, .exists: 409
      case .validatingReference: 412
      case .quotaExceeded: 413
      case .authenticationRequired: 421
      case .throttled: 429
      case .internalError: 500
      case .tryAgainLater: 503
      }
    }
  }

  package let code: Code
  /// A sentence for the developer. It never has a secret or a field's value.
  package let reason: String
  /// Whole seconds after which the request may be sent again; `nil` when that would not help.
  package let retryAfterSeconds: Int?
  /// Where a user can get a token.
  package var redirectURL: String?
  /// The HTTP status, where it is not the code's own.
  private let otherStatus: Int?

  package init(_ code: Code, _ reason: String, retryAfterSeconds: Int? = nil, status: Int? = nil) {
    self.code = code
    self.reason = reason
    self.retryAfterSeconds = retryAfterSeconds
    otherStatus = status
  }

  package var status: Int { otherStatus ?? code.status }

  /// The error as JSON.
  ///
  /// - Parameters:
  ///   - uuid: Names the request in the server's log.
  ///   - context: What the error is about: `recordName` or `zoneID`.
  package func json(uuid: String, about context: [(String, JSON?)] = []) -> JSON {
    .members(
      context + [
        ("uuid", .string(uuid)), ("serverErrorCode", .string(code.rawValue)),
        ("reason", .string(reason)), ("retryAfter", retryAfterSeconds.map(JSON.int)),
        ("redirectURL", redirectURL.map(JSON.string)),
      ])
  }

  package static func badRequest(_ reason: String) -> ServiceError {
    ServiceError(.badRequest, reason)
  }
}
