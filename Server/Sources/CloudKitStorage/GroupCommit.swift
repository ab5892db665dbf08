internal import CloudKitCore
internal import GRDB
internal import Synchronization

/// Writes for requests that wait at the same time in one transaction, because to sync a file takes the same
/// time for one request as for many. A request gets its result after the transaction is on the disk.
final class GroupCommit: Sendable {
  /// Requests in a transaction at most, so that no transaction is long.
  private static let mostRequests = 64

  private let pool: DatabasePool
  private let waiting = Mutex<[WaitingRequest]>([])
  private let schema: GrowingSchema

  init(_ pool: DatabasePool, schema: GrowingSchema) {
    self.pool = pool
    self.schema = schema
  }

  /// - Parameter body: What the request does. What it throws undoes it alone. It can be called twice,
  ///   when the first transaction has failed.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let request = WaitingRequest(
        run: { db in
          let result = try body(db)
          return { continuation.resume(returning: result) }
        }, fail: { continuation.resume(throwing: $0) })
      let isFirst = waiting.withLock { waiting in
        waiting.append(request)
        return waiting.count == 1
      }
      // Whoever comes while this waits for the database is written with it.
      if isFirst { pool.asyncWriteWithoutTransaction(self.writeWaiting) }
    }
  }

  private func writeWaiting(_ db: Database) {
    let requests = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for start in stride(from: 0, to: requests.count, by: Self.mostRequests) {
      write(requests[start..<min(start + Self.mostRequests, requests.count)], db)
    }
  }

  private func write(_ requests: ArraySlice<WaitingRequest>, _ db: Database) {
    do {
      for answer in try commit(requests, db) { answer() }
    } catch {
      // The disk is full or broken. Each request is tried alone, so that a large one does not hold up others.
      for request in requests {
        do {
          for answer in try commit([request], db) { answer() }
        } catch {
          request.fail(error)
        }
      }
    }
  }

  /// - Returns: What tells the requests of their results.
  private func commit(
    _ requests: ArraySlice<WaitingRequest>, _ db: Database
  ) throws -> [@Sendable () -> Void] {
    var answers: [@Sendable () -> Void] = []
    do {
      try db.inTransaction(.immediate) {
        for request in requests { answers.append(try carryOut(request, db)) }
        return .commit
      }
    } catch {
      schema.forget()
      throw error
    }
    schema.keep()
    return answers
  }

  /// Only a refusal leaves the transaction as it was before; after any other error nothing of it counts.
  private func carryOut(
    _ request: WaitingRequest, _ db: Database
  ) throws -> @Sendable () -> Void {
    let before = schema.whileWriting
    try db.cachedStatement(sql: "SAVEPOINT request").execute()
    do {
      let answer = try request.run(db)
      try db.cachedStatement(sql: "RELEASE request").execute()
      return answer
    } catch let refusal where refusal is ServiceError || refusal is DamagedRow {
      try db.cachedStatement(sql: "ROLLBACK TO request").execute()
      try db.cachedStatement(sql: "RELEASE request").execute()
      schema.whileWriting = before
      return { request.fail(refusal) }
    }
  }
}

/// A request that is to be written.
private struct WaitingRequest: Sendable {
  /// Writes, and returns what tells the request of its result.
  let run: @Sendable (Database) throws -> @Sendable () -> Void
  let fail: @Sendable (any Error) -> Void
}

/// A schema, to which a transaction adds what counts only after it is committed.
final class GrowingSchema: Sendable {
  private let state: Mutex<(known: Schema, grown: Schema?)>

  init(_ schema: Schema) {
    state = Mutex((schema, nil))
  }

  var known: Schema { state.withLock(\.known) }

  /// The schema as the transaction that is being written has it.
  var whileWriting: Schema {
    get { state.withLock { $0.grown ?? $0.known } }
    set { state.withLock { $0.grown = newValue } }
  }

  /// The transaction is committed.
  func keep() {
    state.withLock { $0 = ($0.grown ?? $0.known, nil) }
  }

  /// The transaction is rolled back.
  func forget() {
    state.withLock { $0.grown = nil }
  }
}
