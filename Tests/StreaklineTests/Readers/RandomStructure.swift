import Foundation

/// A chat as structured data, in one of very many forms, and the results that are in it.
///
/// What a form has is chosen at random: JSON, JSON Lines, a table or XML; flat, nested or in chats; who
/// sent a message as a name, an object, an id with a table of people, or a direction; and around it what
/// must not be mistaken for the sender or the text: quotations, replies, attachments, recipients,
/// channels, editors.
struct RandomStructure {
  /// `Ann 1063 3`: user, number and score.
  private(set) var results: Set<String> = []
  private(set) var text = ""
  /// What was chosen, for people.
  private(set) var form: [String] = []

  private var random: SeededRandom
  private static let people = ["Ann Miller", "Bob", "Çiğdem", "Dora O'Neil", "Eve", "Finn"]
  private static let senders = [
    "sender", "from", "author", "user", "username", "sender_name", "senderName", "from_name",
    "nick", "user_name",
    "authorName", "member", "nickname", "poster", "Sender", "From", "speaker", "created_by",
    "posted_by", "userName",
    "sent_by", "name", "displayName", "handle", "who", "contact", "screen_name", "display_name",
    "participant", "writer",
  ]
  private static let objects = [
    "sender", "from", "author", "user", "member", "creator", "u", "sent_by", "profile",
  ]
  private static let texts = [
    "text", "body", "content", "message", "msg", "data", "comment", "post", "full_text",
    "messageText", "plain_text",
    "messageBody", "value", "caption", "note", "Message", "Text", "m", "words", "contents",
  ]
  private static let times = [
    "ts", "timestamp", "date", "time", "sent_at", "created_at", "sentAt", "createdAt",
    "timestamp_ms", "Date",
    "origin_server_ts", "date_sent", "datetime", "when",
  ]
  private static let directions = [
    "from_me", "is_from_me", "fromMe", "outgoing", "direction", "is_outgoing", "sent_by_me",
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let people = Array(
      Self.people.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: makeJSON(people)
    case 5: makeLines(people)
    case 6, 7: makeTable(people)
    default: makeXML(people)
    }
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list.randomElement(using: &random) ?? list[0]
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func noted<Element>(_ choice: Element) -> Element {
    form.append("\(choice)")
    return choice
  }

  // What is the same in all messages of a form.

  private enum Naming { case plain, object, table, both, direction }

  private struct Form {
    var naming: Naming
    var sender: String
    var text: String
    var time: String
    var style: Int
    var wrapper: String?
    var decoys: Set<Int>
  }

  private mutating func form(_ isFlat: Bool) -> Form {
    let namings: [Naming] =
      isFlat ? [.plain, .plain, .both, .direction] : [.plain, .object, .table, .both, .direction]
    let naming = noted(pick(namings))
    let sender =
      naming == .object
      ? pick(Self.objects) : naming == .direction ? pick(Self.directions) : pick(Self.senders)
    return Form(
      naming: naming, sender: noted(sender), text: noted(pick(Self.texts)),
      time: noted(pick(Self.times)),
      style: noted(Int.random(in: 0..<4, using: &random)),
      wrapper: !isFlat && chance(4) ? noted(pick(["content", "message", "payload"])) : nil,
      decoys: noted(Set((0..<14).filter { _ in Int.random(in: 0..<5, using: &random) == 0 })))
  }

  /// The puzzle of a day in May 2024 is 1046 + day.
  private mutating func share(of person: String, isMine: Bool, day: Int) -> String {
    let rows = Int.random(in: 2...6, using: &random)
    results.insert("\(isMine ? "me" : person) \(1046 + day) \(rows)")
    return wordle(1046 + day, rows: rows)
  }

  private mutating func quotedShare(day: Int) -> String {
    wordle(1046 + day, rows: Int.random(in: 2...6, using: &random))
  }

  private func time(day: Int, _ style: Int) -> Any {
    let seconds = 1_714_521_600 + (day - 1) * 86_400 + 36_000
    switch style {
    case 0: return seconds
    case 1: return seconds * 1_000
    case 2: return seconds * 1_000_000
    default:
      return String(format: "2024-05-%02dT10:00:00Z", day)
    }
  }

  private func id(of person: String) -> String {
    "U0\(Self.people.firstIndex(of: person) ?? 9)4\(person.utf8.count)7"
  }

  /// A message's fields.
  private mutating func message(
    _ person: String, _ form: Form, people: [String], day: Int, flat: Bool
  ) -> [String: Any] {
    let isMine = form.naming == .direction && person == people[0]
    let words = chance(4) ? "good morning" : share(of: person, isMine: isMine, day: day)
    var fields: [String: Any] = [:]
    let other = pick(people.filter { $0 != person })
    if form.decoys.contains(0) { fields["channel"] = "puzzles" }
    if form.decoys.contains(1) {
      fields[flat ? "to" : "recipient"] = flat ? other : ["name": other] as Any
    }
    if form.decoys.contains(2), !flat {
      fields["quoted_message"] = ["author": other, "text": quotedShare(day: day)]
    }
    if form.decoys.contains(3), !flat {
      fields["attachments"] = [["author_name": other, "text": quotedShare(day: day)]]
    }
    if form.decoys.contains(4), !flat { fields["reactions"] = [["name": "+1", "users": [other]]] }
    if form.decoys.contains(5) { fields["edited_by"] = other }
    if form.decoys.contains(6) { fields["id"] = day * 7 }
    if form.decoys.contains(7), !flat {
      fields["reply_to"] =
        ["user": other, "body": quotedShare(day: day), "ts": 1_714_000_000] as [String: Any]
    }
    if form.decoys.contains(8) { fields["message_type"] = "text" }
    let when = time(day: day, form.style)
    if let wrapper = form.wrapper {
      fields[wrapper] = [form.text: words, "format": "plain"]
    } else {
      fields[form.text] = words
    }
    fields[form.time] = when
    switch form.naming {
    case .plain: fields[form.sender] = person
    case .object: fields[form.sender] = object(of: person, form)
    case .table: fields[form.sender] = id(of: person)
    case .both:
      fields[form.sender] = person
      fields["user_id"] = id(of: person)
    case .direction:
      fields[form.sender] =
        form.sender == "direction" ? (isMine ? "outgoing" : "incoming") : isMine as Any
      fields["contact_name"] = person == people[0] ? other : person
    }
    addHarder(to: &fields, form, other: other, day: day, flat: flat)
    return fields
  }

  /// What must not change whose a text is.
  private mutating func addHarder(
    to fields: inout [String: Any], _ form: Form, other: String, day: Int, flat: Bool
  ) {
    if form.decoys.contains(9) { fields["chat_name"] = "Puzzles" }
    if form.decoys.contains(10), !flat {
      fields["edited"] = ["user": other, "ts": 1_714_000_000] as [String: Any]
    }
    if form.decoys.contains(11), !flat {
      fields["forwardedMessage"] =
        ["content": quotedShare(day: day), "author": ["name": other]] as [String: Any]
    }
    if form.decoys.contains(12) { fields["receiver_name"] = other }
    if form.decoys.contains(13), !flat {
      fields["embeds"] = [
        ["title": "Wordle", "description": quotedShare(day: day), "author": ["name": other]]
          as [String: Any]
      ]
    }
  }

  /// A sender as an object, with the name in it or one level deeper.
  private func object(of person: String, _ form: Form) -> [String: Any] {
    let name = form.style == 1 ? "display_name" : "name"
    return form.style == 2
      ? ["id": id(of: person), "profile": [name: person, "image": "x.png"]]
      : ["id": id(of: person), name: person, "is_bot": false]
  }

  private mutating func messages(_ people: [String], _ form: Form, flat: Bool) -> [[String: Any]] {
    // A chat of two where a direction says who has sent a message.
    let people = form.naming == .direction ? Array(people.prefix(2)) : people
    var list: [[String: Any]] = []
    for (index, day) in (3...Int.random(in: 8...16, using: &random)).enumerated() {
      // Everybody sends something.
      let person = index < people.count ? people[index] : pick(people)
      list.append(message(person, form, people: people, day: day, flat: flat))
    }
    return list
  }

  // Writing.

  private static func json(_ value: Any) -> String {
    let data =
      (try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private mutating func makeJSON(_ people: [String]) {
    let form = form(false)
    let list = messages(people, form, flat: false)
    let table = people.map { ["id": id(of: $0), "name": $0] }
    switch noted(form.naming == .table ? 1 : Int.random(in: 0..<5, using: &random)) {
    case 0: text = Self.json(list)
    case 1:
      let keyed = Dictionary(uniqueKeysWithValues: people.map { (id(of: $0), ["name": $0]) })
      let users: Any = chance(2) ? table : keyed
      text = Self.json([
        pick(["messages", "items", "data", "history_of_chat"]): list,
        pick(["users", "members", "participants"]): users,
      ])
    case 2:
      let last: [String: Any] = ["text": quotedShare(day: 20), "sender": people[0]]
      let chat: [String: Any] = ["title": "Puzzles", "messages": list, "last_message": last]
      text = Self.json(["owner": ["name": people[1]], "chats": [chat]] as [String: Any])
    case 3:
      let keyed = Dictionary(uniqueKeysWithValues: list.enumerated().map { ("\($0 + 100)", $1) })
      text = Self.json(["export": ["title": "Puzzles", "messages": keyed] as [String: Any]])
    default: text = "const chat = " + Self.json(list) + ";\n"
    }
    if chance(3), text.first != "c",
      let whole = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: whole, options: [.prettyPrinted])
    {
      text = String(decoding: data, as: UTF8.self)
    }
  }

  private mutating func makeLines(_ people: [String]) {
    var form = form(false)
    if form.naming == .table { form.naming = .plain }
    let wrapper = chance(3) ? "post" : nil
    text =
      messages(people, form, flat: false).map { fields in
        Self.json(wrapper.map { ["type": "post", $0: fields] as [String: Any] } ?? fields)
      }.joined(separator: "\n") + "\n"
  }

  private mutating func makeTable(_ people: [String]) {
    let form = form(true)
    let list = messages(people, form, flat: true)
    let names = Set(list.flatMap(\.keys)).shuffled(using: &random)
    let separator = noted(pick([",", ";", "\t"]))
    func cell(_ value: Any?) -> String {
      let text = value.map { "\($0)" } ?? ""
      let isSpecial = text.contains { "\"\n,;\t".contains($0) }
      return isSpecial ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
    }
    text = names.joined(separator: separator) + "\n"
    for fields in list {
      text += names.map { cell(fields[$0]) }.joined(separator: separator) + "\n"
    }
  }

  private mutating func makeXML(_ people: [String]) {
    let form = form(true)
    let list = messages(people, form, flat: true)
    let isInAttributes = noted(chance(2))
    let name = pick(["message", "sms", "msg", "item", "entry"])
    func escaped(_ value: Any) -> String {
      "\(value)".replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
        of: "<", with: "&lt;"
      )
      .replacingOccurrences(of: "\"", with: "&quot;").replacingOccurrences(of: "\n", with: "&#10;")
    }
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(name)s count=\"\(list.count)\">\n"
    for fields in list {
      let sorted = fields.sorted { $0.key < $1.key }
      text +=
        isInAttributes
        ? "  <\(name) " + sorted.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: " ") + " />\n"
        : "  <\(name)>" + sorted.map { "<\($0)>\(escaped($1))</\($0)>" }.joined() + "</\(name)>\n"
    }
    text += "</\(name)s>\n"
  }
}
