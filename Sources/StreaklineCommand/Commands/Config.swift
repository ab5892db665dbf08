internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// The settings that hold.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show which settings hold, and where each comes from.",
    discussion: """
      The file config.yaml holds what would otherwise be typed every month:

        me: [Ada L., Ada]
        user: ada
        timezone: Europe/Vienna
        dateOrder: dmy
        aliases: {Alice B.: alice}
        rules: [~/puzzle-rules]

      Options on the command line win.

      Example:
        streakline config
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let settings = UserSettings.current
    try UserSettings.refuseMistakes()
    func from(_ key: String, otherwise: String) -> String {
      settings.locations[key].map { "\($0.file):\($0.line)" } ?? otherwise
    }
    let zone = settings.timezone ?? .machine
    let aliases = settings.aliases.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let storeOrigin =
      store.path != nil
      ? "--store"
      : (environment("STREAKLINE_STORE") ?? "").isEmpty ? "default" : "$STREAKLINE_STORE"
    let rows = [
      ("me", settings.me.joined(separator: ", "), from("me", otherwise: "default")),
      ("user", settings.user ?? "me", from("user", otherwise: "default")),
      ("timezone", zone.name, from("timezone", otherwise: "this machine")),
      (
        "dateOrder", settings.dateOrder?.rawValue ?? "",
        from("dateOrder", otherwise: "the file read")
      ),
      ("aliases", aliases.joined(separator: ", "), from("aliases", otherwise: "default")),
      (
        "rules", currentLocations().ruleSets(settings).joined(separator: ", "),
        from("rules", otherwise: "default")
      ),
      ("store", store.location, storeOrigin),
    ]
    if output.isJSON {
      for (key, value, origin) in rows {
        Output.json(
          .object(["key": .string(key), "value": .string(value), "from": .string(origin)]))
      }
      return
    }
    var table = Table(header: ["SETTING", "VALUE", "FROM"], names: [1, 2])
    for (key, value, origin) in rows { table.add([key, value.isEmpty ? "–" : value, origin]) }
    table.print()
    if settings.locations.isEmpty, !output.quiet {
      Output.note("no settings in \(settings.path)")
    }
  }
}
