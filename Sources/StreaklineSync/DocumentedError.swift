/// An error that the apps' documents name, and what becomes of it here. `Documentation/sync.md` has the same
/// table.
package struct DocumentedError: Hashable, Sendable {
  /// What happens at the remote, in the terms of this program.
  package enum Cause: Hashable, Sendable {
    /// The remote fails as a whole.
    case failure(RemoteError.Kind)
    /// It is signed in to another account.
    case otherAccount
    /// It takes some records later.
    case partial
    /// It refuses a record for good.
    case refusal
    /// It holds another version of a record.
    case conflict
    /// It does not hold a record that it held.
    case goneRecord
    /// The zone is not there yet.
    case newZone
    /// It no longer knows what was pulled last.
    case expiredToken
    /// It fails again and again.
    case manyTries
    /// A deleted record is changed on another device.
    case resurrection
    /// The pipeline is switched off.
    case disabled
  }

  /// The document and the line in it.
  package let place: String
  package let error: String
  /// What the document shows to the user; `nil` where it shows nothing.
  package let message: String?
  package let cause: Cause

  private init(_ place: String, _ error: String, _ message: String?, _ cause: Cause) {
    self.place = place
    self.error = error
    self.message = message
    self.cause = cause
  }

  package static let all: [DocumentedError] = [
    .init("000:200", "notAuthenticated", "Sign into iCloud to sync", .failure(.signIn)),
    .init(
      "000:201", "networkUnavailable", "Offline - will sync when connected", .failure(.offline)),
    .init("000:202", "serviceUnavailable", nil, .failure(.throttled)),
    .init("000:203", "requestRateLimited", nil, .failure(.throttled)),
    .init("000:204", "quotaExceeded", "iCloud storage full - sync paused", .failure(.quota)),
    .init("000:205", "zoneNotFound", nil, .newZone),
    .init("000:206", "unknownItem", nil, .goneRecord),
    .init("000:207", "serverRecordChanged", nil, .conflict),
    .init("000:208", "partialFailure", "depends on the errors in it", .partial),
    .init(
      "000:209", "permissionFailure", "Access removed from group", .failure(.permission)),
    .init("000:210", "other", "Sync error: …", .failure(.failed)),
    .init(
      "001:233", "not signed into iCloud", "iCloud sync not available", .failure(.signIn)),
    .init("001:234", "iCloud Drive disabled", "iCloud sync not available", .disabled),
    .init(
      "001:235", "entitlements missing", "iCloud sync not available", .failure(.configuration)),
    .init("001:239", "network connectivity", "Sync failed", .failure(.offline)),
    .init("001:240", "service issues", "Sync failed", .failure(.failed)),
    .init("001:241", "invalid record format", "Sync failed", .refusal),
    .init("001:245", "two accounts", "Data not syncing between devices", .otherAccount),
    .init("001:246", "sync is switched off", "Data not syncing between devices", .disabled),
    .init("001:247", "errors in the dashboard", "Data not syncing between devices", .refusal),
    .init(
      "002:345", "networkUnavailable",
      "Network unavailable. Changes will sync when connection is restored.", .failure(.offline)),
    .init(
      "002:346", "quotaExceeded", "CloudKit quota exceeded. Please contact support.",
      .failure(.quota)),
    .init(
      "002:347", "recordNotFound", "Record not found. This may indicate a sync issue.",
      .goneRecord),
    .init(
      "002:348", "conflictDetected", "Data conflict detected. Using most recent version.",
      .conflict),
    .init(
      "002:349", "dataResurrectionDetected", "This is a security violation.", .resurrection),
    .init(
      "002:350", "maxRetriesExceeded", "Maximum retry attempts exceeded. Please try again later.",
      .manyTries),
    .init("003:393", "notAuthenticated", "a prompt to sign in", .failure(.signIn)),
    .init("003:397", "quotaExceeded", "an alert", .failure(.quota)),
    .init("003:401", "networkUnavailable", "offline mode", .failure(.offline)),
    .init("003:405", "serviceUnavailable", nil, .failure(.throttled)),
    .init("003:409", "requestRateLimited", nil, .failure(.throttled)),
    .init("003:413", "default", "the system's description", .failure(.failed)),
    .init(
      "004:457", "networkUnavailable", "No internet. Will sync when online.",
      .failure(.offline)),
    .init(
      "004:458", "quotaExceeded", "iCloud storage full. Free up space in Settings → iCloud.",
      .failure(.quota)),
    .init(
      "004:459", "zoneBusy, serviceUnavailable", "iCloud temporarily unavailable. Retrying...",
      .failure(.throttled)),
    .init(
      "004:460", "partialFailure", "Some data couldn't sync. Retrying...", .partial),
    .init("004:461", "serverRecordChanged", nil, .conflict),
    .init("004:462", "changeTokenExpired", nil, .expiredToken),
  ]
}

extension DocumentedError.Cause {
  /// How the line of `streakline status` starts, or what else shows it.
  package var shown: String {
    switch self {
    case .failure(.offline): "Offline, will sync when connected: …"
    case .failure(.throttled), .partial: "Waiting: …"
    case .failure(.signIn), .failure(.quota), .failure(.permission), .failure(.configuration),
      .otherAccount:
      "Sync paused: …"
    case .failure(.failed), .manyTries: "Sync error: …"
    case .refusal: "Last synced: …, 1 rejected"
    case .conflict, .goneRecord, .newZone, .expiredToken, .resurrection: "Last synced: …"
    case .disabled: "Switched off"
    }
  }

  /// What the user can do.
  package var remedy: String {
    switch self {
    case .failure(.offline): "nothing; a folder: connect its drive"
    case .failure(.throttled), .partial: "nothing; it is sent again when the remote allows it"
    case .failure(.signIn): "sign in, then `sync`"
    case .failure(.quota): "make room, then `sync --retry`; until then only reading goes on"
    case .failure(.permission):
      "get access back, then `sync --retry`; until then only reading goes on"
    case .failure(.configuration): "correct what the message names, then `sync`"
    case .failure(.failed): "what the message says; `sync` tries at once"
    case .otherAccount:
      "sign in with the account of the message, `account adopt`, or another `--store`"
    case .refusal: "`dead show` says why; correct the record, or `dead retry`, or `dead drop`"
    case .conflict: "nothing: it is merged; `disputes` and `conflicts` show what was not chosen"
    case .goneRecord: "nothing: what was deleted there is deleted here, else it is sent again"
    case .newZone: "nothing: the remote makes it"
    case .expiredToken: "nothing: the zone is read from its beginning"
    case .manyTries: "nothing is given up; the pauses grow to those of the key `retry`"
    case .resurrection: "nothing: what was deleted stays deleted"
    case .disabled: "`pipelines enable NAME`"
    }
  }

  /// The state in `status --output json`.
  package var state: String {
    switch self {
    case .failure(.offline): "offline"
    case .failure(.throttled), .failure(.failed), .partial, .manyTries: "error"
    case .failure(.signIn), .failure(.quota), .failure(.permission), .failure(.configuration),
      .otherAccount:
      "paused"
    case .refusal, .conflict, .goneRecord, .newZone, .expiredToken, .resurrection: "success"
    case .disabled: "disabled"
    }
  }
}
