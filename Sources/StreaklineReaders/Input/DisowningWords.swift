/// The words of ``Disowning``, in small letters.
enum DisowningWords {
  /// What says it in whatever place.
  static let phrases = [
    "nothing from me today", "haven't played", "have not played", "haven't done mine",
    "not played mine", "didn't play this", "did not play this", "didn't do this",
    "didn't play today",
    "noch nicht gespielt", "selbst nicht gespielt", "nicht selbst gespielt", "pas encore joué",
    "je n'ai pas joué", "todavía no he jugado", "aún no he jugado", "no he jugado",
    "ainda não joguei",
    "não joguei", "non ho ancora giocato", "non ho giocato", "nog niet gespeeld",
    "zelf niet gespeeld",
    "inte spelat än", "inte spelat själv", "jeszcze nie grał", "sam nie grał", "sama nie grał",
    "ещё не играл", "еще не играл", "сам не играл", "сама не играл", "on behalf of", "im namen von",
    "im auftrag von", "au nom de", "de la part de", "en nombre de", "em nome de", "per conto di",
    "uit naam van", "w imieniu", "от имени", "internetfund", "credit to", "credits to", "not me, ",
    "someone else's", "somebody else's", "someone elses", "guess who", "rate mal wer",
    "rate mal, wer", "devine qui", "adivina quién", "adivina de quién", "indovina chi",
    "adivinha quem", "adivinhem quem", "raad eens wie", "gissa vem", "gjett hvem", "gæt hvem",
    "zgadnij kto", "zgadnijcie kto", "угадай кто", "угадайте кто", "von jemand anderem",
    "von jemand anders", "de quelqu'un d'autre", "de otra persona", "di qualcun altro",
    "de outra pessoa", "van iemand anders", "någon annans", "en andens", "noen andres",
  ]

  /// Words by which somebody denies a share, where at most one word follows in the clause: `deze is niet van mij hoor`.
  static let denials = [
    "not mine", "isn't mine", "wasn't mine", "nicht meins", "nicht meiner", "nicht von mir",
    "niet van mij", "niet de mijne", "pas le mien", "pas la mienne", "pas de moi", "pas à moi",
    "no es mío", "no es mía", "no es de mí", "não é de mim", "inte från mig", "ikke fra mig",
    "ikke fra meg", "nie ode mnie", "не от меня", "benim değil", "inte mitt", "inte mina",
    "non è il mio", "non è la mia", "não é o meu", "não é a minha", "nie moje", "nie jest moje",
    "не моё", "не мое", "ei ole minun", "ikke mit", "ikke mitt",
  ]

  static let negations = set(
    """
    not isn't wasn't aren't ain't wasnt isnt nicht keins keiner pas no não non niet inte ikke nie не ei değil není nem
    kein keine jamais never nunca
    """)

  /// Words that may stand between `not` and `mine`: `that's not really one of mine`.
  static let linking = set(
    """
    is was actually really even of own by from von vom de à es é è era est le la il lo el o a das der die van fra från
    av af od от es fui fue foi sono dem eigenes eigene propre propio propria próprio eigen egen egna eget własny
    """)

  /// Words for what is the author's own: `mine`.
  static let owned = set(
    """
    mine meins meiner meine meines mir mienne mien moi mío mía mio mia meu minha mijne mij min mitt mina mit mig meg
    mój moja moje moi моё мое мой моя мои můj moje enyém minun benim benimki mnie меня
    """)

  /// Words for the author: `me`.
  static let persons = set("me i ich moi yo eu io ik jag jeg ja я já én minä ben mich")

  static let being = set("was is war ist var är er foi fui era é es est")

  /// Words before what is one's own.
  static let owning = set(
    """
    my own mein meine meiner mon ma mes mi mis meu minha mio mia mijn min mitt mina mit mój moja moje мой моя моё мое můj
    """)

