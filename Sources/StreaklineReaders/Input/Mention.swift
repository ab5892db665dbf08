/// Tells whether somebody is only mentioned or addressed in a sentence, and has not written the share beside it: `lunch with
/// Margaret`, `Julien est venu dîner`, `I visited Tom`.
enum Mention {
  /// - Parameter index: That of the name among the words of the line.
  static func isOne(_ words: [String], _ index: Int) -> Bool {
    let lower = words.map { $0.lowercased().replacing("’", with: "'") }
    let next = lower[(index + 1)...].prefix(verbWithin)
    guard words.count > 1, !next.contains(where: PresentedShare.isSending) else { return false }
    if index > 0, mentioning.contains(lower[index - 1]) || social.contains(lower[index - 1]) {
      return !lower[..<index].contains(where: PresentedShare.isSending)
    }
    if index > 1, UnexplainedWords.authors.contains(lower[0]), !lower[index].hasSuffix("'s") {
      return !lower[..<index].contains {
        PresentedShare.isSending($0) || DisowningWords.these.contains($0)
      }
    }
    // `Tom left this` is about the share.
    return next.contains(where: social.contains)
      && !next.contains(where: DisowningWords.pointing.contains)
  }

  /// Whether a word says what somebody does who comes by or is met. It must be in small letters.
  static func isSocial(_ word: String) -> Bool { social.contains(word) }

  private static let verbWithin = 3

  /// Words before a person or a place that is only mentioned.
  static let mentioning = OrdinaryWords.set(
    """
    with without in at to than for beat beating as like near around after before and on into thanks thank hi hello hey
    about cc dear
    aus mit ohne im am bei beim nach zu zum zur als für in an danke über liebe lieber und avec sans à au aux chez en dans pour
    merci cher chère et con sin al para gracias querida querido y com sem ao à no na em obrigado e con senza nell alla al per
    grazie cara caro met zonder naar bij voor dan bedankt en med utan till på hos for tack takk tak och og z ze bez do w
    dla dzięki i с без к в для на спасибо ile
    """)

  /// What people do who come by or are met, and who play no game.
  private static let social = OrdinaryWords.set(
    """
    came comes coming visited visits visiting visit called calls calling rang rings phoned phoning stayed staying stays
    arrived arrives left leaves cooked cooking slept sleeps sleeping asleep helped helps helping met meet meeting married
    moved moves joined drove drives picked dropped walked turned turns born ill sick picking dropping seeing asked
    kam kommt kamen kommen gekommen besucht besuchte besuchen ruft rief angerufen kochte kocht gekocht schläft schlief half
    hilft geholfen traf treffe getroffen feiert gefeiert zieht wohnt krank
    venu venue venus vient viennent visité rendu passé passée appelé appelle dort cuisiné aidé aide rencontré croisé dîner
    déjeuner vino viene vinieron llamó llama visitó visité duerme cocinó ayudó ayuda conocí cenar comer
    veio vem visitou visitei ligou dorme cozinhou ajudou ajuda jantar almoçar
    venuto venuta arrivato arrivata visitato chiamato chiamata dorme cucinato aiutato incontrato cena pranzo
    kwam komt langs bezocht belde belt slaapt kookte gekookt hielp helpt ontmoet
    kommer besökte besöker ringde ringer sover lagade hjälpte hjälper träffade besøgte besøger besøkte hjalp hjælper
    przyszedł przyszła przyjechał przyjechała zadzwonił zadzwoniła śpi gotował pomógł pomogła spotkałem spotkałam
    пришел пришёл пришла приехал приехала позвонил позвонила спит помог помогла
    geldi aradı uyuyor yardım přišel přišla přijel přijela volal volala spí pomohl pomohla
    """)
}
