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
    detto zegt zei had gehaald gemacht gekriegt gedaan geschickt gelöst hecho sacado resuelto conseguido obtenido feito
    fet tret făcut rezolvat luat obținut zdobył zdobyła rozwiązała zgadła skończył skończyła сделала сделал прошла прошёл
    прошел отгадала отгадал взяла выбила закончила закончил зробила зробив отримала отримав bitirdi yapmış çözmüş bildi
    tamamladı almış teki selvitti pelasi arvasi megfejtette csinált elért szerzett kirakta έλυσε βρήκε πήρε έβγαλε πέτυχε
    l'a l'ha l'hanno l'ont l'avait zrobił zrobiła zrobili ułożył ułożyła odgadł odgadła угадала угадал решила решил собрала собрал
    acertou acertó acertaram adivinó adivinhou indovinato deviné trouvé raadde erraten klarade gættede gjettet
    udělal udělala měl měla zvládl zvládla vyřešil vyřešila
    """)

  /// Verbs of the author, in languages that leave out the subject.
  static let ownVerbs = OrdinaryWords.set(
    "hice saqué tengo logré conseguí resolví acerté fiz consegui tirei saquei acertei tenho resolvi ho"
  )

  /// Numbers of guesses in words, in the forms that follow words such as `in`.
  static let numbers = OrdinaryWords.set(
    """
    two three four five six zwei drei vier fünf sechs deux trois quatre cinq six dos tres cuatro cinco seis due tre quattro cinque
    sei dois três quatro twee drie vier vijf zes två fyra fem sex fire seks dwa trzy cztery pięć два две три четыре пять dwóch trzech czterech pięciu sześciu drugim trzecim
    czwartym drugiej trzeciej czwartej второй третьей четвёртой четвертой пятой шестой двух трёх трех четырёх пяти шести dört üç beş altı
    """)

  /// What may be among the words for a result.
  static let filling = OrdinaryWords.set(
    """
    que che dass dat sien sienne suyo suya suo is was and of for from all already just finally as usual too also only herself himself themselves alone und auch schon
    selbst allein nur von sa son su sua suo sein seine ihr ihre zijn haar her his their la le il lo o el das den die der het
    un une ein eine una um uma a an été déjà ya già já al sur en op auf versuchen essais intentos
    tentativi tentativas pogingen tries guesses ist war est es è é gleich em w za на за с со в ve de da ile σε με το τα η
    την dzisiaj dziś dzisiejszy сегодня сьогодні bugün tänään ma σήμερα dnes próbach próbie попытки попыток denemede
    hem het ihn lo la
    primeira primeiro segunda primera primero prima primo terza première deuxième ersten zweiten eerste första første beim
    yrityksellä próbából προσπάθειες także też тоже також hemen yine myös is kanssa
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

  /// Articles before a name as the subject: `O Tiago fez`.
  static let subjectArticles = OrdinaryWords.set(
    "o a os as el la los las il lo l le les der die den de het ο η οι")

  /// Titles before a name: `Dona Ana`, `Herr Huber`.
  static let titles = OrdinaryWords.set(
    """
    mr mrs ms miss mx dr prof sir herr frau hr fr madame monsieur mme mlle señor señora señorita don doña signor signora
    signorina senhor senhora seu dona meneer mevrouw mevr fru fröken pan pani tante onkel oom tio tia tío tía titi zio zia
    tonton tata tatie auntie aunty aunt uncle oma opa farbror moster faster morbror wujek ciocia тётя тетя дядя
    κύριος κυρία κα
    """)

  /// Words for relations and for somebody else that ``SomebodyElse`` and ``PresentedShare`` have not.
  static let relations = OrdinaryWords.set(
    """
    brat ojciec matka przyjaciel przyjaciółka kumpel chłopak dziewczyna tato ciocia wujek ona mamusia
    сын отец мать мамочка дедуля бабуля тётя тетя дядя приятель приятельница парень брат сестра коллега
    мати батько подруга син донька дівчина хлопець вона він
    annesi babası oğlum kızım amcam teyzem halam dayım kuzenim abi abla abimiz anne annemiz babamız dostum
    kankam karımın sevgilim nişanlım patronumuz öğretmenim
    hän äitini isäni siskoni veljeni vaimoni mieheni poikani tyttäreni ystäväni ystävä kaverini kaveri työkaverini
    pomoni mummoni ukkini naapurini mies
    anyu anya anyám anyukám apu apa apám apukám bátyám öcsém húgom nővér nagymamám nagypapám mama nagyi barátom barátnőm
    fiam lányom főnököm kollégám kolléganőm szomszédom ő
    μητέρα πατέρας κόρη γιος άντρας γυναίκα σύζυγος φίλος φίλη συνάδελφος αφεντικό ξάδερφος ξαδέρφη θεία θείος
    αυτός αυτή γιαγιά παππούς μαμά μπαμπάς αδερφή αδερφός αδελφή αδελφός
    maminka máma táta tatínek bratr děda babička přítel přítelkyně kluk
    """)

  /// Persons after the Russian and Ukrainian `у`, and what may be before them.
  static let genitives = OrdinaryWords.set(
    """
    мамы папы бабушки дедушки сестры брата жены мужа подруги друга коллеги неё нее него них сына дочери дочки начальника
    соседа соседки тёти тети дяди мами тата бабусі дідуся сестри дружини чоловіка друга неї нього
    """)
  static let genitiveOwning = OrdinaryWords.set("моей моего нашей нашего моєї мого моєї нашої")

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
