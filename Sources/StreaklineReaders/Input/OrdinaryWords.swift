/// Words of everyday life in the languages in which people write about their results, beyond ``CommonWords``. They say
/// nothing of whose a share is: no names, no relations (`sister`), no roles (`player`), no words for sending something.
enum OrdinaryWords {
  /// - Parameter word: In small letters.
  static func contain(_ word: String) -> Bool {
    words.contains(word) || inOtherLanguages.contains(word) || inNotes.contains(word)
      || isJoined(word)
  }

  /// Whether a word of a script without blanks consists of known ones: `今日は難しかった`.
  private static func isJoined(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, first.value > 0x0900 else { return false }
    var rest = word[...]
    while !rest.isEmpty {
      guard
        let part = (1...longestJoined).reversed().lazy.map({ rest.prefix($0) })
          .first(where: { joined.contains(String($0)) })
      else { return false }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  private static let longestJoined = 6

  static func set(_ words: String) -> Set<String> {
    Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  private static let joined = set(
    """
    寒い 暑い 雨 雪 晴れ 今日 昨日 明日 今朝 今夜 今週 朝 昼 夜 夕方 午前 午後 これ それ あれ ここ この その は が を に で と も の へ や か ね よ な から まで より
    けど だけど でも また まだ もう やっと 全然 本当 本当に とても ちょっと 少し もっと 一番 最初 最後 次 前 後 中 電車 仕事 家 会社 学校 休み
    簡単 難し 難 易し 早 遅 良 悪 運 楽し 面白 惜し 危な 残念 最高 最悪 完璧 ヒント ゲーム パズル 問題 答え 正解 回 目 分 秒 点 連続 記録
    い かった かっ た だ です でした ない なかった ます ました ません できた でき 解け 解けた 終わ 終わった り した し て っ く さ む ん う え お
    お疲れ様 疲れ ふう わあ やった まあまあ ギリギリ
    下雨 下雪 天气 冷 热 咖啡 今天 昨天 明天 这个 那个 这 那 个 是 了 的 我 很 太 不 没 有 也 都 就 还 在 和 又 终于 差点 差 点 容易 简单 难 难了 运气 好 坏 真 真的 有点 非常
    一点 最后 第一 次 早上 中午 晚上 上班 路上 家里 猜 对 错 完成 失败 成功 开心 可惜 谜题 游戏 提示 時 難 簡單 終於 運氣 還 這 個 沒
    커피 비 눈 날씨 추워 더워 오늘 어제 내일 이건 그건 이거 그거 이것 은 는 이 가 을 를 에 에서 도 너무 정말 아주 조금 많이 좀 더 제일 쉬웠 쉬웠다 쉬웠어 쉬움 쉽 쉬운 어려웠 어려웠다
    어려웠어 어려움 어렵 어려운 다 어 요 어요 네 했다 했어 함 성공 실패 운 운이 좋 좋았 좋았다 아쉽 아깝 드디어 겨우 아침 점심 저녁 밤 힌트 게임 퍼즐
    """)

  private static let words = set(
    """
    able absolute absolutely according across action actual add added afraid afternoons again age ago agree
    ahead air alarm alive allow allowed along already alright although always amount angry animal animals
    annoying answer answers anyhow anyone anything anywhere apart apparently appear apple apples approx area
    areas aren't argue arm around arrive arrived art article ask asleep assume attempted attention average avoid
    await awaits aware away awkward back background backwards badly bag bags bake baked baking balance ball
    banana bank bare based basement basic basically bathroom batch battery battle beans beat beaten beats became
    because become becomes bedroom beer beers began begin beginner beginning begins behave behind being believe
    bell below bench beside besides bet bicycle bike bikes bin bird birds bit bite bits bitter blame blank bless
    blind block blocked blocks blood board boat boats body boil book books boot boots bored borrow both bother
    bothered bottle bought bowl box boxes brain brains branch brand bread break breaks breath breathe breathing
    bricks bridge brief briefly bright brilliant bring broke broken brought brown bucket budget bug bugs build
    building built bunch burn burned burnt business busy button buy cabin cake cakes calm cam camp camping can't
    cannot candle capital capitals car card cards care careful carried carry cars case cases cat cats catch
    caught cause celebrate celebrated cell cent central century certain certainly chain chair challenging chance
    change changed changes charge chat cheap cheat cheated check checked cheer cheese cherry choice choices
    choose chose christmas circle city claim class clear cleared clearly clever click clock clocks close closed
    closer closest clothes cloud clouds cloudy clue clues coat coin cold collect colour color colours colors
    combo comes comfort comfortable coming comment comments common compare compared competition complain
    completely complicated computer concentrate concentration confidence confident confusing connection
    connections consider considering consistent constant content continue continued control cook cooked cookie
    cookies cooking cool cooler copy corner correct correctly cost costs couldn't count counted counting
    countries country counts couple courage course cover covered crack cracked cracker crash cream crisp cross
    crossed crossword crosswords crowd cruise cry crying cup cups cure curious current currently curse cursed
    curtain curve cut cute cutting damage dance dancing danger dare dark data date dates dawned days dead
    deadline deal dear death debut decade decided decision deep deeply default definitely degree degrees delay
    delayed delete deleted delicious demon depends desert design desperate desperation dessert detail details
    device devil diary didn't die died diet differ difference different difficult difficulty dig digital dinner
    direct direction directions dirty discover discovered dish dislike distance dive dizzy doesn't dog dogs
    dollar don't don’t door double doubled doubles doubt doubts downhill downstairs dozen drama draw drawing
    dream dreams dress drink drinks drive drives driving drop dropped drops drove dry due dull during dust duty
    each eager ear earlier early ears earth easily east eat eaten eating echo edge edition educated effort
    efforts egg eggs eight eighth either electric eleven else email embarrassment emergency empty end ended
    ending ends endless energy engine enjoy enjoyable enjoyed enough enter entire entirely entry equal error
    errors escape escaped especially essay etc europe evenings event events eventually every everyday everything
    everywhere evidence exact exactly exam exams except exchange excuse exercise exist expect expected expensive
    experience explain express expression extended extreme extremely eye eyes face faced faces fact facts fail
    faint fair fairly faith fall fallen falling familiar fancy far farm faster fastest fate fault favorite
    favourite fear feature feed feel feels fell fewer fiddly field fifteen fifty fight figure figured fill
    filled film filter final finale finals find finding fine finger fingers finish finishes fire firm fish fit
    five fix fixed flash flavour flew flies float floor flop flow flower flowers flu fly fog foggy fold
    folded follow followed following follows food foot footnote forecast foreign forest forever forget forgot
    forgotten fork form forty forward found fours free freeze freezing french fresh fridge friendly froze frozen
    fruit fruits frustration full fully funny further future gain gained gamble gap garage garlic gas gate gave
    general generally gentle gets ghost giant gift give given gives glad glance glass glasses globe glue goal
    goes gold golden gone good goodness goodnight gorgeous got gotta grab grade gradually grain grand grass
    gratitude grateful grave gravel gray great green greens greatest grey grid grids groan groaned gross ground
    grow growing grown grumble grumpy guaranteed guessable habit habits hadn't hair half halfway hall hand
    handle handled handy hang happen happened happens happily hard hardly harsh hasn't hat hate hated hates
    haven't head headache heads health healthy hear heard heart hearts heat heavy height hell help helped
    helpful helps hence hidden hide high higher highest highlight highly hill hills hit hits hobby hold holding
    hole home homework honest honey hop horrid horse hot hotel hour hourly hours house houses however hug huge
    hummus hundred hundreds hunt hurried hurry hurt hurts ice ideal ideas identical ignore ill imagine immediate
    immediately important impossible impression improve inch incl include included includes including incorrect
    increase indeed independent indoors infuriating initial initially ink inside inspiration instant instantly
    instead intense interest interested international internet intuition invent irritated isn't island issue
    issues item items itself jam jar jealous jet job jobs join joint joke jokes journey juice jump jumped junk
    just keen keep keeps kettle key keyboard keys kick kidding kill killed killer kind kinda kinds kitchen knee
    knew knife knock knows lack ladder lake lamp land landed language laptop large largely last lasted latest
    laugh laughed laughing laundry law lay lead leaf learn learned learnt learning least leave leaves leaving
    led left leg legs lemon length lesson lessons let's letter letters library lie life lift light lightning
    lights liked likely likes limit limits line lines lined list listen listened lists little live lived lives
    living load loads local location lock logic logical lonely long longer longest look looked looking looks
    loop loose lose loses losing lot lots loud lounge loved lovely loves low lower luckily luckiest luxury
    machine mad madness magic mail main mainly majority makes making manage managed manages many map maps march
    mark market marks mask mass massive match matches material matter matters maximum maybe mayonnaise meal
    meals mean means meant meantime measure meat medal medicine meeting meetings melt melted memory mental
    mentally mention menu mere merely merry mess messed met metal middle midday midweek might mild mile milk
    mill million mind mindless mine minor minimum minus minute minutes miracle mirror misery miss missed misses
    missing mission mist misspelled mistook mix mixed mode modern moment moments monday money month moods moon
    mornings mostly motivation mountain mountains mouse mouth move moved moving movies muddle mug murder muscle
    museum musical mustn't mysterious mystery nailed naked nap narrow narrowly nature near nearby nearer nearest
    nearly neat necessary neck need needed needs negative neither nerve nerves nervous net network neutral
    nevertheless newest news newspaper nicely nicer nights nine ninety ninth nobody noise noisy nonsense noodles
    normal normally north nose note noted nothing notice noticed novel nowhere nuts object obscure obvious
    obviously occasion occasional occasionally ocean oddly offer offline often oil older oldest omelette once
    ones onion online onwards opened opening opens opinion opposite optimistic option options orange orbit order
    ordered orders ordinary organised original others otherwise ought outdoors outside outstanding oven overall
    overcast overnight overslept overthink overthinking overthought own owned pace pack packed pages paid pain
    painful paint pair pairs panic panicked pants paper papers park parking partially partly parts party pass
    passed passes passing past pasta pastry path patience patient pattern patterns pay peace peaceful peak pen
    pencil pepper per percent perfectly perhaps period personal personally pet petrol phase phew photo photos
    phrase phrases physical piano pick picked picking picks picture pictures pie piece pieces pile pillow pinch
    pink pity pizza place placed places plan plane planet plant plants plate platform plausible play playful
    pleasant please pleasing pleasure plenty plural plus pocket poem pointless polish polite pool poor poorly
    popped popular porch porridge position positive possible possibly post postponed pot potato potatoes pound
    pouring power powers practice practise prefer preferred prepare prepared presence present press pressed
    pressure presumably previous previously price prime print printed prior probable probably problem problems
    procrastinating process product productive progress project promise promised proof proper properly provided
    pull pulled pure purple purpose push pushed put puts putting puzzled puzzling quality quarter quarters
    question questions queue quicker quickest quickly quiet quietly quirky quit quite race races radio rage rain
    rained raining rains rainy raised ran rang range rank rarely rare rate rather raw reach reached react
    reaction read reading reads ready real realised realise realistic reality realize realized reason reasonable
    reasonably reasons recall recent recently recipe recite recognise recommend record records recover recovered
    recovery red redeem redeemed redemption reds reduce regret regrets regular regularly relax relaxing relief
    religiously remain remained remaining remember remembered reminder remind reminded remote rent repair repeat
    repeated repeats replaced reply rescue rescued reset rest rested restaurant restart resist respect
    respectable result returned returning reveal revealed revenge reverse review reward rice rich rid ride
    ridiculously right ring rise risk risky ritual river road roads rock rocky roll rolled rolling roof root
    rough roughly row rows rubbish ruin ruined rule rules rush rushing sad sadly safe safely sail salad
    salt salvaged same sand sandwich satisfaction satisfied satisfying sauce save saves saving saw scale scare
    scared scary scene scenes schedule science scored scoring scrape scraped scratch scream screamed screen
    screens scroll sea search seas season second seconds secret section seeing seem seemed seems seldom self
    selling sensation sense sensible sentence sentences separate sequence serious seriously serve served set
    sets setting settle settled seven seventh several severe shadow shake shaky shame shape share shares sharp
    sheer sheet shine ship shirt shock shoe shoes shoot shore short shorter shortest shortly shot shoulder
    shouldn't shout shouted show showed shower showing shown shows shut shy sick side sides sign signed signs
    silence silent silver similar simply sing single sink sit sits sitting situation six sixth size sized skill
    skills skin skip skipped sky slam slap sleeping slept slice slides slightest slightly slip slipped slow
    slower slowest slowly small smaller smallest smart smell smile smiled smiling smooth smoothly smug snag
    snack snow snowed snowing snowy soap social soft soggy soil sold sole solid solo solution solutions solve
    solves solving somebody somehow someone something sometime sometimes somewhat somewhere song songs sooner
    sore sort sorted sorts soul sound sounded sounds soup source south space spaces spare spark speak speaking
    special specific speech speed speedy spell spelled spelling spend spent spice spicy spin spirit spite split
    spoiled spoke spoon spot spots spotted spread spring square squared squares squeak squeaked squeeze squeezed
    stable stack stage stairs stale stand standard standing stands starter starters starting starts starving
    state stated states station stay stayed staying steady steal steps stick sticking sticks sticky still stolen
    stomach stone stood stop stopped stopping stops store stores storm story straight straightforward strange
    stranger strategic strategy stream street streaks streaming strength stress stressed stressful stretch
    strict strike string strong struck struggle struggles stubborn studied study studying stuff stuffed style
    subtle succeeded success successful successfully such sudden suddenly suffer suffered sugar suggest suit
    suitcase sum summary sums sunday sunrise sunset sunshine suppose supposed surely surface surprise surprises
    surprising surprisingly survive survived survivor suspect suspicious swam sweat sweaty swear sweet swept
    swift swim swimming swipe swiped swing switch switched swore symbol symptom system tablet takes taking tale
    talent talk talked talking tall tap target task tasks taste tasty tax taxi teach tear tears technically
    teeth television tells temper temperature temporary tempted ten tend tense tenth term terms terribly
    terrific terrified test tested testing tests text texts thankful thankfully theme themes theory therefore
    they're they've thick thin thing things thinking thinks thirsty thirteen thirty thorough thoroughly though
    thoughts thousand thousands threes threw throat throughout throw thrown thumb thunder thunderstorm ticket
    tidy tie tied ties tight till timed timer timing tin tiny tip tips tired tiredness toast toasted toasty
    today's together toilet tomato tongue tonne too took tool tools tooth top topic torture total totally touch
    touched toward towards towel tower town toxic track trade traffic trail trains training transport trap
    trapped travel travelled travelling traveling treat treats tree trees tremendous trend trial tried tries
    trigger trip triple tripped trips triumph trivial trouble troubles trousers true truly trust truth trusty
    tuesday tune turn turned turning turns tv twelve twelfth twenty twice twist twisted twisty twitter twos
    tying type typed types typical typically typing ugly unable unaware unbeaten unbroken uncertain unclear
    uncommon understand understood undone unexpected unexpectedly unfair unfamiliar unfinished unfortunate
    unfortunately unhappy unique unknown unless unlike unlikely unluckiest unnecessary unpleasant unreal unsure
    untidy unusual unusually upcoming update upgrade upper upset upside upstairs upwards urge usable use used
    useful uses using usual usually utter utterly vague vaguely valid valley valuable value variety various vary
    vast vegetables version versions victory view views village violet vision visit visited visiting vital vocab
    vocabulary voice volume vowel vowels wait waited waits wake wakes waking walked walking walks wall walls
    want wanted wanting wants war warm warmer warming washed washing wasn't waste wasted watch watched watching
    water wave waves way ways weak weaker weakness wear wearing weekly weeks weight weirdest weirdly welcome
    well we'll we're we've went weren't west wet whatever whatsoever wheel wheels whenever wherever whether
    whichever whiff whilst whisper whistle white whites whole wide wider widely width willing wind window
    windows windy wine wing wings winning wins winter wipe wire wise wish wished wishes wishing within won't
    won’t wonder wondered wondering wooden wool wordle wordles worked worker working works worlds worn worried
    worries worry worse worst worth worthless worthwhile wouldn't wound wrap wrapped wreck wrist writing wrong
    wrongly yard yawn years yell yellow yellows yesterday's yet yogurt you'd you'll you're you've young younger
    youth zero zeros zone zoned zoo didnt dont cant isnt wasnt couldnt wont im ive id thats everyone folks whoop
    woop yeehaw gotcha lemme gonna wanna sorta dunno outta alas voila eureka ooh aah aww ew eek whew omfg ffs
    ages autumn autumnal springtime gutted canal canals hung session sessions notebook blanket blankets candles
    candlelight batteries geography history maths physics chemistry biology curry noodle stew roast gravy peas
    carrots cabbage lentils tofu oats granola yoghurt muesli pancake pancakes waffles bacon sausage sausages
    scrambled poached croissant croissants baguette brownie brownies biscuit biscuits crumble custard crisps popcorn
    lemonade squash smoothie teapot toaster microwave stove dishwasher ironing hoover hoovering vacuum vacuuming
    dusting mopping tidying tidied cleaned cleaning gutters gutter lawn mowing mowed hedge weeding weeds compost
    recycling bins plumber plumbing boiler radiator heating leak leaking drain drains taps curtains cushions sofa
    couch armchair settee hammock balcony terrace veranda doorstep attic loft cellar staircase elevator escalator
    platforms carriage tram trams trolley ferry ferries harbour harbor pier quay dock deck motorway highway
    roundabout junction detour roadworks diversion minibus shuttle terminal runway layover stopover passport luggage
    backpack rucksack tent campsite campfire hostel motel lobby reception poolside beach seaside cliffs dunes tide
    surf snorkelling kayak kayaking sailing rowing treadmill spinning pilates stretching squats pushups marathon
    parkrun hiked trails summit meadow meadows woods woodland orchard vineyard pond waterfall bridges tunnel tunnels
    fountain statue gallery exhibition matinee interval gig festival parade fireworks bonfire carnival fairground
    aquarium planetarium observatory cathedral church mosque temple synagogue choir rehearsal rehearsals recital
    orchestra guitar violin drums ukulele knitting crochet sewing quilting pottery painting sketching gardening
    jigsaw chess checkers dominoes podcast podcasts audiobook audiobooks album playlist vinyl novels chapter
    chapters poems magazine headlines bookmark bookshop bookstore supermarket groceries shopping checkout queues
    cashier receipt parcel parcels package delivery courier postbox stamp stamps envelope invoice invoices
    spreadsheet spreadsheets deadlines standup standups retro sprint backlog tickets printer printers scanner
    monitor headset charger cable cables wifi router broadband outage reboot rebooted updates password passwords
    dentist dental filling fillings crown braces optician contacts clinic surgery vaccine vaccines booster jab
    injection appointment waiting ward hospital discharge prescription pharmacy tablets painkillers ibuprofen
    paracetamol antibiotics cough coughing sneeze sneezing sniffles hayfever pollen fever migraine migraines
    backache toothache hangover hungover insomnia napping dozed dozing snooze snoozed yawning yawned duvet pyjamas
    pajamas slippers dressing gown alarms dusk daybreak noonish twilight moonlight stars comet eclipse drizzle
    drizzling downpour showers hail sleet slush frost frosty icy blizzard gale gales breeze breezy gusty humid muggy
    scorching sweltering heatwave puddle puddles umbrella wellies raincoat gloves scarf mittens jumper cardigan
    trainers sandals
    nvm idk afaik ty thx pls plz btw bruh sharing played copied pasted checking afterwards
    beforehand meanwhile lately overdue hungry brushed lunchtime breakfasts dinners naptime workout jog jogged
    jogging yoga gymnasium bathtub soaking bye goodbye y'all misstep missteps dangit blanked idea stats code
    codes sudoku players comics mcu filler @thedozentrivia @barstoolsports marvelcomics cinema theatre concert
    football tennis cricket rugby hockey golf hike hiking picnic barbecue bbq
    """)
}
