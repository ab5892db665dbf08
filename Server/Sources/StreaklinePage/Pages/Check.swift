internal import Streakline

/// What waits for a decision.
extension Site {
  private static let shownEntries = 50

  func check(_ visit: Visit) throws -> PageAnswer {
    let pipelines = try pipelines(visit)
    let (disputes, misses) = (try store.disputes.all(), try store.nearMisses())
    let suspects = try store.suspectResults(limit: Self.shownEntries + 1, now: visit.now)
    let page = CheckPage(
      maySettle: visit.may(.settles), disputeCount: disputes.count, missCount: misses.count,
      disputes: try disputes.prefix(Self.shownEntries).map(dispute),
      misses: misses.suffix(Self.shownEntries).reversed().map(miss),
      more: misses.count > Self.shownEntries
        ? "These are the latest \(Self.shownEntries); streakline misses lists all." : nil,
      suspects: try suspects.prefix(Self.shownEntries).map { try suspect($0, visit) },
      hasSuspects: !suspects.isEmpty,
      moreSuspects: suspects.count > Self.shownEntries
        ? "These are the latest \(Self.shownEntries); streakline results --suspect lists all."
        : nil, pipelines: pipelines, hasPipelines: !pipelines.isEmpty)
    return shown("To check", templates.render("check", page), visit)
  }

  private func pipelines(_ visit: Visit) throws -> [CheckPage.Pipeline] {
    guard let locations else { return [] }
    return try store.pipelines(in: locations, now: visit.now).map { one in
      CheckPage.Pipeline(
        name: one.name, words: ([one.headline] + one.details).joined(separator: ", "),
        advice: one.advice?.replacing("`", with: ""))
    }
  }

  private func miss(_ miss: NearMiss) -> CheckPage.Miss {
    CheckPage.Miss(
      title: store.rules.name(of: miss.game) ?? miss.game, player: miss.userId,
      day: miss.sentOn?.iso ?? "no day", reason: miss.reason ?? "No known form of a result fits.",
      text: miss.text)
  }

  private func suspect(_ one: Record, _ visit: Visit) throws -> CheckPage.Suspect {
    CheckPage.Suspect(
      title: try title(of: one), player: one.userId, day: one.day.iso,
      reason: one.suspicionInWords(at: visit.now) ?? "",
      text: one.fields["sharedText"]?.string)
  }

  private func dispute(_ one: DisputedResult) throws -> CheckPage.Dispute {
    func text(_ record: Record?) -> String {
      guard let record else { return "Deleted." }
      return record.fields["sharedText"]?.string ?? "Nothing was kept of the text."
    }
    return CheckPage.Dispute(
      number: one.number, player: one.other.userId, title: try title(of: one.other),
      day: one.other.day.iso, stored: text(one.stored), other: text(one.other),
      storedScore: one.stored.map(score(of:)), otherScore: score(of: one.other))
  }

  func settle(_ number: String?, _ visit: Visit) throws -> PageAnswer {
    guard visit.may(.settles) else {
      throw PageRefusal(status: 403, words: "This needs a token that settles.")
    }
    guard let number = number.flatMap({ Int($0) }),
      let choice = visit.request.form["choice"], ["stored", "other"].contains(choice)
    else { throw PageRefusal(status: 422, words: "Choose one of the two results.") }
    let settled = try store.disputes.settle(
      number, accepting: choice == "other", now: visit.now)
    guard settled != nil else {
      throw PageRefusal(status: 404, words: "This dispute was settled before.")
    }
    return .redirection(to: "/check")
  }
}

private struct CheckPage {
  struct Dispute {
    let number: Int
    let player: String
    let title: String
    let day: String
    let stored: String
    let other: String
    let storedScore: String?
    let otherScore: String
  }

  struct Miss {
    let title: String
    let player: String
    let day: String
    let reason: String
    let text: String
  }

  struct Suspect {
    let title: String
    let player: String
    let day: String
    let reason: String
    let text: String?
  }

  struct Pipeline {
    let name: String
    let words: String
    let advice: String?
  }

  let maySettle: Bool
  let disputeCount: Int
  let missCount: Int
  let disputes: [Dispute]
  let misses: [Miss]
  let more: String?
  let suspects: [Suspect]
  let hasSuspects: Bool
  let moreSuspects: String?
  let pipelines: [Pipeline]
  let hasPipelines: Bool
}
