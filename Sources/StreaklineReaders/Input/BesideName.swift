/// Tells which words beside a share may be somebody's name: those that no vocabulary explains.
enum BesideName {
  private static let mostParts = 4
  private static let longest = 40
  /// Names in scripts without large letters are short.
  private static let longestUncased = 4
  private static let particles: Set<String> = [
    "de", "da", "do", "di", "la", "van", "von", "der", "al",
  ]

  /// Whether a word is one that people write about a result, a day or themselves.
  static func isExplained(_ word: String) -> Bool {
    let lower = word.lowercased().replacing("’", with: "'")
    let parts = lower.split(separator: "'", maxSplits: 1).map(String.init)
    let base = parts.count == 2 && parts[1].count < 3 ? parts[0] : lower
    if isListed(lower) || isListed(base) || isFile(lower) { return true }
    // `l'avais`, `dell'ufficio`
    if parts.count == 2, elided.contains(parts[0]) { return isListed(parts[1]) }
    return word.first?.isLowercase == true && isInflected(lower)
  }

  private static func isListed(_ word: String) -> Bool {
    HeadTime.isDayWord(word) || HeadTime.isMonth(word) || PersonName.isNoName(word)
      || CommonWords.contain(word) || OrdinaryWords.contain(word)
  }

  /// Whether a word is the name of a file: `today.txt`.
  private static func isFile(_ word: String) -> Bool {
    guard let dot = word.lastIndex(of: "."), !word.contains("@") else { return false }
    return files.contains(String(word[word.index(after: dot)...]))
  }

  private static let files: Set<String> = [
    "txt", "md", "log", "csv", "tsv", "json", "jsonl", "html", "htm", "xml", "yaml", "yml", "toml",
    "pdf", "rtf",
    "doc", "docx", "odt", "xls", "xlsx", "png", "jpg", "jpeg", "gif", "heic", "webp", "sh", "py",
    "zip", "gz", "bak",
  ]

  /// Words that lose their end before a vowel, in French and Italian.
  private static let elided: Set<String> = [
    "l", "d", "j", "n", "s", "m", "t", "c", "qu", "jusqu", "lorsqu", "puisqu", "quelqu", "dell",
    "all", "nell", "sull", "dall", "un", "quest", "quell", "bell", "tutt", "com", "dov", "cos",
  ]

  /// Whether a word in small letters is an ordinary one with an ending: `groups`, `jumping`, `résultats`, `conectadas`.
  private static func isInflected(_ word: String) -> Bool {
    guard word.count > 3, word.allSatisfy(\.isLetter), word.utf8.allSatisfy({ $0 < 0xD0 }),
      !GivenNames.starts(word)
    else { return false }
    let possible = word.count < longWord ? endings : endings + longEndings
    return possible.contains { ending, base in
      guard word.hasSuffix(ending) else { return false }
      let stem = word.dropLast(ending.count) + base
      return stem.count > 2 && isListed(String(stem))
    }
  }

