internal import CloudKitCore
internal import CloudKitStorage
internal import Synchronization

/// Who sends a request.
struct Caller: Hashable, Sendable {
  /// The user's record name in the container; `nil` for a program without a user.
  let user: String?
  /// The user's number at this server.
  let number: Int64?
  /// Names whoever is counted for throttling: the user's token, or the program's.
  let token: String
  /// The token that the client is to use from now on.
  let nextToken: String?
}

/// Checks the tokens of requests (CloudKit Web Services).
final class Authentication: Sendable {
  let accounts: AccountStore
  private let settings: ServerSettings
  /// The newest rotated token that each user's client has used, and when it first did. It is only kept
  /// where the server is strict.
  private let newest = Mutex<[String: (issuedAt: Int, usedAt: Int)]>([:])

  init(accounts: AccountStore, settings: ServerSettings) {
    self.accounts = accounts
    self.settings = settings
  }

  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: ``ServiceError/Code/authenticationFailed``. A container that is unknown is refused in the
  ///   same words as a token that is unknown.
  func caller(of target: RequestTarget, _ items: QueryItems, now: Int) async throws -> Caller {
    guard let text = items.token("ckAPIToken") else {
      throw Self.failed("missing ckAPIToken")
    }
    guard let api = AccessToken(apiText: text),
      let program = try await accounts.holder(of: api, now: now), program.user == nil,
      program.container == target.container
    else { throw Self.failed("unknown or expired ckAPIToken for this container") }
    guard let web = items.token("ckWebAuthToken") else {
      return Caller(user: nil, number: nil, token: hexadecimal(api.id), nextToken: nil)
    }
    return try await user(web, container: target.container, now: now)
  }

  private func user(_ text: String, container: String, now: Int) async throws -> Caller {
    let refusal = Self.failed("unknown or expired ckWebAuthToken for this container")
    guard let token = WebAuthToken(text, signedWith: accounts.key),
      let holder = try await holder(of: token, now: now), holder.container == container,
      let number = holder.user
    else { throw refusal }
    let id = hexadecimal(token.id)
    if settings.isStrict {
      guard isCurrent(id, token.issuedAt, now: now) else {
        throw Self.failed("this ckWebAuthToken was replaced by the one in an answer's header")
      }
    }
    let next = WebAuthToken.rotated(id: token.id, issuedAt: max(now, token.issuedAt + 1))
    return Caller(
      user: userRecordName(of: number, in: container, key: accounts.key), number: number,
      token: id,
      nextToken: next.text(signedWith: accounts.key))
  }

  private func holder(of token: WebAuthToken, now: Int) async throws -> TokenHolder? {
    switch token {
    case .original(let token): return try await accounts.holder(of: token, now: now)
    case .rotated(let id, let issuedAt):
      guard now < issuedAt + settings.tokenSeconds * 1_000 else { return nil }
      return try await accounts.holder(ofRotated: id, now: now)
    }
  }

  /// Whether no newer token was used longer ago than the time of grace.
  private func isCurrent(_ id: String, _ issuedAt: Int, now: Int) -> Bool {
    newest.withLock { newest in
      guard let known = newest[id] else {
        newest[id] = (issuedAt, now)
        return true
      }
      if issuedAt > known.issuedAt {
        newest[id] = (issuedAt, now)
        return true
      }
      return issuedAt == known.issuedAt || now < known.usedAt + settings.graceSeconds * 1_000
    }
  }

  private static func failed(_ reason: String) -> ServiceError {
    ServiceError(.authenticationFailed, reason)
  }
}