  static let results = set(
    """
    result results score scores grid wordle share solve screenshot doing post work attempt ergebnis resultat ergebnisse
    résultat score grille resultado partida puntuación marcador puntaje risultato punteggio griglia pontuação uitslag
    resultaat poäng rutnät wynik wyniki результат счёт счет výsledek tulos sonucum sonuç eredmény
    """)

  /// Words with which a question starts. `Why not me?` denies nothing.
  static let questions = set(
    "why if warum wieso pourquoi quoi si por porque perché waarom varför hvorfor dlaczego почему")

  static let knowing = set(
    """
    idea idee know knows sure clue weiß weiss ahnung sais sé sei so idea idée weet vet ved vet wiem znam знаю знает vím tudom
    tiedä bilmiyorum remember recall
    """)
  static let lacking = set(
    "no don't dont keine kein aucune sin sem nessuna geen ingen żadnego n'ai zero ne")
  static let whose = set(
    """
    who whose wer wem wessen qui quién quien quem chi wie wiens vem vems hvem hvis kto czyje czyj czyja кто чей чьё чье
    чья kdo čí ki kié kuka kenen kim kimin
    """)

  /// Words that point at the share.
  static let pointing = set(
    "this it these das dies dieses diese ça cela ceci esto eso este isto isso questo dit dette detta это этот bunu tohle"
  )

  /// What is said of a share by whoever shows it.
  static let these = pointing.union(
    set(
      """
      that them one did es c'est l'a lo l'ha dat het det den denne to tämän tämä ezt 이거 これ is ist est è é jest
      """))

  static let unknown = set(
    "unknown anonymous unbekannt unbekannter inconnu inconnue desconocido desconocida desconhecido sconosciuto onbekend okänd "
      + "ukendt ukjent nieznany неизвестный неизвестен neznámý ismeretlen bilinmeyen tuntematon")
  static let authors = set(
    """
    author player sender person user source origin autor autorin spieler absender verfasser quelle auteur joueur
    expéditeur autore giocatore jugador jogador remetente remitente auteur speler afzender spelare avsändare spiller
    gracz автор игрок
    """)

  /// Words that say by themselves that nobody knows the author.
  static let anonymous = set(
    "anonymous anon anonym anonymer anonyme anónimo anónima anônimo anônima anonimo anonimowy аноним anonymní"
  )

  static let strangers = set(
    """
    someone somebody stranger strangers anybody nobody jemand irgendjemand irgendwer fremder fremde unbekannter
    unbekannte quelqu'un inconnu inconnue quelqu alguien desconocido desconocida alguém desconhecido qualcuno
    sconosciuto iemand onbekende vreemde vreemdeling någon främling noen nogen fremmed ukendt ktoś nieznajomy
    nieznajoma незнакомец кто-то někdo neznámý valaki idegen joku tuntematon birisi biri yabancı
    """)
  static let origins = set(
    "from by von vom de d'un d'une da dal dalla van od от av fra från par por")
  /// Words before one for somebody who is not named.
  static let articles = set(
    """
    a an the some another random unknown this my our her his der die ein eine mein meine unser unsere irgendein irgendeine
    le la un une mon ma notre el una mi nuestro nuestra il lo mio mia o os um uma meu minha de het een mijn onze en ett
    min mitt vår et mit vores mój moja moi мой моя наш
    """)
  static let people = set(
    """
    guy girl person dude user account bloke lady man woman kid chap player typ mensch nutzer frau mann type mec gars
    fille tipo tía chica chico cara tizio tizia ragazzo kerel vent man snubbe kille fyr typ facet gość парень человек
    stranger
    """)
  static let doing = set(
    """
    left put wrote drew showed played beat did made solved löste spielte gelöst gespielt hinterlassen résolu joué laissé
    resolvió jugó dejó resolveu jogou deixou risolto giocato lasciato speelde opgelost achtergelaten spelade löst lämnade
    spillede løste spilte zagrał rozwiązał zostawił сыграл решил оставил klarade klarte klarede
    crushed guessed geraten geknackt deviné adivinó adivinhou indovinato geraden zagrała rozwiązała сыграла решила
    разгадал разгадала угадал угадала сделал сделала trouvé trouvée trouva acertou acertó deed gjorde klarede zgadł
    zgadła odgadł odgadła çözdü buldu vyluštil vyluštila uhádl uhádla arvasi ratkaisi megoldotta kitalálta
    """)

