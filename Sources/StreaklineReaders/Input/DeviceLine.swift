/// The line that a phone or a mail program writes below what its owner sends: `Sent from my iPhone`.
enum DeviceLine {
  private static let longest = 80

  /// Whether a line has such words and no others, so that nobody is named in it.
  static func isOne(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= longest else { return false }
    let words = String(decoding: line, as: UTF8.self).lowercased()
      .split { !$0.isLetter }.map(String.init)
    return words.contains(where: sending.contains) && words.contains(where: devices.contains)
      && words.allSatisfy { sending.contains($0) || devices.contains($0) || between.contains($0) }
      || words.contains { joined.contains($0) }
  }

  private static let sending = OrdinaryWords.set(
    """
    sent get gesendet geschickt verschickt envoyé enviado enviada enviat inviato verzonden verstuurd skickat skickades
    sendt lähetetty wysłano wysłane wysłana отправлено надіслано gönderildi odesláno odoslané küldve trimis dikirim
    στάλθηκε terkirim saadetud נשלח أرسلت أُرسلت भेजा
    """)
  private static let devices = OrdinaryWords.set(
    """
    iphone ipad ipod android galaxy samsung huawei xiaomi pixel blackberry nokia phone smartphone mobile handy telefon
    telefono téléphone teléfono telemóvel celular mobiltelefon matkapuhelin tablet outlook gmail yahoo hotmail mail
    proton protonmail thunderbird windows ios icloud fastmail spark airmail gmx puhelimesta telefonu telefonum iphonu
    айфона телефона iphonemdan iphonesta ipadista
    """)
  private static let between = OrdinaryWords.set(
    """
    from my for via with using on the a an device handheld desktop app secure email free von meinem meiner mit der aus
    über de mon ma depuis avec desde mi con do meu minha através da dal mio dalla tramite vanaf mijn met van från min
    mitt fra mit med på z mojego przez из с моего моєї з umdan dan mého môjho az ról pe meu ul a từ dari saya από το του
    minu hjem hot em din utc mobil mobile web plus pro max mini se ultra note
    """)
  /// The same in scripts without blanks.
  private static let joined: Set<String> = [
    "iphoneから送信", "ipadから送信", "androidから送信", "发自我的iphone", "發自我的iphone", "从我的iphone发送",
    "從我的iphone傳送",
    "iphone에서", "发自我的", "發自我的", "から送信",
  ]
}
