/// The keys at the start of an input, if it is JSON.
struct JSONHead {
  /// Whether it is a list at the top.
  private(set) var isList = false
  /// The keys of the object at the top, as far as it was seen; in a list, of its first element.
  private(set) var keys: Set<String> = []
  /// The keys of the first object in `messages`.
  private(set) var messageKeys: Set<String> = []

  init(_ head: [UInt8]) {
    var rest = head
    let source = ByteSource(name: "", size: nil) { _ in
      defer { rest = [] }
      return rest
    }
    var tokens = JSONTokens(source)
    // Reading from memory cannot fail.
    try? read(&tokens)
  }

  private mutating func read(_ tokens: inout JSONTokens) throws(InputError) {
    guard try tokens.value() else { return }
    isList = try tokens.beginArray()
    if isList, try !tokens.element() { return }
    guard try tokens.beginObject() else { return }
    while let key = try tokens.key() {
      keys.insert(key)
      if key == "messages", !isList, try tokens.beginArray() {
        try readMessages(&tokens)
        // What follows the messages is rarely within the head.
        if !messageKeys.isEmpty { return }
      }
    }
  }

  /// Reads the keys of the first object among the messages.
  private mutating func readMessages(_ tokens: inout JSONTokens) throws(InputError) {
    while try tokens.element() {
      guard messageKeys.isEmpty, try tokens.beginObject() else { continue }
      while let key = try tokens.key() {
        messageKeys.insert(key)
      }
    }
  }
}
