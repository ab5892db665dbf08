internal import GRDB
internal import GRDBSQLite

/// A statement, used through SQLite's C interface. GRDB's arguments and rows cost several times as much as an
/// insert itself.
///
/// SQLite prepares it when it is first used, as a table has statements that many transactions do not need. A statement is
/// used only inside the database access of GRDB in which it was made: that keeps the connection alive.
struct RowStatement {
  @safe private final class Preparation {
    private let db: Database
    private let sql: String
    /// Keeps the handle alive.
    private var statement: Statement?
    /// `nil` until the statement is prepared. It is read for each value, so Swift need not check that nobody writes it.
    @exclusivity(unchecked) private(set) var handle: OpaquePointer?
    private(set) var failure: (any Error)?

    init(_ db: Database, _ sql: String) {
      self.db = db
      self.sql = sql
    }

    func prepare() {
      do {
        let statement = try db.cachedStatement(sql: sql)
        // A thrown error may have left a cached statement before its last row.
        unsafe sqlite3_reset(statement.sqliteStatement)
        unsafe sqlite3_clear_bindings(statement.sqliteStatement)
        self.statement = statement
        unsafe handle = statement.sqliteStatement
      } catch {
        failure = error
      }
    }
  }

  private let preparation: Preparation

  /// `nil` where SQLite cannot prepare the statement: ``next()`` throws what is wrong.
  private var handle: OpaquePointer? {
    if let handle = unsafe preparation.handle { return unsafe handle }
    if preparation.failure == nil { preparation.prepare() }
    return unsafe preparation.handle
  }

  /// Prepares nothing yet, and throws nothing: that is done where the statement is used.
  init(_ db: Database, _ sql: String) throws {
    preparation = Preparation(db, sql)
  }

  /// Binds a text or null to a parameter. Parameters start at 1.
  func bind(_ index: Int32, _ text: String?) {
    guard var text else { return bindNull(index) }
    // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code = text.withUTF8 { unsafe bind(index, UnsafeRawBufferPointer($0), transient) }
    check(code)
  }

  func bind(_ index: Int32, _ number: Int64?) {
    guard let number else { return bindNull(index) }
    check(unsafe sqlite3_bind_int64(handle, index, number))
  }

  func bind(_ index: Int32, _ number: Int?) {
    bind(index, number.map(Int64.init))
  }

  /// Binds bytes or null to a parameter. SQLite copies them.
  func bind(_ index: Int32, blob bytes: [UInt8]?) {
    guard let bytes else { return bindNull(index) }
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code = unsafe bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else {
        return unsafe sqlite3_bind_zeroblob(handle, index, 0)
      }
      return unsafe sqlite3_bind_blob(handle, index, start, Int32($0.count), transient)
    }
    check(code)
  }

  /// Moves to the next row.
  ///
  /// - Returns: `false` after the last row; then the statement is ready for new values.
  func next() throws -> Bool {
    guard let handle = unsafe handle else {
      throw preparation.failure ?? DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      unsafe sqlite3_reset(handle)
      return false
    case let code: throw failure(code)
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws {
    while try next() {}
  }

  /// Runs a statement that returns no rows, with UTF-8 bytes as the text of one parameter. The bytes
  /// are not copied, and the parameter is null afterwards.
  func run(_ index: Int32, utf8 bytes: UnsafeRawBufferPointer) throws {
    // A null destructor is SQLITE_STATIC: the bytes stay where they are until the call returns.
    check(unsafe bind(index, bytes, nil))
    defer { bindNull(index) }
    try run()
  }

  /// How many rows the last statement of this connection has changed.
  var changes: Int32 { unsafe sqlite3_changes(sqlite3_db_handle(handle)) }

  /// The integer primary key of the row that this connection has inserted last.
  var insertedKey: Int64 { unsafe sqlite3_last_insert_rowid(sqlite3_db_handle(handle)) }

  /// Makes the statement ready for new values, whether or not all rows were read.
  func reset() {
    unsafe sqlite3_reset(handle)
  }

  /// Resets the statements of a connection of which nobody has read all rows. They would keep the connection in the
  /// transaction in which they were started, which is the state of the database then, and `VACUUM` from being run.
  static func resetAll(_ db: Database) {
    var statement = unsafe sqlite3_next_stmt(db.sqliteConnection, nil)
    while let current = unsafe statement {
      if unsafe sqlite3_stmt_busy(current) != 0 { unsafe sqlite3_reset(current) }
      unsafe statement = sqlite3_next_stmt(db.sqliteConnection, current)
    }
  }

  /// The number in a column of the current row; `nil` for null. Columns start at 0.
  func number(_ column: Int32) -> Int64? {
    unsafe isNull(column) ? nil : sqlite3_column_int64(handle, column)
  }

  /// The text in a column of the current row; `nil` for null. Columns start at 0.
  func text(_ column: Int32) -> String? {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The UTF-8 bytes of the text in a column of the current row; `nil` for null. Columns start at 0.
  func bytes(_ column: Int32) -> [UInt8]? {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Calls the body with the bytes of the text or blob in a column of the current row, without a copy.
  func withBytes(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
    let start =
      unsafe sqlite3_column_type(handle, column) == SQLITE_TEXT
      ? UnsafeRawPointer(sqlite3_column_text(handle, column)) : sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The bytes of the blob in a column of the current row; `nil` for null. Columns start at 0.
  func blob(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Calls the body with the bytes of the blob in a column of the current row, without a copy; with none
  /// for null. Columns start at 0.
  func withBlob<Result>(_ column: Int32, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result
  {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return try unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
  }

  /// Whether a column of the current row holds a number. Columns start at 0.
  func isNumber(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER
  }

  /// Whether a column of the current row is null. Columns start at 0.
  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  private func bindNull(_ index: Int32) {
    check(unsafe sqlite3_bind_null(handle, index))
  }

  private func bind(
    _ index: Int32, _ bytes: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    // An empty buffer has no address, which SQLite would read as null.
    guard let start = bytes.baseAddress else {
      return unsafe sqlite3_bind_text(handle, index, "", 0, nil)
    }
    let text = unsafe start.assumingMemoryBound(to: CChar.self)
    return unsafe sqlite3_bind_text(handle, index, text, Int32(bytes.count), destructor)
  }

  private func check(_ code: Int32) {
    precondition(
      code == SQLITE_OK || preparation.failure != nil,
      "a value of a legal size is bound to an existing parameter")
  }

  private func failure(_ code: Int32) -> DatabaseError {
    let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
    unsafe sqlite3_reset(handle)
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}
