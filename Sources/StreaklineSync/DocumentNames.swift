package import StreaklineStore
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

// MARK: - Groups

extension Pipeline {
  /// Where a group is at the remote: its zone, and the name of its record there; `nil` when the pipeline
  /// carries no groups.
  package func place(ofGroup group: Document) -> (zone: String, recordName: String)? {
    guard let destination = records[RecordType.leaderboardGroup.name] else { return nil }
    let values = PlaceholderValues(group, deviceID: "", account: nil)
    guard let zone = try? destination.zone.expanded(values),
      let name = try? destination.name.expanded(values)
    else { return nil }
    return (zone, name)
  }

  /// Whether a zone can be that of a group.
  package func isGroupZone(_ zone: String) -> Bool {
    groupZones.map { zone.hasPrefix($0) && !ownZones.contains(zone) } ?? false
  }

  /// With what the names of the zones of groups begin; `nil` when the pipeline carries none.
  package var groupZones: String? {
    guard let template = records[RecordType.leaderboardGroup.name]?.zone.template,
      let start = template.split(separator: "{").first, start.count < template.count
    else { return nil }
    return String(start)
  }
}
