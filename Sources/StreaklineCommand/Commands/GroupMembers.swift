internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineStore

extension Group {
  struct Members: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "members", abstract: "Show who is in a group, and take over their names.",
      discussion: """
        The names come from the service, and only of members who want to be shown. Give a member another
        name with `streakline put GroupMember ACCOUNT displayName=NAME`; it stays on this device.

        Example:
          streakline group members 'The family'
        """)

    @Argument var group: String
    @OptionGroup var options: GroupOptions

    func run() throws {
      let pipeline = try options.pipeline()
      let store = try options.pipelines.store.open().store
      let document = try options.group(group, in: store)
      guard let place = pipeline.place(ofGroup: document) else { return }
      let (answer, account) = try options.ask(.members(zone: place.zone), pipeline, store)
      try GroupNames.keep(answer.members, in: store)
      let names = try GroupNames(store)
      try store.close()
      var table = Table(header: ["MEMBER", "ACCOUNT", "STATE"], names: [0])
      let states = ["owner", "member", "invited"]
      let members = answer.members.sorted {
        (states.firstIndex(of: $0.state) ?? 0, $0.name ?? "", $0.account ?? "")
          < (states.firstIndex(of: $1.state) ?? 0, $1.name ?? "", $1.account ?? "")
      }
      for member in members {
        let isOwn = member.account != nil && member.account == account
        let name = member.account.map { isOwn ? "you" : names[$0] } ?? member.invited ?? "Unknown"
        if options.output.isJSON {
          Output.json(
            .object([
              "account": member.account.map(Value.string) ?? .null, "name": .string(name),
              "state": .string(member.state),
            ]))
        } else {
          table.add([name, String(member.account?.prefix(9) ?? "-"), member.state])
        }
      }
      if !options.output.isJSON { table.print() }
    }
  }
}

extension GroupOptions {
  /// Lets a member no longer take part in a group of one's own.
  ///
  /// - Returns: The member's name.
  func expel(
    _ text: String, from zone: String, _ pipeline: Pipeline, _ store: Store
  ) throws -> String {
    let (answer, account) = try ask(.members(zone: zone), pipeline, store)
    let names = try GroupNames(store)
    let wanted = text.lowercased()
    func name(_ member: GroupMember) -> String {
      member.account.map { names[$0] } ?? member.invited ?? "Unknown"
    }
    let exact = answer.members.filter { member in
      [name(member), member.account, member.invited].contains { $0?.lowercased() == wanted }
    }
    let found =
      exact.isEmpty && wanted.count >= 4
      ? answer.members.filter { $0.account?.lowercased().hasPrefix(wanted) == true } : exact
    guard let member = found.first, found.count == 1 else {
      throw CommandFailure(
        found.isEmpty ? ExitCodes.nothing : ExitCodes.usage,
        found.isEmpty
          ? "the group has no member '\(text)'" : "\(found.count) members are called '\(text)'",
        help: found.isEmpty
          ? "streakline group members shows them" : "name the member by the account")
    }
    guard !member.isOwner, member.account == nil || member.account != account else {
      throw CommandFailure(
        ExitCodes.usage, "the owner of a group cannot be expelled",
        help: "streakline group remove GROUP removes the group")
    }
    _ = try ask(
      .expel(zone: zone, member: member.account ?? member.invited ?? ""), pipeline, store)
    return name(member)
  }
}

extension GroupMember {
  fileprivate var state: String { !hasAccepted ? "invited" : isOwner ? "owner" : "member" }
}

extension GroupNames {
  /// Keeps the names that a service says. A name that is here already, which the user may have given, stays.
  static func keep(_ members: [GroupMember], in store: Store) throws {
    let type = RecordType.groupMember.name
    for member in members {
      guard let account = member.account, let name = member.name,
        try store.document(type: type, name: account) == nil
      else { continue }
      try store.put(
        Document(type: type, name: account, fields: ["displayName": .string(name)]),
        now: currentInstant())
    }
  }
}
