/// A name with a time or a mark beside it, as it is before or above somebody's message.
struct NamedHead {
  /// The order of name, time and marks: `T N:` is `[08:00] Ana:` without its brackets.
  let form: String
  let name: String
  /// Whether it says that somebody else wrote what is below: `Ana wrote:`, `Originally posted by Ana`.
  let isOfOther: Bool
  /// Whether a time is beside the name.
  var hasTime: Bool { form.contains(Self.time) }

  private static let time: Character = "T"
  private static let person: Character = "N"
  private static let verb: Character = "v"
  private static let owner: Character = "s"
  private static let origin: Character = "f"

  /// - Parameters:
  ///   - tokens: The words before a share on its line, or those of lines above it.
  ///   - list: The mark of a list, if a line of its own starts with one.
  /// - Returns: `nil` for a sentence, for a name alone, and where nothing is a name.
  init?(_ tokens: [HeadToken], list: String = "", isLine: Bool) {
    var parts = Parts(form: list)
    var count = 0
    while count < tokens.count, !parts.isSpoken {
      guard parts.add(tokens[count]) else { return nil }
      count += 1
    }
    // `**Ana:**` has marks after the colon.
    let rest = tokens[count...]
    guard !isLine || rest.allSatisfy({ $0 == .mark("*") || $0 == .mark("_") }) else { return nil }
    let name = parts.name
    guard PersonName.isName(name), parts.form != String(Self.person), !parts.form.isEmpty,
      !Self.isWeak(parts.form) || name.first?.isLowercase == false
    else { return nil }
    self.init(form: parts.form, name: name, isOfOther: parts.isOfOther)
  }

  /// The author of what a forum quotes.
  init(quoted name: String) {
    self.init(form: "quoted", name: name, isOfOther: true)
  }

  /// A name above a message with a time below it.
  init(timeBelow name: String) {
    self.init(form: "N\n\nT", name: name)
  }

  /// A name below a message: `— Ada`.
  init(below mark: String, name: String) {
    self.init(form: "\n" + mark + "N", name: name)
  }

  /// A name on two lines: that of a picture, and the name.
  init(twice name: String) {
    self.init(form: "N\nN", name: name)
  }

  /// The value of a field such as `sender`.
  ///
  /// - Returns: `nil` where the value is no name.
  init?(field name: String) {
    guard PersonName.isName(name) else { return nil }
    self.init(form: "field", name: name)
  }

  /// The sender of a row of a table.
  init(row separator: String, _ name: String) {
    self.init(form: "row" + separator, name: name)
  }

  private init(form: String, name: String, isOfOther: Bool = false) {
    self.form = form
    self.name = name
    self.isOfOther = isOfOther
  }

  /// Whether the name is below the message.
  var isBelow: Bool { form.hasPrefix("\n") }

  /// Whether a form has no sign that is between names and texts in chats. One's own words in small letters
  /// are then no names, and words between head and share are one's own.
  var isWeak: Bool { Self.isWeak(form) }

  private static func isWeak(_ form: String) -> Bool {
    !form.contains { "T:<[(@|>".contains($0) }
  }

  /// The name that the tokens are and nothing else, or whose something they are (`Ada's picture`); `nil` for
  /// any other.
  static func bareName(_ tokens: [HeadToken], orOwner: Bool = false) -> String? {
    var parts = Parts(form: "")
    guard tokens.allSatisfy({ parts.add($0) }), PersonName.isName(parts.name),
      parts.form == String(person) || orOwner && parts.form == String([person, owner])
    else { return nil }
    return parts.name
  }

  /// Whether the tokens are a time of day or a date, with what programs write beside it below a message:
  /// `2h  Like  Reply  1`.
  static func isTime(_ tokens: [HeadToken]) -> Bool {
    tokens.contains(.time)
      && tokens.allSatisfy {
        switch $0 {
        case .time, .day, .number: true
        case .mark(let mark): mark != "\n"
        case .word(let word): buttons.contains(word.lowercased())
        case .sentence: false
        }
      }
  }

  /// Whether a time below a share is the game's and not the message's: how long it took (`2:34`), or the puzzle's
  /// date (`April 30, 2025`).
  static func isOfGame(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    guard text.contains(":") else {
      return text.split { !$0.isNumber }.contains { $0.count == 4 }
    }
    return !text.contains { $0.isLetter }
  }

  /// Words of buttons below a message.
  private static let buttons: Set<String> = [
    "like", "likes", "reply", "replies", "share", "edited", "react", "translate", "see",
    "translation", "gefällt", "mir", "antworten", "j'aime", "j’aime", "répondre", "me", "gusta",
    "responder", "curtir", "mi", "piace", "rispondi",
  ]

