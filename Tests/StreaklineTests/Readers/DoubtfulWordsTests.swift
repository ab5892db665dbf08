import StreaklineReaders
import Testing

/// Words beside the only share of a text that do not say whose it is, but may.
@Suite struct DoubtfulWordsTests {
  private static let share = "Wordle 1,941 4/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n⬛🟩🟩🟩🟩\n🟩🟩🟩🟩🟩"

  private static func text(_ form: String) -> String {
    form.contains("SHARE") ? form.replacing("SHARE", with: share) : "\(form)\n\(share)\n"
  }

  @Test(arguments: [
    "To wynik mojej żony, ja dziś nie grałem", "Папа сегодня за две попытки!!",
    "from my honeybun 🐝❤️",
    "the boss just slacked me this, ugh", "De buurvrouw appte me vanmorgen deze, ik moet zelf nog:",
    "Annemin bugünkü sonucu", "Someone at work:", "my landlord", "不是我的", "妻の結果",
    "bukan punya saya", "look at him go", "she's on fire this week", "My better half, as usual",
    "der Kleine", "L.", "Screenshot from the group", "Er hat mich geschlagen", "Not me, btw",
    "how does he do it", "SHARE\nI needed six", "SHARE\nmine was 5", "SHARE\nund meins war 5",
    "Opa hat es geschafft, ich hab nur zugeguckt", "La del quinto me lo ha dejado en el grupo",
    "I did not do this", "you solved it", "your Wordle", "how did you do that?",
    "your result today", "you were faster", "Mum: how are you?\nTom: fine",
    "name: streakline\nversion: 1", "SHARE\nthat one is hers", "SHARE\nelle est trop forte",
    "SHARE\nmoja mama!",
  ])
  func `keep the share, and it is not counted as mine`(form: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["ingest"], input: Self.text(form))
    #expect(run.status == 65 || run.output.hasPrefix("?"), "\(run.output)")
  }

  @Test(arguments: [
    "phew, close one today", "finally!! two in a row", "I hate double letters", "took me forever",
    "got lucky with my starter word", "coffee first, then this", "nearly lost my streak",
    "morning everyone", "day 300 of my streak", "heute echt knapp", "puh, gerade noch geschafft",
    "trop facile aujourd'hui", "j'ai galéré", "por los pelos", "che fatica oggi", "svårt idag",
    "moeilijk vandaag zeg", "dziś trudne", "сегодня легко", "CRANE", "Me:",
    "see you tomorrow", "good morning to you all", "you won't believe this word", "a ton of luck",
    "quick one before the office", "winner winner chicken dinner", "I lost my streak yesterday",
    "Beat my sister!",
    "How did you all do?", "what did you get?",
    "La de hoy, por fin", "Not me getting it in six again",
    "SHARE\nnever heard of that word", "SHARE\nstupid S", "SHARE\ngonna be late for work",
    "SHARE\nI got it in 4", "SHARE\nI needed 4", "Dinner with Mum", "SHARE\nwho else got this?",
    "From: Me <me@example.org>\nTo: me@example.org\nDate: Thu, 1 Oct 2026 08:00:00 +0000\n",
  ])
  func `are none of those about my own game`(form: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run(["ingest"], input: Self.text(form)).output.hasPrefix("✓"))
  }

  @Test func `are told as the reason, and a second reading with the format counts the result`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let text = Self.text("my landlord")
    let first = try tool.run(["ingest"], input: text)
    #expect(first.status == 0)
    #expect(
      first.output.contains("not counted: “landlord” beside it may say that it is somebody else's"))
    let file = try tool.write(text, to: "note.txt")
    #expect(try tool.run(["ingest", file]).output.contains("not counted"))
    #expect(try tool.run(["status", "--output", "json"]).output.contains("\"suspect\":1"))
    #expect(try tool.run(["ingest", file, "--format", "text"]).output.hasPrefix("✓"))
    #expect(try tool.run(["status", "--output", "json"]).output.contains("\"suspect\":0"))
  }

  @Test(arguments: [("y\n", "✓"), ("n\n", "?")])
  func `in a pipe at a terminal are asked about`(typed: String, sign: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.terminal(["ingest"], input: Self.text("my landlord"), typed: typed)
    #expect(run.output.contains("“landlord” may say whose result this is"))
    #expect(run.output.contains("\(sign) Wordle"), "\(run.output)")
  }
}
