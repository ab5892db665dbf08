internal import StreaklineCore

/// 64 bits of what makes two results of one number differ, and not of where and when they were
/// met: the declared fields and `parsedData`.
///
/// Equal digests mean that the records agree (`Record.agrees`), so a repeat is recognised without
/// reading what is stored. Records with different digests may agree too: one may know more.
/// The order of members does not matter, nor do members that are null. What JSON has read gives the
/// same digest as what was written. Files hold digests: how they are made must never change.
///
/// Somebody who makes two texts of one digest can hide from himself that his results differ, and
/// no more: only results of one user, game and day are compared.
struct ContentHash {
  private var value: UInt64 = 0

  /// The digest as SQLite keeps it.
  static func stored(_ record: Record) -> Int64 {
    var digest = ContentHash()
    for name in declared(record.type) {
      if let value = record.fields[name] { digest.add(name, value, declaredTag) }
    }
    // A lost game has no score: that there is none differs from not saying (`Record.agrees`).
    if record.fields["score"] == .null { digest.value &+= nullScore }
    if case .object(let fields)? = record.fields["parsedData"] {
      digest.add(membersOf: fields)
    }
    return Int64(bitPattern: digest.value)
  }

  private static func declared(_ type: String) -> [String] {
    switch type {
    case RecordType.gameResult.name: gameFields
    case RecordType.puzzleResult.name: puzzleFields
    default: RecordType.named(type)?.fields.map(\.name) ?? []
    }
  }

  private static let gameFields = RecordType.gameResult.fields.map(\.name)
  private static let puzzleFields = RecordType.puzzleResult.fields.map(\.name)

  private mutating func add(membersOf fields: Fields) {
    for (name, value) in fields {
      add(name, value, memberTag)
    }
  }

  private mutating func add(_ name: String, _ member: Value, _ tag: UInt64) {
    guard let content = Self.digest(of: member) else { return }
    // A sum, so that the order does not matter.
    value &+= Self.mixed(Self.digest(of: name) ^ tag, content)
  }

  /// `nil` for null, and for what JSON writes as null.
  private static func digest(of value: Value) -> UInt64? {
    switch value {
    case .null: nil
    case .bool(let value): mixed(value ? 1 : 2, boolTag)
    case .int(let value): mixed(UInt64(bitPattern: Int64(value)), intTag)
    case .double(let value): digest(of: value)
    case .string(let value): mixed(digest(of: value), textTag)
    case .list(let values): values.reduce(listTag) { mixed($0, digest(of: $1) ?? 0) }
    case .object(let fields): digest(of: fields)
    }
  }

  private static func digest(of fields: Fields) -> UInt64 {
    var digest = ContentHash()
    digest.add(membersOf: fields)
    return mixed(digest.value, objectTag)
  }

  /// JSON writes whole numbers without a fraction, and reads them as integers.
  private static func digest(of value: Double) -> UInt64? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 1e15 { return digest(of: .int(Int(value))) }
    return mixed(value.bitPattern, doubleTag)
  }

  private static func digest(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var result = UInt64(bytes.count)
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count >= 8 {
        let word = unsafe rest.loadUnaligned(as: UInt64.self)
        result = mixed(result, UInt64(littleEndian: word))
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[8...])
      }
      return mixed(result, unsafe rest.reduce(0) { $0 << 8 ^ UInt64($1) })
    }
  }

  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ salt).multipliedFullWidth(by: right ^ pepper)
    return product.high ^ product.low
  }
}

private let nullScore: UInt64 = 0x5C0E_0000_0000_0001
// Numbers without pattern: the initial values of SHA-512 and SHA-384.
private let salt: UInt64 = 0x6A09_E667_F3BC_C909
private let pepper: UInt64 = 0xBB67_AE85_84CA_A73B
private let declaredTag: UInt64 = 0xCBBB_9D5D_C105_9ED8
private let memberTag: UInt64 = 0x629A_292A_367C_D507
private let boolTag: UInt64 = 0x3C6E_F372_FE94_F82B
private let intTag: UInt64 = 0xA54F_F53A_5F1D_36F1
private let doubleTag: UInt64 = 0x510E_527F_ADE6_82D1
private let textTag: UInt64 = 0x9B05_688C_2B3E_6C1F
private let listTag: UInt64 = 0x1F83_D9AB_FB41_BD6B
private let objectTag: UInt64 = 0x5BE0_CD19_137E_2179
