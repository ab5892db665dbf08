/// Words with which one author says that a result is somebody else's: `she said:`, `my husband:`, `Hers:`.
enum SomebodyElse {
  private static let mostWords = 4
  private static let others: Set<String> = [
    "he", "she", "they", "er", "il", "elle", "ils", "elles", "él", "ella", "ellos", "lui", "lei",
    "ele",
    "ela", "hij", "zij", "han", "hun", "hon", "он", "она",
  ]
  private static let theirs: Set<String> = [
    "his", "hers", "theirs", "seins", "ihres", "ihrs", "le sien", "la sienne", "suyo", "el suyo",
    "la suya",
    "il suo", "la sua", "o dele", "o dela",
  ]
  private static let my: Set<String> = [
    "my", "mein", "meine", "meiner", "mon", "ma", "mi", "mio", "mia", "meu", "minha", "mijn", "min",
    "our", "unser", "unsere", "notre", "nuestro", "nuestra", "the",
  ]
  /// Who somebody is to the author, after `my` or a name: `my sister`, `Jan's boss`.
  static let kin: Set<String> = [
    "husband", "wife", "hubby", "spouse", "mum", "mom", "mother", "dad", "father", "sister",
    "brother",
    "son", "daughter", "boyfriend", "girlfriend", "partner", "fiancé", "fiancée", "friend", "mate",
    "buddy",
    "colleague", "coworker", "boss", "neighbour", "neighbor", "roommate", "flatmate", "uncle",
    "aunt",
    "cousin", "nephew", "niece", "grandma", "grandpa", "gran", "granny", "nan", "grandmother",
    "grandfather", "kid", "kids", "parents", "teacher", "mann", "frau", "mutter", "vater", "mama",
    "papa",
    "schwester", "bruder", "sohn", "tochter", "freund", "freundin", "kollege", "kollegin", "oma",
    "opa",
    "tante", "onkel", "mari", "femme", "mère", "père", "sœur", "soeur", "frère", "fils", "fille",
    "copain",
    "copine", "collègue", "marido", "esposo", "esposa", "mujer", "novio", "novia", "madre", "padre",
    "hermana", "hermano", "hijo", "hija", "amigo", "amiga", "marito", "moglie", "sorella",
    "fratello",
    "figlio", "figlia", "amico", "amica", "mãe", "pai", "irmã", "irmão", "filho", "filha",
    "namorado",
    "syster", "bror", "dotter", "datter", "søster", "søn", "kompis", "sambo", "kollega", "kone",
    "kæreste",
    "sestra",
    "manžel", "manželka", "kamarád", "kamarádka", "żona", "mąż", "syn", "córka", "kolega",
    "koleżanka",
    "муж", "жена", "дочь", "друг", "подруга", "коллега", "чоловік", "дружина", "eşim",
    "kocam", "karım", "vaimo", "aviomies", "sisko", "veli", "poika", "tytär", "nővérem", "férjem",
    "feleségem", "soția", "soțul", "prietena", "prietenul",
    "namorada", "vrouw", "moeder", "vader", "zus", "broer", "zoon", "dochter", "vriend", "vriendin",
  ]

  /// Whether a word says, before a relation, that somebody is meant: `my` in `my sister`. It must be in small letters.
  static func isOwning(_ word: String) -> Bool { my.contains(word) }

  /// Whether a word says what somebody is to the author, such as `sister` or `flatmate`. It must be in small letters.
  static func isRelation(_ word: String) -> Bool {
    kin.contains(word) || PresentedShare.relatives.contains(word) || roles.contains(word)
  }

  private static let roles: Set<String> = [
    "ex", "sis", "bro", "babe", "coach", "captain", "landlord", "landlady", "lodger", "tenant",
    "housemate", "classmate", "teammate", "bestie", "dude", "guy", "lady", "boy", "girl", "man",
    "woman", "player", "team", "baby", "twin", "twins", "missus", "boss", "intern", "nanny",
    "crush", "fiance", "nachbar", "nachbarin", "chef", "voisin", "voisine", "vecino", "vecina",
    "vicino", "vicina", "vizinho", "vizinha", "buurman", "buurvrouw", "granne",
    "ami", "amie", "amis", "amies", "capa", "grandson", "granddaughter", "grandchild", "enkel",
    "enkelin",
    "arkadaşım", "arkadaşı", "nieto", "nieta", "nipote", "neto", "neta", "kleinzoon",
    "driver", "barista", "waiter", "waitress", "student", "pupil", "doctor", "nurse", "dentist",
    "barber", "hairdresser", "postman", "client", "customer", "supervisor", "chefin",
    "mitbewohner", "mitbewohnerin", "lehrer", "lehrerin", "schüler", "schülerin", "nachbarn",
    "patron", "patronne", "capo", "titolare", "direttore", "direttrice", "directeur", "directrice",
    "direktor", "direktorin", "postbote", "friseur", "friseurin", "cartero", "peluquera", "facteur",
    "coiffeuse", "postino", "carteiro", "postbode", "kapper", "brevbärare", "frisör", "professeur",
    "prof", "coloc", "élève", "jefe", "jefa", "compañero",
    "compañera", "profesor", "profesora", "collega", "coinquilino", "coinquilina", "professore",
    "professoressa", "chefe", "colega", "professor", "professora", "baas", "huisgenoot", "leraar",
    "lärare", "nabo", "sjef", "szef", "szefowa", "sąsiad", "sąsiadka", "nauczyciel",
    "nauczycielka", "сосед", "соседка", "начальник", "учитель", "учительница", "komşu", "komşum",
    "patronum", "soused", "sousedka", "šéf", "naapuri", "pomo",
    "grannen", "kollegan", "kompisen", "chefen", "sjefen", "naboen", "kollegaen", "läraren",
    "læreren", "šéfka",
  ]

  /// Whether a word is one for somebody else in any of the languages: `elle`, `er`, `seins`. It must be in small letters.
  static func isOther(_ word: String) -> Bool {
    others.contains(word) || theirs.contains(word) || word == "sie"
  }

  /// Whether a word is one for what somebody else has: `hers`. It must be in small letters.
  static func isPossessive(_ word: String) -> Bool { theirs.contains(word) }

  /// Whether a word is one for somebody else: `she`. It must be in small letters.
  static func isThirdPerson(_ word: String) -> Bool { thirdPerson.contains(word) }

  private static let thirdPerson: Set<String> = [
    "he", "she", "him", "his", "her", "hers", "theirs", "yours", "he's", "she's",
  ]

  /// - Parameter isLine: Whether the words are a line of their own, above a share. A mark must then end them.
  static func isNamed(_ tokens: [BesideToken], isLine: Bool) -> Bool {
    let isMarked = tokens.last == .mark(":") || tokens.last == .mark("-")
    var words: [String] = []
    for token in isMarked ? tokens.dropLast() : tokens[...] {
      guard case .word(let word) = token else { return false }
      words.append(word.lowercased())
    }
    guard let first = words.first, words.count <= mostWords, isMarked || !isLine else {
      return false
    }
    if others.contains(first), words.count > 1 { return !words.dropFirst().contains("me") }
    if first == "you", !isLine, words.count > 1 { return BesideName.isVerb(words[1]) }
    if theirs.contains(words.joined(separator: " ")) { return isMarked }
    let isOwned = first.hasSuffix("'s") || first.hasSuffix("’s")
    guard let person = words.dropFirst().first, my.contains(first) || isOwned else { return false }
    return kin.contains(String(person.prefix { $0 != "'" && $0 != "’" }))
  }
}
