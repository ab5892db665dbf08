/// A 64-bit hash of the fields in which two records of one result can contradict each other: those
/// that the type declares, and `parsedData`. Where and when a share was found is not part of it.
///
/// Equal hashes mean that the records agree (`Record.agrees`), so a repeat is recognised without
/// reading what is stored. Records with different hashes may agree too: one may know more. The
/// order of members does not matter, and a member that is null counts as absent. The hash is
/// computed from names and values as `JSONWriter` writes them. Stores keep hashes, so the
/// computation must never change.
///
/// A deliberate collision hides only the user's own dispute: results of different users, games or
/// days are never compared.
package struct ContentHash {
  private var sum: UInt64 = 0

  package init() {}

  /// The hash as records and stores keep it.
  package var value: Int64 { Int64(bitPattern: sum) }

  /// A name, hashed once for all records that have it.
  package struct Name: Sendable {
    fileprivate let hash: UInt64

    /// A field that the record type declares.
    package static func declared(_ name: some Collection<UInt8>) -> Name {
      unsafe Array(name).withUnsafeBytes { unsafe declared($0) }
    }

    fileprivate static func declared(_ name: UnsafeRawBufferPointer) -> Name {
      unsafe Name(hash: ContentHash.hash(name) ^ declaredTag)
    }

    /// A member of `parsedData`. The name has the escapes that JSON gives it.
    package static func member(_ name: some Collection<UInt8>) -> Name {
      unsafe Array(name).withUnsafeBytes { unsafe member($0) }
    }

    fileprivate static func member(_ name: UnsafeRawBufferPointer) -> Name {
      unsafe Name(hash: ContentHash.hash(name) ^ memberTag)
    }
  }

  /// Adds a value that is neither null, nor a list, nor an object, in its JSON form.
  @inline(__always)
  package mutating func add(_ name: Name, scalar: UnsafeRawBufferPointer) {
    // A sum, so that the order does not matter.
    sum &+= Self.mixed(name.hash, unsafe Self.hash(scalar))
  }

  /// Adds that the score is known to be null: a lost game has none, which differs from not knowing
  /// the score (`Record.agrees`).
  package mutating func addNullScore() {
    sum &+= nullScore
  }

  /// Adds a value of any kind.
  package mutating func add(_ name: Name, _ value: ArraySlice<UInt8>) {
    unsafe value.withUnsafeBytes { unsafe add(name, $0) }
  }

  fileprivate mutating func add(_ name: Name, _ value: UnsafeRawBufferPointer) {
    guard unsafe !isNull(value) else { return }
    let isNested = unsafe value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[")
    if isNested, let plain = unsafe Self.sorted(Array(value)[...]) {
      unsafe plain.withUnsafeBytes { unsafe add(name, scalar: $0) }
    } else {
      unsafe add(name, scalar: value)
    }
  }

  /// The value with the members of each object sorted by name and without those that are null.
  private static func sorted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let decoded = try? readJSON(value) else { return nil }
    var writer = JSONWriter()
    writer.write(decoded.sorted)
    return writer.bytes[...]
  }

  @inline(__always)
  fileprivate static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var result = UInt64(truncatingIfNeeded: bytes.count)
    guard var position = bytes.baseAddress else { return mixed(result, 0) }
    var count = bytes.count
    while count >= 8 {
      let word = unsafe position.loadUnaligned(as: UInt64.self)
      result = mixed(result, UInt64(littleEndian: word))
      unsafe position += 8
      count -= 8
    }
    var rest: UInt64 = 0
    while count > 0 {
      rest = rest << 8 | UInt64(unsafe position.load(as: UInt8.self))
      unsafe position += 1
      count -= 1
    }
    return mixed(result, rest)
  }

  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ salt).multipliedFullWidth(by: right ^ pepper)
    return product.high ^ product.low
  }
}

extension Value {
  /// A copy with the members of each object sorted by name and without those that are null.
  package var sorted: Value {
    switch self {
    case .object(let fields):
      var result = Fields()
      for (name, value) in fields.sorted(by: {
        $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
      })
      where value != .null {
        result.append(name, value.sorted)
      }
      return .object(result)
    case .list(let values): return .list(values.map(\.sorted))
    default: return self
    }
  }
}

/// The values that a record keeps outside its encoded fields, computed from these.
struct RecordSummary {
  private(set) var completed: Bool?
  private(set) var isSuspect = false
  private(set) var contentHash: Int64

  init(of encodedFields: ArraySlice<UInt8>, type: RecordType, day: Day) {
    var hash = ContentHash()
    contentHash = 0
    // Not with slices: counting the references to them would take longer than everything else here.
    unsafe encodedFields.withUnsafeBytes { bytes in
      var index = unsafe startOfMembers(bytes)
      while let member = unsafe nextMember(bytes, &index) {
        let name = unsafe UnsafeRawBufferPointer(rebasing: bytes[member.name])
        let value = unsafe UnsafeRawBufferPointer(rebasing: bytes[member.value])
        unsafe add(name, value, type, day, &hash)
      }
    }
    contentHash = hash.value
  }

  @inline(__always)
  private mutating func add(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ type: RecordType, _ day: Day,
    _ hash: inout ContentHash
  ) {
    if let outcome = type.outcome, unsafe Self.isName(name, outcome) {
      completed = unsafe Self.bool(value)
    }
    if type.fields.contains(where: { unsafe Self.isName(name, $0.name) }) {
      unsafe hash.add(.declared(name), value)
    }
    if unsafe Self.isName(name, "score"), unsafe isNull(value) {
      hash.addNullScore()
    } else if unsafe Self.isName(name, "suspect") {
      isSuspect = unsafe isSuspect || value.first == UInt8(ascii: "\"")
    } else if unsafe Self.isName(name, "playedAt") {
      isSuspect = unsafe isSuspect || day.isAfter(iso: value.dropFirst().dropLast())
    } else if unsafe Self.isName(name, "parsedData") {
      var index = unsafe startOfMembers(value)
      while let member = unsafe nextMember(value, &index) {
        unsafe hash.add(
          .member(UnsafeRawBufferPointer(rebasing: value[member.name])),
          UnsafeRawBufferPointer(rebasing: value[member.value]))
      }
    }
  }

  /// Most names differ in length, which costs least to compare.
  @inline(__always)
  private static func isName(_ bytes: UnsafeRawBufferPointer, _ name: String) -> Bool {
    guard bytes.count == name.utf8.count else { return false }
    return unsafe withUTF8(of: name) { unsafe bytes.elementsEqual(UnsafeRawBufferPointer($0)) }
  }

  private static func bool(_ value: UnsafeRawBufferPointer) -> Bool? {
    switch unsafe value.first {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }
}

/// Whether a JSON value is null.
@inline(__always)
private func isNull(_ value: UnsafeRawBufferPointer) -> Bool {
  unsafe value.count == 4 && value.first == UInt8(ascii: "n")
}

private let nullScore: UInt64 = 0x5C0E_0000_0000_0001
// Arbitrary constants: the initial values of SHA-512 and SHA-384.
private let salt: UInt64 = 0x6A09_E667_F3BC_C909
private let pepper: UInt64 = 0xBB67_AE85_84CA_A73B
private let declaredTag: UInt64 = 0xCBBB_9D5D_C105_9ED8
private let memberTag: UInt64 = 0x629A_292A_367C_D507
