import Foundation
import StreaklineReaders
import Testing

/// Mailboxes of several senders.
@Suite struct MailboxTests {
  /// A mail of a mailbox.
  private static func mail(
    _ sender: String, _ body: String, fields: String = "",
    date: String = "Fri, 2 Oct 2026 08:00:00 +0000"
  ) -> String {
    "From someone@example.org Fri Oct  2 08:00:00 2026\nFrom: \(sender)\nDate: \(date)\n\(fields)\n\(body)\n\n"
  }

  private static let three = "Wordle 1,931 3/6"
  private static let four = "Wordle 1,931 4/6"
  private static let time = "2026-10-02T08:00:00Z"

  @Test(arguments: [
    ("Ann Lee <ann@example.org>", "Ann Lee"), ("\"Lee, Ann\" <ann@example.org>", "Lee, Ann"),
    ("ann@example.org", "ann@example.org"), ("ann@example.org (Ann Lee)", "Ann Lee"),
    ("ann at example.org (Ann Lee)", "Ann Lee"),
    ("=?UTF-8?Q?J=C3=BCrgen?= Lee <j@example.org>", "Jürgen Lee"),
    ("=?utf-8?B?SsO8cmdlbg==?= <j@example.org>", "Jürgen"),
    ("=?iso-8859-1?Q?J=FCrgen?=\n =?iso-8859-1?Q?_Lee?= <j@example.org>", "Jürgen Lee"),
  ])
  func `a mail is its sender's`(field: String, name: String) throws {
    let records = try ChatRecords(
      Self.mail(field, Self.three) + Self.mail("Bob <bob@example.org>", Self.four))
    #expect(
      records.results == [
        "\(name) wordle 20261002 3 \(Self.time)", "Bob wordle 20261002 4 \(Self.time)",
      ])
  }

  @Test func `lines may end as mails send them, and a sender may be the only one`() throws {
    let text = Self.mail("Ann <ann@example.org>", Self.three).replacing("\n", with: "\r\n")
    #expect(try ChatRecords(text).results == ["Ann wordle 20261002 3 \(Self.time)"])
  }

  @Test func `quoted-printable, base 64 and parts are decoded`() throws {
    let quoted = Self.mail(
      "Ann <ann@example.org>", "Hi=20=\nWordle=201,931 3=\n/6\n\n=E2=AC=9B",
      fields:
        "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n")
    let parts = Self.mail(
      "Bob <bob@example.org>",
      """
      --b
      Content-Type: multipart/alternative; boundary=c

      --c
      Content-Type: text/plain; charset="utf-8"
      Content-Transfer-Encoding: base64

      V29yZGxlIDEs
      OTMxIDQvNg==
      --c
      Content-Type: text/html

      <p>Wordle 1,931 5/6</p>
      --c--
      --b
      Content-Type: text/plain
      Content-Disposition: attachment; filename=other.txt

      Wordle 1,930 2/6
      --b--
      """, fields: "Content-Type: multipart/mixed;\n boundary=\"b\"\n")
    #expect(
      try ChatRecords(quoted + parts).results == [
        "Ann wordle 20261002 3 \(Self.time)", "Bob wordle 20261002 4 \(Self.time)",
      ])
  }

  @Test func `what a mail quotes is not its sender's`() throws {
    let quoting = """
      Well done!

      On Fri, 2 Oct 2026 at 08:00, Ann Lee <ann@example.org> wrote:
      > Wordle 1,931 3/6
      """
    let bare = "> Wordle 1,930 2/6"
    let below = """
      look

      From: Dan <dan@example.org>
      Sent: Friday, October 2, 2026 8:00 AM
      To: Cy
      Subject: w

      Wordle 1,931 5/6
      """
    let records = try ChatRecords(
      [quoting, bare, below].map { Self.mail("Cy <cy@example.org>", $0) }.joined())
    #expect(records.results.map { $0.prefix(3) } == ["Ann", "Dan"])
    #expect(records.misses.count == 1 && records.misses[0].contains("quoted"))
  }

  @Test func `a line of a text that starts with From is no mail`() throws {
    let text = Self.mail(
      "Ann <ann@example.org>", "Hi\n\nFrom here: easy\n\n>From here\n\(Self.three)")
    #expect(try ChatRecords(text).results == ["Ann wordle 20261002 3 \(Self.time)"])
  }

  @Test func `two people of one name are two, and a list's own name is nobody's`() throws {
    let list = "List-Id: <puzzles.example.org>\n"
    let text =
      Self.mail("Ann via Puzzles <puzzles@example.org>", Self.three, fields: list)
      + Self.mail("Bob via Puzzles <puzzles@example.org>", Self.four, fields: list)
      + Self.mail("Bob <bob@example.com>", "Wordle 1,931 5/6")
    let users = try ChatRecords(text).results.map {
      String($0[..<($0.firstRange(of: " wordle")?.lowerBound ?? $0.endIndex)])
    }
    #expect(users.count == 3 && Set(users).count == 3 && users.starts(with: ["Ann", "Bob"]))
  }

  @Test func `a mail that was saved alone is its sender's, and what it quotes another's`() throws {
    let text =
      "\(Self.three)\n\nOn Fri, 2 Oct 2026 at 07:58, Bob Lee <\nbob@example.org> wrote:\n> \(Self.four)\n"
    let encoded = Data(text.utf8).base64EncodedString(options: .lineLength76Characters)
    let mail =
      "Return-Path: <ann@example.org>\nFrom: Ann Lee <ann@example.org>\nTo: me@example.org\nDate: Fri, 2 Oct 2026 08:00:00 +0000\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: base64\n\n\(encoded)\n"
    #expect(
      try ChatRecords(mail).results.map { $0.prefix(7) } == ["Ann Lee", "Bob Lee"])
  }

  @Test func `whom a group names in quotes is the person who is quoted elsewhere`() throws {
    let text =
      Self.mail(
        "\"'Ann Lee' via Puzzles\" <puzzles@example.org>", Self.three,
        fields: "Reply-To: Ann Lee <ann@example.com>\n")
      + Self.mail("Ann Lee <ann@example.com>", "Wordle 1,932 5/6")
      + Self.mail("Bob <bob@example.com>", Self.four)
    let users = try ChatRecords(text).results.map {
      String($0[..<($0.firstRange(of: " wordle")?.lowerBound ?? $0.endIndex)])
    }
    #expect(users == ["Ann Lee", "Ann Lee", "Bob"])
  }

  @Test(arguments: [
    mail("Ann <ann@example.org>, Bob <bob@example.org>", three),
    mail("Ann <ann@example.org>", three, date: "yesterday"),
    mail("Ann <ann@example.org>", "<p>\(three)</p>", fields: "Content-Type: text/html\n"),
    mail("Ann <ann@example.org>", three, fields: "Content-Transfer-Encoding: x-uuencode\n"),
  ])
  func `a mail that cannot be read for sure is left out with the reason`(text: String) throws {
    let records = try ChatRecords(text + Self.mail("Bob <bob@example.org>", Self.four))
    #expect(records.results == ["Bob wordle 20261002 4 \(Self.time)"])
    #expect(records.issues.count == 1)
  }

  @Test func `a mailbox whose first mail names nobody is refused`() {
    let text = Self.mail("Ann <ann@example.org>", Self.three).replacing("From:", with: "X-From:")
    #expect(throws: InputError.self) { try ChatRecords(text) }
  }
}
