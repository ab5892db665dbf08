/// A line with which somebody presents a relative's share: `Here is what Mum sent:`, `Da minha irmã:`,
/// `Liebe Grüße, Oma`.
///
/// A relative of whom something else is said (`Beat my sister!`, `Dinner with Mum`) has not written the share.
enum PresentedShare {
  private static let longestLine = 200
  private static let mostWords = 14
  /// The verb (`sent`, `wrote`) is one of this number of words after the relative.
  private static let verbWithin = 3

  /// Whether the words of a line say that the share beside it is a relative's.
  static func isRelatives(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= longestLine else { return false }
    let words = words(of: String(decoding: line, as: UTF8.self))
    guard words.count <= mostWords, var person = words.firstIndex(where: { isRelative($0) }) else {
      return false
    }
    // `my neighbour's kid`
    while person + 1 < words.count, isRelative(words[person + 1]) { person += 1 }
    let before = words[..<person].filter { !isRelative($0) }.map { $0.lowercased() }
    guard before.allSatisfy(presenting.contains),
      relatives.contains(base(words[person])) || before.last.map(owning.contains) ?? false
    else { return false }
    // `For Grandma` addresses her; before a colon it says whose the share is.
    if before.last == "for", line.last(where: { $0 > 0x20 }) != UInt8(ascii: ":") { return false }
    let rest = words[(person + 1)...]
    if words[person].hasSuffix("'s") { return rest.count < verbWithin }
    let ending = line.last {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n")
    }
    if rest.prefix(verbWithin).contains(where: {
      let verb = $0.lowercased()
      return sending.contains(verb) || ending == UInt8(ascii: ":") && having.contains(verb)
    }) {
      return true
    }
    let own = rest.first.map { $0.first?.isUppercase == true } == true ? rest.dropFirst() : rest
    return own.allSatisfy { word in
      let lower = word.lowercased()
      return presenting.contains(lower) || having.contains(lower) || HeadTime.isDayWord(lower)
        || partsOfDay.contains(lower) || isRelative(word)
    }
  }

  /// What follows a relative in `Here is what Grandma got this morning`. Before one it greets: `Good morning, Mum`.
  private static let partsOfDay = set(
    """
    morning afternoon evening night tonight yesterday earlier früh morgen mittag nachmittag abend nacht gestern vorhin
    matin midi soir hier mañana tarde noche ayer manhã noite ontem mattina stamattina stasera pomeriggio sera ieri
    ochtend vanochtend middag avond vanavond gisteren morse kväll ikväll igår morgenen aften i'går kveld rano wieczorem
    wczoraj утром вечером вчера вранці ввечері
    """)

  /// Whether a word is a verb for what people do with a share, such as `sent`. It must be in small letters.
  static func isSending(_ word: String) -> Bool { sending.contains(word) }

  /// Whether a word is a verb for having a result, such as `had` or `finished`. It must be in small letters.
  static func isHaving(_ word: String) -> Bool { having.contains(word) }

  /// The words of a line without those that introduce a name and the verb after it: `Ann wrote`, `Da Joana`,
  /// `De la part d'Hugo`.
  static func bareName(_ words: [String]) -> [String] {
    var rest = words[...]
    if rest.count > 1, let last = rest.last.map({ $0.lowercased() }),
      sending.contains(last) || last.count > 2 && having.contains(last)
    {
      rest.removeLast()
    }
    while rest.count > 1, introducing.contains(rest[rest.startIndex].lowercased()) {
      rest.removeFirst()
    }
    guard rest.count == 1, let word = rest.first, word.count > 2 else { return Array(rest) }
    let isElided = ["d'", "d’", "l'", "l’"].contains(word.prefix(2).lowercased())
    return [isElided ? String(word.dropFirst(2)) : word]
  }

  private static func words(of line: String) -> [String] {
    line.replacing("’", with: "'").split { !$0.isLetter && $0 != "'" }.map(String.init)
  }

  private static func base(_ word: String) -> String {
    String(word.lowercased().prefix { $0 != "'" })
  }

  private static func isRelative(_ word: String) -> Bool {
    relatives.contains(base(word)) || SomebodyElse.kin.contains(base(word))
  }

