internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Groups of friends with a leaderboard, which sync over an app's container.
struct Group: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group",
    abstract: "Play in groups: create, invite, accept, members, list, leave, remove.",
    discussion: """
      A group is a zone of an app's container that its members share. Each member's scores
      come to all with `sync`, from the day on which the group was made; nobody changes another one's.
      GROUP is a group's title, its id or the beginning of its id.

      Examples:
        streakline group create 'The family'
        streakline sync
        streakline group invite 'The family'
        streakline group accept http://127.0.0.1:8787/share/4f0c2a91
        streakline leaderboard --group 'The family'
      """,
    subcommands: [
      List.self, Create.self, Invite.self, Accept.self, Members.self, Leave.self, Remove.self,
    ], defaultSubcommand: List.self)
}

/// The pipeline that carries groups, and the groups that are here.
struct GroupOptions: ParsableArguments {
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  /// The only pipeline with groups that is switched on.
  func pipeline() throws -> Pipeline {
    let type = RecordType.leaderboardGroup.name
    let loaded = try pipelines.load().pipelines
    let carrying = loaded.filter { $0.records[type] != nil && $0.isEnabled }
    guard let pipeline = carrying.first, carrying.count == 1 else {
      throw CommandFailure(
        carrying.isEmpty ? ExitCodes.configuration : ExitCodes.usage,
        carrying.isEmpty
          ? "no pipeline that is switched on carries groups"
          : "\(carrying.count) pipelines carry groups",
        help: carrying.isEmpty
          ? "streakline pipelines enable streaksync --url ADDRESS" : "name one with --pipeline")
    }
    return pipeline
  }

  /// The group that a text names.
  func group(_ text: String, in store: RecordStore) throws -> Document {
    try Self.chosen(store.groups.named(text), text)
  }

  /// The only one of the groups that are called so.
  static func chosen(_ found: [Document], _ text: String) throws -> Document {
    guard let group = found.first, found.count == 1 else {
      throw CommandFailure(
        found.isEmpty ? ExitCodes.nothing : ExitCodes.usage,
        found.isEmpty
          ? "there is no group '\(text)'" : "\(found.count) groups are called '\(text)'",
        help: found.isEmpty ? "streakline group list shows them" : "name it by its id")
    }
    return group
  }

  /// Asks the remote program.
  func ask(
    _ question: GroupQuestion, _ pipeline: Pipeline, _ store: RecordStore
  ) throws -> (answer: GroupAnswer, account: String?) {
    guard
      let route = Route(pipeline, pipelines.store, device: try store.deviceID()),
      let remote = route.remote as? ProgramRemote
    else {
      throw CommandFailure(
        ExitCodes.configuration, "the remote of '\(pipeline.name)' keeps no groups")
    }
    do throws(RemoteError) {
      return try remote.ask(question)
    } catch {
      let isBusy = error.kind == .offline || error.kind == .throttled
      throw CommandFailure(
        isBusy ? ExitCodes.tryAgain : ExitCodes.configuration, "\(pipeline.name): \(error.message)")
    }
  }

  func show(_ fields: Fields, _ text: String, next: String) {
    if output.isJSON {
      Output.json(.object(fields))
    } else if !output.quiet {
      Output.line(text)
      Output.note("next: \(next)")
    }
  }
}

