internal import StreaklineCore

/// Lines beside a pasted share that say in everyday words that it is not by whoever pastes it: the head of a mail that was
/// passed on (`FW:`), a label for somebody else (`Them:`, `Von ihr:`, `Office winner:`, `👵:`), a program or everybody as
/// the one who played (`The computer got`), and words to whoever has sent the share (`You beat me again!`).
///
/// In a pasted text the user can say whose the share is, so these words are read only there.
struct OthersRemark {
  private static let longest = 120
  private let text: String
  /// The words in small letters.
  private let words: [String]
  private let isLabel: Bool

  /// - Parameter line: Without its line break.
  init(_ line: ArraySlice<UInt8>) {
    text = String(decoding: line.prefix(Self.longest), as: UTF8.self)
      .trimmingMarks(" \t\r*_>").replacing("’", with: "'")
    words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    isLabel = text.last == ":" || text.last == "："
  }

  /// Whether a line above a share, or the words before it in its line, say so.
  var isAbove: Bool {
    guard !words.contains(where: Self.own.contains) else { return isReceived || isOfProgram }
    return isLabel
      && (isForward || isOfOther || isOfPlace || isOfWinner || isPicture || isOfSomebody)
      || isOfProgram || isOfEverybody || isReceived || isPraise
  }

  /// Whether a line below a share says so.
  ///
  /// - Parameter share: A result in it that is not the author's shows that the share is somebody else's.
  func isBelow(_ share: BesideWords) -> Bool {
    isPraise || isQuestion || isLost || isInitial || isOtherResult(share)
  }

  // Labels.

  /// `FW:`
  private var isForward: Bool { words.count == 1 && Self.forwards.contains(words[0]) }

  /// `Them:`, `Von ihr:`, `Od mamy:`, `Od Ani:`
  private var isOfOther: Bool {
    if words.count == 1 { return Self.others.contains(words[0]) }
    if Self.oneOfUs.contains(words) { return true }
    guard (2...4).contains(words.count), Self.origins.contains(words[0]) else { return false }
    let who = words.dropFirst().drop { $0 == "kwa" || SomebodyElse.isOwning($0) }
    guard who.count == 1, let word = who.first else { return false }
    if Self.others.contains(word) || SomebodyElse.isRelation(word)
      || ReportedResult.genitives.contains(word) || Self.genitives.contains(word)
    {
      return true
    }
    // In these languages a word after it that has a capital is a name.
    let name = text.split { !$0.isLetter && $0 != "'" }.last ?? ""
    return Self.ofPeople.contains(words[0]) && name.first?.isUppercase == true
      && !HeadTime.isDayWord(word) && !HeadTime.isMonth(word)
  }

  /// `Best result in the office:`, `The average score today:`, `Top comment:`
  private var isOfPlace: Bool {
    guard words.contains(where: Self.ranking.contains) else { return false }
    return words.contains(where: Self.posts.contains) || words.contains(where: Self.means.contains)
      || words.contains(where: Self.places.contains)
  }

  /// `The winner today:`
  private var isOfWinner: Bool { words.count < 6 && words.contains(where: Self.winners.contains) }

  /// `Anna hat heute vorgelegt:`, `Mum is unbeatable:`
  private var isOfSomebody: Bool {
    guard words.count > 1, let name = text.split(separator: " ").first.map(String.init),
      name.first?.isUppercase == true, name.allSatisfy(\.isLetter)
    else { return false }
    return GivenNames.starts(name) && !OrdinaryWords.contain(words[0])
      || PresentedShare.relatives.contains(words[0])
  }

  /// `👵:`
  private var isPicture: Bool {
    let picture = text.dropLast().filter { !$0.isWhitespace }
    return picture.count == 1 && picture.first.map(BesideName.isPicture) ?? false
  }

  // Sentences above a share.

