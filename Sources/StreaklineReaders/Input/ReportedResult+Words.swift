/// The words of ``ReportedResult`` that no other list has, in small letters.
extension ReportedResult {
  /// Words before or after a person that make a report a wish, a guess, a plan or a condition: `I hope she got`.
  static let doubting = OrdinaryWords.set(
    """
    if when while before until till unless hope hoping wonder wondering bet wish can could would should will won't might
    did do does must wenn ob bevor bis falls kann könnte wird würde hoffe si quand avant j'espère espero cuando antes ojalá
    se quando prima spero als wanneer voordat hoop kan zal
    """)

  /// Words between two people or two clauses.
  static let joining = OrdinaryWords.set(
    "and und et y e en och og i but aber mais pero ma mas maar men")

  static let nobody = OrdinaryWords.set("anybody nobody")

  /// What people do who want a result to be shown: `asked me to post`.
  static let asking = OrdinaryWords.set(
    """
    asked asks wants wanted told tells bat bittet gebeten wollte will demandé demande veut pidió pide quiere chiesto chiede
    vuole pediu pede quer vroeg vraagt gevraagd wil
    """)
  static let posting = OrdinaryWords.set(
    """
    post share send add poste posten teile teilen schicken einstellen publier poster partager envoyer compartir compartiera publicar
    poner mandar pubblicare condividere mandare postar compartilhar delen plaatsen sturen
    """)

  /// Verbs for having and sending a result beside those of ``PresentedShare`` and ``DisowningWords``.
  static let more = OrdinaryWords.set(
    """
    reports needed took sagt sagte meldet schaffte bekam brauchte dit disait obtient dice dijo saca dijeron disse diz tirou dice
    detto zegt zei had gehaald gemacht gekriegt gedaan geschickt
    """)

  /// Verbs of the author, in languages that leave out the subject.
  static let ownVerbs = OrdinaryWords.set(
    "hice saqué tengo logré conseguí resolví acerté fiz consegui tirei saquei acertei tenho resolvi ho"
  )

  /// What may be among the words for a result.
  static let filling = OrdinaryWords.set(
    """
    que che dass dat sien sienne suyo suya suo is was and of for from all already just finally as usual too also only herself himself themselves alone und auch schon
    selbst allein nur von sa son su sua suo sein seine ihr ihre zijn haar her his their la le il lo o el das den die der het
    un une ein eine una um uma a an été déjà ya già já al sur en op auf versuchen essais intentos
    tentativi tentativas pogingen tries guesses ist war est es è é gleich
    """)

  /// Words before a result that say whose it is: `her score`.
  static let possessing = OrdinaryWords.set(
    "his her their seine sein ihr ihre sa son leur su sus suo sua zijn haar hun dele dela deles delas"
  )

  /// What is said of a result that somebody has.
  static let possessed = OrdinaryWords.set(
    "first second third try one own turn effort time is was for erster zweiter attempt today's von de du del di"
  )

  /// Words between a result and whose it is.
  static let of = OrdinaryWords.set("of by from de da do du d di della von vom van av af från fra")

  /// What is done to a result, before `by`.
  static let done = OrdinaryWords.set(
    "done played finished gemacht gespielt fait faite joué hecho hecha jugado fatto giocato feito feita jogado gedaan gespeeld"
  )

  /// Verbs after which the subject may be.
  static let inverted = OrdinaryWords.set(
    """
    mandó envió pasó hizo sacó resolvió consiguió mandou enviou fez tirou resolveu conseguiu
    """)
}
