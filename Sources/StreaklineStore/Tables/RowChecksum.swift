/// A 64-bit checksum of all columns of a row, so that `verify` finds a bit that a disk has changed.
///
/// It protects against accidents only: whoever changes a row on purpose can change its checksum too.
struct RowChecksum {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The checksum as SQLite keeps it: a signed number.
  var value: Int64 { Int64(bitPattern: state) }

  /// The checksum of a key and bytes.
  static func of(_ key: Int64, _ bytes: [UInt8]) -> Int64 {
    var checksum = RowChecksum()
    checksum.add(key)
    checksum.add(bytes)
    return checksum.value
  }

  mutating func add(_ number: Int64?) {
    mix(UInt64(bitPattern: number ?? 0), number == nil ? 1 : 2)
  }

  mutating func add(_ text: String?) {
    guard var text else { return mix(0, 1) }
    text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ bytes: [UInt8]?) {
    guard let bytes else { return mix(0, 1) }
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    let isTaken: Void? = bytes.withContiguousStorageIfAvailable {
      unsafe add(UnsafeRawBufferPointer($0))
    }
    if isTaken == nil { unsafe Array(bytes).withUnsafeBytes { unsafe add($0) } }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    mix(UInt64(bytes.count), 3)
    guard var position = bytes.baseAddress else { return }
    var count = bytes.count
    while count >= 16 {
      unsafe mix(
        position.loadUnaligned(as: UInt64.self),
        position.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      unsafe position += 16
      count -= 16
    }
    if count < 8 { return mix(unsafe Self.number(position, count), 0) }
    mix(
      unsafe position.loadUnaligned(as: UInt64.self), unsafe Self.number(position + 8, count - 8))
  }

  /// Fewer than eight bytes as a number; the first byte is the lowest.
  private static func number(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    guard count >= 4 else {
      return (0..<count).reduce(0) {
        $0 | UInt64(unsafe bytes.load(fromByteOffset: $1, as: UInt8.self)) << ($1 * 8)
      }
    }
    // The two halves overlap: the bytes in the middle are in both, at the same place of the number.
    let low = UInt64(unsafe bytes.loadUnaligned(as: UInt32.self))
    let high = UInt64(unsafe bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    return low | high << ((count - 4) * 8)
  }

  private mutating func mix(_ low: UInt64, _ high: UInt64) {
    // Digits of pi and of the golden ratio: numbers without a pattern.
    let product = (low ^ state).multipliedFullWidth(by: high ^ 0x243F_6A88_85A3_08D3)
    state = product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
  }
}

/// A value of a column.
enum ColumnValue {
  case number(Int64?)
  case text(String?)
}

extension RowStatement {
  /// Binds values to the parameters from the first one on, and their checksum to the one after them.
  func bindWithChecksum(_ values: ColumnValue...) {
    var checksum = RowChecksum()
    var index: Int32 = 1
    for value in values {
      switch value {
      case .number(let number):
        bind(index, number)
        checksum.add(number)
      case .text(let text):
        bind(index, text)
        checksum.add(text)
      }
      index += 1
    }
    bind(index, checksum.value)
  }

  /// The checksum of the current row's first columns.
  func checksum(ofColumns count: Int32) -> Int64 { checksum(of: 0..<count) }

  /// The checksum of columns of the current row, in their order.
  func checksum(of columns: some Sequence<Int32>) -> Int64 {
    var checksum = RowChecksum()
    for column in columns {
      if isNumber(column) {
        checksum.add(number(column))
      } else if isNull(column) {
        checksum.add(nil as Int64?)
      } else {
        unsafe withBytes(column) { unsafe checksum.add($0) }
      }
    }
    return checksum.value
  }

  /// Throws when a row of key, bytes and checksum is not what was stored. Views read hundreds of thousands
  /// of such rows.
  func requireBytes() throws {
    var checksum = RowChecksum()
    checksum.add(number(0))
    unsafe withBytes(1) { unsafe checksum.add($0) }
    guard checksum.value == number(2) else { throw DamagedRow(detail: StoredRow.derived.damage) }
  }

  /// Throws when a row that is read is not what was stored.
  ///
  /// - Parameters:
  ///   - sum: The column of the checksum.
  ///   - columns: Those that it covers, in their order.
  ///   - row: What the row is.
  func require(_ sum: Int32, of columns: some Sequence<Int32>, _ row: StoredRow) throws {
    guard checksum(of: columns) != number(sum) else { return }
    throw DamagedRow(detail: row.damage)
  }
}

/// A kind of row that is checked when it is read.
enum StoredRow {
  case record, pair
  /// What follows from the results.
  case derived

  var damage: String {
    switch self {
    case .record: "a record is not what was stored; `streakline verify` says which"
    case .pair: "a player's game is not what was stored; `streakline verify` says which"
    case .derived:
      "a streak is not what was stored; `streakline doctor --recount` counts all from the results"
    }
  }
}