  /// `The computer got`, `I let an AI play and it got`, `WordleBot:`
  private var isOfProgram: Bool {
    guard words.contains(where: Self.programs.contains) else { return false }
    if isLabel,
      words.allSatisfy({ Self.programs.contains($0) || DisowningWords.articles.contains($0) })
    {
      return true
    }
    guard let verb = words.last, PresentedShare.isHaving(verb), let subject = words.dropLast().last
    else { return false }
    return Self.programs.contains(subject) || ["it", "er", "es", "il", "lui"].contains(subject)
  }

  /// `Everyone got`
  private var isOfEverybody: Bool {
    words.count < 5 && words.dropLast().contains(where: Self.everybody.contains)
      && words.last.map(PresentedShare.isHaving) ?? false
  }

  /// `Just got sent this`, `Gerade bekommen:`, `Found in my inbox:`
  private var isReceived: Bool {
    if text.contains("ส่งมา") { return true }
    let isInbox = words.contains(where: Self.inboxes.contains)
    if isInbox { return isLabel || words.contains(where: DisowningWords.taking.contains) }
    guard words.count < 7 else { return false }
    if let sent = words.firstIndex(of: "sent"), sent > 0, Self.getting.contains(words[sent - 1]) {
      return sent == words.count - 1 || words.contains(where: DisowningWords.pointing.contains)
    }
    return isLabel && words.contains(where: Self.received.contains)
      && words.allSatisfy {
        Self.received.contains($0) || Self.recently.contains($0) || HeadTime.isDayWord($0)
      }
  }

  // Words to whoever has sent the share.

  /// `Well done you!`
  private var isPraise: Bool {
    guard words.count == 3 else { return false }
    return Self.praises.contains(Array(words.prefix(2))) && Self.addressees.contains(words[2])
  }

  /// `How did you do that in 4??`; not `How did you do?`
  private var isQuestion: Bool {
    guard text.contains("?"), words.count < 12, words.count > 4,
      Self.hows.contains(words[0]), words.contains(where: Self.addressees.contains)
    else { return false }
    let isThat = words.contains(where: DisowningWords.pointing.contains) || words.contains("that")
    return isThat
      && zip(words, words.dropFirst()).contains { word, next in
        Self.within.contains(word) && next.count == 1 && next.first?.isNumber == true
      }
  }

  /// `You beat me again!`
  private var isLost: Bool {
    guard words.count < 7, let first = words.first, Self.addressees.contains(first) else {
      return false
    }
    return words.contains(where: Self.beating.contains)
      && words.dropFirst().contains { DisowningWords.persons.contains($0) || $0 == "mich" }
      && !text.contains("?") && !words.contains(where: Self.doubting.contains)
  }

  /// `I only got 5` below a share with another result.
  private func isOtherResult(_ share: BesideWords) -> Bool {
    guard (3...5).contains(words.count), let number = words.last, number.count == 1,
      number.first?.isNumber == true, UnexplainedWords.authors.contains(words[0]),
      words.dropFirst().dropLast().allSatisfy({ Self.resultVerbs.contains($0) })
    else { return false }
    return !share.says([number]) || Int(number).map(share.hasOtherResult) ?? false
  }

  /// `- m.`
  private var isInitial: Bool {
    guard let dash = text.first, "—–-".contains(dash), words.count == 1, words[0].count == 1,
      text.count < 6
    else { return false }
    return words[0].first?.isLetter == true && !["x", "o"].contains(words[0])
  }

