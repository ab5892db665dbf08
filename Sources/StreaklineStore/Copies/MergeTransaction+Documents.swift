internal import GRDB
internal import StreaklineCore

extension MergeTransaction {
  /// Merges a document that a remote holds.
  mutating func merge(_ document: Document, _ arrival: Arrival) throws {
    let row = try documents.find(type: document.type, name: document.name)
    let copy = try row.flatMap { try copies.find(-$0.key) }
    if let row, try isSecondName(arrival, copy, -row.key, type: document.type) { return }
    if let row, let copy, let tag = arrival.tag, copy.tag == tag, !copy.isGone {
      return try copies.save(copy, -row.key)
    }
    guard let row else { return try take(document, arrival, nil) }
    let lineage = try corrections.records.lineage(row.version)
    let local = RecordVersion(
      fields: row.state == .deleted
        ? nil
        : try corrections.records.document(
          type: document.type, name: document.name, version: row.version
        ).fields,
      stamp: lineage.stamp(version: row.version, thisDevice: thisDevice))
    var document = document
    if let mine = local.fields, let known = arrival.known {
      document = Document(
        type: document.type, name: document.name,
        fields: document.fields.completed(with: mine, besides: known))
    }
    // A deletion of which the remote does not know yet concerns only what was deleted.
    if copy == nil, row.state == .deleted,
      !local.stamp.replaces(DocumentTable.digest(document))
    {
      return try take(document, arrival, row)
    }
    if let mine = local.fields, mine.says(document.fields), arrival.stamp == nil {
      return try note(arrival, -row.key, version: row.version, base: base(document, arrival))
    }
    if let stamp = arrival.stamp {
      try mergePeer(document, arrival, stamp, row, local)
    } else {
      try mergeServer(document, arrival, row, local, copy)
    }
  }

  private mutating func mergePeer(
    _ document: Document, _ arrival: Arrival, _ stamp: Stamp, _ row: DocumentTable.Row,
    _ local: RecordVersion
  ) throws {
    let remote = RecordVersion(fields: document.fields, stamp: stamp)
    let policy = policy(document.type) ?? .clientWins
    let mine = try lastSaid(row, local).map { policy.merged($0, local) } ?? local
    let merged = policy.merged(mine, remote)
    if merged == remote {
      if try isOpenChoice(document, stamp, row, local), let mine = local.fields {
        counts.conflicts += 1
        try keepConflict(mine, row, isOpen: true)
      }
      try take(document, arrival, row)
    } else if merged != local, let fields = merged.fields {
      counts.merged += 1
      let mixed = Document(type: document.type, name: document.name, fields: fields)
      try write(mixed, row, Lineage(merged.stamp))
      try note(arrival, -row.key, version: 0, base: base(document, arrival))
    } else if stamp.life == local.stamp.life, merged.fields?.says(document.fields) == true {
      try note(arrival, -row.key, version: row.version, base: base(document, arrival))
    } else {
      guard !page.keepsOneVersion else {
        try note(arrival, -row.key, version: 0, base: base(document, arrival))
        return try sendAgain(-row.key, row.version)
      }
      let copy = try copies.find(-row.key)
      // What is done to the document from now on is the business of all, also its deletion.
      if copy == nil { try note(arrival, -row.key, version: 0) }
      if copy?.version != row.version { try sendAgain(-row.key, row.version) }
    }
  }

  /// What this device has said of the document before a change that it has not sent yet. Others have it, so
  /// it counts as well: a policy such as `max` may prefer it to the change.
  private func lastSaid(_ row: DocumentTable.Row, _ local: RecordVersion) throws -> RecordVersion? {
    guard local.fields != nil, let copy = try copies.find(-row.key), !copy.isGone,
      copy.version != row.version, let said = copy.commonFields
    else { return nil }
    let before = Instant(milliseconds: local.stamp.time.milliseconds - 1_000)
    return RecordVersion(
      fields: said,
      stamp: Stamp(time: before, device: local.stamp.device, life: local.stamp.life))
  }

  /// Whether the user has to choose between what he has changed on this device and what another device
  /// has changed without knowing of it: that one was not made on top of ours, or ours has not left yet.
  private func isOpenChoice(
    _ document: Document, _ stamp: Stamp, _ row: DocumentTable.Row, _ local: RecordVersion
  ) throws -> Bool {
    guard policy(document.type) == .ask, let mine = local.fields, !mine.says(document.fields),
      stamp.life == local.stamp.life, local.stamp.device == thisDevice.current,
      stamp.device != thisDevice.current
    else { return false }
    return try stamp.revision <= local.stamp.revision
      || copies.find(-row.key)?.version != row.version
  }

