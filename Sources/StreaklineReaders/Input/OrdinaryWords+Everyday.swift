extension OrdinaryWords {
  /// As `words`: what people write around their results when they say how it went, where they were and what follows.
  static let inTalk = set(
    """
    roundup recap rundown lineup bundle dump haul spam trio duo quartet quintet trifecta foursome threesome streaky
    streakless leftovers catch-up catchup installment instalment episode geo geog math arithmetic trivia emoji
    emojis tiles blacks greys grays guess consonant consonants anagram anagrams hints giveaway spoiler spoilers
    spoiler-free brainfog brain-dead brainpower caffeine caffeinated decaf cuppa brew cereal oatmeal brunch
    elevenses bedtime dinnertime suppertime playtime showtime halftime overtime downtime screentime subway
    turbulence jetlag jet-lag jetlagged carpool cycling sauna massage checkup sleepless boredom laziness smugness
    stoked fuming wiped wrecked scruffy hideous diabolical wicked vicious rude cheeky sneaky dodgy finicky devilish
    fiendish esoteric bonkers absurd daft helpless painless effortless seamless shameless heartbreak heartbreaking
    heartbroken humbling humiliating sham disasters catastrophe meltdown flukes jammy jackpot bullseye aced crushed
    smashed smoked bombed flunked flopped muffed limped crawled cruised breezed sailed coasted raced blitzed zoomed
    dawdled dithered pondered mulled agonised agonized underthought second-guessed misread misclicked mistyped typos
    autocorrect fat-fingered payback rebound revival resurrection relapse slump rut drought dry-spell milestone
    anniversary centenary jubilee tallies scoreboard scorecard standings league tournament championship playoffs
    knockout bragging braggy humblebrag boast boasting flex flexing receipts screenshot screenshots screengrab
    clipboard copypaste paste pasting logbook memo reminders imho ngl omg lol rofl haha hahaha hehe heh ugh aargh
    agh yikes oops woo woohoo yay yippee hurrah huzzah bam kaboom ta-da tada shrug drat blast wowza wowzer zing
    noice congrats congratulations props brava finis geographie mathe mathematik rechnen kopfrechnen verbindung
    verbindungen gruppen gruppe kategorie kategorien wörtern buchstabe buchstaben rätseln rätselei rätselzeit
    ergebnissen auswertung zusammenfassung überblick übersicht nachtrag nachträge nachgeholt nachholen nachzügler
    rückstand rückblick sammlung sammelpost tagesration tagespensum pensum pflicht pflichtprogramm programm kür
    quote serien strähne siegesserie pechsträhne glückssträhne dusel zufallstreffer treffer fehlern fehlerfrei
    fehlerlos versuchen versuchs anlauf fehlversuch hinweis hinweise lösungen knobeln knobelei grübeln grübelei hirn
    gehirn kopfschmerzen kopfweh übermüdet verschlafen verpennt ausgeschlafen unausgeschlafen hellwach verkatert
    erkältet gesund s-bahn u-bahn straßenbahn busfahrt zugfahrt bahnfahrt autofahrt heimfahrt heimweg arbeitsweg
    kaffeepause frühstückspause abendbrot feiertag krankenstand peinliche armselig jämmerlich grottig miese übel
    furchtbar fürchterlich schrecklich grausam fiese knifflige vertrackt verzwickt haarig zähe mühsam mühselig
    anstrengend lässig zügig souverän schwach mager mittelmäßig durchwachsen ordentlich passabel akzeptabel
    erträglich brauchbar gelungen misslungen verhauen verpatzt verdaddelt vertippt verguckt verlesen übersehen
    gepackt geschwitzt gewurschtelt geblickt gecheckt tagsüber zwischendurch nebenbei juhu jippie jawohl verflixt
    menno mensch autsch hmpf seufz géographie géo calcul calculs lettre lettres énigme énigmes devinette devinettes
    tentative tentatives réponses résultat résultats bilan bilans récap récapitulatif résumé séries rattrapage
    rattrapages retard catégorie catégories groupes connexion connexions liaison liaisons faute fautes veine poisse
    hasard désastre galères honte honteuse nuls pourri pourrie affreux affreuse atroce infernal infernale diabolique
    tordue retors corsé corsée coriace costaud simplissime parfaites correcte moyenne mitigé mitigée fier fière
    fiers contente déçu déçue dégoûté dégoûtée énervé énervée crevé crevée épuisé épuisée endormi endormie train
    trajet trajets pauses petit-déjeuner petit-déj goûter souper apéro cafés balcon congé congés férié ratée ratés
    loupée trouvée devinée sauvée fini finie finies oubliée chapeau voyons allons tiens bah euh hein dure durs dures
    geografía mates matemáticas cálculo cálculos letra letras cuadrícula acertijo acertijos adivinanza adivinanzas
    rompecabezas partidas respuestas resultado resultados rachas recuento atraso atrasos pendiente pendientes
    categoría categorías grupo grupos conexión conexiones conectado conectados conectada conectadas fallo fallos
    milagro catástrofe vergüenza horror fatal pésimo pésima espantoso espantosa feo fea retorcido retorcida facilito
    regalado regalada redondo redonda perfectos correcto correcta orgulloso orgullosa contento contenta decepcionado
    decepcionada agotado agotada dormido dormida despierto despierta trenes autobús tranvía trayecto descanso
    desayunos merienda siesta balcón festivo puente salvado salvada salvados logrado lograda logrados fallado
    fallada adivinado adivinada olvidado olvidada perdida ganada terminada mundo planeta banderas bandera países
    país capitales mapa mapas puf jaja jajaja caray ostras jolín mía nomás nomas ahorita recién geografia matematica
    aritmetica calcolo calcoli lettera lettere griglia griglie indovinello indovinelli enigma enigmi rompicapo
    partite indizi risposte risultato risultati riepilogo bilancio striscia recupero recuperi arretrato arretrati
    archivio categoria categorie gruppo gruppi connessione connessioni collegamento collegamenti sbaglio sbagli
    miracolo catastrofe vergogna orrore pessimo pessima orribile brutto brutta crudele contorto contorta complicata
    facilissima corretto corretta discreto discreta fiero fiera deluso delusa distrutto distrutta sveglio sveglia
    addormentato addormentata malata treni tragitto merenda aperitivo balcone salvato salvata fallito fallita
    dimenticato dimenticata persa vinta finiti mondiale pianeta bandiere bandiera paese paesi capitali mappa mappe
    caspita cavolo beh boh mah ahi oddio magari matemática aritmética adivinha adivinhas enigmas quebra-cabeça
    respostas balanço sequências atrasado atrasados arquivo categorias conexão conexões ligação ligações acerto
    acertos milagre vergonha péssimo péssima horrível feio feia facinho perfeitos correto correta fraco fraca
    orgulhoso orgulhosa exausto exausta acordado acordada comboio trem ônibus autocarro elétrico trajeto soneca
    varanda conseguido falhado falhada esquecido esquecida bandeiras bandeira capitais poxa opa uai ixe
    aardrijkskunde geografie topografie rekenen rekenwerk rekensom sommen wiskunde raadsel raadsels puzzel puzzels
    puzzelen gepuzzel spelletje spelletjes potje potjes ronde rondes antwoord antwoorden uitslag uitslagen resultaat
    resultaten overzicht samenvatting reeksen achterstand inhaalslag inhalen ingehaald archief categorieën groep
    groepen groepjes verbinding verbindingen fouten foutje foutjes foutloos mazzel toeval ramp rampzalig schande
    schandalig waardeloos verschrikkelijk vreselijk gemeen lastige pittig pittige taai eitje makkie fluitje netjes
    matig tevreden teleurgesteld doodmoe uitgeput slaperig treinen rit borrel feestdag gered gegokt vergeten hoera
    joepie oeps tjonge potverdorie verdorie bussen tåget tunnelbanan spårvagnen cykeln bilen pendeln resan rast
    fikapaus kaffepaus frukosten lunchen middagen soffan sängen trädgården balkongen helgen helgdag ordet bokstav
    bokstäver gåta gåtor pussel pusslet pusslen spelet omgång omgångar försöken försöket ledtrådar svaret svaren
    resultat resultatet sammanfattning sviten kategori kategorier grupp grupper felen turen mirakel katastrof
    pinsamt uselt hemskt hemsk taskigt svettigt lurigt lurig felfritt stolt nöjd besviken vaken förkyld räddad
    räddade klarat missat gissat glömt glömde förlorat vunnit huvaligen oj hoppsan toget trikken banen sykkelen
    cyklen reisen rejsen pausen matpause frokosten sofaen sengen haven weekenden helligdag ordene bokstaver bogstav
    bogstaver gåte gåter gåde gåder oppgave opgave spillet runder resultater resultaterne sammendrag rekken stime
    stimen feilfritt fejlfrit uheld tilfeldig tilfældigt katastrofe flaut pinligt elendig elendigt forferdelig
    forfærdelig grusomt grusom lumsk vrien vrient drilsk fornøyd tilfreds skuffet sliten våken vågen reddet klaret
    bommet glemt glemte tapt tabt vunnet vundet dessverre huff øv autobusie podróż przerwie śniadaniu kanapa wakacje
    święto słów litera litery liter zagadka zagadki zagadek łamigłówka gier runda rundy prób podpowiedzi odpowiedź
    wynik wyniki wyników podsumowanie serii kategoria grupa błędy błędów bezbłędnie szczęścia pecha przypadek cud
    katastrofa wstyd okropne straszne podchwytliwe dumny dumna zadowolony zadowolona uratowany uratowana udało
    zapomniałem zapomniałam ojej matematyka liczenie
    olvidó olvidé olvidado acordé mandé mandar enviar envié subí subir publiqué colgué exports imports exporters
    """)
}
