package import CloudKitCore
package import CloudKitStorage
internal import ServerJSON
internal import Synchronization

/// Answers requests of CloudKit Web Services' protocol from the records of a folder.
///
/// It knows nothing of sockets: a request comes in two parts, so that nobody's body is read before it is
/// known who sends it.
package final class CloudKitService: Sendable {
  package let folder: DataFolder
  package let settings: ServerSettings
  private let authentication: Authentication
  private let budgets = Mutex<[String: RequestBudget]>([:])
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int
  /// A new name for a request, or for a record that has none.
  let newUUID: @Sendable () -> String
  let courier = Courier()
  let notices = Notices()
  /// What is wrong with the server's files, until it is in the log.
  private let problems = Mutex<Set<String>>([])
  /// The containers and environments of which it is known whether anybody has subscribed to something.
  private let subscribed = Mutex<[String: Bool]>([:])

  package init(
    folder: DataFolder, settings: ServerSettings, now: @escaping @Sendable () -> Int,
    newUUID: @escaping @Sendable () -> String
  ) {
    self.folder = folder
    self.settings = settings
    self.now = now
    self.newUUID = newUUID
    authentication = Authentication(accounts: folder.accounts, settings: settings)
  }

  /// Reads the first part of a request.
  ///
  /// - Parameters:
  ///   - method: Such as `POST`.
  ///   - path: The part of the address before `?`.
  ///   - query: What comes after it.
  ///   - signature: What its headers say of a server-to-server key.
  /// - Returns: What is to be answered, before the body is known or after.
  package func receive(
    method: String, path: String, query: String, signature: RequestSignature? = nil
  ) async -> Reception {
    let uuid = newUUID()
    var caller: Caller?
    do {
      guard let target = RequestTarget(path: path) else {
        throw ServiceError(.notFound, "could not find handler for endpoint")
      }
      guard target.endpoint.methods.contains(method) else {
        let methods = target.endpoint.methods.joined(separator: " or ")
        throw ServiceError(.badRequest, "the endpoint takes \(methods)", status: 405)
      }
      let items = QueryItems(query)
      let (known, signed) = try await sender(of: target, path, query, items, signature)
      caller = known
      try admit(known, to: target)
      // Anybody could use up the budget of a key: its requests count when the signature is checked.
      if signed == nil { try count(known) }
      let store = try folder.store(target.container, target.environment)
      return .call(
        Call(
          service: self, target: target, caller: known, signed: signed, items: items,
          store: store, uuid: uuid))
    } catch {
      if let problem = (error as? StorageError)?.description ?? folder.accounts.problem(error) {
        problems.withLock { _ = $0.insert(problem) }
      }
      return .answer(Answer(ServiceError(error), uuid: uuid).with(nextToken: caller?.nextToken))
    }
  }

  /// Notes that a request has failed because of the server's files.
  func note(_ error: any Error, of store: ContainerStore) {
    guard let problem = store.problem(error) else { return }
    problems.withLock { _ = $0.insert(problem) }
  }

  /// What is wrong with the server's files, and has not been said yet.
  package func newProblems() -> [String] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems.sorted()
    }
  }

  private func sender(
    of target: RequestTarget, _ path: String, _ query: String, _ items: QueryItems,
    _ signature: RequestSignature?
  ) async throws -> (Caller, SignedRequest?) {
    guard let signature else {
      return (try await authentication.caller(of: target, items, now: now()), nil)
    }
    let signed = try await authentication.signed(
      signature, path: path, query: query, of: target, now: now())
    return (authentication.caller(of: signed), signed)
  }

  /// Checks what is signed when the body is there.
  func check(_ call: Call, body: [UInt8]) throws(ServiceError) {
    guard let signed = call.signed else { return }
    try signed.check(body: body)
    try count(call.caller)
  }

  /// Refuses what cannot be done in a database, or not without a user.
  private func admit(_ caller: Caller, to target: RequestTarget) throws(ServiceError) {
    guard target.endpoint.databases.contains(target.database) else {
      throw .badRequest(
        "endpoint not applicable in the database type '\(target.database.rawValue)db'")
    }
    guard caller.user == nil else { return }
    if target.database != .public || target.endpoint.needsUser {
      var error = ServiceError(.authenticationRequired, "request needs authorization")
      error.redirectURL = signInURL
      throw error
    }
  }

  private func count(_ caller: Caller) throws(ServiceError) { try count(caller.token) }

  /// Counts a request of somebody, so that nobody sends too many.
  func count(_ name: String) throws(ServiceError) {
    let seconds = Double(now()) / 1_000
    let wait = budgets.withLock { budgets -> ServiceError? in
      var budget =
        budgets[name]
        ?? RequestBudget(
          perSecond: settings.requestsPerSecond, burst: settings.burst, at: seconds)
      defer { budgets[name] = budget }
      do throws(ServiceError) {
        try budget.take(at: seconds)
        return nil
      } catch { return error }
    }
    if let wait { throw wait }
  }

  private var signInURL: String { publicURL + "/sign-in" }

  /// The address under which clients reach the server.
  var publicURL: String {
    settings.publicURL ?? "\(settings.scheme)://\(settings.host):\(settings.port)"
  }

  /// Whether somebody may have subscribed to something. What nobody has said is that somebody may.
  func mayHaveSubscriptions(in target: RequestTarget) -> Bool {
    subscribed.withLock { $0[target.container + target.environment.rawValue] ?? true }
  }

  /// Notes that somebody has subscribed to something, or that nobody has; the latter counts only where
  /// nothing was known.
  func hasSubscriptions(_ value: Bool, in target: RequestTarget) {
    let key = target.container + target.environment.rawValue
    subscribed.withLock { if value || $0[key] == nil { $0[key] = value } }
  }

  /// Whether the server can answer: it reads its accounts.
  package func isHealthy() -> Bool {
    (try? folder.accounts.containers()) != nil
  }
}

/// What becomes of the first part of a request.
package enum Reception: Sendable {
  /// Its body is not wanted.
  case answer(Answer)
  case call(Call)
}

/// What is sent to a client.
package struct Answer: Sendable {
  package let status: Int
  package private(set) var headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The error's code, for the log.
  package let code: String?

  init(status: Int = 200, _ json: JSON, code: String? = nil) {
    self.status = status
    headers = [("Content-Type", "application/json; charset=UTF-8")]
    body = json.bytes
    self.code = code
  }

  /// - Parameter uuid: Names the request in the log.
  init(_ error: ServiceError, uuid: String) {
    self.init(status: error.status, error.json(uuid: uuid), code: error.code.rawValue)
    if let seconds = error.retryAfterSeconds { headers.append(("Retry-After", "\(seconds)")) }
  }

  /// - Parameter restored: Names the restored backup from which the records are.
  func with(restored: String?) -> Answer {
    guard let restored else { return self }
    var answer = self
    answer.headers.append(("X-Streakline-Restored", restored))
    return answer
  }

  func with(header name: String, _ value: String) -> Answer {
    var answer = self
    answer.headers.append((name, value))
    return answer
  }

  func with(nextToken: String?) -> Answer {
    guard let nextToken else { return self }
    var answer = self
    answer.headers.append(("X-Apple-CloudKit-Web-Auth-Token", nextToken))
    return answer
  }
}