  private struct Parts {
    var form: String
    var words: [String] = []
    /// Whether the name is complete.
    var isClosed = false
    /// Whether words may follow before the share: `Mum: look, Wordle …`.
    var isSpoken = false
    /// Words after a verb or an owner: `replied to you`, `Ada's result`.
    var wordsAfter = 0
    /// Whether a verb says that somebody wrote: `said`, and not `got`.
    var speaks = false
    /// Whether a word says that somebody else wrote the text.
    var isOfOther = false

    init(form: String) {
      self.form = form
    }

    /// The sender in `From Ana Ruiz to Everyone`, as Zoom writes it.
    var name: String {
      let hasSender = words.first == "From" && form.contains(NamedHead.time)
      let sender = hasSender ? words.dropFirst().prefix { $0.lowercased() != "to" } : words[...]
      return sender.joined(separator: " ")
    }

    /// - Returns: `false` where the token shows that this is no head.
    mutating func add(_ token: HeadToken) -> Bool {
      switch token {
      case .sentence: return false
      case .time:
        if form.last != NamedHead.time { form.append(NamedHead.time) }
        isClosed = !words.isEmpty
      case .day: isClosed = !words.isEmpty
      case .number(let number):
        // Some programs write a person's number beside the name: `Ana(12345)`.
        if isClosed { return form.last.map { "(|".contains($0) } ?? false }
        guard !words.isEmpty else { return false }
        words.append(number)
      case .word(let word): return add(word: word)
      case .mark(let mark): return add(mark: mark)
      }
      return true
    }

    private mutating func add(word: String) -> Bool {
      if form.last == NamedHead.verb, wordsAfter == 0, NamedHead.origins.contains(word.lowercased())
      {
        // `Originally posted by Ana:`
        return addOrigin(ofOther: true)
      }
      if form.last == NamedHead.verb || form.last == NamedHead.owner {
        wordsAfter += 1
        return wordsAfter <= 3
      }
      if !isClosed, NamedHead.origins.contains(word.lowercased()),
        words.first != "From" || words.isEmpty
      {
        // `Message from Ana:`
        let isPassedOn = words.last.map { NamedHead.passedOn.contains($0.lowercased()) } ?? false
        return addOrigin(ofOther: isPassedOn)
      }
      if !words.isEmpty, !isClosed, verbs.contains(word) {
        form.append(NamedHead.verb)
        isClosed = true
        speaks = NamedHead.speaking.contains(word)
        return true
      }
      // A handle or a number after the name: `Ana @ana`, `Ana (+1 …)`.
      if isClosed { return form.last.map { "@<(".contains($0) } ?? false || word.first == "+" }
      if words.isEmpty { form.append(NamedHead.person) }
      let parts = word.split { $0 == "'" || $0 == "’" }
      if parts.count == 2, parts[1] == "s" {
        words.append(String(parts[0]))
        form.append(NamedHead.owner)
        isClosed = true
      } else {
        words.append(word)
      }
      return true
    }

    private mutating func addOrigin(ofOther: Bool) -> Bool {
      isOfOther = ofOther
      isClosed = false
      if ofOther {
        words = []
        form = String(NamedHead.origin)
        return true
      }
      guard form.isEmpty || form.last == NamedHead.person || form.contains(NamedHead.time) else {
        return false
      }
      // Zoom writes `From Ana to Everyone`.
      if form.contains(NamedHead.time), words.isEmpty {
        form.append(NamedHead.person)
        words = ["From"]
        return true
      }
      words = []
      form = String(NamedHead.origin)
      return true
    }

    private mutating func add(mark: Character) -> Bool {
      // `<@op>` is a name in a log, `<@123>` a mention where no time is before it.
      if form.last == "<", "@+%&~!".contains(mark) {
        return form.contains(NamedHead.time) || mark != "@"
      }
      isClosed = !words.isEmpty
      form.append(mark)
      isSpoken =
        isClosed && (mark == ":" || mark == ">" && form.contains("<") && !form.contains("N<"))
      if mark == ":", speaks { isOfOther = true }
      return true
    }
  }

  /// Words before the name of whoever wrote a text.
  private static let origins: Set<String> = ["from", "by", "von", "par", "por"]

  /// Words before the origin of what was passed on.
  private static let passedOn: Set<String> = [
    "posted", "forwarded", "quoted", "reposted", "originally", "received",
  ]

  /// Those of ``verbs`` that say that a text follows.
  private static let speaking: Set<String> = [
    "said", "says", "wrote", "writes", "posted", "schrieb", "sagte", "écrit", "dijo", "escribió",
    "escreveu", "disse", "schreef", "skrev",
  ]

  /// What people do with a result in the line that names them.
  private static let verbs: Set<String> = [
    "said", "says", "wrote", "writes", "sent", "sends", "shared", "shares", "posted", "posts",
    "replied",
    "replies", "commented", "answered", "got", "gets", "did", "solved", "scored", "scores", "has",
    "had", "hat",
    "ha", "a", "schrieb", "sagte", "écrit", "dit", "dijo", "escribió", "scritto", "escreveu",
    "disse", "schreef",
    "skrev", "zegt",
  ]
}
