/// What programs call the person whose messages they show or keep: `You`, `Du`, `Me`. It stands where others have their
/// name, and is nobody else's.
enum OwnName {
  /// Longer names, in bytes, are none of these words.
  private static let longest = 18

  /// Whether a sender's name is one of these words and of no person.
  static func isSure(_ name: String) -> Bool {
    name.utf8.count <= longest && words.contains(name)
  }

  /// Whether the value of a field or a key is such a word. Some programs write it in small letters.
  static func isOfField(_ name: String) -> Bool { isSure(name) || name == "me" || name == "you" }

  /// Whether a sender's name in a copy out of WhatsApp's web app is one of these words. Some of them are also short names of
  /// people, such as `Ty`, so that exports, in which everybody has a name, are not read so.
  static func isOfCopy(_ name: String) -> Bool {
    name.utf8.count <= longest && (words.contains(name) || alsoNames.contains(name))
  }

  /// Whether a line is only such a word, or also says that he has sent something: `You sent`, `Du hast gesendet`.
  static func isHead(_ words: [String]) -> Bool {
    guard let first = words.first, words.count <= 4 else { return false }
    let lower = words.map { $0.lowercased() }
    if sendings.contains(lower.joined(separator: " ")) { return true }
    return words.count == 1 && first.first?.isLowercase == false && isOfCopy(first)
  }

  /// Whether a line says that whoever copies a message has sent it: `You sent`.
  static func isSending(_ line: String) -> Bool { sendings.contains(line.lowercased()) }

  private static let words: Set<String> = [
    "Me", "You", "Myself", "Ich", "Du", "Sie", "Moi", "Toi", "Siz", "Vous", "Tú",
    "Usted", "Yo", "Você", "Eu",
    "Io", "Jij", "Ik",
    "Bạn", "我", "我自己", "你", "您", "自分", "あなた", "私", "나", "당신", "회원님", "Вы", "Я", "Ви", "Jag", "Jeg",
    "Minä", "Sinä", "Εσείς", "Εσύ", "Εγώ", "Anda", "Saya", "Kamu", "คุณ", "आप", "أنت", "אתה", "אני",
    "Dumneavoastră",
  ]

  private static let alsoNames: Set<String> = [
    "Ty", "Tu", "Sen", "Te", "Ti", "Ja", "Já", "Ön", "Én",
  ]

  /// What stands above a message that whoever copies it has sent.
  private static let sendings: Set<String> = [
    "you sent", "you replied", "you said", "you wrote", "du hast gesendet", "sie haben gesendet",
    "du hast geantwortet",
    "vous avez envoyé", "tu as envoyé", "vous avez répondu", "has enviado", "enviaste",
    "tú enviaste", "respondiste",
    "hai inviato", "ha inviato", "hai risposto", "você enviou", "você respondeu", "tu enviaste",
    "enviou",
    "jij hebt verzonden", "je hebt verzonden", "jij verzond", "je hebt gestuurd", "du skickade",
    "du svarade",
    "du sendte", "du svarede", "du svarte", "wysłano", "wysłałeś", "wysłałaś", "вы отправили",
    "ви надіслали",
    "gönderdin", "gönderdiniz", "sen gönderdin", "odeslali jste", "lähetit", "στείλατε", "送信済み",
    "あなたが送信",
    "내가 보냄", "你发送了", "您发送了", "你已傳送",
  ]
}
