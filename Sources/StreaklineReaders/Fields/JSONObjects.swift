internal import StreaklineCore

/// The objects of JSON, of JSON Lines, and of JSON in a script.
struct JSONObjects: FieldObjects {
  private struct Frame {
    let isList: Bool
    var object: FieldObject
    /// The key of the value that is read.
    var key = ""
  }

  private var tokens: JSONTokens
  /// Whether something else may come after the values.
  private let isInScript: Bool
  private var frames: [Frame] = []
  private(set) var problem: String?

  /// - Parameter dataStart: Where the value starts in a script.
  init(_ source: ByteSource, isLines: Bool, dataStart: Int?) throws(InputError) {
    if let dataStart { try source.skip(dataStart) }
    tokens = JSONTokens(source, isLines: isLines)
    isInScript = dataStart != nil
  }

  var position: Int { tokens.position }

  var around: [FieldObject] { frames.filter { !$0.isList }.map(\.object) }

  mutating func next() throws(InputError) -> FieldObject? {
    while problem == nil {
      if let object = try step() { return object }
      if tokens.hasFailed {
        // What of the objects is read, readers of them say.
        problem =
          tokens.problem.map { String($0.summary.prefix { $0 != ";" }) } ?? "it is not complete"
      }
      if frames.isEmpty, isFinished { return nil }
    }
    return nil
  }

  private var isFinished = false

  private mutating func step() throws(InputError) -> FieldObject? {
    // A copy of the frame would let its fields be copied with each change.
    guard let last = frames.indices.last else {
      guard try tokens.value() else {
        isFinished = true
        return nil
      }
      let loose = try enter(place: "")
      // A script goes on with a semicolon or the like.
      guard isInScript, frames.isEmpty else { return loose }
      isFinished = true
      return nil
    }
    if frames[last].isList {
      if try tokens.element() {
        return try enter(place: frames[last].object.place + "[]")
      }
      if !tokens.hasFailed {
        frames.removeLast()
      }
      return nil
    }
    if let key = try tokens.key() {
      frames[last].key = key
      return try enter(place: frames[last].object.place + "/" + placeName(key))
    }
    return tokens.hasFailed ? nil : close()
  }

  /// Ends the innermost object; its fields are also fields of the object around it, unless a list is
  /// between them.
  private mutating func close() -> FieldObject {
    let object = frames.removeLast().object
    if let outer = frames.indices.last, !frames[outer].isList {
      let key = frames[outer].key
      // In Signal's formats the name of the object that a message has in it says whether I sent it.
      if ["outgoing", "incoming", "sentMessage"].contains(key) {
        frames[outer].object.add("outgoing", Array("\(key != "incoming")".utf8))
      }
      if !frames[outer].object.quotes(object) {
        frames[outer].object.add(object, under: placeName(key))
      }
    }
    return object
  }

  /// - Returns: A text that is in no object, as an object of its own.
  private mutating func enter(place: String) throws(InputError) -> FieldObject? {
    let object = FieldObject(place: place, line: tokens.line)
    if try tokens.beginObject() {
      frames.append(Frame(isList: false, object: object))
      frames[frames.count - 1].object.key = frames.dropLast().last?.key ?? ""
    } else if try tokens.beginArray() {
      frames.append(Frame(isList: true, object: object))
    } else if let value = try scalar() {
      guard let owner = frames.lastIndex(where: { !$0.isList }) else {
        var loose = object
        loose.add("", value)
        return loose
      }
      frames[owner].object.add(
        frames[owner].key + (frames.last?.isList == true ? "[]" : ""), value)
    }
    return nil
  }

  private mutating func scalar() throws(InputError) -> [UInt8]? {
    var value: [UInt8] = []
    if try tokens.string(into: &value) { return value }
    if try tokens.scalar() { return tokens.text }
    return try tokens.bool().map { Array(($0 ? "true" : "false").utf8) }
  }
}
