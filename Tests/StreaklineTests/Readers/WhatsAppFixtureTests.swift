import StreaklineCore
import StreaklineReaders
import Testing

/// Chats as WhatsApp writes them in different languages and on different phones.
@Suite struct WhatsAppFixtureTests {
  private static let berlin = ReaderOptions(zone: NamedTimeZone("Europe/Berlin") ?? .utc)
  private static let mark = "\u{200E}"

  @Test func `an iPhone in American English writes the month first and twelve hours`() throws {
    let chat = try WhatsAppSample("ios-en-us")
    #expect(
      chat.lines == [
        "2024-06-09T08:01:07Z Word Birds: \(Self.mark)Anna Bright created this group",
        "2024-06-09T08:02:30Z Anna Bright: Wordle 1,086 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩⬛⬛🟩\n🟩🟩🟩🟩🟩",
        "2024-06-09T12:00:00Z Bo: \(Self.mark)image omitted",
        "2024-06-12T00:04:59Z Bo: lunch? no: sleep",
        "2024-06-13T13:30:00Z Anna Bright: Connections\nPuzzle #368\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪",
      ])
    #expect(chat.counts == MessageCounts(messages: 5, notices: 1))
    #expect(chat.messages.map(\.source.line) == [2, 3, 8, 9, 10])
    #expect(chat.issues == [])
  }

  @Test func `an iPhone in German, with an edited and a deleted message`() throws {
    let chat = try WhatsAppSample("ios-de", Self.berlin)
    #expect(
      chat.lines == [
        "2024-06-09T22:00:03Z Jörg: Wordle 1.087 4/6",
        "2024-06-10T05:16:00Z Käthe: Diese Nachricht wurde gelöscht. Warum?",
        "2024-12-24T17:00:00Z Käthe: Frohe Weihnachten!",
        "2024-12-24T17:00:41Z Jörg: \(Self.mark)<Anhang: 00000012-PHOTO-2024-12-24-18-00-41.jpg>",
      ])
    #expect(chat.counts == MessageCounts(messages: 4, notices: 2, deleted: 1))
  }

  @Test func `Android in British English, with media, polls, locations and system lines`() throws {
    let chat = try WhatsAppSample("android-en-gb")
    #expect(
      chat.lines == [
        "2024-06-13T21:26:00Z Anna: <Media omitted>",
        "2024-06-13T21:27:00Z Ben Okafor: Quordle 872\n5️⃣7️⃣\n4️⃣🟥\nm-w.com/games/quordle/",
        "2024-06-14T00:03:00Z Anna: well: that was close",
        "2024-06-14T00:05:00Z Ben Okafor: POLL:\nWhich game tomorrow?\nOPTION: Wordle (2 votes)",
        "2024-06-14T00:06:00Z Anna: location: https://maps.google.com/?q=52.5,13.4",
        "2024-06-14T00:07:00Z Ben Okafor: ",
        "2024-06-14T00:08:00Z Anna: null",
      ])
    #expect(chat.counts == MessageCounts(messages: 7, notices: 4, deleted: 1))
  }

  @Test(arguments: [
    (
      "android-us-12h-u202f",
      [
        "2023-12-31T23:59:00Z Sam: almost", "2024-01-01T00:00:00Z Ann: Happy new year",
        "2024-01-01T12:30:00Z Sam: Wordle 926 X/6*", "2024-01-02T01:05:00Z Ann: late",
      ]
    ),
    (
      "android-fi-klo",
      ["2024-06-13T21:25:00Z Aino: Wordle 1 090 2/6", "2024-07-01T09:05:00Z Väinö: huomenta"]
    ),
    (
      "ios-fi-klo",
      [
        "2022-03-12T14:08:18Z Sanajahti: \(mark)Viestit ja puhelut ovat täysin salattuja.",
        "2022-03-12T14:09:00Z Matias: Wordle 266 5/6",
      ]
    ),
    (
      "ios-es-am-pm",
      [
        "2018-06-03T13:55:00Z Álvaro: \(mark)imagen omitida",
        "2018-06-03T00:05:09Z Bea: Wordle en español", "2018-06-15T09:00:00Z Bea: buenos días",
      ]
    ),
    (
      "ios-year-first",
      ["2018-06-03T21:25:15Z Kim: one", "2018-11-12T09:05:00Z Lee: two"]
    ),
    (
      "android-dots-in-time",
      ["2018-06-03T13:55:00Z a: m", "2018-06-30T00:00:00Z b: n"]
    ),
    (
      "croatian-dots-blanks",
      [
        "2018-06-13T21:25:15Z Ante: dobra večer",
        "2018-07-01T09:05:00Z Iva: jutro: sunce\nu dva reda",
      ]
    ),
    (
      "ios-2016-colon",
      ["2016-09-28T11:20:19Z Tara: hello\nthere", "2016-10-01T00:00:01Z Alex: 3.jpg <attached>"]
    ),
    (
      "ios-ja",
      [
        "2018-06-13T00:05:10Z ゆき: おはよう", "2018-06-13T21:25:10Z 健: Wordle 1",
        "2018-06-13T12:30:00Z ゆき: 昼",
      ]
    ),
    (
      "ios-zh",
      [
        "2018-06-13T00:05:10Z 小明: 一", "2018-06-13T09:25:10Z 小明: 二",
        "2018-06-13T12:30:00Z 王芳: 三", "2018-06-13T13:30:00Z 王芳: 四",
        "2018-06-13T23:30:00Z 小明: 五",
      ]
    ),
    ("ios-ko", ["2018-06-03T21:25:10Z 지민: 하나", "2018-06-04T00:01:00Z 수아: 둘"]),
    (
      "android-ar",
      ["2024-06-13T21:25:00Z ليلى: Wordle 1,090 3/6", "2024-06-14T00:05:00Z عمر: مرحبا"]
    ),
    (
      "android-th-buddhist",
      ["2024-06-13T21:25:00Z สมชาย: Wordle 1,090 3/6", "2024-06-14T08:00:00Z มาลี: สวัสดี"]
    ),
    (
      "android-vi-time-first",
      ["2024-06-13T21:25:00Z Lan: xin chào", "2024-06-14T07:00:00Z Huy: Wordle 1,091 4/6"]
    ),
    (
      "android-bg",
      ["2024-06-13T21:25:00Z Мария: здравей", "2024-06-14T09:05:00Z Иван: Wordle 1,091 4/6"]
    ),
    (
      "web-copy",
      [
        "2024-06-13T21:25:00Z Anna: Wordle 1,090 3/6\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩",
        "2024-06-14T09:05:00Z +49 170 5550101: me too",
      ]
    ),
    ("phone-copy", ["- Anna: Wordle 1,090 3/6", "- Ben: same here"]),
    (
      "names-with-marks",
      [
        "2024-06-13T21:25:10Z +1 (555) 010\u{2011}1234: from a phone",
        "2024-06-13T21:25:11Z Zoë ✨: almost a contact", "2024-06-13T21:25:12Z Ned: with a blank",
        "2024-06-13T21:25:13Z ~Tilde: keeps it", "2024-06-13T21:25:14Z Mo X: isolated",
        "2024-06-13T21:25:15Z J.R.: dots",
        "2024-06-13T21:25:16Z Dr: Who: the first colon ends the name",
        "2024-06-13T21:25:17Z 12:30 Club: a time in a name",
      ]
    ),
    (
      "decided-by-the-run-of-time",
      [
        "2023-12-11T21:25:00Z Anna: one", "2024-02-01T21:25:00Z Ben: two",
        "2024-02-12T21:25:00Z Anna: three", "2024-03-03T08:00:00Z Ben: four",
      ]
    ),
    (
      "two-exports",
      [
        "2024-06-12T08:00:00Z Anna: one", "2024-06-13T08:00:00Z Ben: two",
        "2024-06-14T08:00:00Z Anna: three", "2024-06-15T08:00:00Z Ben: four",
        "2024-06-16T08:00:10Z Anna: five", "2024-06-17T08:00:20Z Ben: six",
        "2024-06-18T08:00:30Z Anna: seven",
      ]
    ),
  ])
  func `each shape of date and time is read`(name: String, lines: [String]) throws {
    let chat = try WhatsAppSample(name)
    #expect(chat.lines == lines)
    #expect(chat.counts == MessageCounts(messages: lines.count))
    #expect(chat.issues == [])
  }

  @Test func `lines end with a carriage return, too`() throws {
    let chat = try WhatsAppSample("crlf")
    #expect(
      chat.lines == [
        "2024-06-13T21:25:00Z Anna: Wordle 1,090 3/6\r\n\r\n⬛🟨⬛⬛⬛\r\n🟩🟩🟩🟩🟩",
        "2024-06-13T21:26:00Z Ben: ok",
      ])
    #expect(chat.counts == MessageCounts(messages: 2, notices: 2, deleted: 1))
  }

  @Test func `system lines are notices, and a doubtful one is a message`() throws {
    let chat = try WhatsAppSample("system-lines")
    #expect(
      chat.lines == [
        "2017-03-30T00:50:00Z Anna \"Ace\" Lee: a name in quotes",
        "2017-03-30T00:51:00Z Sam 5\" Gunnarsson: a lone quote is a name's",
        "2017-03-30T00:56:00Z Ben: I missed voice call after voice call",
      ])
    #expect(chat.counts == MessageCounts(messages: 3, notices: 9))
  }

  @Test func `a line of the text that starts with a date starts no message`() throws {
    let chat = try WhatsAppSample("body-with-dates")
    #expect(
      chat.lines == [
        """
        2024-06-12T08:00:00Z Anna: my diary says
        2016-04-29 10:30:00 dentist: ouch
        03/04/2024 was fun
        03/04/2024, was fun: yes
        13/04/2024 10:30 lunch: soup
        13/06/2024, 08:01 not a dash: x
        12/06/2024 - no time: x
        12/06/2024, 8:6 - a digit too few: x
        1:/06/2024, 08:00 - Ben: no digit
        and 13/06/2024, 08:00 - Ben: not at the line's begin
        """,
        """
        2024-06-13T08:02:00Z Ben: Carla wrote in the other group:
        [12/06/24, 07:00:11] Carla: Wordle 1,089 2/6
        [12/06/24, 07:01:02] Dan: Wordle 1,089 5/6
        """,
        "2024-06-13T08:03:00Z Anna: nice",
      ])
    #expect(chat.counts == MessageCounts(messages: 3))
  }

  @Test func `summer time starts and ends`() throws {
    let chat = try WhatsAppSample("dst-berlin", Self.berlin)
    #expect(
      chat.lines == [
        "2024-03-30T22:30:00Z Anna: winter",
        "2024-03-31T00:59:00Z Anna: still winter",
        "2024-03-31T01:30:00Z Anna: an hour that there was not",
        "2024-03-31T01:00:00Z Anna: summer",
        "2024-10-26T23:59:00Z Anna: still summer",
        "2024-10-27T00:30:00Z Anna: an hour that there was twice",
        "2024-10-27T02:00:00Z Anna: winter again",
      ])
  }

  @Test func `a group shares its day, some of it in one message and with talk around it`() throws {
    let chat = try WhatsAppSample("group-day")
    #expect(
      chat.lines == [
        "2024-09-21T06:58:12Z Mum: Wordle 1,190 4/6\n\n⬛⬛🟨⬛⬛\n⬛🟩⬛🟨⬛\n🟩🟩🟩⬛🟩\n🟩🟩🟩🟩🟩",
        """
        2024-09-21T07:10:45Z Priya: Morning all, here are mine:
        Wordle 1,190 3/6*

        ⬛🟨⬛⬛🟩
        ⬛🟩🟩⬛🟩
        🟩🟩🟩🟩🟩

        Connections
        Puzzle #468
        🟨🟨🟨🟨
        🟩🟩🟩🟩
        🟦🟦🟦🟦
        🟪🟪🟪🟪

        Strands #202
        “In the zone”
        🔵🔵🟡🔵
        🔵🔵🔵
        and now coffee
        """,
        "2024-09-21T07:11:30Z Mum: show off",
        """
        2024-09-21T07:30:00Z Uncle Pat: Wordle 1,190 X/6

        ⬛⬛⬛⬛⬛
        ⬛⬛⬛⬛⬛
        ⬛🟨⬛⬛⬛
        ⬛⬛🟩⬛⬛
        ⬛⬛🟩⬛⬛
        ⬛⬛🟩🟨⬛
        """,
        "2024-09-21T07:31:02Z Uncle Pat: \(Self.mark)sticker omitted",
        "2024-09-21T23:59:59Z Priya: I solved the 9/21/2024 New York Times Mini Crossword in 0:48!",
        "2024-09-22T00:00:01Z Mum: goodnight",
      ])
    #expect(chat.counts == MessageCounts(messages: 7, notices: 2, deleted: 1))
  }
}
