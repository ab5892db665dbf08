import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct InputFormatTests {
  @Test(arguments: [
    ("csv/resaved.csv", InputFormat.csv), ("discord/channel.csv", .discord),
    ("discord/channel.txt", .discord), ("discord/puzzle-club.json", .discord),
    ("habitto/habitto_export_2026-03-04_08-30-00.json", .habitto),
    ("habitto/habitto_export_2026-03-04_08-31-00.csv", .habitto),
    ("imessage/group.txt", .imessage), ("imessage/replies.txt", .imessage),
    ("jsonl/export.jsonl", .jsonl), ("jsonl/sink.jsonl", .jsonl),
    ("messenger/encrypted.json", .messenger), ("messenger/message_1.json", .messenger),
    ("signal/chat.md", .signal), ("signal/data.json", .signal), ("signal/index.md", .signal),
    ("slack", .slack), ("streaksync/StreakSync_Backup_2026-03-04_210507.json", .streaksync),
    ("telegram/account.json", .telegram), ("telegram/result.json", .telegram),
    ("whatsapp/android-ar.txt", .whatsapp), ("whatsapp/android-en-gb.txt", .whatsapp),
    ("whatsapp/body-with-dates.txt", .whatsapp), ("whatsapp/group-day.txt", .whatsapp),
    ("whatsapp/ios-2016-colon.txt", .whatsapp), ("whatsapp/ios-ko.txt", .whatsapp),
    ("whatsapp/web-copy.txt", .whatsapp), ("telegram/messages.html", .telegram),
    ("discord/voices.html", .discord), ("line/voices-en.txt", .line),
    ("line/desktop-zh.txt", .line),
    ("kakaotalk/windows-ko.txt", .kakaotalk), ("googlechat/messages.json", .googlechat),
    ("skype/messages.json", .skype), ("messenger/instagram.json", .messenger),
    ("messenger/voices.json", .messenger), ("googlevoice/texts.html", .googlevoice),
    ("imessage/page.html", .imessage), ("messages/groupme.json", .messages),
    ("messages/sms.xml", .messages), ("messages/linkedin.csv", .messages),
    ("messages/mailbox.mbox", .messages),
  ])
  func `an export is recognised by what is in it`(path: String, format: InputFormat) throws {
    let input = try Input(path: Fixture.path(path), options: .init(), scan: .everywhere)
    #expect(input.format == format)
    let sample = try ReaderOutput(input.reader)
    #expect(sample.counts.messages > 0)
  }

  @Test func `no WhatsApp chat is mistaken for another format`() throws {
    let folder = Fixture.path("whatsapp")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count > 10)
    for name in names {
      let head = try Fixture.bytes("whatsapp/\(name)")
      #expect(!SignalLayout.recognises(head), "\(name)")
      #expect(!MessagesLayout.recognises(head), "\(name)")
      #expect(!DiscordLayout.recognises(head), "\(name)")
      #expect(!DiscordTableReader.recognises(head), "\(name)")
    }
  }
}
