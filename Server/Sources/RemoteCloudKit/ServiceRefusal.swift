internal import RemoteProgram
internal import ServerJSON

/// A refusal of the service: of a request, or of one item of it (CloudKit Web Services).
struct ServiceRefusal: Error, Hashable, Sendable {
  /// The service's word, such as `CONFLICT`; `nil` when it said none that can be read.
  let code: String?
  /// The HTTP status; `nil` for an item.
  let status: Int?
  /// A sentence of the service, without secrets.
  let reason: String
  /// Seconds; `nil` when it said none.
  let retryAfterSeconds: Int?
  /// Where the user can sign in, when the service says it.
  let signInAddress: String?
  /// What an atomic request that failed says about its records.
  var records: [JSON] = []

  /// Reads an item of an answer; `nil` when it is no refusal.
  init?(item: JSON, redacted: (String) -> String) {
    guard let code = item["serverErrorCode"]?.string else { return nil }
    self.init(code: code, status: nil, item, redacted)
  }

  init(
    code: String?, status: Int?, _ json: JSON, _ redacted: (String) -> String,
    retryAfterSeconds header: Int? = nil
  ) {
    self.code = code.map { String($0.prefix(64)) }
    self.status = status
    reason = redacted(String((json["reason"]?.string ?? "").prefix(500)))
    signInAddress = json["redirectURL"]?.string
    // The service says it in the body, and others in the head: the longer pause counts.
    retryAfterSeconds = [RetryAfter.seconds(json["retryAfter"]), header].compactMap(\.self).max()
  }

  /// What is to be done, by the error codes of CloudKit Web Services.
  enum Meaning: Hashable, Sendable {
    case signIn, permission, quota
    /// Not now.
    case later
    /// The container, the database or the address is wrong.
    case configuration
    /// The record there is another one than the one that was known.
    case conflict
    /// There is no such record.
    case notFound
    case zoneNotFound
    case tokenExpired
    /// Another record of an atomic request was refused.
    case sibling
    /// What it refers to is not there yet.
    case reference
    /// The content is refused.
    case content
    /// Something went wrong there; a record of the request may be the cause.
    case failed
  }

  var meaning: Meaning {
    switch code {
    case "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED": .signIn
    case "ACCESS_DENIED": .permission
    case "QUOTA_EXCEEDED": .quota
    case "THROTTLED", "TRY_AGAIN_LATER", "ZONE_BUSY", "SERVICE_UNAVAILABLE": .later
    case "CONFLICT", "EXISTS", "SERVER_RECORD_CHANGED": .conflict
    // An address that nobody handles has this code, too.
    case "NOT_FOUND": status != nil && reason.contains("handler") ? .configuration : .notFound
    case "ZONE_NOT_FOUND": .zoneNotFound
    case "CHANGE_TOKEN_EXPIRED": .tokenExpired
    case "ATOMIC_ERROR": .sibling
    case "VALIDATING_REFERENCE_ERROR": .reference
    case "BAD_REQUEST" where reason.hasPrefix("endpoint not applicable"): .configuration
    case "BAD_REQUEST", "UNIQUE_FIELD_ERROR": .content
    case "INTERNAL_ERROR": .failed
    default: meaningOfStatus
    }
  }

  /// The list of codes is open: what is unknown is told by the status, and for an item by whether it may be
  /// tried again.
  private var meaningOfStatus: Meaning {
    switch status {
    case nil: retryAfterSeconds == nil ? .content : .later
    case 401?, 407?, 421?: .signIn
    case 403?: .permission
    case 408?, 425?, 429?, 502?, 503?, 504?: .later
    case 400?, 413?, 422?: .content
    case (300..<500)?: .configuration
    case (500...)?: retryAfterSeconds == nil ? .failed : .later
    default: .failed
    }
  }

  /// The refusal as that of a whole question.
  func failure(host: String) -> RemoteFailure {
    let said = [code, status.map { "HTTP \($0)" }].compactMap(\.self).joined(separator: ", ")
    let sentence = reason.isEmpty ? "" : ": \(reason)"
    func failure(_ kind: RemoteFailure.Kind, _ advice: String = "") -> RemoteFailure {
      RemoteFailure(
        kind, "\(host) says \(said)\(sentence)\(advice.isEmpty ? "" : "; \(advice)")",
        retryAfterSeconds: retryAfterSeconds)
    }
    return switch meaning {
    case .signIn: failure(.signIn, "run `streakline account login`")
    case .permission: failure(.permission, "the account may not do this there")
    case .quota: failure(.quota, "make room there")
    case .later:
      RemoteFailure(
        .throttled,
        "\(host) says \(said); sync tries again"
          + (retryAfterSeconds.map { $0 > 1 ? " in \($0) seconds" : "" } ?? ""),
        retryAfterSeconds: retryAfterSeconds ?? 1)
    case .configuration:
      failure(.configuration, "correct `url`, `container` and `environment` in the pipeline file")
    default: failure(.failed)
    }
  }
}
