/// Words that people write around their results, beyond those of ``PersonName``: nobody is called so.
enum CommonWords {
  /// - Parameter word: In small letters.
  static func contain(_ word: String) -> Bool {
    isListed(word)
      || word.count >= shortestWithEnding && endings.contains(where: word.hasSuffix)
  }

  /// Whether a word is listed, and not only formed as such words are.
  static func isListed(_ word: String) -> Bool { words.contains(word) }

  private static let shortestWithEnding = 7
  /// Endings of what is said about a result: `Struggling`, `Frustrated`, `Embarrassing`.
  private static let endings = [
    "ing", "ted", "ned", "led", "able", "ible", "ful", "less", "ous", "ment", "ness", "tion",
    "iest", "ally",
  ]

  private static let words = Set(
    """
    be been is are was were am has have had having do does make made take took taken go went gone get give gave
    come came see saw seen think thought know knew say let need want try tried feel felt keep kept
    my me mine your yours our us him her its it's their them they he she you i we who what which when where why how
    of for with without than then so if or nor as about after before by into over under up down off out through
    all any both each every few many more most much none some such own same other else only even ever never always
    there here these those this that because while until since during between against via per like would could
    should will can may might must shall the an and but also too very
    kitchen garden sofa couch desk cafe bar pub school library doctor dentist beach mall shop shopping supermarket
    relaxed whoops oopsie brutal nailed yeah yep yup nah hmm hm ah oh eh ouch gah grr sigh dang darn sheesh boom
    bingo bravo yes woah whoa aha ha hah lmao smh tbh imo fyi btw gg ez rip wtf
    disaster horrible awful dreadful rough hardest easiest harder easier simple simples tricky weird strange odd
    nasty mean evil cruel unlucky fluke guessed guessing struggled struggling stumped stuck lost confused annoyed
    happy sad proud pleased relieved surprised shocked ashamed embarrassing embarrassed disappointed excited
    sleepy awake exhausted sick hungover bored focused distracted rushed lazy okay okayish decent solid average
    fine excellent amazing awesome fantastic wonderful splendid beautiful fabulous superb magnificent impressive
    incredible unbelievable crazy insane wild ridiculous respectable acceptable mediocre improved improving
    perfection flawless spotless clean messy ugly careless silly stupid dumb clueless hopeless useless mistake
    mistakes typo failure fail success victory defeat winner loser champion champ streak saved
    lunchbreak teatime weekend weekday holidays vacation birthday christmas easter today yesterday
    english french german spanish italian dutch portuguese british american european world general other misc
    nope argh blah gosh jeez geez blimey dammit shame pity whatever anyway seriously honestly sloppy rusty lame
    bummer luckily oof hooray phewww yesss nooo pff meh
    kaffee mittagspause feierabend bett uni training arzt urlaub wochenende garten balkon kantine zuhause ferien
    pech glück katastrophe zufall geraten
    hardmode speedrun challenge extra unlimited infinite random custom bonus category topic theme mood weather
    location steps weight notes todo list journal diary log plan goals
    der die das ein eine einen und oder aber mit ohne für von zu im in am auf aus bei nach ich du er wir ihr sie
    mein meine meiner mich mir dich dir war ist sind hat habe heute wieder noch nur schon sehr ganz zum zur
    leicht schwer mittel schwierig knapp super toll prima gemein mist verdammt naja oje puh hurra mittags morgens
    abends nachts büro küche bahn zug arbeit schule pause
    le la les un une des du et ou mais avec sans pour dans sur par je tu il elle on nous vous ils ma mon mes ce
    cette est sont était facile difficile dur moyen ouf bof zut raté presque encore aujourd midi bureau cuisine
    el los las una uno y o pero con sin para por en yo mi mis es fue hoy fácil difícil casi uf bien mal otra vez
    oficina casa tren mediodía
    il lo gli una e ma con senza per sono era oggi facile difficile quasi uffa bene male ancora casa ufficio treno
    os um uma com sem foi hoje fácil difícil quase ufa bem de novo
    de het een en of maar met zonder voor ik mijn was is vandaag makkelijk moeilijk bijna poeh weer
    jag min det den ett och lätt svår idag nästan lett vanskelig nesten let svær næsten
    утро день вечер ночь сегодня вчера завтра легко сложно трудно ура наконец почти снова работа дом я мой
    моя мои не и но на в с по это было ужас отлично хорошо плохо
    łatwe trudne dziś wczoraj rano wieczorem uff prawie kolay zor bugün dün sabah akşam
    簡単 難しい 朝 昼 夜 難問 残念 惜しい 最高 完璧 简单 难 早上 中午 晚上 下午 上午 쉬움 어려움 아침 점심 저녁 밤
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
