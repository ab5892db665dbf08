package import StreaklineCore

/// What a remote says about one of its records, in the terms of the store.
package struct Arrival: Sendable {
  package enum Content: Sendable {
    case result(Record)
    case document(Document)
    /// The record was deleted there.
    case deletion
    /// A record that nobody here understands, or that is not ours. It is kept as it came.
    case foreign
  }

  /// The record's name there.
  package var name: String
  /// Whether the name is the one that the pipeline's template gives to the record in its first life.
  package var isOwnName: Bool
  package var content: Content
  /// The type of the record there, where it is known.
  package var type: String?
  /// Whether somebody else has changed a record that only this account may write. What is stored here is sent
  /// again then.
  package var isOverwritten = false
  /// The remote's change tag.
  package var tag: String?
  /// `nil` when the remote keeps no stamps: then it orders all changes itself.
  package var stamp: Stamp?
  /// When it was saved, by the remote's clock.
  package var modifiedAt: Instant?
  /// The life that the name tells; `nil` when it tells none.
  package var life: Int?
  /// The item, where the sender of the arrival knows it.
  package var item: Int64?
  /// The fields that nobody here understands, under the remote's names; of a foreign record all.
  package var others: Fields?
  /// The names of the fields that the remote has; `nil` when it has all. The others stay as they are
  /// here.
  package var known: Set<String>?
  /// How many fields could not be unpacked. They are in `others`, as they came.
  package var unreadFields = 0

  package init(
    name: String, isOwnName: Bool, _ content: Content, tag: String? = nil, stamp: Stamp? = nil,
    modifiedAt: Instant? = nil, life: Int? = nil, item: Int64? = nil, others: Fields? = nil,
    known: Set<String>? = nil
  ) {
    self.name = name
    self.isOwnName = isOwnName
    self.content = content
    self.tag = tag
    self.stamp = stamp
    self.modifiedAt = modifiedAt
    self.life = life
    self.item = item
    self.others = others
    self.known = known
  }
}

/// What identifies an item: its type, and the id of a result or the name of a document.
package enum ItemIdentity: Hashable, Sendable {
  case result(type: String, CompositeID)
  case document(type: String, name: String)
}

/// A part of what a remote says about a zone, stored in one transaction.
package struct ArrivalPage: Sendable {
  /// Where the next pull starts.
  package struct Progress: Sendable {
    /// The token that the page was pulled with.
    package var previous: [UInt8]?
    package var token: [UInt8]
    /// Whether there is more to pull now.
    package var hasMore: Bool

    package init(after previous: [UInt8]?, token: [UInt8], hasMore: Bool) {
      self.previous = previous
      self.token = token
      self.hasMore = hasMore
    }
  }

  package var pipeline: String
  package var zone: String
  package var arrivals: [Arrival]
  /// `nil` for what a remote says in answer to a push.
  package var progress: Progress?
  /// How changes on both sides are merged, by type; `serverWins` where a type is not named.
  package var policies: [String: MergePolicy] = [:]
  /// Whether a record that is missing when the whole zone was read was deleted. Logs of devices say each
  /// deletion, and a log that is missing says nothing.
  package var tellsDeletionsByAbsence = true
  /// When what stays here is sent again; `nil` for now.
  package var resendingAt: Instant?
  /// Whether to delete here what is missing there even when that is most of it.
  package var acceptsDeletions = false
  /// Whether the zone itself is gone: then what was in it was not lost, also after `--from-start`.
  package var isZoneGone = false
  /// Whether to name what is missing at the end of the zone instead of deleting it: a list of records may be
  /// older than what was written last.
  package var asksBeforeDeleting = false
  /// Whether the remote keeps one version of each record, so that one device's can take the place of another's. In a
  /// folder each device has a log of its own.
  package var keepsOneVersion = true
  /// Whether the remote is that of one person, by an account.
  package var isOnePersons = false
  /// Days between two puzzles, by the game's slug; 1 where a game is not named.
  package var everyDays: [String: Int] = [:]
  /// The record types whose names differ by device, so that no own name is the one of all devices.
  package var namesByDevice: Set<String> = []
  /// The name that the pipeline's template gives to an item in its first life.
  package var ownName: @Sendable (ItemIdentity) -> String?

  package init(
    pipeline: String, zone: String, _ arrivals: [Arrival], _ progress: Progress? = nil,
    ownName: @escaping @Sendable (ItemIdentity) -> String?
  ) {
    self.pipeline = pipeline
    self.zone = zone
    self.arrivals = arrivals
    self.progress = progress
    self.ownName = ownName
  }
}

/// What a page of arrivals came to.
package struct MergeCounts: Hashable, Sendable {
  /// Records that were taken from the remote.
  package var taken = 0
  /// Items that were deleted here because they were deleted there.
  package var deleted = 0
  /// Items of which both sides were changed and something of each is kept.
  package var merged = 0
  /// Items of which both sides were changed and one was chosen.
  package var conflicts = 0
  /// Records that nobody here understands.
  package var foreign = 0
  /// Records of people whose data is erased: they are not taken, and deleted there.
  package var refused = 0
  /// Records that are missing at the remote, when they are so many that the user has to say why. Then
  /// nothing was deleted here, and the same page is to be pulled again.
  package var missing = 0
  /// The names of records that are missing at the remote, when the page asks for them. Then nothing was deleted
  /// here, and the end of the page counts as not read.
  package var unmet: [String] = []

  package init() {}
}
