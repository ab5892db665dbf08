extension OrdinaryWords {
  /// As `words`, in languages other than English.
  static let inOtherLanguages = set(
    """
    auch dann zuerst danach davor jetzt gleich immer nie nicht nichts etwas alles alle jeder jede jedes dies diese dieser
    dieses das dass den dem des einer einem einen kein keine keinen zwei drei vier fünf sechs sieben acht neun zehn
    erste erster erstes zweite zweiter dritte dritter letzte letzter letztes nächste nächster neue neuer neues
    gestern morgen übermorgen vormittag nachmittag nacht woche wochen tag tage monat jahr stunde stunden minute minuten
    sekunde sekunden uhr schnell schneller schnellste langsam langsamer besser beste bester bestes schlecht schlechter
    schlimm schön schöner klasse spitze genial perfekt okay ja nein doch mal wohl eigentlich leider zum glück endlich
    fast kaum gerade eben fertig geschafft gelöst geraten verloren gewonnen verpasst vergessen gefunden gespielt
    gemacht gehabt gewesen gebraucht gedacht gewusst war waren wäre hätte hatte hatten wird werden wurde würde kann
    konnte muss musste soll sollte will wollte mag möchte darf gibt gab geht ging kommt kam macht machte braucht brauchte
    weiß wusste denkt dachte finde fand spiel spiele spielen rätsel wort wörter punkt punkte versuch versuche runde
    runden ergebnis ergebnisse serie tipp tipps hilfe fehler lösung wie was wer wo wann warum weil wenn als ob damit
    über unter vor hinter neben zwischen gegen um durch bis seit während wegen trotz viel viele wenig wenige mehr
    weniger ganz halb zuerst nochmal wieder weiter zurück hier dort da drin raus rein hin her los weg kaffee tee
    frühstück mittagessen abendessen essen schlafen müde wach krank hunger regen regnet sonne schnee kalt warm heiß
    wetter bus auto fahrrad fahrt strasse straße stadt wohnung zimmer bad dusche sofa balkon wald see meer berg
    bahnhof flughafen hotel reise einkaufen supermarkt markt sport laufen yoga buch film musik zeitung handy laptop
    deutsch englisch französisch spanisch italienisch blöd doof ärgerlich zäh knifflig kniffelig easy locker flott
    glatt sauber unglaublich wahnsinn krass mega hammer stolz froh traurig sauer genervt zufrieden na ach och ups uff
    tja hm hmm aha oha juchhu yippie gerne bitte danke hallo moin servus tschüss bis bald später früher spät früh
    aujourd'hui hier demain maintenant toujours jamais parfois souvent rien tout toute tous toutes quelque quelques
    aucun aucune deux trois quatre cinq six sept huit neuf dix premier première deuxième troisième dernier dernière
    prochain nouveau nouvelle semaine jour jours mois année heure heures minute minutes seconde secondes vite rapide
    rapidement lent lente mieux meilleur meilleure mauvais mauvaise pire bon bonne bien mal mauvais génial super parfait
    parfaite oui non si peut être peut-être vraiment trop assez très plus moins encore déjà presque voilà voici fastoche
    compliqué compliquée simple tordu galère chance malchance victoire défaite gagné perdu trouvé raté réussi joué fait
    eu été avais avait avoir faire aller vais va allez suis es sommes êtes ai as avons avez ont veux veut peux peut dois
    doit sais sait crois pense jeu jeux mot mots partie parties point points essai essais coup coups indice indices aide
    erreur erreurs solution réponse série grille grilles que qui quoi où quand comment pourquoi parce car donc alors
    comme même aussi ni sous entre vers chez depuis pendant après avant contre café thé déjeuner dîner dormir fatigué
    fatiguée malade faim pluie pleut soleil neige froid chaud temps métro voiture vélo route rue ville maison chambre
    cuisine salle douche canapé lit jardin forêt lac mer plage montagne gare aéroport hôtel voyage courses marché sport
    livre film musique téléphone français anglais pas c'est c’est j'ai j’ai j'avais d'accord qu'est n'est n'ai l'ai
    m'a m'en bonjour bonsoir salut merci allez bravo hélas tant pis mince zut flûte hop hourra youpi chouette nul
    hoy ayer mañana ahora siempre nunca nada todo toda todos todas algo alguno alguna ningún ninguna dos tres cuatro
    cinco seis siete ocho nueve diez primero primera segundo segunda tercero tercera último última próximo nuevo nueva
    semana día días mes año hora horas minuto minutos segundos rápido rápida lento lenta mejor peor bueno buena malo
    mala genial perfecto perfecta sí no quizás tal vez muy más menos mucho mucha poco poca casi todavía aún ya apenas
    también tampoco este esta esto estos estas ese esa eso aquel aquí ahí allí qué quién cómo cuándo dónde porque cuando
    donde como que si aunque entonces luego después antes desde hasta hacia entre sobre contra fui fue era estaba estuvo
    había he has ha hemos han tengo tiene tuve tenía hago hice hizo voy va vamos puedo puede pude quiero sé creo pienso
    juego juegos palabra palabras partida punto puntos intento intentos pista pistas ayuda error errores solución
    respuesta racha suerte costó cuesta salió salió encantó gustó gané perdí ganado perdido encontré fallé logré
    conseguí terminé acabé adiviné desayuno almuerzo comida cena café té dormir sueño cansado cansada enfermo hambre
    lluvia llueve sol nieve frío calor tiempo metro coche bici calle ciudad habitación cocina ducha sofá cama jardín
    bosque lago mar playa montaña estación aeropuerto hotel viaje compras mercado deporte libro película música
    teléfono español inglés facilísimo dificilísimo complicado complicada sencillo raro rara vaya venga ay uy olé por
    favor gracias hola adiós buenos buenas días tardes noches así solo sólo
    oggi ieri domani adesso ora sempre mai niente nulla tutto tutta tutti tutte qualcosa qualche nessuno due tre
    quattro cinque sei sette otto nove dieci primo prima secondo seconda terzo ultimo ultima prossimo nuovo nuova
    settimana giorno giorni mese anno ora ore minuto minuti secondi veloce lento meglio peggio migliore buono buona
    cattivo geniale perfetto perfetta sì forse davvero molto molta più meno poco poca ancora già appena anche neanche
    questo questa questi queste quello quella qui lì che chi come quando dove perché perciò allora poi dopo prima da
    fino verso tra fra su contro sono sei siamo ero era stato stata ho hai abbiamo avevo aveva faccio fatto vado va
    posso potuto voglio so credo penso gioco giochi parola parole partita punto punti tentativo tentativi indizio
    aiuto errore errori soluzione risposta serie fortuna sfortuna fatica faticaccia vinto perso trovato sbagliato
    riuscito riuscita finito colazione pranzo cena caffè tè dormire sonno stanco stanca malato fame pioggia piove sole
    neve freddo caldo tempo autobus macchina bici strada città camera cucina bagno doccia divano letto giardino bosco
    lago mare spiaggia montagna stazione aeroporto albergo viaggio spesa mercato sport libro film musica telefono
    italiano inglese complicato semplice strano mannaggia accidenti evviva urrà dai grazie ciao buongiorno buonasera
    hoje ontem amanhã agora sempre nunca nada tudo todo toda todos todas algo algum alguma nenhum dois duas três quatro
    cinco seis sete oito nove dez primeiro primeira segundo segunda terceiro último última próximo novo nova semana dia
    dias mês ano hora horas minuto minutos segundos rápido rápida lento melhor pior bom boa mau má ótimo perfeito
    perfeita sim não talvez muito muita mais menos pouco pouca ainda já também este esta isto esse essa isso aquele aqui
    ali que quem como quando onde porque então depois antes desde até entre sobre contra fui foi era estava estou está
    tinha tenho tem tive faço fiz fez vou vai posso pude quero sei acho penso jogo jogos palavra palavras partida ponto
    pontos tentativa tentativas dica dicas ajuda erro erros solução resposta sequência sorte azar ganhei perdi consegui
    acertei errei terminei café chá almoço jantar dormir sono cansado cansada doente fome chuva chove sol neve frio calor
    tempo metrô carro bicicleta rua cidade quarto cozinha banho sofá cama jardim floresta lago mar praia montanha
    estação aeroporto hotel viagem compras mercado esporte livro filme música telefone português inglês complicado
    simples estranho nossa puxa eba oba ufa obrigado obrigada olá oi tchau
    vandaag gisteren morgen nu altijd nooit niets alles iets twee drie vier vijf zes zeven acht negen tien eerste tweede
    derde laatste volgende nieuw nieuwe week dag dagen maand jaar uur minuut minuten snel sneller langzaam beter best
    goed slecht slechter mooi leuk geweldig perfect ja nee misschien echt heel erg veel meer minder weinig nog al net
    ook deze dit die dat hier daar wat wie hoe wanneer waar waarom omdat dus dan daarna voordat na tot tussen tegen over
    ben bent waren had heb hebben heeft gehad doe gedaan ga gaat ging kan kon wil wilde weet denk spel spellen woord
    woorden punt punten poging pogingen hint hulp fout oplossing reeks geluk pech gewonnen verloren gevonden gehaald
    klaar koffie thee ontbijt lunch avondeten slapen moe ziek honger regen regent zon sneeuw koud warm weer trein bus
    auto fiets straat stad huis kamer keuken bad douche bank bed tuin bos meer zee strand berg station hotel reis markt
    sport boek film muziek telefoon nederlands engels lastig simpel raar jammer helaas eindelijk bijna niet geen een
    idag igår imorgon nu alltid aldrig inget allt något två tre fyra fem sex sju åtta nio tio första andra tredje sista
    nästa ny nya vecka dag dagar månad år timme minut minuter snabbt snabb långsam bättre bäst bra dåligt sämre fin kul
    roligt perfekt ja nej kanske verkligen mycket mer mindre lite ännu redan också denna detta här där vad vem hur när
    var varför för så sedan efter före till mellan mot över var är hade har haft gör gjorde går gick kan kunde vill vet
    tror spel ord poäng försök ledtråd hjälp fel lösning svit tur otur vann förlorade hittade klarade klar kaffe te
    frukost lunch middag sova trött sjuk hungrig regn sol snö kallt varmt väder tåg buss bil cykel gata stad hem rum kök
    säng trädgård skog sjö hav strand berg inte ingen en ett på i med utan från av om jag du vi dem svårt enkelt lätt
    i dag går morgen nå altid alltid aldri aldrig ingenting alt noget noe to fire fem seks sju syv åtte otte ni ti
    første anden andre tredje siste sidste neste næste ny uke uge dag dager dage måned år time minutt minut hurtig rask
    langsom bedre best bra godt dårlig verre værre fin morsom sjov perfekt nei nej kanskje måske virkelig veldig meget
    mer mere mindre litt lidt enda endnu allerede også denne dette her der hva hvad hvem hvordan hvornår når hvor hvorfor
    fordi så etter efter før til mellom mellem mot mod over var er hadde havde har hatt gjør gjorde går gikk gik kan
    kunne vil vet ved tror spill spil ord poeng point forsøk forsøg hint hjelp hjælp feil fejl løsning rekke flaks held
    uflaks vant vandt tapte fant fandt klarte klar kaffe te frokost lunsj frokost middag aften sove trøtt træt syk syg
    sulten regn sol snø sne kaldt koldt varmt vær vejr tog buss bus bil sykkel cykel gate gade by hjem rom kjøkken køkken
    dziś dzisiaj wczoraj jutro teraz zawsze nigdy nic wszystko coś dwa trzy cztery pięć sześć siedem osiem dziewięć
    dziesięć pierwszy pierwsza drugi druga trzeci ostatni ostatnia następny nowy nowa tydzień dzień dni miesiąc rok
    godzina godziny minuta minuty szybko szybciej wolno lepiej lepszy najlepszy dobrze dobry źle gorzej zły świetnie
    super idealnie tak nie może naprawdę bardzo dużo więcej mniej mało jeszcze już też także ten ta to tego tym tutaj
    tam co kto jak kiedy gdzie dlaczego bo więc potem po przed do między przeciw nad był była było mam ma miałem miałam
    robię zrobiłem zrobiłam idę mogę mógł chcę wiem myślę gra gry słowo słowa punkt punkty próba próby podpowiedź pomoc
    błąd rozwiązanie seria szczęście pech wygrałem wygrałam przegrałem przegrałam znalazłem znalazłam kawa herbata
    śniadanie obiad kolacja spać zmęczony zmęczona chory głodny deszcz pada słońce śnieg zimno ciepło pogoda pociąg
    autobus samochód rower ulica miasto dom pokój kuchnia łóżko ogród las jezioro morze plaża góra łatwo trudno łatwy
    trudny trudna łatwa wreszcie nareszcie w na z bez od za i a ale albo się mi mnie
    сегодня вчера завтра сейчас теперь всегда никогда ничего всё все что-то два две три четыре пять шесть семь восемь
    девять десять первый первая второй вторая третий последний последняя следующий новый новая неделя день дня дней месяц
    год час часа минута минуты минут быстро быстрее медленно лучше лучший хорошо хороший хуже плохой супер идеально да
    нет может очень много больше меньше мало немного ещё уже тоже также этот эта эти этого тот та то тут там здесь что
    кто как когда где почему потому поэтому потом после до перед между против над был была были есть мне меня я ты мы
    делаю сделал сделала иду могу смог смогла хочу знаю думаю игра игры слово слова очко очки попытка попытки подсказка
    помощь ошибка ошибки решение серия повезло удача удачно выиграл выиграла проиграл проиграла нашёл нашла угадал
    угадала кофе чай завтрак обед ужин спать устал устала болею дождь солнце снег холодно тепло погода поезд автобус
    машина велосипед улица город дома комната кухня кровать сад лес озеро море пляж гора просто сложный сложная лёгкий
    лёгкая легко нелегко так а но или если бы же ли у к о об от из за под при без для через раз
    bugün dün yarın şimdi her hep hiç bir iki üç dört beş altı yedi sekiz dokuz on ilk ikinci üçüncü sonraki yeni
    hafta gün ay yıl saat dakika saniye hızlı yavaş daha en iyi kötü güzel harika süper mükemmel evet hayır belki
    gerçekten çok az biraz hâlâ zaten de da bu şu o burada orada ne nasıl nerede neden çünkü sonra önce kadar ile ama
    veya ve için gibi göre oldu vardı yoktu var yok yaptım yapamadım gittim bildim buldum kazandım kaybettim oyun kelime
    puan deneme ipucu yardım hata çözüm seri şans şanslı şanssız kahve çay kahvaltı öğle yemek yemeği uyku yorgun hasta
    aç yağmur güneş kar soğuk sıcak hava tren otobüs araba bisiklet sokak şehir ev oda mutfak yatak kolay kolaydı zor
    zordu nihayet sonunda ben bana beni
    σήμερα χθες αύριο τώρα πάντα ποτέ τίποτα όλα κάτι ένα δύο τρία τέσσερα πέντε πρώτο δεύτερο τρίτο τελευταίο επόμενο
    νέο εβδομάδα μέρα μήνας χρόνος ώρα λεπτά γρήγορα αργά καλύτερα καλό κακό χειρότερα τέλειο ναι όχι ίσως πολύ λίγο
    περισσότερο ακόμα ήδη επίσης αυτό αυτή εδώ εκεί τι πώς πότε πού γιατί επειδή μετά πριν μέχρι ήταν είναι είχα έχω
    έκανα πήγα μπορώ θέλω ξέρω παιχνίδι λέξη λέξεις πόντοι προσπάθεια βοήθεια λάθος λύση τύχη κέρδισα έχασα βρήκα καφές
    πρωινό ύπνος κουρασμένος βροχή ήλιος χιόνι κρύο ζέστη καιρός τρένο λεωφορείο σπίτι εύκολο δύσκολο εύκολα δύσκολα
    επιτέλους το τα τη την του της των στο στη στην με χωρίς για από και ή αλλά να θα δεν μου
    בבוקר בערב בלילה היום אתמול מחר עכשיו תמיד אף פעם כלום הכל משהו אחד שניים שתיים שלוש ארבע חמש ראשון שני אחרון הבא חדש שבוע יום חודש
    שנה שעה דקות מהר לאט טוב יותר רע גרוע מושלם כן לא אולי ממש מאוד מעט עוד כבר גם זה זאת כאן שם מה איך מתי איפה למה כי
    אחרי לפני עד היה הייתה יש אין עשיתי הלכתי יכול רוצה יודע משחק מילה מילים נקודות ניסיון רמז עזרה טעות פתרון רצף מזל
    ניצחתי הפסדתי מצאתי קפה תה ארוחת בוקר צהריים ערב לישון עייף גשם שמש שלג קר חם מזג אוויר רכבת אוטובוס בית קל קשה סוף
    סוף של את על עם בלי אבל או אני לי
    الصباح صباحا المساء مساء اليوم أمس غدا الآن دائما أبدا لا شيء كل واحد اثنان ثلاثة أربعة خمسة أول أولى ثاني آخر التالي جديد أسبوع يوم شهر سنة
    ساعة دقائق دقيقة بسرعة ببطء أفضل جيد سيئ أسوأ ممتاز نعم لا ربما جدا كثيرا قليلا أكثر أيضا هذا هذه هنا هناك ما كيف متى
    أين لماذا لأن بعد قبل حتى كان كانت فعلت ذهبت أستطيع أريد أعرف لعبة كلمة كلمات نقاط محاولة مساعدة خطأ حل حظ فزت خسرت
    وجدت قهوة شاي فطور غداء عشاء نوم متعب مطر شمس ثلج بارد حار طقس قطار حافلة بيت سهل سهلا سهلة صعب صعبا صعبة أخيرا من
    إلى في على مع بدون و أو لكن أنا لي
    आज कल अभी हमेशा कभी नहीं कुछ सब एक दो तीन चार पांच पहला पहली दूसरा दूसरी आखिरी अगला नया हफ्ता दिन महीना साल घंटा मिनट
    जल्दी धीरे बेहतर अच्छा अच्छी बुरा खराब हां हाँ शायद सच बहुत थोड़ा ज्यादा कम और भी पहले यह ये वह यहां वहां क्या कैसे कब
    कहां क्यों क्योंकि बाद तक था थी थे है हैं किया गया सकता मैं मुझे मेरा मेरी खेल शब्द अंक कोशिश मदद गलती हल किस्मत जीता
    हारा मिला चाय कॉफी नाश्ता खाना नींद थका बारिश धूप ठंड गर्मी मौसम ट्रेन बस घर आसान मुश्किल कठिन आखिरकार में से को
    का की के पर
    tänään eilen huomenna nyt aina koskaan mitään kaikki jotain yksi kaksi kolme neljä viisi ensimmäinen toinen kolmas
    viimeinen seuraava uusi viikko päivä kuukausi vuosi tunti minuutti minuuttia nopeasti nopea hitaasti parempi paras
    hyvä hyvin huono huonosti pahin täydellinen joo kyllä ei ehkä todella tosi paljon enemmän vähän vielä jo myös tämä
    tuo täällä siellä mitä miten milloin missä miksi koska sitten jälkeen ennen asti oli olin olen tein menin voin haluan
    tiedän peli sana sanat piste pisteet yritys vihje apu virhe ratkaisu putki onni tuuri voitin hävisin löysin kahvi tee
    aamiainen lounas päivällinen nukkua väsynyt sade aurinko lumi kylmä lämmin sää juna bussi auto koti helppo vaikea
    vihdoin ja tai mutta minä
    natürlich erst reste reste au aux del al della dello stamattina stasera stanotte facilissimo difficilissimo choveu
    fika pracą praca утром вечером днём ночью сначала kahvesi sabahki końcu koniec łatwe kuchen torte brot obst suppe pizza salat arreso arresa rendo abandonné rendu aufgegeben desistí rendí arrendi
    geschlafen gelaufen gefahren gegessen getrunken gelesen gesehen gehört gearbeitet gewartet gekocht geputzt
    geregnet geschneit aufgestanden aufgewacht eingeschlafen heimgekommen feierabend arbeit büro schule pause urlaub
    ferien wochenende geburtstag arzt zahnarzt termin besuch garten keller abends morgens mittags nachts unterwegs
    zuhause daheim draußen drinnen kaputt lief läuft lag stand saß nass windig neblig sonnig bewölkt gewitter ruhig
    laut leise gemütlich langweilig spannend knapp zufällig vielleicht bestimmt ziemlich sehr recht réveillé réveillée
    réveil dormi couché couchée levé levée mangé lu vu entendu travaillé attendu cuisiné couru travail bureau école
    vacances weekend anniversaire médecin dentiste rendez-vous visite matin midi soir nuit après- midi journée matinée
    soirée justesse dehors dedans calme bruit orage vent nuage nuages gris ensoleillé humide lentement peine sûrement
    tellement ensuite enfin heureusement malheureusement franchement dormí desperté levanté comí bebí leí trabajo
    oficina escuela colegio pausa vacaciones cumpleaños médico dentista cita visita noche tarde madrugada mediodía
    llego llegué llegar salí volví vuelta casa fuera dentro tranquilo ruido tormenta viento nublado soleado despacio
    seguro quizá claro además encima dormito svegliato svegliata alzato alzata mangiato bevuto visto sentito lavorato
    aspettato cucinato camminato lavoro ufficio scuola vacanze vacanza compleanno medico appuntamento mattina mattino
    mezzogiorno pomeriggio sera notte giornata serata fuori tranquillo temporale vento nuvoloso piano sicuro invece
    quindi infatti purtroppo finalmente sul sulla nel nella giochini acordei levantei comi bebi li trabalho escritório
    escola férias feriado aniversário consulta manhã noite meio-dia cheguei saí voltei fora barulho tempestade devagar
    certo pelo pela num numa moleza kkk kkkk kkkkk rsrs geslapen gegeten gedronken gelezen gezien gehoord gewerkt
    gewacht gekookt gelopen gefietst opgestaan wakker werk kantoor school pauze vakantie verjaardag dokter tandarts
    afspraak bezoek ochtend avond thuis buiten binnen rustig druk lekker gezellig griep verkouden wind bewolkt zonnig
    zeker waarschijnlijk wel maar toch eigenlijk gewoon sovit vaknade ätit druckit läst sett hört jobbat jobbade
    arbetade arbete jobb kontor skola paus semester helg födelsedag läkare tandläkare besök morgon morgonen kväll
    kvällen natt natten hemma inne lugnt vind molnigt soligt långsamt säkert men ändå egentligen sov våknet vågnede
    spist drukket lest læst jobbet arbejdede arbeid arbejde job skole ferie bursdag fødselsdag lege læge tannlege
    tandlæge besøk besøg kveld nat hjemme ude rolig skyet sikkert egentlig lørdag spałem spałam obudziłem obudziłam
    jadłem jadłam piłem piłam czytałem czytałam widziałem pracowałem pracowałam biuro szkoła przerwa urlop urodziny
    lekarz dentysta wizyta rano ranek południe popołudnie wieczór wieczorem noc nocą spokojnie wiatr chmury słonecznie
    powoli pewnie jednak poszło tramwaj tramwaju tramwajem tramwaje pociągu kawą kawie kawę herbatę спал спала
    проснулся проснулась ел ела пил пила читал читала видел видела работал работала работа офис школа перерыв отпуск
    выходные врач визит утро вечер ночь спокойно ветер облачно солнечно опять снова наконец-то подсказки подсказок
    метро трамвай uyudum uyandım yedim içtim okudum gördüm çalıştım iş ofis okul mola tatil doktor ziyaret sabah öğlen
    akşam gece evde dışarıda sakin rüzgar bulutlu güneşli yavaşça tabii notlar kahveden kahveyle işte okulda trende
    dnes včera zítra teď vždy nikdy všechno něco dva tři čtyři pět šest první druhý třetí poslední další nový týden
    dny měsíc hodina hodiny rychle pomalu lépe lepší dobře dobrý špatně skvěle možná opravdu moc málo více méně ještě
    už také tady kdy kde proč protože pak před bylo byl byla je jsem mám měl měla hra slovo bod body pokus pokusy
    nápověda chyba řešení štěstí smůla vyhrál prohrál káva kávou čaj snídaně oběd večeře spát unavený unavená déšť
    slunce sníh zima teplo počasí vlak kolo doma snadné lehké těžké konečně ráno večer odpoledne poznámky v s nebo
    tegnap holnap most mindig soha semmi minden valami egy két kettő három négy öt hat első második harmadik utolsó
    következő új hét nap napok hónap év óra perc percek gyorsan lassan jó rossz szuper igen nem talán nagyon kevés
    több kevesebb még már ez itt ott hogy mikor hol miért mert aztán után előtt volt van játék szó pont segítség hiba
    megoldás sorozat szerencse nyertem vesztettem kávé tea reggeli ebéd vacsora aludtam fáradt eső hó hideg meleg idő
    vonat busz autó bicikli otthon könnyű nehéz végre reggel éjszaka délután és vagy azi astăzi mâine acum mereu
    niciodată nimic toate ceva unu doi două trei patru cinci șase primul ultimul nou nouă săptămână zi zile lună an
    oră repede încet bine bun bună rău poate foarte mult multă puțin încă deja și asta aici acolo ce cum când unde
    pentru că apoi după înainte am avut joc cuvânt puncte încercare încercări ajutor greșeală soluție noroc ghinion
    câștigat pierdut cafea ceai prânz cină dormit obosit obosită ploaie soare zăpadă frig cald vreme autobuz mașină
    acasă ușor greu în sfârșit dimineața seara noaptea sau dar la cu fără сьогодні вчора зараз завжди ніколи нічого
    щось один чотири п'ять шість перший другий останній наступний новий тиждень дні місяць рік година хвилина хвилин
    швидко повільно краще добре погано ні може дуже багато більше ще вже теж також це що як коли де чому бо потім
    після був була було гра бал спроба спроби підказка допомога помилка рішення серія пощастило виграв виграла програв
    програла кава сніданок обід вечеря спати втомився втомилась дощ сонце сніг потяг вдома важко нарешті ранок вранці
    вечір ввечері ніч і але або на з від ini kemarin besok sekarang selalu tidak pernah semua sesuatu satu dua tiga
    empat lima enam pertama kedua terakhir baru minggu bulan tahun jam menit cepat lambat lebih baik bagus buruk
    sempurna mungkin sangat banyak sedikit lagi sudah juga itu di apa bagaimana kapan kenapa karena lalu setelah
    sebelum main poin coba bantuan salah solusi hoki sial menang kalah kopi teh sarapan makan siang malam tidur capek
    hujan panas dingin cuaca kereta mobil rumah mudah gampang susah sulit akhirnya pagi sore tapi atau dengan tanpa
    dari untuk
    """)
}
