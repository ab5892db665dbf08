import StreaklineCore
import StreaklineReaders
import Testing

/// Random chats, written as WhatsApp writes them in many languages, are read back as they were.
@Suite struct WhatsAppPropertyTests {
  /// How a language and a phone write the start of a message: year, month, day, hour, minute,
  /// second.
  struct Locale: Sendable, CustomTestStringConvertible {
    let name: String
    let hasSeconds: Bool
    let begin: @Sendable (Int, Int, Int, Int, Int, Int) -> String

    init(
      _ name: String, seconds: Bool,
      _ begin: @escaping @Sendable (Int, Int, Int, Int, Int, Int) -> String
    ) {
      self.name = name
      hasSeconds = seconds
      self.begin = begin
    }

    var testDescription: String { name }
  }

  private static func two(_ number: Int) -> String { padded(number % 100, 2) }

  private static func twelve(_ hour: Int) -> Int { (hour + 11) % 12 + 1 }

  private static func half(_ hour: Int, _ am: String, _ pm: String) -> String {
    hour < 12 ? am : pm
  }

  private static func digits(_ text: String, zero: UInt32) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          ("0"..."9").contains($0) ? Unicode.Scalar(zero + $0.value - 48) ?? $0 : $0
        }))
  }

  static let locales = [
    Locale("ios-en-us", seconds: true) { y, m, d, h, n, s in
      "[\(m)/\(d)/\(two(y)), \(twelve(h)):\(two(n)):\(two(s))\u{202F}\(half(h, "AM", "PM"))] "
    },
    Locale("ios-en-gb", seconds: true) { y, m, d, h, n, s in
      "[\(two(d))/\(two(m))/\(y), \(two(h)):\(two(n)):\(two(s))] "
    },
    Locale("ios-en-au", seconds: true) { y, m, d, h, n, s in
      "[\(d)/\(m)/\(y), \(twelve(h)):\(two(n)):\(two(s)) \(half(h, "am", "pm"))] "
    },
    Locale("ios-de", seconds: true) { y, m, d, h, n, s in
      "[\(two(d)).\(two(m)).\(two(y)), \(two(h)):\(two(n)):\(two(s))] "
    },
    Locale("ios-nl", seconds: true) { y, m, d, h, n, s in
      "[\(two(d))-\(two(m))-\(y) \(two(h)):\(two(n)):\(two(s))] "
    },
    Locale("ios-sv", seconds: true) { y, m, d, h, n, s in
      "[\(y)-\(two(m))-\(two(d)), \(two(h)):\(two(n)):\(two(s))] "
    },
    Locale("ios-fi", seconds: true) { y, m, d, h, n, s in
      "[\(d).\(m).\(y) klo \(h).\(two(n)).\(two(s))] "
    },
    Locale("ios-es", seconds: true) { y, m, d, h, n, s in
      "[\(d)/\(m)/\(two(y)), \(twelve(h)):\(two(n)):\(two(s)) \(half(h, "a", "p")).\u{A0}m.] "
    },
    Locale("ios-ja", seconds: true) { y, m, d, h, n, s in
      "[\(y)/\(two(m))/\(two(d)) \(half(h, "午前", "午後"))\(h % 12):\(two(n)):\(two(s))] "
    },
    Locale("ios-zh", seconds: true) { y, m, d, h, n, s in
      "[\(y)/\(m)/\(d) \(half(h, "上午", "下午"))\(twelve(h)):\(two(n)):\(two(s))] "
    },
    Locale("ios-ko", seconds: true) { y, m, d, h, n, s in
      "[\(two(y)). \(m). \(d). \(half(h, "오전", "오후")) \(twelve(h)):\(two(n)):\(two(s))] "
    },
    Locale("ios-cs", seconds: true) { y, m, d, h, n, s in
      "[\(d). \(m). \(y) \(h):\(two(n)):\(two(s))] "
    },
    Locale("ios-2016-nl", seconds: true) { y, m, d, h, n, s in
      "\(two(d))-\(two(m))-\(two(y)) \(two(h)):\(two(n)):\(two(s)): "
    },
    Locale("ios-2016-us", seconds: true) { y, m, d, h, n, s in
      "\(m)/\(d)/\(two(y)), \(twelve(h)):\(two(n)):\(two(s)) \(half(h, "AM", "PM")): "
    },
    Locale("ios-hr", seconds: true) { y, m, d, h, n, s in
      "\(d). \(m). \(y). \(two(h)):\(two(n)):\(two(s)) "
    },
    Locale("android-en-us", seconds: false) { y, m, d, h, n, _ in
      "\(m)/\(d)/\(two(y)), \(twelve(h)):\(two(n))\u{202F}\(half(h, "AM", "PM")) - "
    },
    Locale("android-en-gb", seconds: false) { y, m, d, h, n, _ in
      "\(two(d))/\(two(m))/\(y), \(two(h)):\(two(n)) - "
    },
    Locale("android-en-in", seconds: false) { y, m, d, h, n, _ in
      "\(two(d))/\(two(m))/\(two(y)), \(twelve(h)):\(two(n)) \(half(h, "am", "pm")) - "
    },
    Locale("android-en-ca", seconds: false) { y, m, d, h, n, _ in
      "\(y)-\(two(m))-\(two(d)), \(twelve(h)):\(two(n))\u{202F}\(half(h, "a.m.", "p.m.")) - "
    },
    Locale("android-de", seconds: false) { y, m, d, h, n, _ in
      "\(two(d)).\(two(m)).\(two(y)), \(two(h)):\(two(n)) - "
    },
    Locale("android-de-12h", seconds: false) { y, m, d, h, n, _ in
      "\(two(d)).\(two(m)).\(two(y)), \(twelve(h)):\(two(n)) \(half(h, "vorm.", "nachm.")) - "
    },
    Locale("android-fr", seconds: false) { y, m, d, h, n, _ in
      "\(two(d))/\(two(m))/\(y) à \(two(h)):\(two(n)) - "
    },
    Locale("android-fr-ca", seconds: false) { y, m, d, h, n, _ in
      "\(y)-\(two(m))-\(two(d)) \(two(h))\u{A0}h\u{A0}\(two(n)) - "
    },
    Locale("android-da", seconds: false) { y, m, d, h, n, _ in
      "\(two(d)).\(two(m)).\(y) \(two(h)).\(two(n)) - "
    },
    Locale("android-hu", seconds: false) { y, m, d, h, n, _ in
      "\(y). \(two(m)). \(two(d)). \(h):\(two(n)) - "
    },
    Locale("android-bg", seconds: false) { y, m, d, h, n, _ in
      "\(d).\(two(m)).\(two(y))\u{A0}г., \(h):\(two(n)) ч. - "
    },
    Locale("android-tr-12h", seconds: false) { y, m, d, h, n, _ in
      "\(d).\(two(m)).\(y) \(half(h, "ÖÖ", "ÖS")) \(twelve(h)):\(two(n)) - "
    },
    Locale("android-ar", seconds: false) { y, m, d, h, n, _ in
      digits(
        "\(d)\u{200F}/\(m)\u{200F}/\(y)، \(twelve(h)):\(two(n))\u{A0}\(half(h, "ص", "م")) - ",
        zero: 0x660)
    },
    Locale("android-hi", seconds: false) { y, m, d, h, n, _ in
      digits(
        "\(d)/\(m)/\(two(y)), \(half(h, "पूर्वाह्न", "अपराह्न")) \(twelve(h)):\(two(n)) - ", zero: 0x966)
    },
    Locale("android-th", seconds: false) { y, m, d, h, n, _ in
      "\(d)/\(m)/\(y + 543) \(two(h)):\(two(n)) - "
    },
    Locale("android-vi", seconds: false) { y, m, d, h, n, _ in
      "\(two(h)):\(two(n)), \(two(d))/\(two(m))/\(y) - "
    },
  ]

  private static let names = [
    "Anna", "Ben Okafor", "Łukasz", "Chloe 🌸", "Yuki 由紀", "+49 170 5550101", "J.R.", "Mc:Coy",
    "ليلى",
  ]
  private static let texts = [
    "hi", "", "Wordle 1,090 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩", "see: this", "10:30 - or later?",
    "[not] a: begin",
    "12/06 was fun", "1️⃣2️⃣3️⃣", "two\n\nlines", "<Media omitted>", "2016-04-29 10:30:00", "٣ things",
    "- x: y",
    "This message was deleted by me",
  ]

  /// A chat of `count` messages, and the lines that reading it must give.
  private func chat(_ count: Int, _ locale: Locale, seed: UInt64) -> (
    text: [UInt8], lines: [String]
  ) {
    var random = SeededRandom(seed: seed)
    var time = LocalTimeline(random: &random)
    var text = ""
    var lines: [String] = []
    for _ in 0..<count {
      time.advance(&random)
      let (year, month, day) = time.day.civil
      let second = locale.hasSeconds ? time.second : 0
      let name = Self.names.randomElement(using: &random) ?? ""
      let body = Self.texts.randomElement(using: &random) ?? ""
      text += locale.begin(year, month, day, time.hour, time.minute, time.second)
      text += "\(name): \(body)\n"
      let instant = Instant(time.day, hour: time.hour, minute: time.minute, second: second)
      lines.append("\(instant.iso) \(name): \(body)")
    }
    return (Array(text.utf8), lines)
  }

  @Test(arguments: locales)
  func `a random chat is read back in every language`(locale: Locale) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let (text, lines) = chat(120, locale, seed: seed)
      let read = try WhatsAppSample(text)
      try #require(read.lines == lines, "seed \(seed)")
      #expect(read.counts == MessageCounts(messages: lines.count))
      #expect(read.issues == [])
    }
  }

  @Test(arguments: [1, 7, 4_096, 1_000_003])
  func `a chat is read alike in chunks of any size, and from a pipe`(chunk: Int) throws {
    let locale = try #require(Self.locales.first { $0.name == "android-en-us" })
    let (text, lines) = chat(
      chunk == 1 ? 400 : LongRun.rounds(6_000, long: 12_000), locale, seed: 5)
    let file = try WhatsAppSample(
      { WhatsAppSample.source(text, chunk: chunk) }, isReopened: true)
    #expect(file.lines == lines)
    let pipe = try WhatsAppSample(
      { WhatsAppSample.source(text, chunk: chunk) }, isReopened: false)
    #expect(pipe.messages == file.messages)
  }
}

/// A moment that advances by up to a day.
private struct LocalTimeline {
  private var minutes: Int
  private(set) var second = 0

  init(random: inout SeededRandom) {
    // Between 2015 and 2025, so that a year of two digits can be a day of the month, too.
    minutes = Int.random(in: 16_500..<20_000, using: &random) * 1_440
  }

  mutating func advance(_ random: inout SeededRandom) {
    let step = [0, 1, 30, 1_440].randomElement(using: &random) ?? 0
    second = step == 0 ? second : Int.random(in: 0..<60, using: &random)
    minutes += step == 0 ? 0 : Int.random(in: 1...step, using: &random)
  }

  var day: Day { Day(daysSinceEpoch: minutes / 1_440) }
  var hour: Int { minutes / 60 % 24 }
  var minute: Int { minutes % 60 }
}