  private static func set(_ words: String) -> Set<String> {
    Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  /// Relatives whom people name without `my`: `Mum`, `Oma`.
  static let relatives = set(
    """
    mum mummy mom mommy mama mamá mamma mami maman dad daddy papa papá papi pops nan nana nanna gran granny grandma
    grandpa grandad granddad auntie aunty oma opa omi opi mutti vati tante onkel mamie papy papi tonton tata tati
    abuela abuelo abuelita abuelito tía tío niños vovó vovô avó avô titia titio nonna nonno zia zio mummo mummon
    vaari vaarin ukki ukin äiti isä mormor farmor morfar farfar pappa sora fratele bunica bunicul babcia dziadek
    siostra ablam abim annem babam kardeşim dedem ninem мама папа бабушка дедушка бабуся дідусь тато сестра брат
    סבתא סבא אמא אבא אחותי אחי αδερφή αδερφός αδελφή αδελφός γιαγιά παππούς μαμά μπαμπάς didi chachu bhai bhaiya
    dadi nani
    """)

  /// Words of which one must be before a relation that is no name by itself: `my` in `my sister`.
  private static let owning = set(
    """
    my our their his her the mein meine meiner meinem unser unsere der die mon ma mes notre nos le la les mi mis
    nuestro nuestra el los las mio mia il lo i meu minha meus o a os as mijn onze de het min mina mitt vår vores mój moja moje moi мой моя моё мои мій benim minun
    """)

  /// Words right before the name of whoever has sent a share.
  private static let introducing = set(
    "from by von vom van de da do di del dos das du la part od от від av af fra par por")

  /// What may be before a relative in a line that presents a share, and after one: `Here is what`, `this morning`, `Love`.
  static let presenting = owning.union(
    set(
      """
      this that these those here is are it it's its was what one ones and so then now from by of for sent first second
      next last another other today also too both
      das ist sind hier und dann von vom was dies dieses diese heute jetzt zuerst erst danach auch
      voici voilà c'est ce cela ça et puis de du des part par un une aujourd'hui maintenant
      esto este esta estos estas es son y luego del aquí hoy ahora
      isto isso é são e depois da do das dos aqui hoje agora
      questo questa questi queste è sono invece poi di del della dello ecco oggi ora
      dit dat zijn en dan van vandaag dzisiaj dziś a to od teraz i det är er fra från av
      это вот а и от сегодня це ось від сьогодні זה של και ο η το από του της μου mea mele meu mea lui ei bugün
      love hug hugs big kisses x xx xxx best kind warm regards cheers yours liebe lieber liebste grüße grüsse gruß viele
      herzliche beste bises bisous gros demain à bientôt besos beso abrazo abrazos saludos beijos beijo abraço baci bacio
      saluti groetjes groeten liefs kram klem hälsningar ka ki ke score tulos
      """))

  /// What people do with a share.
  private static let sending = set(
    """
    sent sends send wrote writes posted posts shared shares says said reported texted texts messaged forwarded forwards
    schickt schickte schreibt schrieb geschickt gesendet weitergeleitet
    envoie envoyé envoyée écrit transmis transféré transférée
    mandó manda envió envía escribió reenvió mandou enviou escreveu encaminhou mandato inviato scritto inoltrato
    stuurt stuurde gestuurd schreef doorstuurde doorgestuurd wysłał wysłała napisał napisała przysłał przysłała przesłał
    przesłała podesłał podesłała attı yolladı gönderdi yazdı iletti poslal poslala napsal napsala küldte küldött
    прислал прислала отправил отправила написал написала скинул скинула переслал переслала надіслав надіслала написав
    שלח שלחה כתב כתבה έστειλε έγραψε trimis lähetti skickade vidarebefordrade sendte skrev
    """)

  /// Whether a line says that somebody has sent something to whoever writes: `just sent me hers`, `hat mir geschickt`.
  static func isSentToMe(_ line: String) -> Bool {
    let words = words(of: line).map { $0.lowercased() }
    let isOther = line.hasSuffix(":") || words.last.map(possessives.contains) ?? false
    return words.indices.contains { index in
      guard sending.contains(words[index]) || isOther && showing.contains(words[index]) else {
        return false
      }
      return words[max(0, index - objectBefore)..<min(words.count, index + objectAfter + 1)]
        .contains { receiving.contains($0) || $0.hasPrefix("m'a") || $0.hasPrefix("m'o") }
    }
  }

  private static let (objectBefore, objectAfter) = (3, 2)
  private static let possessives = set(
    "his hers theirs seins seine ihres ihre sien sienne suyo suya sua suo dele dela zijne hans hennes jego jej"
  )
  /// Whoever shows a share to somebody shows his own: `some guy showed me his`.
  private static let showing = set(
    """
    showed shows shown zeigte gezeigt montré montra mostró enseñó mostrou mostrato liet visade viste visat vist pokazał
    pokazała ukázal ukázala показал показала показав näytti gösterdi
    """)
  /// `me` and `us` where something is sent to them.
  static let receiving = set(
    """
    me us mir uns nous nos mi ci ons mij mig mej meg oss mi nam mne mně nám мне нам мені bana bize minulle nekem μου
    """)

  /// What is said of a result and of much else: `Mum had:`, but not `Mum had a cold`.
  private static let having = set(
    """
    had has got gets did does finished nailed managed solved scored aced cracked smashed completed hatte hat hatten geschafft ha ma miał miała zrobił zrobiła
    eu fait a hizo tuvo sacó puso fez teve tirou fatto heeft έκανε consiguió logró obtuvo conseguiu obteve ottenuto
    réussi obtenu kreeg haalde fick klarade hade fik klarede havde fikk klarte dostał dostała uzyskał uzyskała получил
    получила набрал набрала решил решила aldı yaptı sai kapott dostal dostala
    """)
}