  /// Verbs of ``doing`` and for having a result that say much else as well: `my sister made it home`.
  static let auxiliaries = set(
    "beat has hat hatte ha a eu ma miał miała made put left drew wrote sai hade havde fez fait fatto heeft hizo"
  )
  /// Verbs that are said of puzzles only, so that they need no object: `My neighbour solved today's`.
  static let solving = set(
    """
    solved aced gelöst löste geknackt résolu resolvió resolveu risolto opgelost löste løste rozwiązał rozwiązała решил
    решила разгадал разгадала угадал угадала acertou acertó trouvé zgadł zgadła çözdü vyluštil vyluštila uhádl uhádla ratkaisi
    """)
  /// What is done, as an object: `solved it`.
  static let objects = pointing.union(
    set(
      "bunu se tämän that them one l'a lo l'ha dat det den ce cette cet essa esse questa deze des celui-ci"
    ))
  /// Words at the start of a clause before its subject.
  static let leading = set(
    "so and but well actually honestly today then also und aber also heute et mais y pero e ma en maar och i ale и а но"
  )
  /// Words for people that are also cries, at the start of a sentence without `the`: `Man, got it`.
  static let interjections = set(
    "man boy girl dude bro sis babe baby guy guys mate mec type tipo mensch papa mama baba")
  /// Words before whoever has done something: `solved by my boss`.
  static let agents = set("by von vom par por pela pelo da dal dalla door av af od przez")

  /// How people come by what is not theirs.
  static let taking = set(
    """
    found stole stolen copied copying took taken nicked pinched borrowed grabbed saw seen spotted swiped lifted pasted
    screenshotted reposting reposted gefunden geklaut kopiert gesehen entdeckt geborgt trouvé trouvée volé copié vu pris
    piqué encontré encontrado robé robado copié copiado vi visto achei encontrei roubei copiei peguei trovato copiato
    rubato preso gevonden gejat gepikt gekopieerd gezien hittade hittat såg sett kopierade snodde fandt fant fundet
    funnet kopieret znalazłem znalazłam skopiowałem skopiowałam widziałem widziałam нашёл нашел нашла увидел увидела
    скопировал скопировала buldum gördüm kopyaladım löysin löydetty näin viděl viděla našel našla találtam láttam
    """)
  static let sources = set(
    """
    internet web net netz online twitter reddit facebook instagram tiktok threads bluesky mastodon discord whatsapp
    telegram website webseite site forum group gruppe groupe grupo gruppo groep grupp noticeboard blog youtube twitch
    feed chat page seite toile internets nettet nätet netet interneta internete internecie интернете сети sieci grupie
    группе red rede rete webu neten netistä webben x
    """)

  /// Words that say that a game was found, and no share.
  static let games = set(
    """
    word words clue clues category theme answer wort wörter mot mots palabra palabras palavra parola woord ord słowo слово
    game games puzzle puzzles app hint hints trick tip spiel spiele rätsel tipp jeu jeux astuce juego juegos jogo jogos
    gioco giochi spel spellen puzzel gra grę игру игра hra hru oyun peli
    """)

  /// Words of which a line has one at least that says so.
  static let hints = negations.union(strangers).union(anonymous).union(taking).union(whose).union(
    unknown
  )
  .union(
    set(
      """
      else's elses guess rate devine adivina indovina adivinha adivinhem raad gissa gjett gæt zgadnij zgadnijcie угадай
      угадайте jemand quelqu'un otra qualcun outra iemand någon andens noen
      haven't didn't nothing behalf namen auftrag nom part parte nombre nome conto naam imieniu имени internetfund credit
      credits
      """))

  private static func set(_ words: String) -> Set<String> { OrdinaryWords.set(words) }
}
