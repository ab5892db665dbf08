extension OrdinaryWords {
  /// As `words`: units, what notes and pages have around texts, and more everyday words of several languages.
  static let inNotes = set(
    """
    km kms kg kgs lb lbs oz mph kmh kcal cal bpm cm mm ml cl dl gb mb kb deg hz mins hrs reps rep sets pace
    laps lap steps heartrate avg posted tagged admin uncategorized uncategorised category categories tags tag
    archive archives permalink comments comment draft drafts created modified edited updated published revision
    version notes note page pages heading section chapter item items todo todos done task tasks checklist log
    logs logged entry entries begin end begin_example end_example begin_quote end_quote begin_src end_src pre
    code div span content contents inbox report reports call calls meeting meetings standup review reviews email
    emails invoice deadline project errand errands laundry groceries dentist doctor appointment haircut school
    pickup nursery commute office gym soon talk later cheers thanks regards best hi hello hey dear petit petite
    petits petites grand grande puis ensuite enfin là ça cela ceci celui celle ceux notre nos ses mon ma mes on
    dans sur avec sans par pour afin dehors dedans dessus dessous autour presque parfois souvent jamais autre
    autres chaque plusieurs certains certaine tellement beaucoup peu plutôt surtout seulement vraiment lentement
    tôt tard soir matin midi après-midi nuit weekend dimanche réunion boulot bureau travail école courriel
    courses repas dessert gâteau pain fromage bière marche promenade chien hiver été automne printemps gris bleu
    vert rouge jaune noir blanc pierdo perdí pierde gano gana ganas juego jugué jugar jugando casi otra otro
    otras otros cada varios algunos ni tanto tan sólo mientras aunque hacia según durante bajo tras mañanas
    mañana madrugada finde reunión oficina trabajo escuela correo cena postre pan queso vino cerveza paseo gato
    perro invierno verano otoño primavera azul verde rojo amarillo negro blanco largo corto pequeño pequeña
    lejos cerca tarde temprano pronto despacio deprisa bastante demasiado mejorando empeorando difícil fácil
    cuesta cuestan ci gli un uno del dello della dei degli delle al allo alla ai agli alle nel nello nella nei
    negli nelle sul sullo sulla col con senza però anzi cioè quindi così troppo quasi sempre spesso raramente
    ogni altro altra altri altre alcuni parecchio presto tardi mattina mattino pomeriggio sera notte fine
    riunione ufficio lavoro scuola posta dolce pane formaggio birra passeggiata gatto cane inverno estate
    autunno grigio blu rosso giallo nero bianco lungo piccolo lontano vicino piano difficile facile än ännu
    också bara kanske aldrig alltid ofta ibland sällan här där hit dit nu då sedan efter före innan under över
    mellan utan med mot hos kring på av till från för att som om när var hur varför vad vem ingen inget
    några något varje annan andra mycket lite mer mest mindre minst bättre bäst sämre sämst snabb snabbt långsam
    långsamt morgon förmiddag eftermiddag kväll natt vecka månad år timme timmar möte kontor jobb skola middag
    lunch frukost kaffe te bröd ost öl promenad katt hund vinter sommar höst vår grå blå grön röd gul svart vit
    lång kort stor liten svårt svår lätt enkel enkelt klarade löste gissade missade hann tog blev är har hade
    får fick nog nok også bare kanskje måske aldri altid ofte noen ganger her der nå da etter før over mellom
    mellem uten uden mod af til fra for at hvis når hvor hvordan hvorfor hva hvad hvem noe noget hver annen
    anden mye meget litt lidt mere bedre bedst verre værre rask hurtig langsom morgen formiddag ettermiddag
    kveld aften uke uge måned time timer møte møde job skole lunsj frokost brød øl sommer høst efterår forår
    grønn grøn rød sort hvit hvid vanskelig svært lett let klarte klarede løste gjettet gættede tok ble ook maar
    misschien nooit altijd vaak soms zelden hier daar toen daarna erna ervoor voordat onder boven tussen zonder
    met tegen bij rond op van naar voor als wanneer waar hoe waarom wat wie geen niets iets elke elk ander
    andere veel weinig meer meest minder beter slechter snel sneller langzaam ochtend namiddag avond nacht week
    maand jaar uur uren vergadering kantoor werk diner ontbijt koffie thee brood kaas wijn bier wandeling hond
    winter zomer herfst lente grijs blauw groen rood geel zwart wit lang groot klein moeilijk lastig makkelijk
    simpel gelukt opgelost geraden gemist também só talvez nunca às vezes aqui ali lá agora então depois antes
    sobre entre sem com contra perto longe para por que se quando onde como porquê quem nenhum nada algo outro
    outra outros outras muito muita pouco pouca mais menos melhor pior rápido devagar manhã noite dia semana mês
    ano hora horas reunião escritório trabalho escola correio jantar almoço lanche pão queijo vinho cerveja
    passeio cão cachorro verão outono cinza vermelho amarelo preto branco comprido curto pequeno pequena
    consegui acertei errei perdi ganhei joguei einfach einmal zweimal dreimal nur noch sogar trotzdem deshalb
    danach davor dazu dabei daran darauf außerdem nämlich ziemlich recht sehr zu wieder besonders ungefähr knapp
    genau ungern lieber liebe grüße grüssen gruß sonst irgendwie irgendwas vielleicht bestimmt sicher natürlich
    meist meistens oft selten manchmal niemals überall nirgends draußen drinnen oben unten links rechts
    besprechung büro arbeit schule kuchen brot käse wein spaziergang katze herbst frühling grau blau grün rot
    gelb schwarz weiß kurz groß schwer schwierig leicht
    """)
}
