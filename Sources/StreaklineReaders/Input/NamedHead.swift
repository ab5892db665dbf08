/// A name with a time or a mark beside it, as it is before or above somebody's message.
struct NamedHead {
  /// The order of name, time and marks: `T N:` is `[08:00] Ana:` without its brackets.
  let form: String
  let name: String
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
    guard !isLine || count == tokens.count else { return nil }
    let name = parts.name
    guard PersonName.isName(name), parts.form != String(Self.person), !parts.form.isEmpty,
      !Self.isWeak(parts.form) || name.first?.isLowercase == false
    else { return nil }
    form = parts.form
    self.name = name
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

  private init(form: String, name: String) {
    self.form = form
    self.name = name
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

  /// Whether the tokens are a time of day or a date and nothing else.
  static func isTime(_ tokens: [HeadToken]) -> Bool {
    tokens.contains(.time)
      && tokens.allSatisfy {
        if case .mark(let mark) = $0 { return mark != "\n" }
        return $0 == .time || $0 == .day
      }
  }

  private struct Parts {
    var form: String
    var words: [String] = []
    /// Whether the name is complete.
    var isClosed = false
    /// Whether words may follow before the share: `Mum: look, Wordle …`.
    var isSpoken = false
    /// Words after a verb or an owner: `replied to you`, `Ada's result`.
    var wordsAfter = 0

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
      if form.last == NamedHead.verb || form.last == NamedHead.owner {
        wordsAfter += 1
        return wordsAfter <= 3
      }
      if !isClosed, NamedHead.origins.contains(word.lowercased()),
        words.first != "From" || words.isEmpty
      {
        // `Message from Ana:`
        return addOrigin()
      }
      if !words.isEmpty, !isClosed, verbs.contains(word) {
        form.append(NamedHead.verb)
        isClosed = true
        return true
      }
      // A handle or a number after the name: `Ana @ana`, `Ana (+1 …)`.
      if isClosed { return form.last == "@" || word.first == "+" }
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

    private mutating func addOrigin() -> Bool {
      guard form.isEmpty || form.last == NamedHead.person || form.last == NamedHead.time else {
        return false
      }
      // Zoom writes `From Ana to Everyone`.
      if form.last == NamedHead.time {
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
      isSpoken = isClosed && (mark == ":" || mark == ">" && form.contains("<"))
      return true
    }
  }

  /// Words before the name of whoever wrote a text.
  private static let origins: Set<String> = ["from", "by", "von", "par", "por"]

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
