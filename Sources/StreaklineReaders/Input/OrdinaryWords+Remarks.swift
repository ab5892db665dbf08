extension OrdinaryWords {
  /// As `words`: what people say of how a game went, of what else they did, and to those to whom they send it.
  static let inRemarks = set(
    """
    verzockt тяжело тяжко еле еле-еле 好险
    craqué craque craqué cartonné galéré galère foiré bourde loupé ramé sué transpiré paniqué deviné hésité cogité séché
    coincé bloqué planté tombé sauvé réfléchi abandonné oublié terminé commencé recommencé chanceux chanceuse nul nulle
    moche honteux fastoche tranquille tranquillement laborieux laborieusement ouille aïe punaise mince purée flûte youpi
    hourra yes nickel impec impeccable chouette génial géniale dingue ouah bref voilà coucou salut bonsoir bonjour bisous
    bises copains collègues équipe
    desaster katastrophal gesamt insgesamt gesendet verschickt erledigt verkackt versemmelt verbockt vergeigt vermasselt
    gerätselt gegrübelt gepatzt gerettet geraten gezittert geknobelt gebraucht aufgegeben verzweifelt ärgerlich peinlich
    blamabel blamage zitterpartie punktlandung volltreffer glückstreffer glückssache anfängerglück tagebuch rätseltagebuch
    rätselrunde gespräch besuch spaziergang wäsche einkauf einkaufen rechnung rechnungen zahnarzt geburtstag leute alle
    zusammen mahlzeit moin servus grüezi hallihallo tschüss ciao ahoi grüße grüsse gruß aus bilanz fazit ausbeute summe
    groetjes groeten groet hierbij jongens mensen allemaal iedereen gelukt mislukt gefaald geluk pechvogel sjonge jeetje
    helaas eindelijk zucht oei puzzeldagboek rekening boodschappen klaar gewoon lekker jammer balen prutsen geprutst
    lätta lätt svåra svår klurigt klurig knepigt knepig kämpigt gissade gissning chansade chans äntligen nära ögat hurra
    usch attans jäklar snyggt grattis gänget allihop hälsningar sammanlagt totalt tvätten räkningen handlat missade
    vanskelige vanskelig lette flaks uflaks heldig uheldig endelig nesten gjettet gjætt æsj uff fy klarte samlet regning
    masterpiece bill bills groceries laundry rent chores errands dishes vacuuming overall altogether fiasco debacle trainwreck
    shambles nightmare breeze doddle cakewalk stinker stumper brainfart facepalm botched bungled fluffed flubbed choked
    bottled scraped squeaked muddled stumbled fumbled whiffed biffed fluked clutch clutched redemption comeback hattrick
    folks everyone everybody guys gang lads ladies peeps y'all crew dedicated dedication shoutout kudos ranking ratings
    rating rated thumbs stars verdict opinion tally
    desastre desastroso fracaso acierto aciertos suerte suertuda chiripa churro potra menos mal costó costado atasqué atascada
    atascado rendí adiviné casi gente chicos chicas familia amigos todos vaya caramba uff facilísimo dificilísimo
    chupado pan comido total resumen cuenta factura lavandería
    desastre sorte chutei chutado acertei errei consegui quase ufa puxa nossa eita caramba pessoal galera gente turma
    facílimo dificílimo moleza sufoco suado suada conta boleto resumo
    ecco yummy
    disastro fortuna sfortuna colpo indovinato azzeccato sbagliato mancato faticato faticaccia sudato bollette bolletta
    ragazzi ragazze raga gente tutti mannaggia accidenti evviva finalmente totale riassunto facilissimo difficilissimo
    ciężkie ciężko łatwizna porażka fuks fart szczęście pech zgadłem zgadłam zgadywałem prawie wreszcie nareszcie ludzie
    kochani rachunek rachunki pranie zakupy masakra koszmar dramat razem łącznie
    hotovo konečně skoro těžké těžký lehké štěstí smůla hádal hádala dneska nevyšlo vyšlo lidi účet celkem
    ennyi nehéz könnyű szerencse majdnem végre sikerült srácok emberek összesen
    vihdoin melkein vaikea vaikeaa helppo helppoa tuuri kaikki yhteensä lasku hyvä huono
    zorladı başlamadım başaramadım bildim bilemedim buldum tahmin şans şanslı neredeyse sonunda arkadaşlar millet toplam
    fatura kolaymış zormuş bitti
    катастрофа провал повезло везение угадал угадала справился справилась справилось наконец-то едва чудом ребята друзья
    народ девочки мальчики итого всего счёт стирка покупки ужасно сложновато легкотня
    катастрофа пощастило нарешті ледве друзі разом рахунок складно
    κατάφερα τελικά επιτέλους σχεδόν δύσκολο εύκολο τύχη άτυχος τυχερή τυχερός παιδιά όλοι σύνολο έχασα κέρδισα βρήκα μάντεψα
    얘들아 여러분 친구들 다들 망했다 망했어 성공 실패 겨우 간신히 드디어 거의 운 좋았다 나빴다 쉽다 어렵다 어려웠어 쉬웠어 합계 총
    みんな みなさん 皆さん やっと なんとか ギリギリ 惨敗 完敗 全滅 成功 失敗 合計 運 大家 各位 终于 差点 运气 失败 成功 总计
    """)
}