extension Group {
  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make a group of your own.",
      discussion: """
        Example:
          streakline group create 'The family'
        """)

    @Argument(help: "What the group is called.") var title: String
    @Option(help: "What it is about.") var description: String?
    @OptionGroup var options: GroupOptions

    func validate() throws {
      let isOneLine = !title.unicodeScalars.contains { $0.properties.generalCategory == .control }
      guard title.contains(where: { !$0.isWhitespace }), title.count <= 100, isOneLine else {
        throw ValidationError("a title has 1 to 100 characters on one line")
      }
    }

    func run() throws {
      let pipeline = try options.pipeline()
      let store = try options.pipelines.store.open()
      let id = try store.groups.create(
        title, description: description, for: pipeline, now: .now)
      try store.close()
      options.show(
        ["group": .string(id), "title": .string(title)], "\(title): created (\(id))",
        next: "streakline sync, and then streakline group invite '\(title)'")
    }
  }

  struct Invite: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "invite", abstract: "Print the address by which others join a group of yours.",
      discussion: """
        Without names everybody who has the address can join. With names only these users can from now
        on: their names at a server of your own, or their email addresses at Apple's service. Who has
        joined stays in any case.

        Examples:
          streakline group invite 'The family'
          streakline group invite 'The family' bert carl
        """)

    @Argument var group: String
    @Argument(help: "Who may join.") var people: [String] = []
    @Flag(help: "They see the scores and add none.") var readOnly = false
    @OptionGroup var options: GroupOptions

    func validate() throws {
      for name in people {
        let isName = name.unicodeScalars.allSatisfy {
          !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        }
        guard isName, (1...254).contains(name.utf8.count) else {
          throw ValidationError(
            "'\(name.prefix(40))' is neither a user's name nor an email address; without names "
              + "everybody with the address can join")
        }
      }
      guard Set(people).count == people.count else {
        throw ValidationError("somebody is named twice")
      }
    }

    func run() throws {
      let pipeline = try options.pipeline()
      let store = try options.pipelines.store.open()
      let document = try options.group(group, in: store)
      guard let place = pipeline.place(ofGroup: document) else { return }
      let title = document.fields["title"]?.string ?? group
      let (answer, _) = try options.ask(
        .invite(
          zone: place.zone, root: place.recordName, title: title, people: people,
          mayWrite: !readOnly), pipeline, store)
      try store.close()
      guard let address = answer.address else {
        throw CommandFailure(ExitCodes.configuration, "the remote gave no address")
      }
      if options.output.isJSON {
        Output.json(.object(["group": .string(document.name), "address": .string(address)]))
      } else {
        Output.line(address)
        if !options.output.quiet {
          Output.note("the others run: streakline group accept ADDRESS")
        }
      }
    }
  }

  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "accept", abstract: "Join a group by its address.",
      discussion: """
        Example:
          streakline group accept http://127.0.0.1:8787/share/4f0c2a91
        """)

    @Argument(help: "The address that `group invite` has printed.") var address: String
    @OptionGroup var options: GroupOptions

    func run() throws {
      let pipeline = try options.pipeline()
      let store = try options.pipelines.store.open()
      let (answer, _) = try options.ask(.resolve(address: address), pipeline, store)
      // Before the account takes part in something else.
      guard let zone = answer.zone, pipeline.isGroupZone(zone) else {
        throw CommandFailure(
          ExitCodes.data, "the address leads to \(answer.zone ?? "nothing"), which is no group")
      }
      _ = try options.ask(.accept(address: address), pipeline, store)
      // From its beginning, with whatever the remote had of a zone of this name.
      try store.groups.join(zone, by: pipeline)
      // The names are nice to have: the group is joined without them too.
      if let (answer, _) = try? options.ask(.members(zone: zone), pipeline, store) {
        try store.groups.keepNames(answer.members, now: .now)
      }
      try store.close()
      let title = answer.title ?? zone
      options.show(
        ["zone": .string(zone), "title": .string(title)], "\(title): joined",
        next: "streakline sync, and then streakline leaderboard --group '\(title)'")
    }
  }

  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the groups, and how many have scores in them.",
      discussion: """
        Example:
          streakline group list
        """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      output.list(
        try store.openReading().groups.all(), header: ["GROUP", "ID", "PLAYERS", "SINCE"],
        names: [0], none: nil
      ) { group, count in
        .object([
          "group": .string(group.name), "title": .string(group.fields["title"]?.string ?? ""),
          "players": .int(count), "createdAt": group.fields["createdAt"] ?? .null,
        ])
      } row: { group, count in
        [
          group.fields["title"]?.string ?? "", String(group.name.prefix(8)), String(count),
          String((group.fields["createdAt"]?.string ?? "").prefix(10)),
        ]
      }
    }
  }

  struct Leave: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "leave", abstract: "Leave a group of somebody else.",
      discussion: """
        The next sync removes the group here. Your results stay.

        Example:
          streakline group leave 'The family'
        """)

    @Argument var group: String
    @OptionGroup var options: GroupOptions

    func run() throws {
      let pipeline = try options.pipeline()
      let store = try options.pipelines.store.open()
      let document = try options.group(group, in: store)
      guard let place = pipeline.place(ofGroup: document) else { return }
      _ = try options.ask(.leave(zone: place.zone), pipeline, store)
      try store.close()
      let title = document.fields["title"]?.string ?? group
      options.show(
        ["group": .string(document.name), "left": .bool(true)], "\(title): left",
        next: "streakline sync")
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a group of yours for all, or expel one member.",
      discussion: """
        The scores in it are gone for all, with their next sync. The results stay.
        With a member only that one is expelled: the group goes from the member's devices with their next \
        sync, and its old address does not bring it back. The member's scores so far stay in the group. \
        MEMBER is a name, an account or its first characters, as `group members` shows them; \
        `group invite GROUP MEMBER` lets somebody accept again.

        Examples:
          streakline group remove 'The family'
          streakline group remove 'The family' Bert
        """)

    @Argument var group: String
    @Argument(help: "Whom to expel; without it the whole group is removed.") var member: String?
    @OptionGroup var options: GroupOptions

    func run() throws {
      let pipeline = try options.pipeline()
      let store = try options.pipelines.store.open()
      let document = try options.group(group, in: store)
      guard let place = pipeline.place(ofGroup: document) else { return }
      if let member {
        let name = try options.expel(member, from: place.zone, pipeline, store)
        try store.close()
        return options.show(
          ["group": .string(document.name), "expelled": .string(name)], "\(name): expelled",
          next: "streakline sync")
      }
      if try store.groups.isAtRemote(place.zone, of: pipeline) {
        _ = try options.ask(.remove(zone: place.zone), pipeline, store)
      }
      // If no sync has sent the group yet, the next one would otherwise make it at the remote again.
      _ = try store.documents.delete(
        type: document.type, name: document.name, now: .now)
      try store.close()
      let title = document.fields["title"]?.string ?? group
      options.show(
        ["group": .string(document.name), "removed": .bool(true)], "\(title): removed",
        next: "streakline sync")
    }
  }
}
