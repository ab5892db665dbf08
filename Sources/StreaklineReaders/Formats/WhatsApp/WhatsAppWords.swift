/// The words of a stamp.
enum WhatsAppWords {
  /// A word or a group of words in the form that is looked up: small Latin letters, without dots,
  /// commas and blanks.
  struct Word {
    /// The FNV-1a hash of the bytes that were added.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var hasComma = false

    /// Adds a byte of ASCII.
    ///
    /// - Returns: `false`, and adds nothing, for a byte that is in no stamp.
    mutating func add(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: ","): hasComma = true
      case UInt8(ascii: "."), UInt8(ascii: " "): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "\""): append(byte)
      default: return false
      }
      return true
    }

    mutating func append(_ byte: UInt8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  /// Words between date and time: `13.6.2018 klo 21.25`, `13/06/2018 à 21:25`, `13.06.18 г.,
  /// 21:25`.
  static let linking = hashes(
    "klo kl um at à às alas ales alle ore u во в о o om saat la lúc pukul г")

  /// Words after the time: `21:25 Uhr`, `21:25 ч.`.
  static let trailing = hashes("uhr h ч น")

  /// - Parameter words: Words in the form of ``Word``, with blanks between them.
  static func hashes(_ words: String) -> Set<UInt64> {
    Set(
      words.split(separator: " ").map { text in
        var word = Word()
        for byte in text.utf8 where !word.add(byte) {
          word.append(byte)
        }
        return word.hash
      })
  }
}

/// The part of the day, which a 12-hour clock writes with its time.
enum DayPeriod {
  case am
  case pm
  /// From eleven to one.
  case noon

  /// The hour on the 24-hour clock; an hour above 12 stays.
  func hour(_ hour: Int) -> Int {
    switch self {
    case .am: hour == 12 ? 0 : hour
    case .pm: hour < 12 ? hour + 12 : hour
    case .noon: hour < 6 ? hour + 12 : hour
    }
  }

  /// - Parameter hash: The hash of a ``WhatsAppWords/Word``.
  init?(_ hash: UInt64) {
    if Self.morning.contains(hash) {
      self = .am
    } else if Self.evening.contains(hash) {
      self = .pm
    } else if Self.midday.contains(hash) {
      self = .noon
    } else {
      return nil
    }
  }

  // Mostly from the Unicode locale data of the languages that WhatsApp speaks, in its order.
  private static let morning = WhatsAppWords.hashes(
    """
    am vm eparadites pd ጥዋት ص পূর্বাহ্ণ পূর্বাহ্ন проб 上午 早上 清晨 凌晨 午夜 prijepodne dop fm el ap vorm \
    vormittags πμ ΠΜ לפנה״צ לפנה"צ לפ׳ पूर्वाह्न de fh rn 午前 ಪೂರ್ವಾಹ್ನ 오전 priekšp priešpiet претпл pg \
    मपू قظ قبل‌ازظهر غم manhã damanhã ਪੂਦੁ дп ДП преподне முற்பகல் ก่อนเที่ยง öö ÖÖ to sa gh بن bn yb
    """)

  private static let evening = WhatsAppWords.hashes(
    """
    pm nm epasdites md ከሰዓት م অপরাহ্ণ অপরাহ্ন слоб 下午 晚上 popodne odp pop em pl ip nachm \
    nachmittags μμ ΜΜ אחה״צ אחה"צ אח׳ अपराह्न du eh in 午後 ಅಪರಾಹ್ನ 오후 pēcp popiet попл ptg \
    मउ بظ بعدازظهر غو tarde datarde ਬਾਦੁ пп ПП поподне பிற்பகல் หลังเที่ยง ös ÖS tk ch gd دن pn yh
    """)

  private static let midday = WhatsAppWords.hashes("中午 正午")
}
