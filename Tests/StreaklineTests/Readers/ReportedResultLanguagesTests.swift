import StreaklineReaders
import Testing

/// Reports of another person's result with an article or a title before the name, and in languages whose words have
/// particles or no blanks.
@Suite struct ReportedResultLanguagesTests {
  private static let share = "Wordle 1,049 3/6\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛🟨\n🟩🟩🟩🟩🟩"

  private static func chat(_ words: String, _ end: String) -> String {
    "[13/05/2024, 21:29:00] Bo: hi all\n[13/05/2024, 21:29:30] Zia: and hello\n"
      + "[13/05/2024, 21:30:00] Zia: \(words)\(end)\(share)\n"
  }

  private static let others: [String] = [
    "O Tiago fez", "o Edu fez", "A Ana fez", "e o Tiago fez", "O Tiago hoje fez", "Dona Ana fez",
    "Dona Lurdes fez", "a Dona Lurdes fez", "El Pablo sacó", "la Marta ha hecho",
    "Il Gigi ha fatto",
    "L'Edu ha fatto", "le Hugo a fait", "la Manon a fait", "Der Huber hat", "Die Resi hat",
    "Herr Huber hat", "Frau Huber hat", "Tante Rosa hat", "Onkel Sepp hat", "De Joost had",
    "Het Fientje heeft", "en Pau ha fet", "na Mercè ha fet", "Señora Ibáñez sacó",
    "お母さんは", "お母さんが", "母の", "妹も", "今日、母は", "うちの母は", "私の母は", "田中さんは", "花子ちゃんの",
    "お母さんが解いた", "お母さんの結果", "彼女は3回", "友達が送ってくれた", "花子は", "Rosaは", "ゆきさんが", "友達から",
    "엄마는", "엄마가", "엄마의", "엄마도", "우리 엄마는", "오늘 엄마는", "엄마가 했어", "엄마가 한 거", "엄마 결과", "친구가 보내준",
    "민수가", "김민수는", "지수 씨는", "민수님이", "선생님은", "동생이 3번만에 성공", "내 친구는",
    "妈妈的", "我妈做了", "小李得了", "她的", "我妈妈今天得了", "王老师的", "同事发来的", "媽媽的", "这是我姐的", "我朋友猜对了",
    "annem yaptı", "kardeşim çözdü", "annem bugün bitirdi", "äiti sai", "siskoni ratkaisi",
    "hän sai", "anyu megoldotta", "a nővérem kapott", "mama zrobiła", "moja siostra rozwiązała",
    "brat dostał", "мама решила", "моя сестра сделала", "у мамы", "у моего брата", "η μαμά έκανε",
    "ο Γιάννης έκανε", "η αδερφή μου έλυσε",
  ]

  @Test(arguments: others, [" ", "\n"])
  func `a share after a report is not the sender's`(words: String, end: String) throws {
    let found = try ChatRecords(Self.chat(words, end))
    #expect(found.results == [])
    #expect(
      found.misses == [
        "Zia wordle: another name is directly before it, and nothing says whose it is"
      ])
  }

  private static let own: [String] = [
    "eu fiz", "ich habe", "O Tiago ajudou", "o Tiago fez bolo,", "O Tiago fez 4, eu fiz",
    "com o Tiago", "melhor que o Tiago", "El Pablo me odia", "la Marta ha hecho pan",
    "O jogo de hoje fez",
    "Der Huber hasst mich", "besser als Herr Huber", "danke Frau Huber", "Die Arbeit hat genervt,",
    "mit Tante Rosa", "Het was leuk", "Il mio", "La settimana è lunga", "en verder",
    "私は", "僕の", "俺が", "今日は", "今日の", "今日の結果", "母に勝った", "母と一緒に", "母の日", "母はケーキを作った", "母は4、私は",
    "たくさんの", "皆さんは", "お母さんありがとう", "お母さん、見て", "母より良い", "友達のおかげで", "友達が教えてくれたゲーム", "私も", "最後の",
    "나는", "내", "나도", "제가", "내 결과", "오늘은", "오늘의", "날씨가", "엄마 고마워", "엄마랑 같이", "엄마보다", "엄마가 도와줘서",
    "엄마는 4 나는", "친구가 추천한 게임", "고양이가", "이것은", "그것은",
    "我的", "我得了", "我做了", "今天的", "谢谢妈妈", "比妈妈的好", "和妈妈一起", "妈妈做了饭", "妈妈4，我得了", "妈妈帮我",
    "ben yaptım", "annem yardım etti", "annemle", "äiti auttoi", "minä sain",
    "anyu segített", "mama pomogła", "z mamą", "мама помогла", "спасибо мама", "у меня",
    "με τη μαμά",
    "η μαμά με μισεί", "mama zrobiła ciasto",
  ]

  @Test(arguments: own, [" ", "\n"])
  func `a share after other words is the sender's`(words: String, end: String) throws {
    let found = try ChatRecords(Self.chat(words, end))
    #expect(found.results == ["Zia wordle 20240503 3 2024-05-13T21:30:00Z"])
  }

  @Test(arguments: ["엄마는", "お母さんは"])
  func `it is so for other games`(words: String) throws {
    let share = "Framed #1427🎥 🟥 🟩 ⬛ ⬛ ⬛ ⬛\n\nhttps://framed.wtf"
    let chat = "[13/05/2024, 21:29:00] Bo: hi\n[13/05/2024, 21:30:00] Zia: \(words) \(share)\n"
    let found = try ChatRecords(chat)
    #expect(found.results == [])
    #expect(
      found.misses == [
        "Zia framed: another name is directly before it, and nothing says whose it is"
      ])
  }
}