  private static let own = OrdinaryWords.set(
    "my i mine me we our ich mein meine mir wir je mon ma moi mi mío yo mio io meu minha eu mijn ik min jag jeg mój moja"
  )
  private static let forwards: Set<String> = ["fw", "wg", "tr", "rv", "enc", "doorst", "vl", "pd"]
  private static let others = OrdinaryWords.set(
    """
    them him her they ihr ihm ihnen ihn él ella ellos ellas lui elle elles eux leur lei loro ele ela eles elas hem haar
    hen hun henne honom dem hende ham niego niej nich něj ní nich него неё нее них
    """)
  private static let oneOfUs = [
    ["one", "of", "us"], ["the", "other", "of", "us"], ["einer", "von", "uns"],
    ["eine", "von", "uns"], ["l'un", "de", "nous"], ["uno", "de", "nosotros"],
  ]
  private static let origins = OrdinaryWords.set(
    "from by von vom de da di van från fra od ze от від dari kutoka par por av af")
  private static let ofPeople: Set<String> = ["od", "dari", "kutoka", "от", "від"]
  private static let genitives = OrdinaryWords.set(
    """
    mamy taty babci dziadka siostry brata żony męża córki syna cioci wujka kolegi koleżanki szefa mámy táty babičky
    dědy sestry bratra ženy muže dcery syna tety strýce kamaráda kamarádky ibu bapak ayah kakak adik nenek kakek istri
    suami teman mama papa baba bibi babu dada kaka rafiki
    """)
  private static let ranking = OrdinaryWords.set(
    "best top highest lowest worst average mean median beste bestes schlechtestes durchschnitt durchschnittliches meilleur mejor migliore melhor "
      + "moyenne promedio media média")
  private static let means = OrdinaryWords.set(
    "average mean median durchschnitt durchschnittliches moyenne promedio media média")
  private static let posts = OrdinaryWords.set(
    "comment comments post posts reply replies kommentar beitrag commentaire comentario comentário commento"
  )
  private static let places = OrdinaryWords.set(
    """
    office work team class family group chat company department house league office büro klasse familie gruppe firma
    bureau classe famille groupe oficina clase familia grupo ufficio famiglia gruppo escritório turma família
    """)
  private static let winners = OrdinaryWords.set(
    """
    winner champion gewinner gewinnerin sieger siegerin tagessieger gagnant gagnante ganador ganadora vincitore vincitrice
    vencedor vencedora winnaar vinnare vinder vinner zwycięzca
    """)
  private static let programs = OrdinaryWords.set(
    "computer ai bot bots wordlebot chatgpt gpt claude gemini copilot algorithm solver ki ia computador ordinateur ordenador"
  )
  private static let everybody = OrdinaryWords.set(
    "everyone everybody jeder iedereen wszyscy")
  private static let inboxes = OrdinaryWords.set("inbox mailbox posteingang postfach")
  private static let getting = OrdinaryWords.set("got was been getting")
  private static let received = OrdinaryWords.set(
    """
    received bekommen erhalten gekriegt reçu reçue recibido ricevuto recebido ontvangen gekregen otrzymałem otrzymałam
    dostałem dostałam получил получила fått fået
    """)
  private static let recently = OrdinaryWords.set(
    """
    just now this morning today tonight earlier gerade eben soeben heute früh morgen ce cet matin soir à l'instant hoy
    esta mañana ahora recién stamattina oggi appena hoje agora vanochtend vandaag net nyss idag i morse właśnie dziś
    rano сейчас сегодня утром только что
    """)
  private static let praises = [
    ["well", "done"], ["nice", "one"], ["good", "job"], ["nice", "job"], ["good", "going"],
    ["gut", "gemacht"], ["bien", "joué"], ["bien", "hecho"], ["bien", "fait"], ["ben", "fatto"],
  ]
  private static let addressees = OrdinaryWords.set(
    "you you've du ihr tu t'as vous tú vos você jij je ty ты вы")
  private static let hows = OrdinaryWords.set(
    "how wie comment cómo como come hoe hur hvordan jak как")
  private static let within = OrdinaryWords.set("in en em nach mit på w za na i within")
  private static let beating = OrdinaryWords.set(
    "beat beaten geschlagen besiegt battu battue ganado ganaste ganhou ganhaste battuto verslagen slog slagit slået"
  )
  private static let doubting = OrdinaryWords.set(
    "won't can't cannot couldn't never will wirst nie nicht ne pas no não non niet inte")
  private static let resultVerbs = OrdinaryWords.set(
    "only just got needed had took scored a in it hatte habe hab nur brauchte ai eu juste en solo tuve apenas tive ho fatto"
  )
}
