/// Texts that the program writes under somebody's name: deleted messages, calls, how the chat is
/// encrypted.
///
/// Only certain cases are notices. A photo is a message of its sender, as are polls and locations.
struct WhatsAppNotices {
  /// Whether the program wrote a text, and whether in place of a deleted one.
  ///
  /// - Parameters:
  ///   - name: The range of the name before the text.
  ///   - body: The first line of the text.
  func beginning(_ text: [UInt8], name: Range<Int>, body: Range<Int>) -> ChatBeginning {
    var start = body.lowerBound
    var end = body.upperBound
    if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    guard start < end else { return .message }
    let isMarked = text[start] == 0xE2 && text[start..<end].starts(with: Self.mark)
    if isMarked { start += Self.mark.count }
    guard start < end else { return .message }
    if whole.contains(text, start..<end) {
      return others.contains(text, start..<end) ? .notice : .deleted
    }
    // Notices about encryption are long sentences that start with one of these phrases.
    if end - start > 60, encryption.containsPrefix(of: text, start..<end) { return .notice }
    guard isMarked,
      marked.containsPrefix(of: text, start..<end) || isAboutSender(text[start..<end], text[name])
    else { return .message }
    return .notice
  }

  /// Whether the text is a notice about its sender, such as `‎Bob left` under the name of Bob.
  private func isAboutSender(_ rest: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    let plain = SenderNames.visible(name)
    return !plain.isEmpty && rest.starts(with: plain)
      && rest.dropFirst(plain.count).first == UInt8(ascii: " ")
  }

  /// The end of a text, without trailing blanks and line breaks and without the mark of an edited
  /// message, `‎<This message was edited>`.
  ///
  /// - Returns: Also whether there is such a mark.
  func end(of body: Range<Int>, in text: [UInt8]) -> (end: Int, isEdited: Bool) {
    let end = Self.trimmed(text, body)
    guard end > body.lowerBound, text[end - 1] == UInt8(ascii: ">"),
      let open = text[body.lowerBound..<end].suffix(96).lastIndex(of: UInt8(ascii: "<")),
      open + 1 < end - 1
    else { return (end, false) }
    let note = open + 1..<end - 1
    let before = text[body.lowerBound..<open]
    if before.suffix(Self.mark.count).elementsEqual(Self.mark) {
      // Attachments, such as `‎<attached: 00000012-PHOTO.jpg>`, are in the same position.
      return text[note].contains(UInt8(ascii: ":"))
        ? (end, false) : (Self.trimmed(text, body.lowerBound..<open - Self.mark.count), true)
    }
    return edited.contains(text, note)
      ? (Self.trimmed(text, body.lowerBound..<open), true) : (end, false)
  }

