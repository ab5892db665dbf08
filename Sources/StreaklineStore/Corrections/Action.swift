package import StreaklineCore

/// Something that has changed results: an import or a correction by hand, which can be undone, or what a
/// remote has changed.
package struct Action: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case imported = "import"
    case added = "add"
    case edited = "edit"
    case deleted = "delete"
    case accepted = "accept"
    case rejected = "reject"
    case renamed = "rename"
    case merged = "merge"
    case forgotten = "forget"
    /// What a remote has changed here.
    case synced = "sync"

    /// Whether the user has changed something by hand.
    package var isByHand: Bool { self != .imported && self != .synced }
  }

  /// The number by which it is listed; they rise.
  package let number: Int64
  package let kind: Kind
  package let at: Instant
  /// What the user said, such as the id of the result or the name of the file.
  package internal(set) var detail: Fields
  package internal(set) var undoneAt: Instant?

  /// The field of ``detail`` with the keys of former contents which places had before results were moved there.
  static let past = "past"

  /// The field of ``detail`` with the decision by which somebody had got the name that he loses.
  static let since = "since"

  /// The field of ``detail`` with the names under which the contents were stored first that are kept for undoing it, as
  /// ``Stamp/formerNames``, by the numbers of the items.
  static let formerNames = "formerNames"

  /// ``detail`` without what concerns this store's tables only.
  package var said: Fields {
    var said = detail
    said[Self.past] = nil
    said[Self.since] = nil
    said[Self.formerNames] = nil
    return said
  }

  /// Under which names a content was stored first that is kept for undoing it; `nil` where that was only the name under
  /// which it is kept.
  func formerNames(of item: ResultKey) -> [Int64]? {
    guard case .list(let names)? = detail[Self.formerNames]?.object?[String(item.value)] else {
      return nil
    }
    return names.compactMap { $0.int.map(Int64.init) }
  }

  /// For an accepted dispute: under which names the result was stored first that it has replaced. `nil` if both were the
  /// same person's, and for all other actions.
  var namesBefore: [Int64]? {
    guard kind == .accepted,
      case .list(let names)? = detail[Self.formerNames]?.object?.map(\.value).first
    else { return nil }
    return names.compactMap { $0.int.map(Int64.init) }
  }

  /// Whether it follows a decision that was made on another device.
  package var follows: Bool { detail["follows"] == .bool(true) }

  /// Whether a decision has joined or left out names by it, that of this device or of another one.
  var isByDecision: Bool { detail["decision"] != nil || follows }
}

/// An action that is not stored yet. The store keeps it with the first thing that it changes, or with its first batch.
package struct NewAction: Sendable {
  package let kind: Action.Kind
  package let detail: Fields
  /// Whether it is stored also where it changes nothing, for what it says.
  package let isAlwaysStored: Bool
  /// Its number, once it is stored.
  package internal(set) var number: Int64?

  package init(_ kind: Action.Kind, _ detail: Fields = Fields(), isAlwaysStored: Bool = false) {
    self.kind = kind
    self.detail = detail
    self.isAlwaysStored = isAlwaysStored
  }

  /// Another part of an import that is stored already.
  package init(continuing number: Int64) {
    self.init(.imported)
    self.number = number
  }
}

/// What is still in the store of what an action has brought.
package struct ActionCounts: Hashable, Sendable {
  package var results = 0
  package var disputes = 0
  package var misses = 0

  package init(results: Int = 0, disputes: Int = 0, misses: Int = 0) {
    self.results = results
    self.disputes = disputes
    self.misses = misses
  }
}

/// What undoing an action came to.
package enum UndoOutcome: Hashable, Sendable {
  /// Results that are as before the action, and results that were changed since and stay.
  case undone(results: Int, kept: Int)
  /// There is no action of that number.
  case unknown
  case undoneBefore
  /// Another action has changed the same since: it must be undone first.
  case changedSince(by: Int64?)
  /// The user wanted nothing to be kept for undoing it.
  case nothingKept
}
