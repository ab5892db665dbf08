internal import GRDB
internal import GRDBSQLite

/// A checksum of the values of a row: the kind of each value and its bytes.
///
/// It guards against accidents of the disk, not against somebody who can write the file. For each word that
/// is added, the step from one state to the next is a bijection, so a change within one word is never missed.
struct RowChecksum {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  var value: Int64 { Int64(bitPattern: state) }

  mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
    state ^= state >> 32
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start + 8 <= bytes.count {
      add(unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
      start += 8
    }
    guard start < bytes.count else { return }
    var word: UInt64 = 0
    for index in start..<bytes.count { word = unsafe word << 8 | UInt64(bytes[index]) }
    add(word)
  }

  /// Adds a value of SQLite.
  private mutating func add(value: OpaquePointer?) {
    let kind = unsafe sqlite3_value_type(value)
    add(UInt64(kind))
    switch kind {
    case SQLITE_INTEGER: add(UInt64(bitPattern: unsafe sqlite3_value_int64(value)))
    case SQLITE_FLOAT: add(unsafe sqlite3_value_double(value).bitPattern)
    case SQLITE_TEXT, SQLITE_BLOB:
      // Bytes of a text are asked for after the text itself, as SQLite demands.
      let start =
        unsafe kind == SQLITE_TEXT
        ? UnsafeRawPointer(sqlite3_value_text(value)) : sqlite3_value_blob(value)
      let count = Int(unsafe sqlite3_value_bytes(value))
      add(UInt64(count))
      unsafe add(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    default: break
    }
  }

  /// Adds the SQL function `rowChecksum` to a connection. It is SQLite's own kind of function, because GRDB's
  /// copies each value, and every record that is read passes here.
  static func install(in db: Database) throws {
    let code = unsafe sqlite3_create_function_v2(
      db.sqliteConnection, "rowChecksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, count, values in
        var checksum = RowChecksum()
        for index in 0..<Int(count) { unsafe checksum.add(value: values?[index]) }
        unsafe sqlite3_result_int64(context, checksum.value)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw StorageError("SQLite does not accept a function") }
  }
}
