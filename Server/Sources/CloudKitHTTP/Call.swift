internal import CloudKitCore
internal import CloudKitStorage
internal import ServerJSON

/// A request whose sender is known and who may ask for this.
package struct Call: Sendable {
  let service: CloudKitService
  let target: RequestTarget
  let caller: Caller
  /// What is still to be checked of a request that is signed; `nil` for one with tokens.
  let signed: SignedRequest?
  let items: QueryItems
  let store: ContainerStore
  /// The id of this request. Errors and the log give it, so that one can be found in the other.
  package let uuid: String

  /// What the log says of the request. Neither names of records nor of users are in it.
  package var route: String {
    "\(target.environment.rawValue)/\(target.database.rawValue)/\(target.endpoint.rawValue)"
  }

  /// Carries out the request.
  package func answer(body: [UInt8]) async -> Answer {
    let answer: Answer
    do {
      try service.check(self, body: body)
      answer = try await result(of: try request(body))
    } catch {
      service.note(error, of: store)
      answer = Answer(ServiceError(error), uuid: uuid)
    }
    return answer.with(nextToken: caller.nextToken).with(restored: store.restored)
  }

  /// The answer to a request whose body is larger than the server reads.
  package func tooLarge() -> Answer {
    let most = service.settings.largestBody
    return Answer(
      ServiceError(.badRequest, "the body is larger than \(most) bytes", status: 413), uuid: uuid)
  }

  /// The answer to a request whose body is large, while many such are read.
  package func busy() -> Answer {
    let reason = "the server reads many large requests now"
    return Answer(ServiceError(.tryAgainLater, reason, retryAfterSeconds: 1), uuid: uuid)
  }

  /// The answer to a request whose body is packed as this server does not read.
  package func unreadable() -> Answer {
    Answer(
      ServiceError(
        .badRequest, "this server reads a Content-Encoding of gzip, and no other", status: 415),
      uuid: uuid
    ).with(header: "Accept-Encoding", BodyEncoding.accepted)
  }

  /// The answer to a request whose body cannot be unpacked.
  package func damagedBody() -> Answer {
    Answer(.badRequest("the body is not gzip, as its Content-Encoding says"), uuid: uuid)
  }

  private func request(_ body: [UInt8]) throws(ServiceError) -> JSON {
    guard body.contains(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) else { return [:] }
    guard let json = try? JSON(body), json.members != nil else {
      throw .badRequest("the body is not a JSON object")
    }
    return json
  }

  private func result(of request: JSON) async throws -> Answer {
    switch target.endpoint {
    case .recordsModify: try await modifyRecords(request)
    case .recordsLookup: try await lookupRecords(request)
    case .recordsQuery: try await queryRecords(request)
    case .recordsChanges: try await recordChanges(request)
    case .recordsResolve: try await resolveShares(request)
    case .recordsAccept: try await acceptShares(request)
    case .changesZone: try await changesInZones(request)
    case .changesDatabase: try await changesOfDatabase(request)
    case .zonesChanges: try await zoneChanges(request)
    case .zonesList: try await listZones()
    case .zonesLookup: try await lookupZones(request)
    case .zonesModify: try await modifyZones(request)
    case .usersCurrent, .usersCaller: Answer(try await currentUser())
    case .subscriptionsModify: try await modifySubscriptions(request)
    case .subscriptionsList: try await listSubscriptions()
    case .subscriptionsLookup: try await lookupSubscriptions(request)
    case .tokensCreate: try await createPushToken(request)
    case .tokensRegister: try await registerPushToken(request)
    case .usersDiscover, .usersLookupEmail, .usersLookupID, .usersLookupContacts:
      try await discoverUsers(request)
    case .assetsUpload, .assetsRereference:
      throw ServiceError.badRequest("this server keeps no assets")
    }
  }

  /// Where records are that are asked for.
  struct Place {
    /// The database's owner, which is empty for the public one.
    let owner: String
    let zone: ZoneID
    /// The caller, where the zone belongs to somebody else.
    let participant: String?
  }

  /// The database in which a zone lies.
  ///
  /// - Throws: ``ServiceError/Code/zoneNotFound`` for the zone of somebody else. It does not tell whether
  ///   there is such a zone.
  func locate(_ zone: ZoneID) throws(ServiceError) -> Place {
    let notFound = ServiceError(.zoneNotFound, "zone not found")
    switch target.database {
    case .public:
      guard zone.isDefault else { throw notFound }
      return Place(owner: "", zone: ZoneID(name: zone.name), participant: nil)
    case .private:
      guard let user = caller.user, zone.owner == nil || zone.owner == user else {
        throw notFound
      }
      return Place(
        owner: user, zone: ZoneID(name: zone.name, owner: user), participant: nil)
    case .shared:
      guard let user = caller.user, let owner = zone.owner, owner != user, !zone.isDefault else {
        throw notFound
      }
      return Place(owner: owner, zone: zone, participant: user)
    }
  }

  /// The error of one item of a request.
  func error(_ error: any Error, about item: (String, JSON)) -> JSON {
    service.note(error, of: store)
    return ServiceError(error).json(uuid: uuid, about: [item])
  }
}
