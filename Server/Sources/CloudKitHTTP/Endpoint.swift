/// What can be asked of a database, with the rules of CloudKit Web Services.
package enum Endpoint: String, Sendable, CaseIterable {
  case recordsQuery = "records/query"
  case recordsModify = "records/modify"
  case recordsLookup = "records/lookup"
  case recordsChanges = "records/changes"
  case recordsResolve = "records/resolve"
  case recordsAccept = "records/accept"
  case changesZone = "changes/zone"
  case changesDatabase = "changes/database"
  case zonesList = "zones/list"
  case zonesLookup = "zones/lookup"
  case zonesModify = "zones/modify"
  case zonesChanges = "zones/changes"
  case subscriptionsModify = "subscriptions/modify"
  case subscriptionsList = "subscriptions/list"
  case subscriptionsLookup = "subscriptions/lookup"
  case tokensCreate = "tokens/create"
  case tokensRegister = "tokens/register"
  case usersDiscover = "users/discover"
  case usersLookupEmail = "users/lookup/email"
  case usersLookupID = "users/lookup/id"
  case usersLookupContacts = "users/lookup/contacts"
  case usersCurrent = "users/current"
  case usersCaller = "users/caller"
  case assetsUpload = "assets/upload"
  case assetsRereference = "assets/rereference"

  /// Clients send lists that change nothing with either method.
  var methods: [String] {
    switch self {
    case .zonesList, .subscriptionsList, .usersCurrent, .usersCaller, .usersDiscover:
      ["GET", "POST"]
    default: ["POST"]
    }
  }

  package var databases: Set<DatabaseScope> {
    switch self {
    case .recordsQuery, .recordsModify, .recordsLookup, .zonesList, .zonesLookup,
      .subscriptionsModify, .subscriptionsList, .subscriptionsLookup, .tokensCreate,
      .tokensRegister:
      [
        .public, .private, .shared,
      ]
    case .recordsChanges, .changesZone, .changesDatabase, .zonesChanges: [.private, .shared]
    case .zonesModify: [.private]
    case .recordsResolve, .recordsAccept, .usersDiscover, .usersLookupEmail, .usersLookupID,
      .usersLookupContacts:
      [.public]
    case .usersCurrent, .usersCaller, .assetsUpload, .assetsRereference: [.public, .private]
    }
  }

  /// Whether a program without a user is refused also where it may read.
  var needsUser: Bool {
    switch self {
    case .recordsModify, .recordsResolve, .recordsAccept, .usersCurrent, .usersCaller,
      .usersDiscover, .usersLookupEmail, .usersLookupID, .usersLookupContacts,
      .subscriptionsModify, .subscriptionsList, .subscriptionsLookup, .tokensCreate,
      .tokensRegister:
      true
    default: false
    }
  }
}

/// Which of a container's databases is meant.
package enum DatabaseScope: String, Sendable, CaseIterable {
  case `public`
  case `private`
  case shared
}
