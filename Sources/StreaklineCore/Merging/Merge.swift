/// One of several versions of a record.
package struct RecordVersion: Hashable, Sendable {
  /// `nil` when the record is deleted.
  package var fields: Fields?
  package var stamp: Stamp

  package init(fields: Fields?, stamp: Stamp) {
    self.fields = fields
    self.stamp = stamp
  }
}

// MARK: - Without a server

extension MergePolicy {
  /// Merges two versions of a record that meet without a server between them.
  ///
  /// The order of merging does not matter, and merging a version again changes nothing: devices that
  /// have met the same versions hold the same record. The greater life wins, so a deletion wins over all
  /// changes of its life. ``serverWins`` means that the first version stays: the one with the smaller
  /// stamp. ``clientWins`` and ``ask`` mean that the latest does.
  package func merged(_ one: RecordVersion, _ other: RecordVersion) -> RecordVersion {
    guard one != other else { return one }
    guard one.stamp.life == other.stamp.life else {
      return one.stamp.life > other.stamp.life ? one : other
    }
    guard let mine = one.fields, let theirs = other.fields else {
      // Of two deletions, and of a deletion and what is no life of a deletion, one is chosen by order.
      if (one.fields == nil) != (other.fields == nil) { return one.fields == nil ? one : other }
      return one.stamp.isBefore(other.stamp) ? one : other
    }
    switch self {
    case .serverWins:
      return isFirst(one, other) ? one : other
    case .clientWins, .ask:
      return isLater(one, other) ? one : other
    case .lastWriterWins(let field):
      let order = mine.value(field).order(theirs.value(field))
      return order == 0 ? (isLater(one, other) ? one : other) : (order > 0 ? one : other)
    case .devicePriority(let devices):
      let (first, second) = (rank(one, devices), rank(other, devices))
      return first == second
        ? (isLater(one, other) ? one : other) : (first < second ? one : other)
    case .fields(let rules):
      return joined(one, other) { name, left, right, isNewer in
        rules[name].map { $0.joined(left, right, isNewer: isNewer) }
          ?? FieldRule.latest.joined(left, right, isNewer: isNewer)
      }
    case .progress:
      return joined(one, other) { _, left, right, _ in left.further(right) }
    case .achievements:
      return joined(one, other) { name, left, right, _ in left.joinedAchievement(right, name) }
    }
  }

  /// Whether the first version stays when both are of one life: the more often corrected one, then the
  /// one with the smaller stamp.
  private func isFirst(_ one: RecordVersion, _ other: RecordVersion) -> Bool {
    if one.stamp.revision != other.stamp.revision {
      return one.stamp.revision > other.stamp.revision
    }
    if one.stamp != other.stamp { return one.stamp.isBefore(other.stamp) }
    return one.canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
  }

  private func isLater(_ one: RecordVersion, _ other: RecordVersion) -> Bool {
    if one.stamp != other.stamp { return other.stamp.isBefore(one.stamp) }
    return other.canonicalBytes.lexicographicallyPrecedes(one.canonicalBytes)
  }

  /// The position of the version's device in the list; devices that are not in it come last.
  private func rank(_ version: RecordVersion, _ devices: [String]) -> Int {
    devices.firstIndex(of: version.deviceID) ?? devices.count
  }

  /// Merges field by field. The later stamp stays.
  ///
  /// - Parameter join: Gets the name, both values, and whether the first is the newer: `nil` when both
  ///   have the same stamp.
  private func joined(
    _ one: RecordVersion, _ other: RecordVersion,
    _ join: (String, Value, Value, Bool?) -> Value
  ) -> RecordVersion {
    let isNewer: Bool? = one.stamp == other.stamp ? nil : other.stamp.isBefore(one.stamp)
    let (mine, theirs) = (one.fields ?? [:], other.fields ?? [:])
    var fields = Fields()
    for name in mine.names(with: theirs) {
      let value = join(name, mine.value(name), theirs.value(name), isNewer)
      fields.append(name, value)
    }
    return RecordVersion(fields: fields, stamp: isNewer ?? true ? one.stamp : other.stamp)
  }
}

extension Stamp {
  /// The order of changes: by time, then by revision, then by device, and of one device by life.
  package func isBefore(_ other: Stamp) -> Bool {
    if time != other.time { return time < other.time }
    if revision != other.revision { return revision < other.revision }
    if !device.utf8.elementsEqual(other.device.utf8) {
      return device.utf8.lexicographicallyPrecedes(other.device.utf8)
    }
    return life < other.life
  }
}

// MARK: - With a server

/// What becomes of a record that is held here and at a remote which orders all changes.
package enum MergeResult: Hashable, Sendable {
  /// Ours stays, and the remote has to get it.
  case local
  /// The remote's is taken.
  case remote
  /// Both were changed: this is stored, and the remote has to get it.
  case both(Fields)
}

extension MergePolicy {
  /// Merges a record that was changed here and at a remote since both last held the same.
  ///
  /// - Parameters:
  ///   - base: What both last held; `nil` when that is not known.
  ///   - local: Ours.
  ///   - remote: The remote's, with the time of its clock.
  package func merged(
    base: Fields?, local: RecordVersion, remote: RecordVersion
  ) -> MergeResult {
    guard let mine = local.fields else { return .local }
    guard let theirs = remote.fields else { return .remote }
    switch self {
    case .serverWins, .ask: return .remote
    case .clientWins: return .local
    case .lastWriterWins(let field):
      return mine.value(field).order(theirs.value(field)) > 0 ? .local : .remote
    case .devicePriority(let devices):
      return rank(local, devices) < rank(remote, devices) ? .local : .remote
    case .fields(let rules):
      var fields = Fields()
      for name in mine.names(with: theirs) {
        fields.append(
          name,
          (rules[name] ?? .remote).merged(
            base: base?.value(name), local: mine.value(name), remote: theirs.value(name),
            isLocalNewer: remote.stamp.time < local.stamp.time))
      }
      return result(fields, mine, theirs)
    case .progress, .achievements:
      let all = merged(
        RecordVersion(fields: mine, stamp: remote.stamp), remote)
      return result(all.fields ?? theirs, mine, theirs)
    }
  }

  private func result(_ fields: Fields, _ mine: Fields, _ theirs: Fields) -> MergeResult {
    if fields.says(theirs) { return .remote }
    return fields.says(mine) ? .local : .both(fields)
  }
}

extension RecordVersion {
  /// The stable id of the device that made the version: the field `deviceId`, else the stamp's.
  fileprivate var deviceID: String { fields?["deviceId"]?.string ?? stamp.device }

  fileprivate var canonicalBytes: [UInt8] { (fields ?? [:]).canonicalBytes }
}

extension Fields {
  /// The value of a field; null when it is absent.
  package func value(_ name: String) -> Value { self[name] ?? .null }

  /// The names of both, ours first.
  fileprivate func names(with other: Fields) -> [String] {
    var names = map(\.name)
    let known = Set(names)
    names += other.map(\.name).filter { !known.contains($0) }
    return names
  }

  /// The fields, with the values of other fields for all names but those that are known.
  package func completed(with other: Fields, besides known: Set<String>) -> Fields {
    var all = self
    for (name, value) in other where !known.contains(name) { all[name] = value }
    return all
  }

  /// Whether both say the same: the order does not matter, and a field that is null counts as absent.
  package func says(_ other: Fields) -> Bool {
    self == other || canonicalBytes == other.canonicalBytes
  }

  /// The fields as JSON, by name, without those that are null.
  package var canonicalBytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(Value.object(self).sorted)
    return writer.bytes
  }
}
