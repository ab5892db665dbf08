extension OrdinaryWords {
  /// As `words`: the words that are used most in the languages of the other lists, without names, people and what says
  /// whom somebody else is (`her`, `their`). How often they are used was looked up in wordfreq 3.1.1 (CC BY-SA 4.0).
  static let mostUsed = set(
    """
    ahoj čau čauky nazdar zdravím hejsan heisann moi moikka terve hallöchen grüezi salve bom-dia coucou cześć
    hejka siema привет здравствуйте merhaba selam sziasztok helló salutare γεια καλημέρα καλησπέρα مرحبا halo
    привіт вітаю доброго
    flat flats name names going doing told support tell national service open known university saying yourself months series asked media act
    program site account above military center private return rights alone hands performance giving provide official
    groups upon natural property vote economic involved considered financial legal whose base released culture growth
    write create effect required plans potential western campaign described despite focus individual particular region
    contact feet tour additional conditions significant studies income levels safety ability announced asking
    particularly developed global judge named opportunity stories unit annual anymore features image insurance
    approach biggest increased marriage resources thus directly established greater largest prices primary rates coast
    caused holy complex channel mobile northern receive species versus appears benefits bottom cities demand everybody
    famous runs sources southern structure traditional appeared actions fashion larger profile apply basis projects
    supply adult method provides remains continues prevent removed videos advantage decide eastern influence materials
    produce require birth classes concept onto prove software units beauty billion cells develop file guide images
    raise responsibility technical appreciate bigger funds injury iron models offers reference sites accounts blog
    classic decisions entered fuel introduced regional transfer accident advanced alternative articles awards bear
    capacity climate discussion flying proposed purchase remove steel arts dating elements ensure appearance bodies
    buildings debt domestic grew historical homes launch listed native survey tech ancient attacks charges contains
    download formed illegal methods performed adding allows applied appropriate confirmed factor hoping lying measures
    requires scientific smoke values concern discuss emotional facilities interests internal perform recorded
    relatively sector studio advance fake finance maintain properties acts approximately debate documents factors
    films reduced requirements votes causes chicken determine display dying examples falls fired forms identified
    inspired launched positions shots crisis signal vehicles voted voting alcohol brings chosen destroyed essential
    finds literature markets relevant seek talks creative cycle goods holds reserve statistics aside circumstances
    concerns deals deserve motion prize sees universe wars admit attitude frame group chores naps lie-in commuting
    buzzing buzzed dreary pottered faffing faff knackered shattered peckish chuffed flustered frazzled groggy drowsy
    restless sluggish wired jittery pffft urgh ughh hmph humph jeepers crikey golly blech bleh welp whelp eep sich
    haben sein können uns zeit ab machen denn beim eines selbst hab nun leben jahren jahre diesem wurden müssen
    sondern ersten lassen hast wirklich diesen euch kommen wollen könnte sehen sowie dafür ins sagen steht bereits
    ende welt gehen gar neuen etwa bist finden geben werde geld sagt teil allem davon richtig tun frage sieht jedoch
    paar grosse grossen liegt welche wissen zusammen kannst letzten meinen vielen worden zwar allerdings sollen stehen
    ganze seite weitere heisst sagte fragen statt lässt geschichte nehmen darüber gesagt bekommen bzw kleine haus
    sollten arbeiten bild bleibt eigenen möglich weit glaube ausserdem findet ganzen stellen würden besten bleiben
    daher grund halt neu thema beispiel genug allein direkt halten kleinen solche zeigt überhaupt dank ebenfalls eher
    pro wasser erhalten nachdem ort sofort zweiten bringen deutlich kopf nächsten unserer damals gilt wichtig zeigen
    egal hoch anfang gegenüber rund bekannt bisher hätten augen denke meisten millionen schreiben treffen artikel
    mehrere sache scheint zunächst bisschen denken lesen richtung schliesslich beschäftigt erledigt erwischt gezockt
    ausprobiert eingekauft trainiert gejoggt gespült aufgeräumt draussen schneite regnete gefroren tückisch fies
    lösbar machbar unlösbar holprig ces ans dire monde fois faut voir vie soit juste ainsi ici cas histoire années
    fais compte prendre état cours politique ca personnes prix lieu lors vrai droit selon mettre serait groupe tête
    étaient aime aurait parler suite besoin demande genre savoir trouve côté passe pouvoir raison sens ailleurs devant
    dis effet général jusqu'à partir choses font parle porte eau ensemble passer près quel vois loi pris rapport dès
    peuvent pu trouver autant fut niveau passé pourrait accord donner ligne problème vient début exemple système bas
    centre façon loin projet conseil idée vont étais argent vue forme haut avaient fort public ayant terre titre mise
    saison choix retour yeux amour devrait donné grâce ordre prend étant manière semble sujet truc agit nouvelles
    quelle sûr vidéo compris longtemps permet voit importe lorsque peur plein sécurité grands jouer parmi services
    époque doute force lire recherche santé seront voix cependant faites millions nombreux propre rendre vivre l'avais
    j'étais c'était n'avais avions aviez étions prochaine réussie galéré facilement difficilement chanceux chanceuse
    dommage nulle cherché essayé gagnée perdue occupé occupée ser años hacer parte ver mismo están estoy mas cosas
    tener lugar cuenta decir soy forma sido estar tienen dice caso momento parece poder pueden pues verdad historia
    veces muchos cual debe dijo ir tipo mayor muchas primer acuerdo cualquier fueron manera unos medio sino haber será
    sistema pasado quiere tenemos tus eres cosa estamos lado buen podemos misma esos problema agua saber ante embargo
    gusta importante información pasa tienes dinero ejemplo igual millones número algunas hablar siendo centro derecho
    falta grandes haciendo nuestros puedes cambio problemas través meses podría realidad algún amor dicho eran frente
    incluso vas desarrollo tema esas mí nivel sería hacen mano paso proyecto sigue somos uso artículo cierto razón
    sabe mayoría salir seguridad único cuerpo programa unas cabeza foto haya mil pasar público seguir servicio
    situación siguiente veo datos dejar educación proceso sentido clase cuanto derechos ello estás orden puesto
    quieres realmente alto demás dicen diferentes junto lista medios trata video viene camino digo especial queda
    salud sitio tomar línea mundial obra ojos pensar servicios sociales atención debería pueda quieren respecto siento
    vivir casos libre mejores relación sabes varias cultura debido estaban fotos fuerte habla miedo poner pregunta
    apoyo dado espero fuerza iba manos oficial propio deben encontrar ocupado ocupada enferma acerté terminado jugado
    intentado gimnasio corrí llovía nevaba limpié cociné fácilmente difícilmente flojo floja ad dal essere cui hanno
    anni sia fare dalla fa può quanto modo sta volta mondo stesso cose mentre detto quale dalle sarà stati storia
    avere erano ciò sarebbe sotto aver vedere deve nostro sembra fosse oltre perchè vero fu legge posto sto andare
    insieme quelli quali tua volte comunque possono sui nostra numero stessa sulle dato puoi circa molti potrebbe
    esempio fanno possibile rispetto vuole abbia bisogno almeno miei generale morte sito avuto politica comune subito
    inoltre parlare vuoi siano alcune avrebbe causa corso forza mesi seguito senso successo basta diritto fai nostri
    soprattutto stanno piace devo porta trovare vengono vista genere pubblico realtà livello mezzo problemi diversi
    grandi particolare pubblicato ragione dovrebbe possa presso situazione attività attraverso qualsiasi sapere
    saranno buon campo dagli faccia prendere progetto servizio testa accordo amore conto giusto periodo preso tratta
    unico dati diverse grado voce ricerca unica capire corpo facendo fatti luogo nemmeno ormai parla passato quei
    avanti avete favore milioni molte sicurezza tuttavia acqua cuore domanda occhi presente trova vedo articolo bello
    capito devi informazioni maggior pochi prova titolo vorrei fatta nuove nuovi paura pensare primi regione sopra
    stare dietro maggiore messo sento senti sente sentivo occupato occupata impegnato impegnata provo provato provata
    indovinato indovinata sbagliata giocato giocata finita corsa palestra em ao mesmo pode fazer anos nas assim estão
    há foram aos coisa sou suas mim tão faz qual quer pra seja maior qualquer coisas sendo diz falar alguns ficar além
    disse nosso história podem após meio dizer enquanto verdade vocês aí pelos conta algumas fim acordo têm através
    vídeo pois preciso vão água disso fazendo direito muitos dinheiro dá queria mesma muitas precisa projeto região
    sair temos área esses comigo embora deixar essas fica havia logo sob geral lhe vários segurança exemplo deste
    feira milhões deu ficou nossos processo usar cabeça desta tenha várias desenvolvimento dessa início medo passar
    relação ajudar existe pelas atenção chegar desse informações norte possível quais quiser rede apesar começou feliz
    gosto maneira nesse fala força passado veja dados demais eram olha falando poderia porém atrás deixa futebol
    pessoal próprio saúde entanto maioria mão papel acabou aconteceu chegou fazem melhores minhas passa produção
    sociedade voltar educação fato longo passou sinto acesso aquela coração estavam nenhuma viu certeza começar espaço
    evento ouvir principal vivo vê apoio acertado errado jogado tentei tentado academia corri chovia limpei cozinhei
    facilmente dificilmente aan uit zo wordt kunnen moet ons werd gaan zich zou doen maken alleen mij zien zal moeten
    komt eens staat tijd zoals komen leven tijdens laten grote terug laat steeds zie eigen keer maakt willen iedereen
    hele uw zit één zelf aantal geven hebt samen vinden kunt plaats toe deel elkaar nodig vanaf weten doet krijgen
    allemaal staan zeggen zegt gemaakt zullen verschillende volgens goede houden blijven graag jou kwam verder vragen
    werken eerst vraag zelfs gebruikt wereld helemaal jaren kom lijkt kijk vooral nemen achter natuurlijk sinds zo'n
    geeft kijken hadden nieuws website wilt zitten jouw ligt manier welke enkele geleden geweest kun zei eten echter
    enige gebruik helpen hoop beetje bekend dingen genoeg maart mogelijk ziet gebruiken krijgt mooie niks spelen zoek
    blijft onderzoek terwijl zeg zorgen informatie waarin probleem vanuit vindt zouden maak ooit soort zeer gebied
    moest vrij werkt zodat daarom idee leren ongeveer regio foto's verhaal brengen eerder kans grootste horen opnieuw
    bestaat echte kreeg naast slechts waarbij zetten duidelijk hoofd vond wachten zorg zowel gratis hoor hou maanden
    problemen vroeg belangrijk blij gelijk houdt lopen mogen oud precies vol afgelopen beginnen betekent dezelfde
    geval miljoen sommige zoeken zoveel halen lezen nummer weken zaken bezig januari langs krijg nadat bedankt
    bijvoorbeeld delen praten zag zet begon einde maakte meeste plaatsen prijs programma stond gaf liggen neem orde
    volgen deed geef geplaatst juist kant reden vanwege waardoor zaak gevoel geworden valt mislukt gespeeld geprobeerd
    boodschappen gesport hardgelopen regende fietsen ska mig kommer sig vara finns skulle ut ju upp få blir göra måste
    även bli vid många din hela helt gå väl oss säger varit rätt själv behöver åt tar tycker tack säga ner samma borde
    sätt vilket annat tid genom gång känner bort riktigt ens komma precis sina sitt väldigt gjort fram ge kunna bästa
    inom håller ditt fått olika ganska står tillbaka ger länge runt fortfarande ligger vilken enligt flera lika saker
    tiden förstår känns liv våra alltså pengar faktiskt ur fler längre samt gillar menar stora därför kvar typ tänker
    börjar eftersom större tidigare fråga hoppas först hitta såg verkar blivit istället älskar gärna både gäller klart
    låter plats vilka världen hålla sluta ute snart börja försöker händer kolla sitter vissa emot ihop visst helst sak
    senare tillsammans död köpa stort största egen gånger gått kör livet långt samtidigt landet okej skall tills åka
    annars bör handlar läsa slut spelar vårt nära skolan dessutom exempel låt senaste tänka visar väg båda tro trots
    visa använda började gången jobbar skriva skriver tyvärr vart ifrån lägga nytt pratar skit trodde tänkte endast
    hej mat själva tänk alls bakom betyder dra fanns prata vidare bor hjälpa spela dess hittar igenom sånt utanför
    viktigt använder lär nåt varandra äta egna högre hör intressant jobba massa tagit vilja dags snälla ej frågan
    frågor inför känna lära stå svar sätta vägen kommit åker brukar försöka möjligt sidan vore absolut betala början
    förra låta medan talet delar heter höra lyssna mål titta fint otroligt flesta sida veckan året innebär lever
    miljoner månader upptagen färdig spelade spelat provade regnade snöade handlat tränade tränat sprang cyklade
    cyklat lagade städade og ikke seg skal være må opp vært inn enn gjøre igjen selv fikk flere vel mange siden sier
    gang slik samme sammen annet blitt nye rundt rett trenger gi ting mener sine bør gir gjennom tilbake blant finnes
    tatt finne komme burde akkurat mens takk ønsker lenge bruke gode mulig tidligere liker viktig skjer bruker
    fortsatt først verden faktisk frem måtte grunn derfor eneste sånn finner kjent gjerne penger plass større viser
    holde kjøpe langt greit laget våre betyr bruk satt synes prøver vei altså ganske videre brukt årene gjelder
    uansett hvert håper kjenner død fleste klarer måte saken snakker sted tillegg slutt bak eksempel føler snakke
    senere stedet dersom riktig skjønner brukes deler følge gitt spesielt spørsmål største begynner høre prøve
    samtidig hjelpe jobber tenke tenker forhold funnet lage lenger lese særlig utenfor millioner nettopp spiller veien
    virker én byen dermed elsker forskjellige høy lov enig utrolig døde tallet vanlig vise ellers innen likevel løpet
    kommet legger skolen støtte tidlig valg dagens egne slike bilder fotball hei setter høyere jobbe selvfølgelig
    begynte ferdig hvilken lagt lære minutter følger skrevet små ulike unna handler klare kroner stille eget enkelte
    hjelper problemer skrive åpne antall foran grad husker hører jobben navnet resten spille verdens basert holdt høyt
    kjøre området opptatt spilte prøvde snødde trente sykla syklet lagde ryddet ud lige bliver vores ind gør været
    blive fik nogle gøre siger sådan andet blevet tilbage brug lille ret bedste giver stadig tager bruge fået inden
    forskellige vej rigtig sige gange gennem lide blandt penge måde hvilket findes plads finder kender lave kr vist
    længere hjælpe væk længe sagde sker indtil lad taget række spørgsmål bruger fantastisk hurtigt lavet mor arbejder
    håber især fundet gav gået laver intet kører ligesom nr rigtigt hinanden vide igennem brugt købe lyder sidder tæt
    vigtigt billeder bruges flot forbindelse forstår historie selvom tænker alligevel imod sætte vejen læse slet
    således blot fortæller tænke lade bog fald sikker søger engang læs netop sætter fx køre løbet pr sjovt slags vand
    velkommen forbi hjemmeside hjælper hus steder fuld høj muligt samarbejde sæson taler trods desuden desværre
    direkte lyst mindst rigtige spændende endelig betale hedder mangler stod begynder inde travl færdig tabte spillede
    prøvede regnede sneede handlet trænede løb cyklede lavede jest że dla czy przez są tylko oraz będzie być sobie
    jeśli roku jako jestem który nawet lat gdy tej żeby lub można przy tych również takie niż która właśnie masz aby
    czas mają dzięki podczas bardziej raz pracy mamy życie chce dnia innych jesteś temu wiele został będą miejsce
    wszyscy wszystkich wszystkie były kilka nam sposób domu prostu razem siebie taki chodzi swoje trochę czasu dlatego
    każdy którym moje trzeba mieć mówi mogą dalej stanie której rzeczy strony życia jakie wtedy aż będę jaki tyle cały
    moim najbardziej wielu czasie według czemu czym musi oczywiście swoją została zrobić świata czyli którego niech
    proszę taka temat ani później takich wszystkim możesz czego często jeżeli nadal jakiś poza dziękuję jakieś lata np
    prawo dwóch jesteśmy kiedyś ponad zdjęcie część miasta stronie swoich jednym nowe powiedział samo takiego wygląda
    chcesz tą wcześniej świecie swoim części gdyby miejscu ponieważ robi dobra obecnie pewno którą mimo możemy prawda
    nadzieję należy nasze około powodu przecież razy swojego wydaje byli dopiero jakby rozumiem sama swojej wieku
    wiesz bym celu historii jedna latach miejsca mojej tę wciąż wśród zbyt dwie muszę pierwsze samym sprawie widzę
    większość dość powiedzieć robić typu dokładnie swój udział zdjęcia świat brak chociaż dobre grupy początku pytanie
    razie takim centrum danych drugiej jednego jedną każdym kilku mojego niestety znaczy życiu choć jedynie każdego
    natomiast pieniądze pomocy powinien wraz zaraz zostały związku nasz naszych ostatnio pracę przypadku raczej rzecz
    znaleźć śmierci coraz czasem daj jedno skoro innego przykład sobą uwagę ważne chcą dzieje twoje zamiast informacji
    jednej końca różnych znowu zostało będziemy myśli ogóle sprawy strona sytuacji innymi moją nowego oznacza
    przeciwko przynajmniej rady ziemi inny naszego zarówno zmiany głównie innym istnieje lecz naszej poprzez wobec
    względu zostać lubię moich podoba ramach szczególnie twój warto wody wystarczy zostanie całe działa fakt ii
    informacje pomiędzy pomysł stało taką zł żadnych będziesz daje działania gdzieś inaczej sprawa znajduje bądź długo
    kolejny ciężko ciężki ciężka chora zajęty zajęta gotowe grałem grałam próbowałem próbowałam padało zakupy trening
    biegałem biegałam sprzątałem sprzątałam gotowałem gotowałam только еще будет время года чтобы во вы со чем быть
    этом вас даже можно того том более ну году лет нас ни которые себя который всех тебя всего надо области пока тем
    жизни этой нужно себе такой тебе однако свою жизнь нам несколько сказал тогда вам место которых является вместе
    времени лишь свои дело какой работы именно сделать всем конечно которая мира стал которой такое хотя чего ведь
    вообще будут должны спасибо могут сам своих тех вопрос деньги других около эту свой которого часть двух делать
    должен кроме связи города каждый нибудь случае среди такие этих говорит одной этим другие либо одна сколько стоит
    буду истории работу стороны таким части имеет назад одного сказать например затем образом оно про см сразу другой
    какие нельзя собой совсем правда страны значит куда те получил дела кажется которое стали большой весь годы новые
    числе всю начала новости одно такая должна мир найти нашей слишком таких участие иногда качестве месте момент наши
    некоторые развития своим системы фильм возможно го которую права свое совета такого тому этому конце котором менее
    результате говорят давно зачем проблемы раньше рублей рядом самое самом стала течение точно часто действительно
    люблю многие период пор говорить деле достаточно количество мире мог помощью стало типа уж хочет впервые какая ко
    пусть равно руки управления внимание должно млн мной нового смерти согласно стать хоть будем жить моей новых одним
    первой тыс возможность глаза места наш новой роль городе история тысяч вопросы идет находится работать работе
    районе скоро часов чуть будто данным денег знает обычно первого поскольку происходит дальше деятельности могли
    наших нравится особенно полностью сама сами самый сильно число отношения работает сайт самых всей книги начале
    несмотря право скорее состав долго наиболее ними прямо пути сил виде вся данные последние прежде сборной стран
    благодаря легче тяжелее труднее сложнее проще занят занята готово играл играла пробовал пробовала бегал бегала
    гулял гуляла шёл готовил готовила убирал убирала olarak olan değil büyük sadece zaman ise bile şey benim böyle tek
    tüm yer artık mı aynı doğru biz olduğunu diye olduğu olur devam diğer fazla önemli içinde olmak ancak başka bunu
    olsun karşı arasında öyle şekilde bütün dünya genel hemen yine uzun bunun hakkında küçük teşekkürler bazı olacak
    yani ayrıca eski kabul etti hiçbir ilgili yapılan özel gerçek vardır fakat kez sahip yüksek üzerine geldi bulunan
    farklı üzerinde eğer geliyor ediyor hala lütfen üzere söz bizi yerine yılında etmek günü istiyorum demek gerek
    ortaya yapan eğitim kısa olmaz oluyor birçok olabilir tekrar ardından geçen olup süre altında bence dedi yerde
    aslında hangi olması pek yeniden yoksa boyunca mutlu takip yol zamanda açık yaptığı başladı buna dikkat ediyorum
    lazım olsa yapmak bunlar gelir gereken olmayan asla birkaç eder ederim karar kaç ait bağlı istiyor milyon sosyal
    teşekkür yakın özellikle tarihi yanında şeyler destek yere bilgi merak rağmen yaptı çıktı beraber edilen kontrol
    niye oldukça seviyorum söyledi yalnız yanlış şeyi güçlü iç nedir olmuş verdi beri cevap dünyanın že jsou když mě
    bude jsme které který až není než být při která bych podle pokud tím mezi nás vám vás jste své tomu asi může či
    mít roce takže nám všechny díky však již jestli mají třeba právě taky velmi přes proti proto místo musí budou jsi
    práce tohle jde kvůli zde každý tedy víc všichni řekl chci nové vůbec byly stejně život máme pouze tento budu
    hodně prostě svou měli této kterou pár čas což době stále vše zase jenom trochu ať dost dvě můžete naše pořád
    jednou kč letech máte sebe svůj říká během hned nevím tě můj například celý kdyby nejlepší několik myslím kolem
    nebude někdy problém práci snad věci opět vlastní vlastně vy úplně jinak sám všech dělat hlavní peníze těch určitě
    často dlouho dál mohou města nemá samozřejmě velké hlavně mohl především přesně část dne nejsou spolu světa
    dalších druhé jiné nakonec případě zatím chvíli dvou oblasti lze navíc největší nemám prosím stát tohoto země
    hodin mně patří takhle toto vaše vidět abych celé chtěl možné místě sobě svým tato tyto větší vždycky celkem
    nějaký později dobré dobrá dobrej špatné špatný těžký lehký nemocný nemocná hotovo vyhrála prohrála hrál hrála
    zkusil zkusila pršelo sněžilo nákup cvičil cvičila běhal běhala uklízel uklízela vařil vařila venku dlouhé dlouhý
    krátké csak kell azt akkor mint ezt így olyan lesz lehet vagyok majd nagy úgy nincs amikor pedig nekem szerint kis
    egyik ilyen sok jól volna azért tudom milyen között alatt miatt lenne által hát egész arra ezért vannak ahol át
    ezek legyen rá elég amely kicsit tényleg mellett erre neked nélkül saját szép ahogy inkább szerintem együtt hogyan
    túl valamint legjobb újra biztos ezzel mivel másik néhány vissza ban ennek hanem benne ezen persze tovább azonban
    című illetve köszönöm éves egyszer ebben teljesen bár kellett teljes voltak annak annyira áll jobban legnagyobb
    nézd hozzá mindent való során vagyunk tudja először fontos kéne mondta magam viszont össze azok dolog lenni
    számára szóval tudok voltam alapján jön legalább magát például további azzal ft ide igaz maga szeptember később
    megy mégis sokkal világ óta azon baj míg egyetlen hosszú mely tud élő összes ismét közben mintha nemzetközi tehát
    egyre engem fekete ig igazán nagyobb sokat éve belül jelent került régi szia tudod történt akár kedves készült
    közül megyek sikerült velem kapott tudtam arról fél megint részt újabb adott akarok eddig egyes igazi láttam mire
    szabad vége án értem fehér pe fost sunt fi dacă ar prin despre iar cel trebuie cele doar fie dintre timp până într
    chiar vă așa acest nici către atunci unui avea cât mă cea unei fiind între această multe anul îi ceea putea decât
    vezi făcut loc atât unul sub astfel lucru ea orice precum spre timpul asemenea fiecare peste spune cei fac spus
    unor partea acesta perioada câteva nevoie numai viața aproape cadrul asupra există locul stat aceasta avem prea
    început își ori toți însă ți aceste îmi lumea acestea cred nostru trecut viață îți dată față ales drept noastră
    împreună ajuns trebui ziua toată târziu deși poți ul celor urma conform erau același pare bani doua facă suntem
    totul milioane noiembrie printre împotriva aceea apă fapt luat noastre unele știu bune decembrie octombrie putem
    tine venit află anului cauza daca persoane septembrie spun urmă vorba arată deoarece duce fața iunie jos mulți
    numărul înseamnă altă baza exemplu lume luni lângă primit vine având deci diferite puteți martie niște scris vrea
    centrul iulie prezent probleme pune ви ми які під якщо року із мене щоб мені чи який ти буде тільки можна всі
    років цього бути яка має цей треба були зі щодо будь навіть лише життя тепер проти яких немає саме області тоді
    цьому між інших ці році би всіх таке чого потрібно той ніж можуть разом роки дякую собі такі якого мають серед тим
    питання міста території української участь місце тобі інші знову зробити свої такий шо часу грн робити своїх
    будуть майже їм гроші можу мій поки роботи свого світу цю відео свій скільки така трохи яку більш ті двох кілька
    кількість сказав тих яке крім початку біля далі цих близько взагалі воно якому наприклад хоча цим ст хоче березня
    досить наші роботу усіх цієї можливо протягом україну квітня якої вересня згідно повинні став зокрема мати мови
    понад тобто усі голови нема чином дві речі серпня системи сказати чим історії легше важче простіше складніше
    втомлений втомлена зайнятий зайнята грав грала пробував пробувала бігав бігала гуляв йшов готував готувала надворі
    bisa aku akan adalah dalam kita saya menjadi jadi harus seperti oleh jika hanya jangan sebagai hari telah dapat
    bahwa bukan saja masih memiliki lain tersebut kalau beberapa besar sendiri ingin sebuah waktu sampai tempat
    membuat punya hidup melakukan belum tentang atas dunia secara ketika bahasa benar diri bagian kembali pasti selama
    bersama setiap terjadi kepada mulai paling tetap masa tahu lama perlu berada cukup kata kemudian luar mana masalah
    masuk melihat namun memang sedang sekali tetapi hati hingga merupakan pun suka jalan kecil terus yg terlalu bagi
    selamat sering yaitu agar lainnya menggunakan tanggal tinggi bahkan begitu dulu terbaik biasa mendapatkan datang
    merasa rasa uang depan ku maka suatu biasanya sekitar sekolah terima antara sakit serta bawah jauh apakah buat
    kerja lihat seluruh dimana disini mencari sejak siap lakukan melalui pergi percaya bekerja bola langsung tentu
    tinggal kepala mengatakan sebelumnya sehingga digunakan terhadap berhasil memberikan menurut selain sistem buku
    apapun berbagai bermain dekat dilakukan maaf bilang hasil situs takut tangan tengah belajar berarti daerah ikut
    membantu nanti sebenarnya segera sini tepat terlihat akhir awal butuh kuat lagu kelas menemukan sementara termasuk
    acara tiba berbeda kehidupan semakin semuanya daftar keluar minta yah harga nomor ruang sebagian semoga tadi pekan
    sibuk lelah selesai mencoba belanja olahraga lari agak banget sih deh nih dong yuk lumayan seru asyik että ole
    niin ovat kuin joka olla sitä vain kanssa olisi ollut siitä sekä mukaan saa pitää ihan tulee tässä vaan eivät koko
    kuitenkin vaikka mikä vuoden jotka aika jossa näin tämän noin vuonna eikä siis sillä itse onko tehdä juuri siinä
    jonka kuten lisäksi taas tuli enää siihen eri ettei tästä joten kiitos pitäisi tätä vastaan aikana esimerkiksi osa
    yli kuinka vuotta aivan ilman niitä edes lisää olivat sai tällä aikaa oikein saada jopa ainakin kautta tähän ajan
    liian ottaa viime alkaa heti mukana usein olevan tekee voisi antaa kertaa muuta nämä näyttää olet hyvää menee
    kerran samalla silloin teki voidaan mistä tiedä välillä joskus muun niiden varmasti jota takia yhtä yhdessä haluaa
    muuten varmaan hieman kiinni käyttää silti uuden aikaan edelleen pari päästä vasta oman saanut suurin tullut
    täysin vuoksi yhden yleensä kannattaa lähes maailman mennä tuntuu katso kertoo löytyy tule iso jotta muut sanoa
    käy siksi takaisin toimii tulla juttu sanoi sinne tietää erittäin muassa sanoo tarvitse kuuluu pieni kaiken meni
    myöhemmin suuri toisen ensi läpi minun osaa rahaa asiaa kyse piti toki ensin jolloin samaa täytyy esim joita
    kuitenkaan mieltä muiden mä päälle tavalla yhä jolla josta jää niistä näitä päivän uutta voivat asioita tehnyt
    alkoi euroa joissa jäi maan mihin määrä olemme saattaa suoraan totta eikö ikinä joiden που σε οι μας τις ότι μια
    σας σου στα αν στον έχει στις κι όταν πως μην δε όπως πιο μόνο ως πρέπει μπορεί κατά μέσα στους είχε έχουν μία σαν
    χρόνια εγώ κάνει ένας έτσι κάθε αυτά μη όμως ζωή ενώ προς υπάρχει είμαι είσαι οποία καλά μαζί τόσο νέα έναν έχουμε
    απ καθώς τότε ούτε όλοι έχεις πάνω ας μέρος πολλά φορά απο όπου καλή όσο άλλο έγινε πρώτη άλλη οποίο υπάρχουν
    γίνει μέσω θέση λέει λες μεγάλη μεταξύ σύμφωνα γίνεται είμαστε ενός εσύ έχετε ειναι τέλος είπε κάνω στιγμή όλους
    εκτός ακόμη κάτω κόσμο χώρα δυο πόσο χρόνο αυτές κάνουν φορές θέλει πάλι έως ίδιο εμείς μόλις άλλα απλά αφού λόγω
    οχι ίδια μεγάλο πάει πίσω πω είστε είχαν ιστορία κάνεις τελευταία λένε πόλη όλες όλο οτι όλη θέμα ώστε βρίσκεται
    εν κοντά τελικά γι δηλαδή κάποια μα πολλές συνέχεια τρόπο περιοχή ώρες δουλειά ευρώ μέρες μιας πράγματα βράδυ
    δείτε θες λέω στοιχεία αγάπη εσείς πήρε περίπου σχέση τρεις επί λοιπόν μάλιστα σύστημα έξω κάνουμε μπορούν πει
    πρόκειται άλλες μέτρα μπορείτε πλέον φαίνεται διάρκεια πρόβλημα σχεδόν δω κέντρο ποια πρώτα αλήθεια αποτελεί εκ
    μπροστά παρά πρωί αποτέλεσμα αρκετά γύρω μάτια πάω βάση βλέπω μπορείς πάρει σειρά σχετικά χρειάζεται σημαίνει
    τουλάχιστον υπό כל אם רק אל בין שלי אתה כמו כך לך הזה שלא אז זו שהוא כדי להיות ולא כמה בכל שאני אך דבר אשר בו היו
    צריך אותי לנו שלך אחת הרבה ידי יהיה ביותר לאחר לעשות שיש אחר אנחנו אותך בבית שנים אתם לכל נגד אפשר אומר זמן חיים
    כאשר שלנו אלא באמת נראה שהיא שזה אמר בה דרך פה שהם הייתי ואני ראש העולם מספר פי במקום האם פשוט אלה אפילו וגם לפי
    עדיין לכם שאתה דברים מקום לראות עושה גדול הזאת חלק ספר רבים והוא נכון אלו הראשון ללא קצת באופן מן ביום הדבר הזמן
    ואת אי בדרך היתה שוב אנו בגלל בעולם האלה הספר וזה שהיה אחרים בא בהם ואז ועוד כלל לב עבודה כזה הבית החיים הכי ניתן
    איזה בדיוק העיר טובה מתוך עבור שאין תודה בארץ בזה עצמו רואה בשביל הגדול וכן יכולה שלום בזמן מזה השני יפה אחרת די
    הארץ ועל לקבל אינו אצל בתוך הראשונה יחד כאילו לומר שתי בכלל חשוב מבין בלבד בשם בשנת העבודה כמעט לדעת שונים הגיע
    לבית מול מכל נמצא שבו תהיה אולם יודעת ימים לגבי לדבר לזה מהם צריכה תוך הנה השנה חושב לכך מאז שאת שלכם במשך המשפט
    כפי מדי ואם חייב בעיקר השם וכל ועד למרות לעולם לתת עשה רוצים שכל אותנו ולכן כסף أن عن التي الذي ذلك لم بين ان يا
    قد إن كما أي حيث خلال غير وهو بعض تم علي إذا فى مثل لك عام ولا ثم بن يمكن به ولكن أنت الى وفي قال ومن فيه منذ إلا
    العالم يكون أحد عندما فقط وقد لو عدد بشكل أخرى تلك ليس هل عند كنت العام انا بأن تكون تحت حول وهي العمل الوقت جميع
    أجل الأول فإن الحياة بما يتم بسبب دون لن مدينة يجب عليها الكثير مرة الأمر مما والتي عمل عبر فقد يقول الثاني العديد
    بل عليك الأولى لنا أكبر موقع واحدة لما مجموعة او ضد كبير لقد وذلك وعلى الدولة بك حين طريق وقت وكان أما اذا الأرض
    الإنسان وما يعني المدينة انت عشر نفس الخاصة ولم سنوات حالة عاما علينا كبيرة وجود العامة المنطقة بي قام وهذا إنه
    بينما جديدة دولار يوجد السلام انه ذات عدة فيما لكل منطقة ال الاتحاد بالنسبة فيديو مليون يكن داخل عدم لدى والذي
    العالمية خاصة عملية الجديد تقول صور كانوا مكان أمام بكل لذلك لهذا نظام النظام فوق وأن أثناء الأخرى سوف ضمن ليست
    استخدام لكم مركز نهاية الثانية الدولية الكتاب الماضي المملكة كذلك الجديدة الخاص الموقع بالإضافة وأنا الفيلم اي
    فيلم وبعد ألف أمر البلاد الدول بأنه بواسطة حال خارج كتب نحو يبدو بدأ برنامج तो ने कर ही हो लिए कि इस जो आप करने
    रहे साथ अपने रहा अब दिया हम या बात करते रही जब जी लेकिन होता अपनी वाले हुआ हुए फिर जा जाता नही हर कहा गए समय काम
    ना बार अगर करना सभी होगा गई चाहिए तरह दे होने कई करता करें इसके होती रूप हुई दी द्वारा उस जैसे मे मेरे सबसे आपको
    सकते जाने लिया अपना ले हूँ ऐसे पास एवं हमारे आपके ऐसा तुम बारे वाली जीवन अधिक दिल होते जाती जाते इसे कारण लगा पे
    वाला पता बना बीच सिर्फ दुनिया देने दोनों विकास चुनाव तथा तब लेकर आगे ओर करो कहते फिल्म होगी इसी खुद बन शुरू सही
    कौन जाए पूरी हमें अलग उत्तर करके केवल पानी यहाँ यही जिस बड़ी मिल गयी देख मन मैंने लिये अन्य करे बड़ा बड़े मंदिर
    आपकी आया देते भाषा सामने हमारी जाना लगता प्यार रात हूं करती क्षेत्र जाएगा याद हाथ चल शामिल आने इतना इसलिए जानकारी
    पूरा बिना होना ऐसी करेंगे जगह प्राप्त बंद बाहर अनुसार इसमें दूर दौरान पूर्व खिलाफ दूसरे वर्ष बनाने लगे समझ सी आपका
    प्रकार बता सकती आम कार्य दें देखा देना पूरे भर देता यदि वही शहर कह तेरे मौत शिक्षा सुबह आई उपयोग किए गये तरफ तू
    जान लाख
    """)
}