  private static func trimmed(_ text: [UInt8], _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      switch text[end - 1] {
      case 0x0A, 0x0D, 0x20: end -= 1
      default: return end
      }
    }
    return end
  }

  /// U+200E, which iOS writes before the words of the program.
  private static let mark: [UInt8] = [0xE2, 0x80, 0x8E]

  private let whole = Phrases(
    """
    This message was deleted|You deleted this message|Waiting for this message|\
    Waiting for this message. This may take a while|Missed voice call|Missed video call|\
    Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Verpasster Sprachanruf|\
    Verpasster Videoanruf|\
    Se eliminó este mensaje|Eliminaste este mensaje|Este mensaje fue eliminado|\
    Llamada perdida|Videollamada perdida|\
    Ce message a été supprimé|Vous avez supprimé ce message|Appel vocal manqué|Appel vidéo manqué|\
    Mensagem apagada|Esta mensagem foi apagada|Essa mensagem foi apagada|\
    Você apagou esta mensagem|Esta mensagem foi eliminada|Eliminou esta mensagem|\
    Chamada de voz perdida|Chamada de vídeo perdida|\
    Questo messaggio è stato eliminato|Hai eliminato questo messaggio|Chiamata vocale persa|\
    Videochiamata persa|\
    Dit bericht is verwijderd|U hebt dit bericht verwijderd|Je hebt dit bericht verwijderd|\
    Gemiste spraakoproep|Gemiste video-oproep|\
    Данное сообщение удалено|Это сообщение было удалено|Вы удалили данное сообщение|\
    Bu mesaj silindi|Bu mesajı sildiniz|Pesan ini telah dihapus|Anda telah menghapus pesan ini|\
    このメッセージは削除されました|삭제된 메시지입니다|此訊息已刪除|此消息已删除|تم حذف هذه الرسالة|\
    यह संदेश हटा दिया गया
    """)

  /// Those of `whole` that are about calls and about messages that wait.
  private let others = Phrases(
    """
    Waiting for this message|Waiting for this message. This may take a while|\
    Missed voice call|Missed video call|Verpasster Sprachanruf|Verpasster Videoanruf|\
    Llamada perdida|Videollamada perdida|Appel vocal manqué|Appel vidéo manqué|\
    Chamada de voz perdida|Chamada de vídeo perdida|Chiamata vocale persa|Videochiamata persa|\
    Gemiste spraakoproep|Gemiste video-oproep
    """)

  private let edited = Phrases(
    """
    This message was edited|Diese Nachricht wurde bearbeitet|Se editó este mensaje|\
    Ce message a été modifié|Esta mensagem foi editada|Mensagem editada|\
    Questo messaggio è stato modificato|Dit bericht is bewerkt
    """)

  /// The starts of sentences on encryption.
  private let encryption = Phrases(
    """
    Messages and calls are end-to-end encrypted|Messages to this |Messages you send to this |\
    Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt|\
    Los mensajes y las llamadas están cifrados de extremo a extremo|\
    Les messages et les appels sont chiffrés de bout en bout|\
    As mensagens e as chamadas são |As mensagens e ligações são |\
    I messaggi e le chiamate sono crittografati end-to-end|\
    Berichten en oproepen zijn end-to-end |Сообщения и звонки защищены сквозным шифрованием|\
    Mesajlar ve aramalar uçtan uca |メッセージと通話はエンドツーエンド|訊息和通話|消息和通话|메시지와 통화
    """)

  /// Starts of notices that count only after the mark.
  private let marked = Phrases(
    "Missed voice call|Missed video call|Voice call|Video call|You ")
}

/// Phrases by their first byte. The first two bytes exclude most texts.
private struct Phrases {
  private let byFirst: [[[UInt8]]]
  /// Whether any phrase may start with two bytes; see ``slot(_:_:)``.
  private let mayStart: [Bool]

  /// - Parameter list: Phrases with `|` between them, without the full stop that may end them.
  init(_ list: String) {
    var byFirst = [[[UInt8]]](repeating: [], count: 256)
    var mayStart = [Bool](repeating: false, count: Self.slotCount)
    for phrase in list.split(separator: "|").map({ Array($0.utf8) }) {
      byFirst[Int(phrase[0])].append(phrase)
      mayStart[Self.slot(phrase[0], phrase[1])] = true
    }
    self.byFirst = byFirst
    self.mayStart = mayStart
  }

  private static let slotCount = 1_024

  private static func slot(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) &* 31 &+ Int(second)) & (slotCount - 1)
  }

  private func mayStart(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    range.count > 1 && mayStart[Self.slot(text[range.lowerBound], text[range.lowerBound + 1])]
  }

  /// Whether a range is one of the phrases, perhaps with a full stop.
  func contains(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    guard mayStart(text, range) else { return false }
    return byFirst[Int(text[range.lowerBound])].contains { phrase in
      let rest = range.count - phrase.count
      return rest == 0 && Self.stands(phrase, in: text, range)
        || rest == 1 && text[range.upperBound - 1] == UInt8(ascii: ".")
          && Self.stands(phrase, in: text, range)
    }
  }

  /// Whether a range starts with one of the phrases.
  func containsPrefix(of text: [UInt8], _ range: Range<Int>) -> Bool {
    mayStart(text, range)
      && byFirst[Int(text[range.lowerBound])].contains { Self.stands($0, in: text, range) }
  }

  private static func stands(_ phrase: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Bool {
    guard phrase.count <= range.count else { return false }
    for index in phrase.indices where phrase[index] != text[range.lowerBound + index] {
      return false
    }
    return true
  }
}
