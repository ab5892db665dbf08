internal import StreaklineCore

/// What a key around a share says.
enum KeyKind: Equatable {
  /// A date, a year, a month or a weekday.
  case day
  /// A small number: of a day or a month, or of anything.
  case number
  case person
  /// Letters that may be a name.
  case name
  /// The name of a game or of a field, or an everyday word.
  case label
  case unclear

  var isPerson: Bool { self == .person || self == .name }
  var isDay: Bool { self == .day || self == .number }

  init(_ key: String, _ scan: CandidateScan) {
    let lower = key.lowercased()
    if OwnName.isOfField(key) || SomebodyElse.isRelation(lower) {
      self = .person
    } else if let time = Self.time(key) {
      self = time
    } else if scan.games.isTitle(key) || Self.groups.contains(lower)
      || FieldName(key).textRank != nil
      || FieldName(key).isTime || FieldSurvey.remarks.contains(lower)
    {
      self = .label
    } else if GivenNames.starts(key), PersonName.isName(key) {
      self = .person
    } else {
      self = Self.words(key)
    }
  }

  private static func time(_ key: String) -> KeyKind? {
    if let number = Int(key) {
      let isDay =
        (2000..<2100).contains(number) || Day(dateInt: number) != nil || key.utf8.count == 13
      return isDay ? .day : key.utf8.count < 3 ? .number : .unclear
    }
    if HeadTime.isMonth(key) || HeadTime.isDayWord(key) || FieldTime.read(Array(key.utf8)) != nil {
      return .day
    }
    let isWhen = HeadTokens.of(key).allSatisfy { token in
      switch token {
      case .time, .day, .number, .mark: true
      case .word(let word): HeadTime.isMonth(word)
      case .sentence: key.contains("/") || key.contains(".")
      }
    }
    return isWhen && key.contains(where: \.isNumber) ? .day : nil
  }

  private static func words(_ key: String) -> KeyKind {
    let words = key.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    if BesideName.isAddress(key) { return .name }
    if !words.isEmpty, words.allSatisfy(BesideName.isExplained) {
      return BesideName.isAmbiguous(words) ? .unclear : .label
    }
    return PersonName.isName(key) && key.first?.isLowercase == false ? .name : .unclear
  }

  /// Words of lists of people, of days and of results.
  static let groups = OrdinaryWords.set(
    """
    entries notes note journal diary days shares puzzles results scores games data log logs history archive records
    items players people members users friends everyone group team by_player by_user tagebuch carnet diario dagboek
    """)
}
