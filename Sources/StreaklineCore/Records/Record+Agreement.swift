extension Record {
  /// Whether both records say the same about the same result: no value that both know differs.
  ///
  /// A share without its grid is a repeat of the full one, not a dispute.
  public func agrees(with other: Record) -> Bool {
    type == other.type && Self.agree(encodedFields, other.encodedFields)
  }

  /// Whether the encoded fields of two records of one type say the same.
  package static func agree(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    var mine = JSONMembers(left).makeIterator()
    var theirs = JSONMembers(right).makeIterator()
    // Records of one type nearly always have the same members in the same order.
    while let first = mine.next() {
      guard let second = theirs.next(), first.name == second.name else {
        return agreeInAnyOrder(left, right)
      }
      guard agree(first.name, first.value, second.value) else { return false }
    }
    return theirs.next() == nil || agreeInAnyOrder(left, right)
  }

  /// Whether two values of one field say the same.
  private static func agree(
    _ name: ArraySlice<UInt8>, _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>
  ) -> Bool {
    if left == right { return true }
    // A lost game has no score, so beside a known outcome a null score is not an unknown one.
    if name.elementsEqual("score".utf8) { return areEqual(left, right) }
    if name.elementsEqual("parsedData".utf8) { return dataAgrees(left, right) }
    return isCommon(name) || areCompatible(left, right)
  }

  private static func dataAgrees(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let theirs = Array(JSONMembers(right))
    return JSONMembers(left).allSatisfy { member in
      areCompatible(member.value, theirs.first { $0.name == member.name }?.value)
    }
  }

  private static func agreeInAnyOrder(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>)
    -> Bool
  {
    let mine = Array(JSONMembers(left))
    let theirs = Array(JSONMembers(right))
    let sameFields = mine.allSatisfy { field in
      isCommon(field.name)
        || areCompatible(field.value, theirs.first { $0.name == field.name }?.value)
    }
    guard sameFields else { return false }
    // A lost game has no score, so beside a known outcome a null score is not an unknown one.
    guard areEqual(mine.value(of: "score"), theirs.value(of: "score")) else { return false }
    guard let data = mine.value(of: "parsedData"), let other = theirs.value(of: "parsedData")
    else { return true }
    return dataAgrees(data, other)
  }
}

extension [JSONMembers.Member] {
  /// The value of the member with a name that needs no escapes.
  fileprivate func value(of name: String) -> ArraySlice<UInt8>? {
    first { $0.name.elementsEqual(name.utf8) }?.value
  }
}

/// Whether results of every type have the field, so that the type does not declare it.
private func isCommon(_ name: ArraySlice<UInt8>) -> Bool {
  commonNames.contains { name.count == $0.count && name.elementsEqual($0) }
}

private let commonNames =
  (RecordType.leadingFields.map(\.name) + ["date"] + RecordType.trailingFields.map(\.name))
  .map { Array($0.utf8) }

/// Whether two values do not contradict each other: one is unknown, or they are equal.
private func areCompatible(_ left: ArraySlice<UInt8>?, _ right: ArraySlice<UInt8>?) -> Bool {
  guard let left, let right, !isJSONNull(left), !isJSONNull(right) else { return true }
  return areEqual(left, right)
}

private func areEqual(_ left: ArraySlice<UInt8>?, _ right: ArraySlice<UInt8>?) -> Bool {
  if left == right { return true }
  guard let left, let right else { return false }
  // Equal values may be written differently: letters in two Unicode forms, numbers in two
  // notations.
  let mine = try? readJSON(left)
  let theirs = try? readJSON(right)
  if mine == theirs { return true }
  // A chat may have put blanks in the place of the line breaks of a grid, or empty lines between them.
  guard let mine = mine?.string, let theirs = theirs?.string else { return false }
  return mine.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }
    .elementsEqual(theirs.unicodeScalars.lazy.filter { !$0.properties.isWhitespace })
}