  private mutating func mergeServer(
    _ document: Document, _ arrival: Arrival, _ row: DocumentTable.Row, _ local: RecordVersion,
    _ copy: ZoneCopy?
  ) throws {
    guard let mine = local.fields else {
      // A deletion wins over the changes of its life. A document that is there again although it was
      // gone was created again.
      if copy == nil || copy?.isGone == true { return try take(document, arrival, row) }
      try note(arrival, -row.key, version: 0, base: base(document, arrival))
      return try sendAgain(-row.key, row.version)
    }
    if let copy, copy.version == row.version { return try take(document, arrival, row) }
    let stamp = Stamp(
      time: arrival.modifiedAt ?? Instant(milliseconds: 0), device: "", life: local.stamp.life)
    let policy = policy(document.type) ?? .serverWins
    let result = policy.merged(
      base: copy?.commonFields, local: local,
      remote: RecordVersion(fields: document.fields, stamp: stamp))
    switch result {
    case .local:
      counts.conflicts += 1
      try keepConflict(document.fields, row, isOpen: false)
      try note(arrival, -row.key, version: 0, base: base(document, arrival))
      try sendAgain(-row.key, row.version)
    case .remote:
      counts.conflicts += 1
      try keepConflict(mine, row, isOpen: policy == .ask)
      try take(document, arrival, row)
    case .both(let fields):
      counts.merged += 1
      let mixed = Document(type: document.type, name: document.name, fields: fields)
      try write(mixed, row, nil)
      try note(arrival, -row.key, version: 0, base: base(document, arrival))
    }
  }

  private func base(_ document: Document, _ arrival: Arrival) -> String? {
    ZoneCopy.base(fields: document.fields, others: arrival.others)
  }

  private mutating func take(
    _ document: Document, _ arrival: Arrival, _ row: DocumentTable.Row?
  ) throws {
    counts.taken += 1
    var lineage = Lineage(
      arrival.stamp
        ?? Stamp(time: arrival.modifiedAt ?? now, device: "", life: arrival.life ?? 0))
    if let row, arrival.stamp == nil {
      let local = try corrections.records.lineage(row.version)
      lineage.life = max(lineage.life, local.life + local.life % 2)
      lineage.revision = lineage.life == local.life ? local.revision : 0
    }
    let (key, version) = try write(document, row, lineage)
    try note(arrival, -key, version: version, base: base(document, arrival))
  }

  /// - Parameter origin: `nil` for a version that is made here.
  @discardableResult
  private mutating func write(
    _ document: Document, _ row: DocumentTable.Row?, _ origin: Lineage?
  ) throws -> (key: Int64, version: Int64) {
    let version = corrections.nextVersion()
    var lineage = origin ?? .first
    if let row {
      if origin == nil {
        lineage = try corrections.records.lineage(row.version)
          .next(isDeletion: false, version: version, replacing: row.hashes)
      }
      try corrections.records.remove(version: row.version)
    }
    let key = try documents.save(
      type: document.type, name: document.name, version: version, .played,
      digest: DocumentTable.digest(document))
    try corrections.records.insert(document.encodedFields, item: -key, version: version, lineage)
    return (key, version)
  }

  private func keepConflict(_ fields: Fields, _ row: DocumentTable.Row, isOpen: Bool) throws {
    let insertion = try RowStatement(
      db,
      """
      INSERT INTO conflict (pipeline, item, fields, seenAt, isOpen, checksum)
      VALUES (?, ?, ?, ?, ?, ?)
      """)
    insertion.bindWithChecksum(
      .number(pipeline), .number(-row.key), .text(String(json: .object(fields))),
      .number(now.milliseconds), .number(isOpen ? 1 : 0))
    try insertion.run()
  }

  /// Deletes a document that was deleted at a remote.
  mutating func deleteDocument(_ key: Int64, _ arrival: Arrival) throws {
    guard let identity = try documents.identity(ofKey: key),
      let row = try documents.find(type: identity.type, name: identity.name)
    else { return }
    let copy = try copies.find(-key)
    if arrival.stamp == nil, copy?.isGone == true { return }
    var gone = copy ?? ZoneCopy(name: arrival.isOwnName ? nil : arrival.name, version: 0)
    gone.tag = nil
    gone.isGone = true
    // Nothing of a deleted document is kept.
    gone.base = nil
    let lineage = try corrections.records.lineage(row.version)
    if let stamp = arrival.stamp, stamp.life <= lineage.life {
      if stamp.life == lineage.life {
        gone.version = row.version
        try copies.save(gone, -key)
      } else if page.keepsOneVersion {
        gone.version = 0
        try copies.save(gone, -key)
        try sendAgain(-key, row.version)
      }
      return
    }
    if row.state == .deleted {
      gone.version = row.version
      return try copies.save(gone, -key)
    }
    counts.deleted += 1
    let isChanged =
      arrival.stamp.map { !$0.replaces(row.digest) }
      // Of what the remote never had from here, nobody knows whether just that was deleted.
      ?? copy.map { $0.version != row.version } ?? true
    if isChanged {
      counts.conflicts += 1
      let document = try corrections.records.document(
        type: identity.type, name: identity.name, version: row.version)
      try keepConflict(document.fields, row, isOpen: policy(identity.type) == .ask)
    }
    let version = corrections.nextVersion()
    _ = try documents.save(
      type: identity.type, name: identity.name, version: version, .deleted, digest: 0)
    try corrections.records.remove(version: row.version)
    try corrections.records.insertTombstone(
      item: -key, version: version, at: now,
      arrival.stamp.map(Lineage.init)
        ?? lineage.next(isDeletion: true, version: version, replacing: row.hashes))
    gone.version = version
    try copies.save(gone, -key)
  }
}
