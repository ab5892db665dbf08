/// An object of structured data with its fields, among them those of the objects in it.
struct FieldObject {
  /// Where it is, with `[]` for an element of a list and `*` for a key that is no name.
  var place: String
  /// Paths below the object and values, in the order of the file.
  var fields: [(path: String, value: [UInt8])] = []
  /// How many of the first bytes of `fields` are kept.
  private var size = 0
  /// The line on which it starts.
  var line = 1
  /// The key of the object around it, as it is written.
  var key = ""

  private static let maximumFields = 200
  private static let maximumSize = 8_388_608
  /// Fields that are in more objects than this below the object are left out.
  private static let deepest = 4

  init(place: String, line: Int) {
    self.place = place
    self.line = line
  }

  /// The first value of a path that is not empty.
  subscript(path: String) -> [UInt8]? {
    fields.first { $0.path == path && !$0.value.isEmpty }?.value
  }

  /// All values of a path, one below the other: a message of several parts has several texts.
  func text(_ path: String) -> [UInt8] {
    Array(fields.filter { $0.path == path }.map(\.value).joined(separator: [0x0A]))
  }

  /// The fields of the object itself.
  var own: [(path: String, value: [UInt8])] { fields.filter { !$0.path.contains(".") } }

  /// Whether an object in this one is of another message: this one is the part of a message that quotes, as in
  /// `{"type": "reply", "data": {…}}`. A whole message of such a type has a time.
  func quotes(_ inner: FieldObject) -> Bool {
    guard inner.mayBeQuoted, let type = self["type"] else { return false }
    if inner.key == "object" { return Self.passing.contains(type) }
    return Self.quoting.contains(type) && !own.contains { FieldName($0.path).isTime }
  }

  fileprivate var mayBeQuoted: Bool { ["data", "content", "object"].contains(key) }

  /// Types of parts of a message that hold another message.
  private static let quoting = ["reply", "quote", "forward"].map { Array($0.utf8) }
  /// Kinds of activities by which somebody passes on or judges what somebody else has written (ActivityStreams vocabulary).
  private static let passing = ["Announce", "Like", "Dislike", "Flag", "Undo"].map {
    Array($0.utf8)
  }

  /// Adds a field, as long as the object is not larger than any message.
  mutating func add(_ path: String, _ value: [UInt8]) {
    guard fields.count < Self.maximumFields, size + value.count <= Self.maximumSize else { return }
    fields.append((path, value))
    size += value.count
  }

  /// Adds the fields of an object in this one.
  mutating func add(_ inner: FieldObject, under key: String) {
    guard fields.count < Self.maximumFields else { return }
    for field in inner.fields where field.path.utf8.count(where: { $0 == 0x2E }) < Self.deepest {
      add(key + "." + field.path, field.value)
    }
  }
}

/// Reads structured data object by object: an object comes after those in it.
protocol FieldObjects {
  /// - Returns: `nil` at the end of the input.
  mutating func next() throws(InputError) -> FieldObject?
  /// Offset in the source of what was read.
  var position: Int { get }
  /// Why the rest could not be read.
  var problem: String? { get }
  /// The objects around the one that was returned last, the innermost one last.
  var around: [FieldObject] { get }
}

extension FieldObjects {
  /// Whether the object that was returned last is in the part of a message that quotes another one.
  func isQuoted(_ object: FieldObject) -> Bool {
    object.mayBeQuoted && around.last?.quotes(object) ?? false
  }
}

/// A key as a part of a place: `*` for one that is an id, a number or an address.
func placeName(_ key: String) -> String {
  let digits = key.utf8.count { $0 &- 0x30 < 10 }
  return digits > 1 || key.isEmpty || key.utf8.count > 40
    || key.utf8.first.map { $0 &- 0x30 < 10 } == true
    || key.contains("@") ? "*" : key
}
