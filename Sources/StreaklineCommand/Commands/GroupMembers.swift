internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

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
      let store = try options.pipelines.store.open()
      let document = try options.group(group, in: store)
      guard let place = pipeline.place(ofGroup: document) else { return }
      let (answer, account) = try options.ask(.members(zone: place.zone), pipeline, store)
      try store.groups.keepNames(answer.members, now: .now)
      let names = try store.groups.names()
      try store.close()
      let states = ["owner", "member", "invited"]
      let members = answer.members.sorted {
        (states.firstIndex(of: $0.state) ?? 0, $0.name ?? "", $0.account ?? "")
          < (states.firstIndex(of: $1.state) ?? 0, $1.name ?? "", $1.account ?? "")
      }
      func name(_ member: GroupMember) -> String {
        member.account != nil && member.account == account ? "you" : names.name(of: member)
      }
      options.output.list(
        members, header: ["MEMBER", "ACCOUNT", "STATE"], names: [0], none: nil
      ) { member in
        .object([
          "account": member.account.map(Value.string) ?? .null, "name": .string(name(member)),
          "state": .string(member.state),
        ])
      } row: { member in
        [name(member), String(member.account?.prefix(9) ?? "-"), member.state]
      }
    }
  }
}

extension GroupOptions {
  /// Lets a member no longer take part in a group of one's own.
  ///
  /// - Returns: The member's name.
  func expel(
    _ text: String, from zone: String, _ pipeline: Pipeline, _ store: RecordStore
  ) throws -> String {
    let (answer, account) = try ask(.members(zone: zone), pipeline, store)
    let names = try store.groups.names()
    let found = names.members(named: text, among: answer.members)
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
    return names.name(of: member)
  }
}

extension GroupMember {
  fileprivate var state: String { !hasAccepted ? "invited" : isOwner ? "owner" : "member" }
}
