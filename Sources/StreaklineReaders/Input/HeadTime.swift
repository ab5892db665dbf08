/// The words and numbers with which heads of messages say when: `08:00`, `8:00 AM`, `3 May 2024`, `2h`.
enum HeadTime {
  /// A weekday, or a word such as `Yesterday`. It says when, but not in the way of a program.
  static func isDayWord(_ word: String) -> Bool {
    dayWords.contains(word.lowercased())
  }

  /// Where a weekday in brackets ends that starts at `index`: `(木)` in `8月20日(木)`, as Japanese and Korean dates
  /// have it. `nil` where none starts there.
  static func endOfBracketedDay(_ text: [Character], _ index: Int) -> Int? {
    guard index + 2 < text.count, "(（".contains(text[index]), weekdays.contains(text[index + 1])
    else { return nil }
    let end = text[(index + 2)...].prefix { "曜日요일".contains($0) }.endIndex
    return end < text.count && ")）".contains(text[end]) ? end + 1 : nil
  }

  private static let weekdays: Set<Character> = [
    "月", "火", "水", "木", "金", "土", "日", "월", "화", "수", "목", "금", "토", "일",
  ]

  static func isMonth(_ word: String) -> Bool {
    months.contains(word.lowercased())
  }

  /// A word between a name, a day and a time: `at`.
  static func isLink(_ word: String) -> Bool {
    links.contains(word.lowercased())
  }

  /// `AM`, `p.m.`, `오전`, before or after a time.
  static func isPeriod(_ word: String) -> Bool {
    periods.contains(word.lowercased())
  }

  /// `h` in `2 h ago`.
  static func isUnit(_ word: String) -> Bool {
    units.contains(word.lowercased())
  }

  /// `edited`, which programs write beside the time.
  static func isEdited(_ word: String) -> Bool {
    edited.contains(word.lowercased())
  }

  /// `CEST`
  static func isZone(_ word: String) -> Bool {
    zones.contains(word)
  }

  /// `points` in `ann 12 points 2 hours ago`.
  static func isCount(_ word: String) -> Bool {
    counts.contains(word.lowercased())
  }

  /// `parent` in `ann 2 hours ago | parent | next`.
  static func isPageLink(_ word: String) -> Bool {
    pageLinks.contains(word.lowercased())
  }

  private static let zones = words(
    "UTC GMT BST CET CEST EET EEST MSK EST EDT CST CDT MST MDT PST PDT JST KST IST AEST AEDT")
  private static let counts = words("points point upvotes likes followers comments karma")
  private static let pageLinks = words("prev next parent context root favorite hide flag on reply")
  private static let edited = words("edited bearbeitet modifié editado modificato bewerkt")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  private static let dayWords = words(
    """
    today yesterday monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs
    fri sat sun heute gestern montag dienstag mittwoch donnerstag freitag samstag sonntag hier aujourd
    aujourd'hui lundi mardi mercredi jeudi vendredi samedi dimanche hoy ayer lunes martes miércoles jueves
    viernes sábado domingo oggi ieri lunedì martedì mercoledì giovedì venerdì sabato domenica hoje ontem
    segunda terça quarta quinta sexta vandaag gisteren maandag dinsdag woensdag donderdag vrijdag zaterdag
    zondag 今日 昨日 今天 昨天 오늘 어제 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四
    星期五 星期六 星期日 сегодня вчера понедельник вторник среда четверг пятница суббота воскресенье dziś wczoraj
    poniedziałek wtorek środa czwartek piątek sobota niedziela idag igår måndag tisdag onsdag torsdag fredag
    lördag söndag mandag tirsdag lørdag søndag tänään eilen maanantai tiistai keskiviikko torstai perjantai
    lauantai sunnuntai bugün dün pazartesi salı çarşamba perşembe cuma cumartesi pazar 월요일 화요일 수요일 목요일 금요일 토요일 일요일
    segunda-feira terça-feira quarta-feira quinta-feira sexta-feira pondělí úterý čtvrtek pátek neděle hétfő kedd
    szerda csütörtök péntek szombat vasárnap esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev marți
    miercuri vineri sâmbătă duminică понеділок вівторок середа четвер п'ятниця субота неділя senin selasa kamis
    jumat sabtu δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή ponedjeljak utorak srijeda četvrtak petak
    subota nedjelja dilluns dimarts dimecres dijous divendres dissabte diumenge
    """)

  private static let months = words(
    """
    jan january januar janvier enero gennaio janeiro feb february februar février fév febrero febbraio
    fevereiro fev mar march märz mär mars marzo março apr april avril avr abril abr aprile may mai mayo maggio
    mag maio mei jun june juni juin junio giugno giu junho jul july juli juillet juil julio luglio lug julho aug
    august août aoû agosto ago augustus sep sept september septembre septiembre settembre set setembro oct
    october oktober okt octobre octubre ottobre ott outubro out nov november novembre noviembre novembro dec
    december dezember dez décembre déc diciembre dic dicembre dezembro января февраля марта апреля мая июня
    июля августа сентября октября ноября декабря stycznia lutego marca kwietnia maja czerwca lipca sierpnia
    września października listopada grudnia maj ocak şubat nisan mayıs haziran temmuz ağustos eylül ekim kasım
    aralık tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta
    lokakuuta marraskuuta joulukuuta
    """)

  private static let links = words("at um à às alle kl de om vor il y a hace on the ago в o klo")
  private static let periods = words("am pm a.m. p.m. a.m p.m uhr h sa ch 오전 오후 上午 下午 午前 午後")
  private static let units = words(
    """
    s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days w wk week weeks mo mos
    y yr std stunde stunden minuten heure heures hora horas minutos
    """)
}
