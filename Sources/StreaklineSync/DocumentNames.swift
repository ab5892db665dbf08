internal import StreaklineCore

extension Pipeline.Destination {
  /// The name in this store of the document that a remote's record is.
  ///
  /// - Parameters:
  ///   - recordName: The name of its record at the remote.
  ///   - type: The name of the document's type.
  /// - Returns: `nil` when the pipeline sends one document of the type, and this is another one.
  func documentName(of recordName: String, ofType type: String) -> String? {
    guard name.isConstant else { return name.documentName(of: recordName) }
    return recordName == name.template
      ? RecordType.onlyDocument(ofType: type) ?? recordName : nil
  }

  /// Whether a record of this name is read as the document. Otherwise, sending the document would
  /// change another one.
  func isRead(_ recordName: String, asDocument document: String, ofType type: String) -> Bool {
    // A UUID does not tell the name from which it is made.
    !name.placeholders.isDisjoint(with: [.uuid, .upperUUID])
      || documentName(of: recordName, ofType: type) == document
  }
}
