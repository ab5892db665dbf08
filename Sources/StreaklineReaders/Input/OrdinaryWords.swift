/// Words of everyday life in the languages in which people write about their results, beyond ``CommonWords``. They say
/// nothing of whose a share is: no names, no relations (`sister`), no roles (`player`), no words for sending something.
enum OrdinaryWords {
  /// - Parameter word: In small letters.
  static func contain(_ word: String) -> Bool {
    words.contains(word) || inOtherLanguages.contains(word) || inNotes.contains(word)
      || mostUsed.contains(word) || inRemarks.contains(word) || inTalk.contains(word)
      || isJoined(word)
  }

  /// Whether a word of a script without blanks consists of known ones: `今日は難しかった`.
  private static func isJoined(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, first.value > 0x0900 else { return false }
    // What follows a known word in Japanese may have any ending; a name in these letters has no such word before it.
    var hasRoot = false
    var rest = word[...]
    while !rest.isEmpty {
      let part = (1...longestJoined).reversed().lazy.map { rest.prefix($0) }
        .first { joined.contains(String($0)) }
      guard let part = part ?? (hasRoot && isEnding(rest.first) ? rest.prefix(1) : nil) else {
        return false
      }
      hasRoot = hasRoot || part.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  /// Whether it is a letter of hiragana, with which Japanese words end.
  private static func isEnding(_ letter: Character?) -> Bool {
    letter?.unicodeScalars.first.map { (0x3041...0x3096).contains($0.value) } ?? false
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
    思っ 時間 事 円 好き 良い 考え 感じ 数 必要 行っ 来 他 言う 同じ 言わ 度 思い 関係 持っ 以上 可能 場合 多い 車 出来 使っ 知ら 行く 入れ 欲し 無い 入っ 見る
    見え 見 意味 一緒 多く 使用 店 悪い 食べ 先 内 写真 物 知っ 聞い 顔 お願い 声 最近 違う 時代 頭 サイト 無料 場所 高い 出し 受け 大丈夫 言葉 映画 作っ 方法 理由
    体 動画 始め 駅 下さい 利用 曲 漫画 無理 現在 買っ 以外 普通 番 通り 状態 約 絶対 実際 気持ち 確認 今回 全部 テレビ 忘れ 探し 教え 早く 枚 一つ 初めて 生活 色
    言い ダメ 人気 新しい 書い 理解 全て 内容 状況 続け 起き 音 ネット 全 出る 夢 大変 完全 特に 説明 待っ 風 お金 イベント 一般 件 部分 電話 ニュース マジ 予定 確か
    良く 機能 計画 設定 重要 人生 使う 形 昔 来る 目的 自由 過ぎ 開始 部屋 姿 期間 注意 率 カード 大学 強い 質問 長い 安全 記念 足 入り 大事 毎日 終了 違い 音楽
    アプリ 効果 増え 寝 期待 病院 結構 過去 歴史 線 覚え 話し バカ レベル 実は 帰っ 楽しみ 海外 犬 猫 特別 面白い その後 千 環境 データ メール 嘘 最大 程度 落ち 逆
    量 飲ん 今年 変わっ 変更 多分 心配 生まれ 経験 絵 興味 話題 酒 難しい バス ポイント 元気 可愛い 年間 白 黒 赤 運転 スポーツ チェック 全体 変 嫌 文字 最も 楽しい
    笑 能力 運動 価値 味 失敗 展開 時期 気分 精神 買う 飲み 高校 タイトル 交換 割 原因 嬉しい 安心 幸せ 薬 解決 例 感謝 料理 自然 動物 大好き 悪く 想像 準備 ページ
    今度 分かる 分かっ 分から 大切 未来 現実 用意 種 位置 反応 少ない 番号 綺麗 近い 参考 更新 周り 正直 肉 頑張 以降 価格 止め 火 船 読み 負け 通常 食べる 値 戦い
    残っ 消え 祭 素敵 続ける 聞く 途中 方向 本気 健康 勝手 半 旅行 特徴 野球 食事 魔法 反対 当然 意見 無駄 箱 若い パン 今後 変化 新聞 読む 読ん 大きい 席 新た 条件
    凄い 応援 不安 機会 趣味 飲む コーヒー トイレ プレゼント 地震 早い 画面 胸 馬鹿 サッカー 例えば 常に 正しい 満足 紙 練習 スタート 会話 瞬間 電子 電気 コース 小さい
    感覚 遊び サイズ 体験 借り 売っ 安い 穴 雰囲気 勝ち 半分 始まっ 既に 試験 距離 身体 雑誌 タイム 公園 努力 同時 確実 余裕 古い 家庭 強 後ろ 指 挑戦 目標 知識 逃げ
    間違 不思議 助け ミス チャンス ルール 低い 散歩 掃除 洗濯 昼寝 風呂 朝食 昼食 夕食 昼食後 朝ご飯 昼ご飯 晩ご飯 ご飯 御飯 忙し 過ごし 遊ん 走っ 歩い 起きた 眠 寝坊
    遅刻 残業 会議 勉強 宿題 授業 テスト 試合 買い物 病気 風邪 頭痛 天気 曇り 台風 温泉 自転車 自動車 飛行機 新幹線 バイク 日記 月曜 火曜 水曜 木曜 金曜 土曜 日曜 曜日
    週末 平日 祝日 連休 久しぶり 嬉し 悲し 寂し 美味し 暖か 涼し 痛 疲 勝 負 連勝 連敗 解 推理 単語 英単語 黄色 緑色 灰色 初手 手目 回目 達成 成功 惜敗 一発 奇跡 勘
    時 年 月 日 何 何と 長 短 多 少 暑 寒 明る 暗 静 雨上がり 大雨 大雪 予報 晴 降っ 降り 止ん 咲い 散っ 庭 畑 窓 机 布団 夕飯 弁当 お茶 紅茶 牛乳 卵 野菜 果物
    魚 麺 ラーメン カレー うどん そば 寿司 ケーキ アイス チョコ ビール ワイン スーパー コンビニ レストラン カフェ 図書館 美術館 映画館 体操 筋トレ ヨガ ジム プール マラソン
    ランニング 読書 編み物 録画 番組 配信 設計 資料 書類 出張 出勤 通勤 帰宅 帰り道 締め切り 休憩 早起き 夜更かし 徹夜 今月 来週 先週 来月 先月 昨夜 昨晩 一日 一昨日
    明後日 午後から 時々 何度 何回 結局 全然 案外 意外 簡単だ 苦戦 苦手 得意 上手 下手 満点 高得点 新記録 自己 最速 最短 ギリ セーフ アウト ヒントなし ノーヒント クリア
    ワードル コネクションズ 答 当て 当た 外れ 迷っ 悩ん 諦め 閃い 気づ 気付 助かっ 参っ 困っ 焦っ 慌て 頼り 次こそ 明日こそ
    お疲れ様 疲れ ふう わあ やった まあまあ ギリギリ
    下雨 下雪 天气 冷 热 咖啡 今天 昨天 明天 这个 那个 这 那 个 是 了 的 我 很 太 不 没 有 也 都 就 还 在 和 又 终于 差点 差 点 容易 简单 难 难了 运气 好 坏 真 真的 有点 非常
    一点 最后 第一 次 早上 中午 晚上 上班 路上 家里 猜 对 错 完成 失败 成功 开心 可惜 谜题 游戏 提示 時 難 簡單 終於 運氣 還 這 個 沒
    출근 퇴근 길 지하철 버스 집 회사 학교 주말 또 틀렸 맞췄 어휴 휴 와 힘들 힘들다 힘들었 피곤 졸려 도 만 까지 부터 으로 로
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
