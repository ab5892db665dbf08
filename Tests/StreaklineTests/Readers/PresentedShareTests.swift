import StreaklineReaders
import Testing

/// Lines in which somebody says whose share it is, in words and not in the form of a head.
@Suite struct PresentedShareTests {
  private static let first = "Connections\nPuzzle #342\n🟨🟨🟨🟨"
  private static let second = "Wordle 1,063 3/6"

  @Test(arguments: [
    "Here is what Mum sent this morning:", "And this one is from Dad:", "la abuela",
    "Esto es de mi mamá:", "a vovó mandou:", "Questo è di mia sorella", "Moja siostra dzisiaj:",
    "Tante Inge writes that she is well and sends her Wordle:", "אחותי שלחה:",
    "η αδερφή μου", "van papa", "De la sora mea:", "mummon tulos",
    "Mum had:", "my sister got this today", "From my husband, then from my daughter:",
    "Here is what Grandpa Lou got this morning", "Here is what Lou got this morning",
    "Voici ce que Papi a fait ce matin", "Das ist Bens Ergebnis",
    "some guy on the train showed me his:",
  ])
  func `a line that presents a relative's share makes it somebody else's`(line: String) {
    #expect(throws: InputError.self) { try ChatRecords("\(line)\n\(Self.second)\n") }
  }

  @Test(arguments: ["Liebe Grüße, Oma", "Love, Grandma xx", "À demain ! Tonton Luc"])
  func `a relative's name below a share is the sender's`(line: String) {
    #expect(throws: InputError.self) { try ChatRecords("\(Self.first)\n\(Self.second)\n\(line)\n") }
  }

  @Test(arguments: [
    "Beat my sister!", "Dinner with Mum", "Mum helped me",
    "My brother's birthday party at the lake",
    "Faster than Dad", "Thanks, Grandma, for the coffee", "Today my son started school",
    "Mum had surgery today", "Papa hat heute Geburtstag", "Oma hatte Besuch",
    "My kid showed me this game", "Good morning Mum!", "How Wordle got me today",
    "Here is what I got this morning",
  ])
  func `a relative of whom something else is said has not written the share`(line: String) throws {
    let records = try ChatRecords("\(line)\n\(Self.second)\n")
    #expect(records.results.count == 1)
  }

  @Test(arguments: [
    "In order: Anna, Ben", "Top: Lucy. Bottom: Omar.", "Lucy vs Omar", "Lucy              Tom",
    "1 = Anna\n2 = Ben", "[1] Oma\n[2] Opa", "#anna\n#tom",
    "[^1]: Theo, from the train\n[^2]: Nell, before work",
    "The Connections is Tom's, the Wordle Lea's.", "PS Connections = Lucy. Wordle = Omar.",
    "Rob did the Wordle and Anna the Connections, proud of both",
    "o primeiro é da Joana, o segundo do Rui",
  ])
  func `a line that says whose each share is makes them somebody else's`(line: String) {
    let shares = "\(Self.first)\n\n\(Self.second)"
    #expect(throws: InputError.self) { try ChatRecords("\(shares)\n\n\(line)\n") }
    #expect(throws: InputError.self) { try ChatRecords("\(line)\n\n\(shares)\n") }
  }

  @Test(arguments: [
    "Coffee and cake afterwards.", "1. Kaffee\n2. Kuchen", "First try, then a lucky guess.",
    "I prefer tea.",
  ])
  func `everyday words beside shares are nobody's name`(line: String) throws {
    let records = try ChatRecords("\(Self.first)\n\n\(Self.second)\n\n\(line)\n")
    #expect(records.results.count == 2)
  }

  @Test(arguments: [
    ("Kasia napisała:", "Tomek napisał:"),
    ("Da Joana:", "Do Rui:"), ("De la part de Chloé", "De la part d'Hugo"),
    ("anna: |", "tom: |"), ("What 🦊 got:", "What Grace got:"), ("(Jess)", "(Will)"),
    ("Anna..", "Tom.."), ("👵", "👴"),
    ("mia = ", "noah = "),
  ])
  func `names in one place are seen with other words beside them`(names: (String, String)) {
    let text = "\(names.0)\n\(Self.first)\n\n\(names.1)\n\(Self.second)\n"
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }
}
