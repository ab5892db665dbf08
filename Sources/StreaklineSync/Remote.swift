/// A service, a program or a file that keeps records outside this store.
///
/// Delivery is at least once: after a lost answer the same record is pushed again, so a remote must
/// recognise a record by its zone and name. Calls for one pipeline come one after another.
///
/// ```swift
/// struct PrintingRemote: Remote {
///   func open() async throws(RemoteError) -> RemoteDescription {
///     RemoteDescription(abilities: [.push])
///   }
///
///   func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
///     batch.map { record in
///       print(record.recordName)
///       return PushResult(record, .saved())
///     }
///   }
/// }
/// ```
public protocol Remote: Sendable {
  /// Whether nothing can ever be pulled from the remote. Such a remote is opened only when there is
  /// something to push.
  var isPushOnly: Bool { get }

  /// Starts a run. Called once, before the first `push` or `pull`.
  ///
  /// - Throws: When the remote cannot be used now.
  func open() async throws(RemoteError) -> RemoteDescription

  /// Sends a batch.
  ///
  /// - Parameter atomic: Whether the remote has to take all records or none. Only asked of a remote
  ///   with the ability ``RemoteAbility/atomic``.
  /// - Returns: One result for each record, in any order. A record without a result counts as
  ///   unknown and is sent again.
  /// - Throws: When the whole request failed.
  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult]

  /// Fetches the next page of what changed in a zone. Only asked of a remote with the ability
  /// ``RemoteAbility/pull``.
  ///
  /// - Parameter token: The token of the previous page; `nil` to start from the beginning.
  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage

  /// Tells what has become of some records, at this moment. Only asked of a remote with the ability
  /// ``RemoteAbility/lookup``, before a record that was not in the list of a zone counts as deleted.
  ///
  /// - Parameter names: At most as many as a batch may hold.
  func lookup(_ names: [String], in zone: ZoneName) async throws(RemoteError) -> LookedUp
}

extension Remote {
  /// `false`: the remote is opened in each run, and pulled from if it has the ability ``RemoteAbility/pull``.
  public var isPushOnly: Bool { false }

  /// Refuses to pull: the answer of a remote that can only be pushed to.
  public func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage
  {
    throw RemoteError(.failed, "nothing can be pulled from this remote")
  }

  /// Refuses to look anything up: the answer of a remote without this ability.
  public func lookup(_ names: [String], in zone: ZoneName) async throws(RemoteError) -> LookedUp {
    throw RemoteError(.failed, "nothing can be looked up at this remote")
  }
}

/// An ability of a remote.
public enum RemoteAbility: String, Hashable, Sendable, CaseIterable {
  /// Takes records (`push`), or gives out what has changed (`pull`).
  case push, pull
  /// Saves a batch as a whole or not at all.
  case atomic
  /// Keeps the stamp of a record.
  case stamps
  /// Tells what has become of a record. A remote needs it whose lists of records may be older than what was
  /// written last.
  case lookup
  /// Tells when something has changed there.
  case watch
}

/// Account, abilities and limits of a remote.
public struct RemoteDescription: Hashable, Sendable {
  /// The account that the remote is signed in to; `nil` when it has no accounts.
  public var account: String?
  /// What the remote can do; it is asked for nothing else.
  public var abilities: Set<RemoteAbility>
  /// How many records a batch may hold, at least 1.
  public var maxRecords: Int
  /// How many bytes of JSON a batch may hold, at least 1. A single larger record is sent alone.
  public var maxBytes: Int
  /// The zones of groups that the account has there, as far as the remote says them.
  public var zones: [String]

  /// Groups of an account at most.
  static let mostZones = 1_000

  /// The answer to ``Remote/open()``. A maximum below 1 counts as 1.
  public init(
    account: String? = nil, abilities: Set<RemoteAbility>, maxRecords: Int = 200,
    maxBytes: Int = 1_000_000, zones: [String] = []
  ) {
    self.account = account
    self.abilities = abilities
    self.maxRecords = max(1, maxRecords)
    self.maxBytes = max(1, maxBytes)
    self.zones = zones
  }
}

/// Why a remote did not answer a request.
public struct RemoteError: Error, Hashable, Sendable {
  /// The kind of failure: it decides whether sync tries again by itself or waits for the user.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The remote cannot be reached. Sync continues by itself when it can be.
    case offline
    /// The remote asks for a pause.
    case throttled
    /// The user has to sign in first.
    case signIn
    /// The user has to make room first.
    case quota
    /// The user has to change permissions first.
    case permission
    /// The user has to correct what was configured first, such as a path.
    case configuration
    /// Anything else. One record of the batch may be the cause.
    case failed

    /// Whether sync is paused until the user has done something.
    public var needsUser: Bool {
      switch self {
      case .signIn, .quota, .permission, .configuration: true
      case .offline, .throttled, .failed: false
      }
    }

    /// Whether a remote that has refused a request for this reason is only read from until the user says
    /// that he has done something. Whether somebody is signed in shows each time that it is opened.
    var pausesWriting: Bool { self == .quota || self == .permission }
  }

  /// What failed, as far as it matters to what happens next; see ``Kind/needsUser``.
  public let kind: Kind
  /// The reason and what to do, as a clause without a full stop.
  public let message: String
  /// How long the remote asks to wait, in seconds.
  public let retryAfterSeconds: Double?

  /// A failure of a whole request.
  ///
  /// - Parameters:
  ///   - message: What happened and what to do, without a full stop. The user sees it.
  ///   - retryAfterSeconds: `nil` when the remote asks for no pause. Then the pipeline's own delay counts.
  public init(_ kind: Kind, _ message: String, retryAfterSeconds: Double? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
  }
}