  private static let endings = [
    ("s", ""), ("es", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ly", ""),
  ]
  /// Endings that some names have, too, so that only long words are looked at.
  private static let longEndings = [
    ("as", "o"), ("os", "o"), ("as", "a"), ("en", ""), ("er", ""), ("et", ""), ("i", "o"),
    ("i", "e"), ("e", "a"),
  ]
  private static let longWord = 7

  /// First names that are also words people write about a result or a day.
  private static let ambiguous: Set<String> = [
    "will", "grace", "rose", "mark", "joy", "hope", "may", "april", "june", "august", "summer",
    "autumn", "faith",
    "dawn", "art", "rich", "grant", "miles", "chase", "drew", "pat", "rob", "gene", "ivy", "olive",
    "pearl", "ruby",
    "jay", "robin", "daisy", "holly", "sunny", "lucky", "happy", "angel", "star", "sky", "max",
    "ace", "king", "duke",
    "earl", "guy", "nick", "sue", "jack", "frank", "victor", "win", "mercy", "charity", "constance",
    "prudence", "violet", "cherry", "honey", "rocky", "rusty", "stone", "storm", "white", "brown",
    "green",
    "gray", "young",
  ]

  /// Whether a word in its place is a name for sure, although it may be an everyday one: `Ben`, `Rose's`, and `Mark`
  /// before a verb.
  static func isSurely(_ word: String, before next: String?) -> Bool {
    guard word.first?.isUppercase == true else { return false }
    let base = word.lowercased().prefix { $0 != "'" && $0 != "’" }
    if GivenNames.starts(String(base)) { return true }
    guard ambiguous.contains(String(base)), !moods.contains(String(base)) else { return false }
    return base.count < word.count || next.map { isVerb($0.lowercased()) } ?? false
  }

  /// Whether a word is a verb for what people do with a puzzle or a share, such as `solved`. It must be in small
  /// letters.
  static func isVerb(_ word: String) -> Bool {
    verbs.contains(word) || SiteSigns.isPosting(word) || PresentedShare.isSending(word)
      || word.count > 2 && PresentedShare.isHaving(word)
  }

  /// Of ``ambiguous``, what people say of a day or a result more often than of somebody.
  static let moods: Set<String> = [
    "happy", "lucky", "sunny", "star", "sky", "summer", "autumn", "april", "may", "june", "august",
    "win", "rich", "max", "hope", "joy", "ace",
  ]

  private static let verbs: Set<String> = [
    "had", "has", "got", "gets", "did", "does", "finished", "needed", "needs", "took", "solved",
    "managed", "beat",
    "found", "played", "plays", "won", "lost", "made", "came", "was", "is", "also", "then", "hat",
    "hatte",
  ]

  /// Whether a word or picture is not always a name: `Will`, `🦊`.
  static func isAmbiguous(_ words: [String]) -> Bool {
    guard words.count == 1, let first = words[0].first else { return false }
    if words[0].allSatisfy(isPicture) { return true }
    return first.isUppercase && isExplained(words[0]) && ambiguous.contains(words[0].lowercased())
  }

  /// Whether words are written as names are: each with a large letter, or in a script that has none, or as an
  /// address is.
  static func isWritten(_ words: [String]) -> Bool {
    if words.count == 1, isAddress(words[0]) { return true }
    guard (1...mostParts).contains(words.count), words.joined().count <= longest,
      !words.contains(where: isExplained)
    else { return false }
    return words.enumerated().allSatisfy { index, word in
      if index > 0, particles.contains(word) { return true }
      guard let first = word.first, first.isLetter else { return false }
      return first.isUppercase || !first.isLowercase && word.count <= longestUncased
    }
  }

  /// Whether a word is a large letter, or several with dots between them: `J`, `A.B`.
  static func areInitials(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 3
      && parts.allSatisfy { $0.count == 1 && $0.first?.isUppercase == true }
  }

  /// Whether a word is how a program names somebody: `ann@example.org`, `@ann`, `ann_b`, `ann44`, `ann.b`, `+1…`.
  static func isAddress(_ word: String) -> Bool {
    let letters = word.prefix { $0.isLetter }.count
    let isNumbered =
      letters > 2 && word.last?.isNumber == true
      && word.dropFirst(letters).allSatisfy { $0.isNumber }
    if isFile(word) { return false }
    return word.contains("@") || word.contains("_") && letters > 0 || word.first == "+"
      || isNumbered && !isExplained(String(word.prefix(letters)))
      || word.dropFirst().dropLast().contains(".") && word.allSatisfy { !$0.isUppercase }
        && word.count > 5
  }

  /// Whether one word in small letters may be a nickname, where a program's marks are beside it.
  static func isNickname(_ words: [String]) -> Bool {
    words.count == 1 && words[0].count > 1 && words[0].first?.isLetter == true
      && !isExplained(words[0])
  }

  /// Whether a character is a picture of an animal or a person. Some people are named by one: `🦊:`.
  static func isPicture(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return (0x1F400...0x1F43F).contains(scalar) || (0x1F980...0x1F9AE).contains(scalar)
      || isPerson(character)
  }

  /// Whether a character is a picture of a person: `👵`.
  static func isPerson(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return (0x1F466...0x1F469).contains(scalar) || (0x1F474...0x1F476).contains(scalar)
      || (0x1F9D1...0x1F9D5).contains(scalar)
  }
}
