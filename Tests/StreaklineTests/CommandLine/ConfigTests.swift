import Foundation
import Testing

@Suite struct ConfigTests {
  private func write(_ tool: Tool, _ text: String) throws {
    _ = try tool.write(text, to: "config/streakline/config.yaml")
  }

  @Test func `settings hold where no option says otherwise`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try write(
      tool,
      """
      me: [Ada L., Ada]
      user: ada
      timezone: America/Los_Angeles
      dateOrder: dmy
      aliases: {Alice B.: alice}
      """)
    let chat = """
      03/04/24, 08:00 - Ada L.: \(wordle(1_000))
      03/04/24, 08:01 - Alice B.: \(wordle(1_000))
      """
    let path = try tool.write(chat, to: "chat.txt")
    func users(_ arguments: [String] = []) throws -> [String] {
      try tool.run(["parse", path, "--output", "json"] + arguments).objects.map {
        "\($0["userId"] ?? "") \($0["playedAt"] ?? "")"
      }
    }
    #expect(try users() == ["ada 2024-04-03T15:00:00Z", "alice 2024-04-03T15:01:00Z"])
    #expect(
      try users(["--user", "eve", "--timezone", "UTC", "--alias", "Alice B.=al"])
        == ["eve 2024-04-03T08:00:00Z", "al 2024-04-03T08:01:00Z"])
    let pasted = try tool.run(["parse", "--output", "json"], input: wordle(1_000))
    #expect(pasted.objects.first?["userId"] as? String == "ada")
  }

  @Test func `config shows what holds and where it comes from`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let empty = try tool.run(["config", "--output", "json"])
    #expect(empty.objects.compactMap { $0["from"] as? String }.prefix(2) == ["default", "default"])
    try write(tool, "# mine\nuser: ada\ntimezone: Europe/Vienna\n")
    let lines = try tool.run(["config"]).lines
    #expect(
      lines.contains { $0.hasPrefix("user") && $0.contains("ada") && $0.hasSuffix("config.yaml:2") }
    )
    #expect(lines.contains { $0.hasPrefix("timezone") && $0.contains("Europe/Vienna") })
    #expect(lines.contains { $0.hasPrefix("me ") && $0.hasSuffix("default") })
  }

  @Test(arguments: [
    ("user: ada\nzone: UTC\n", ":2:1"), ("timezone: Mars/Base\n", ":1:11"),
    ("dateOrder: dym\n", ":1:12"),
    ("aliases: [a, b]\n", ":1:10"), ("user: ''\n", ":1:7"), ("me: [\n", ":"),
  ])
  func `a mistake in the settings stops every command that would use them`(
    text: String, place: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try write(tool, text)
    for arguments in [["parse"], ["ingest"], ["streaks"], ["config"]] {
      let run = try tool.run(arguments, input: wordle(1_000))
      #expect(run.status == 78 && run.output == "", "\(arguments)")
      #expect(run.talk.contains("config.yaml" + place), "\(run.talk)")
    }
    #expect(try tool.run(["streaks", "--help"]).status == 0)
  }

  @Test func `an empty file and one with comments alone are no mistake`() throws {
    for text in ["", "\n\n", "# user: ada\n"] {
      let tool = try Tool()
      defer { tool.remove() }
      try write(tool, text)
      #expect(try tool.run(["parse"], input: wordle(1_000)).status == 0)
    }
  }
}
