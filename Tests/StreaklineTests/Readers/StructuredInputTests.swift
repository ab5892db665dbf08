import StreaklineReaders
import Testing

/// Structured exports without a reader of their own: whose each text is follows from its fields.
@Suite struct StructuredInputTests {
  private static let three = #"Wordle 1,063 3/6"#
  private static let four = #"Wordle 1,063 4/6"#

  /// The name of a form, an export in it, and its results: user and score.
  private static let forms: [(name: String, text: String, results: [String])] = [
    (
      "slackdump",
      #"{"channel_id":"C1","name":"everyone","messages":[{"type":"message","user":"U1","text":"\#(three)","ts":"1715932800.897649","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"\#(three)"}]}]}],"slackdump_thread_replies":[{"type":"message","user":"U2","text":"\#(four)","ts":"1715932900.1","parent_user_id":"U1"}]}]}"#,
      ["U1 3", "U2 4"]
    ),
    (
      "WhatsApp-Chat-Exporter",
      #"{"49111@s.whatsapp.net":{"name":"Dana","type":"android","my_avatar":null,"messages":{"1":{"from_me":false,"timestamp":1715932800,"time":"15:04","data":"Wordle 1,063 3/6<br><br>⬛🟨⬛⬛⬛<br>⬛🟩🟩⬛🟨<br>🟩🟩🟩🟩🟩","sender":null},"2":{"from_me":true,"timestamp":1715932900,"data":"\#(four)","sender":null}}}}"#,
      ["Dana 3", "me 4"]
    ),
    (
      "imessage-exporter",
      #"[{"guid":"A","timestamp":"2024-05-17T10:30:00-05:00","sender":"John","is_from_me":false,"text":"\#(three)"},{"guid":"B","timestamp":"2024-05-17T10:31:00-05:00","sender":"Me","is_from_me":true,"text":"\#(four)"}]"#,
      ["John 3", "me 4"]
    ),
    (
      "sigtop",
      #"[{"type":"incoming","source":"0b6c","sent_at":1715932800000,"body":"\#(three)"},{"type":"outgoing","sent_at":1715932900000,"body":"\#(four)"}]"#,
      ["0b6c 3", "me 4"]
    ),
    (
      "GroupMe",
      #"[{"id":"1","name":"Ana","user_id":"11","sender_id":"11","group_id":"7","created_at":1715932800,"text":"\#(three)","sender_type":"user","system":false},{"id":"2","name":"Bo","user_id":"12","sender_id":"12","group_id":"7","created_at":1715932900,"text":"\#(four)","sender_type":"user","system":false},{"id":"3","name":"GroupMe","user_id":"calendar","sender_id":"calendar","created_at":1715932950,"text":"Wordle 1,062 2/6","sender_type":"system","system":true}]"#,
      ["Ana 3", "Bo 4"]
    ),
    (
      "Element",
      #"{"room_name":"Puzzles","room_creator":"@ana:example.org","exported_by":"@bo:example.org","messages":[{"type":"m.room.message","sender":"@ana:example.org","content":{"msgtype":"m.text","body":"\#(three)","format":"org.matrix.custom.html","formatted_body":"<p>\#(three)</p>"},"origin_server_ts":1715932800000,"event_id":"$a"},{"type":"m.room.message","sender":"@bo:example.org","content":{"msgtype":"m.text","body":"\#(four)"},"origin_server_ts":1715932900000,"event_id":"$b"}]}"#,
      ["@ana:example.org 3", "@bo:example.org 4"]
    ),
    (
      "Element, with who has joined",
      #"{"messages":[{"type":"m.room.member","sender":"@ana:example.org","state_key":"@ana:example.org","content":{"membership":"join","displayname":"Ana R","avatar_url":null},"origin_server_ts":1715932700000},{"type":"m.room.message","sender":"@ana:example.org","content":{"msgtype":"m.text","body":"\#(three)"},"origin_server_ts":1715932800000},{"type":"m.room.message","sender":"@bo:example.org","content":{"msgtype":"m.text","body":"\#(four)"},"origin_server_ts":1715932900000}]}"#,
      ["@bo:example.org 4", "Ana R 3"]
    ),
    (
      "Mattermost",
      #"{"type":"version","version":1}"# + "\n"
        + #"{"type":"post","post":{"team":"t","channel":"c","user":"ana","message":"\#(three)","create_at":1715932800000,"replies":[{"user":"cy","message":"Wordle 1,063 5/6","create_at":1715932850000}]}}"#
        + "\n"
        + #"{"type":"post","post":{"team":"t","channel":"c","user":"bo","message":"\#(four)","create_at":1715932900000}}"#,
      ["ana 3", "bo 4", "cy 5"]
    ),
    (
      "Zulip",
      #"{"result":"success","messages":[{"id":1,"sender_id":11,"content":"<p>\#(three)</p>","sender_full_name":"Ana R","sender_email":"user11@example.org","timestamp":1715932800,"display_recipient":"general","subject":"daily"},{"id":2,"sender_id":12,"content":"<blockquote>\n<p>\#(three)</p>\n</blockquote>\n<p>\#(four)</p>","sender_full_name":"Bo","sender_email":"user12@example.org","timestamp":1715932900,"display_recipient":"general","subject":"daily"}]}"#,
      ["Ana R 3", "Bo 4"]
    ),
    (
      "Rocket.Chat",
      #"{"messages":[{"_id":"a","rid":"GENERAL","msg":"\#(three)","ts":"2024-05-17T08:00:00.000Z","u":{"_id":"x1","username":"ana","name":"Ana R"},"mentions":[]},{"_id":"b","rid":"GENERAL","msg":"\#(four)","ts":"2024-05-17T08:05:00.000Z","u":{"_id":"x2","username":"bo","name":"Bo"},"mentions":[{"username":"ana"}]}]}"#,
      ["Ana R 3", "Bo 4"]
    ),
    (
      "Colloquy",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <log began="2024-05-17 08:00:00 +0000" source="irc://irc.example.org/puzzles">
      <envelope id="A"><sender hostmask="nyx@host.example.org">nyx</sender>
      <message id="M" received="2024-05-17 08:01:02 +0000">\(three)</message></envelope>
      <envelope id="B"><sender hostmask="bo@host.example.org" identifier="bo">bo</sender>
      <message id="N" received="2024-05-17 08:05:00 +0000">\(four)</message></envelope></log>
      """,
      ["bo 4", "nyx 3"]
    ),
    (
      "an element with an id whose text is the sender",
      """
      <posts><post><author id="U7">Ann</author><body>\(three)</body></post>
      <post><author id="U8">Bo</author><body>\(four)</body></post></posts>
      """,
      ["Ann 3", "Bo 4"]
    ),
    (
      "Zulip's Markdown, with a quotation",
      #"{"messages":[{"sender_id":11,"content":"\#(three)","timestamp":1715932800,"sender_full_name":"Ana R","reactions":[{"user":{"full_name":"Bo"}}]},{"sender_id":12,"content":"@_**Ana R|11** [said](https://z.example/1):\n```quote\n\#(three)\n```\n\#(four)","timestamp":1715932900,"sender_full_name":"Bo"}]}"#,
      ["Ana R 3", "Bo 4"]
    ),
    (
      "Discourse",
      #"{"post_stream":{"posts":[{"id":1,"username":"ana","created_at":"2024-05-17T08:00:00.000Z","raw":"","cooked":"<p>\#(three)</p>","text":"\#(three)"},{"id":2,"username":"bo","created_at":"2024-05-17T08:05:00.000Z","text":"[quote=\"ana, post:1, topic:2\"]\n\#(three)\n[/quote]\n\n\#(four)"}]}}"#,
      ["ana 3", "ana 3", "bo 4"]
    ),
    (
      "Discord History Tracker",
      #"{"meta":{"users":{"308326276721934930":{"name":"ana"},"543819675112486299":{"name":"Bo"}},"userindex":["308326276721934930","543819675112486299"],"servers":[{"name":"Tea","type":"server"}],"channels":{"4455":{"server":0,"name":"daily"}}},"data":{"4455":{"1250000000000000000":{"u":0,"t":1715932800000,"m":"\#(three)"},"1250000000000000031":{"u":1,"t":1715932900000,"m":"\#(four)"}}}}"#,
      ["Bo 4", "ana 3"]
    ),
    (
      "Nextcloud's text messages",
      #"{"conversations":{"+420777111222":{"1715932800000":{"msg":"\#(three)","type":1,"mailbox":0,"address":"+420777111222"},"1715932900000":{"msg":"\#(four)","type":2,"mailbox":1,"address":"+420777111222"}}}}"#,
      ["+420777111222 3", "me 4"]
    ),
    (
      "messages with an empty sender and with “null” before those of people",
      #"[{"sender":"","text":"hello","ts":1715932700},{"sender":"null","text":"hello","ts":1715932701},{"sender":"Ana","text":"\#(three)","ts":1715932800},{"sender":"Bo","text":"\#(four)","ts":1715932900}]"#,
      ["Ana 3", "Bo 4"]
    ),
    (
      "phpMyAdmin's XML",
      """
      <?xml version="1.0"?><pma_xml_export><database name="box"><table name="shouts"><column name="id">1</column>
      <column name="nick">ana</column><column name="message">\(three)</column>
      <column name="posted">2024-05-17 08:00:00</column></table><table name="shouts"><column name="id">2</column>
      <column name="nick">bo</column><column name="message">\(four)</column>
      <column name="posted">2024-05-17 08:05:00</column></table></database></pma_xml_export>
      """,
      ["ana 3", "bo 4"]
    ),
    (
      "SMS Import / Export",
      #"{"address":"+33612001122","date":"1715932800000","type":"1","body":"\#(three)","creator":"com.android.messaging","seen":"1"}"#
        + "\n"
        + #"{"address":"+33612001122","date":"1715932900000","type":"2","body":"\#(four)","creator":"com.android.messaging","seen":"1"}"#,
      ["+33612001122 3", "me 4"]
    ),
    (
      "QQ Chat Exporter",
      #"{"messages":[{"time":"2024-05-17 10:00:00","sender":{"uid":"u_9","name":"Ana"},"content":{"text":"\#(three)","elements":[{"type":"text","data":{"text":"\#(three)"}}]}},{"time":"2024-05-17 10:05:00","sender":{"uid":"u_8","name":"Bo"},"content":{"text":"\#(four)","elements":[{"type":"reply","data":{"messageId":"1","senderName":"Ana","content":"\#(three)"}},{"type":"text","data":{"text":"\#(four)"}}]}}]}"#,
      ["Ana 3", "Bo 4"]
    ),
    (
      "Lemmy",
      #"{"comments":[{"comment":{"id":900,"creator_id":93536,"content":"\#(three)","published":"2024-05-17T08:00:00Z"},"creator":{"id":93536,"name":"ana"},"post":{"id":77,"name":"Daily","creator_id":1}},{"comment":{"id":901,"creator_id":92742,"content":"\#(four)","published":"2024-05-17T08:05:00Z"},"creator":{"id":92742,"name":"bo"},"post":{"id":77,"name":"Daily","creator_id":1}}]}"#,
      ["ana 3", "bo 4"]
    ),
    (
      "X's archive",
      #"window.YTD.tweets.part0 = [{"tweet":{"source":"<a href=\"https://x.example\">X for iPhone</a>","created_at":"Fri May 17 08:00:00 +0000 2024","id_str":"1","retweeted":false,"full_text":"\#(three)"}}]"#,
      ["me 3"]
    ),
    (
      "Signal's plain backup",
      #"{"recipient":{"id":"1","self":{}}}"# + "\n"
        + #"{"recipient":{"id":"2","contact":{"e164":"37120000001","profileGivenName":"Ana"}}}"#
        + "\n"
        + #"{"chatItem":{"chatId":"1","authorId":"2","dateSent":"1715932800000","incoming":{"read":true},"standardMessage":{"text":{"body":"\#(three)"}}}}"#
        + "\n"
        + #"{"chatItem":{"chatId":"1","authorId":"1","dateSent":"1715932900000","outgoing":{"sendStatus":[]},"standardMessage":{"text":{"body":"\#(four)"}}}}"#,
      ["Ana 3", "me 4"]
    ),
    (
      "Baileys",
      #"{"messages":{"1@g.us":[{"key":{"fromMe":false,"participant":"49111@s.whatsapp.net"},"messageTimestamp":1715932800,"pushName":"Ana","message":{"conversation":"\#(three)"}},{"key":{"fromMe":true},"messageTimestamp":1715932900,"message":{"extendedTextMessage":{"text":"\#(four)","contextInfo":{"participant":"49111@s.whatsapp.net","quotedMessage":{"conversation":"\#(three)"}}}}}]}}"#,
      ["Ana 3", "me 4"]
    ),
    (
      "Telethon",
      #"{"_":"Message","id":901,"date":"2024-05-17T08:00:00+00:00","message":"\#(three)","out":false,"from_id":{"_":"PeerUser","user_id":227078812},"reply_to":null}"#
        + "\n"
        + #"{"_":"Message","id":902,"date":"2024-05-17T08:05:00+00:00","message":"\#(four)","out":true,"from_id":{"_":"PeerUser","user_id":301848300},"reply_to":null}"#,
      ["227078812 3", "me 4"]
    ),
    (
      "WAHA",
      #"[{"timestamp":1715932800,"from":"120363@g.us","fromMe":false,"source":"app","to":"120363@g.us","participant":"54911@c.us","body":"\#(three)","replyTo":null},{"timestamp":1715932900,"from":"54922@c.us","fromMe":true,"source":"app","to":"120363@g.us","participant":"54922@c.us","body":"\#(four)","replyTo":null}]"#,
      ["54911@c.us 3", "me 4"]
    ),
    (
      "Zalo's programs",
      #"[{"type":1,"data":{"uidFrom":"149757385","dName":"Ana","ts":"1715932800000","content":"\#(three)"},"isSelf":false},{"type":1,"data":{"uidFrom":"0","dName":"Bạn","ts":"1715932900000","content":"\#(four)"},"isSelf":true}]"#,
      ["Ana 3", "me 4"]
    ),
    (
      "matrix-commander",
      #"{"source":{"content":{"msgtype":"m.text","body":"\#(three)"},"sender":"@ana:example.org","origin_server_ts":1715932800000},"body":"\#(three)","sender_display_name":"Ana","sender":"@ana:example.org","server_timestamp":1715932800000}"#
        + "\n"
        + #"{"source":{"content":{"msgtype":"m.text","body":"\#(four)"},"sender":"@bo:example.org","origin_server_ts":1715932900000},"body":"\#(four)","sender_display_name":"Bo","sender":"@bo:example.org","server_timestamp":1715932900000}"#,
      ["Ana 3", "Bo 4"]
    ),
    (
      "signal-cli",
      #"{"envelope":{"sourceNumber":"+1415","sourceName":"Ana","timestamp":1715932800000,"dataMessage":{"message":"\#(three)"}}}"#
        + "\n"
        + #"{"envelope":{"sourceNumber":"+1416","sourceName":"Nora","timestamp":1715932900000,"syncMessage":{"sentMessage":{"destination":null,"timestamp":1715932900000,"message":"\#(four)"}}}}"#,
      ["Ana 3", "me 4"]
    ),
    (
      "chatlog, with a message that refers to another one",
      #"[{"time":"2024-05-17T08:00:00+08:00","sender":"wxid_1a","senderName":"Ana","isSelf":false,"content":"\#(three)"},{"time":"2024-05-17T08:05:00+08:00","sender":"wxid_2b","senderName":"我","isSelf":true,"content":"\#(four)","contents":{"refer":{"sender":"wxid_1a","senderName":"x","isSelf":false,"content":"\#(three)"}}}]"#,
      ["Ana 3", "me 4"]
    ),
    (
      "Wire",
      #"{"users":[{"id":"bc64d7cc-c470-4bf8-8156","name":"Ich"},{"id":"dd5ce4b7-92e0-45d5-a886","name":"Ana"}],"events":[{"from":"dd5ce4b7-92e0-45d5-a886","time":"2024-05-17T08:00:00Z","type":"conversation.message-add","data":{"content":"\#(three)"}},{"from":"bc64d7cc-c470-4bf8-8156","time":"2024-05-17T08:05:00Z","type":"conversation.message-add","data":{"content":"\#(four)"}}]}"#,
      ["Ana 3", "me 4"]
    ),
    (
      "Feishu",
      #"{"data":{"items":[{"msg_type":"text","create_time":"1715932800000","sender":{"id":"ou_a81f","sender_type":"user"},"body":{"content":"{\"text\":\"Wordle 1,063 3/6\\n\\n⬛🟨⬛⬛⬛\\n⬛🟩🟩⬛🟨\\n🟩🟩🟩🟩🟩\"}"}}]}}"#,
      ["ou_a81f 3"]
    ),
    (
      "SMS Backup & Restore",
      """
      <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
      <?xml-stylesheet type="text/xsl" href="sms.xsl"?>
      <smses count="3" backup_date="1715940000000">
        <sms protocol="0" address="+4911" date="1715932800000" type="1" subject="null" body="\(three)&#10;&#10;🟩🟩🟩🟩🟩" read="1" status="-1" readable_date="17.05.2024 10:00:00" contact_name="Ana" />
        <sms protocol="0" address="+4911" date="1715932900000" type="2" subject="null" body="\(four)" read="1" status="-1" readable_date="17.05.2024 10:01:40" contact_name="Ana" />
        <mms date="1715933000000" msg_box="2" address="+4911" contact_name="Ana"><parts><part seq="0" ct="text/plain" name="null" text="Wordle 1,062 5/6" /></parts><addrs><addr address="+4911" type="151" /></addrs></mms>
      </smses>
      """,
      ["Ana 3", "me 4", "me 5"]
    ),
    (
      "LinkedIn",
      "CONVERSATION ID,CONVERSATION TITLE,FROM,SENDER PROFILE URL,TO,RECIPIENT PROFILE URLS,DATE,SUBJECT,CONTENT,FOLDER\n"
        + "2-a,,Ana Ruiz,https://example.org/ana,Bo,https://example.org/bo,2024-05-17 08:00:00 UTC,,\(three.csv),INBOX\n"
        + "2-a,,Bo,https://example.org/bo,Ana Ruiz,https://example.org/ana,2024-05-17 08:05:00 UTC,,\(four.csv),INBOX\n",
      ["Ana Ruiz 3", "Bo 4"]
    ),
    (
      "tweets of an account",
      #"window.YTD.tweets.part0 = [ { "tweet" : { "id_str" : "1", "full_text" : "\#(three)", "created_at" : "Fri May 17 08:00:00 +0000 2024", "entities" : { "user_mentions" : [ ] } } }, { "tweet" : { "id_str" : "2", "full_text" : "RT @bo: \#(four)", "created_at" : "Fri May 17 08:05:00 +0000 2024" } } ]"#,
      ["me 3"]
    ),
    (
      "direct messages of Twitter",
      #"window.YTD.direct_messages.part0 = [ { "dmConversation" : { "conversationId" : "1001-1002", "messages" : [ { "messageCreate" : { "recipientId" : "1002", "text" : "\#(three)", "senderId" : "1001", "id" : "9", "createdAt" : "2024-05-17T08:00:00.000Z" } }, { "messageCreate" : { "recipientId" : "1001", "text" : "\#(four)", "senderId" : "1002", "id" : "10", "createdAt" : "2024-05-17T08:05:00.000Z" } } ] } } ]"#,
      ["1001 3", "1002 4"]
    ),
  ]

  @Test(arguments: forms.indices)
  func `each text of a known form is whose it is`(index: Int) throws {
    let form = Self.forms[index]
    let found = try ChatRecords(form.text)
    let short = found.results.map { line in
      let parts = line.split(separator: " wordle ")
      return "\(parts[0]) \(parts[1].split(separator: " ")[1])"
    }
    #expect(short.sorted() == form.results, "\(form.name)")
    #expect(found.issues == [], "\(form.name)")
  }

  @Test(arguments: [
    #"["Wordle 1,063 3/6","Wordle 1,063 4/6"]"#, #"{"notes":{"today":"Wordle 1,063 3/6"}}"#,
    #"[{"sender":"Ana","text":"Wordle 1,063 3/6"},{"sender":"Bo","text":"Wordle 1,063 4/6""#,
    "[{sender: 'Ana', text: 'Wordle 1,063 3/6'}, {sender: 'Bo', text: 'Wordle 1,063 4/6'}]",
    "<html><body><p>Ana: Wordle 1,063 3/6</p><p>Bo: Wordle 1,063 4/6</p></body></html>",
    "<chat><line>Wordle 1,063 3/6</line></chat>",
    "day,text\n2024-05-17,\"Wordle 1,063 3/6\"\n2024-05-18,\"Wordle 1,063 4/6\"\n",
    #"[{"sender":"Ana","author":"Bo","text":"Wordle 1,063 3/6"},{"sender":"Bo","author":"Ana","text":"Wordle 1,063 4/6"}]"#,
    #"[{"reply_to":{"author":"Ana","text":"Wordle 1,063 3/6"}}]"#,
    #"{"message":[{"_id":1,"from_me":0,"sender_jid_row_id":11,"timestamp":1715932800000,"text_data":"Wordle 1,063 3/6"},{"_id":2,"from_me":1,"sender_jid_row_id":0,"timestamp":1715932900000,"text_data":"Wordle 1,063 4/6"}]}"#,
  ])
  func `what is structured and says no author is refused, and is one person's when that is typed`(
    text: String
  ) throws {
    #expect(throws: InputError.self) { try ChatRecords(text) }
    do {
      _ = try ChatRecords(text)
    } catch let error as InputError {
      #expect(error.isMalformed)
      guard case .unclear = error else { throw error }
    }
  }

  @Test(arguments: [
    "// export\nconst m = [%];", "```json\n[%]\n```", "Export of the chat\n\n[%]\n",
  ])
  func `data below other words is read by its fields`(form: String) throws {
    let data =
      #"{"sender":"Ana","text":"Wordle 1,063 3/6"},{"sender":"Bo","text":"Wordle 1,063 4/6"}"#
    let text = form.replacing("%", with: data)
    #expect(
      try ChatRecords(text).results == ["Ana wordle 20240517 3 -", "Bo wordle 20240517 4 -"])
    #expect(throws: InputError.self) { try ChatRecords("Wordle 1,064 2/6\n" + text) }
    let lines = form.replacing("[%]", with: data.replacing("},{", with: "}\n{"))
    #expect(try ChatRecords(lines).results.count == 2)
  }

  @Test func `rows in quotes without names of columns are refused`() {
    #expect(throws: InputError.self) {
      try ChatRecords("\"1\",\"Ana\",\"Wordle 1,063 3/6\"\n\"2\",\"Bo\",\"Wordle 1,063 4/6\"\n")
    }
  }

  @Test func `a text with a line of data in it is read as before`() throws {
    let text = "Wordle 1,063 3/6\n{\"a\": 1}\nsee you"
    #expect(try ChatRecords(text).results.count == 1)
  }

  @Test func `a name or a title with the name of a game is no text`() throws {
    let text =
      #"{"channel":{"name":"Wordle 1,234 fans"},"topic":"Wordle 7 days","messages":[{"title":"Wordle 1,063","user":"Wordle Ana","text":"Wordle 1,063 3/6"},{"user":"Bo","text":"Wordle 1,063 4/6"}]}"#
    let found = try ChatRecords(text)
    #expect(
      found.results == ["Wordle Ana wordle 20240517 3 -", "Bo wordle 20240517 4 -"])
    #expect(found.issues == [])
  }

  @Test(arguments: [
    "Wordle 1,063 3/6", "[Wordle 1,063 3/6]", "{Wordle 1,063 3/6}", "[07:58] Wordle 1,063 3/6",
    "<3 Wordle 1,063 3/6",
    "Wordle, Connections\nWordle 1,063 3/6", "result = Wordle 1,063 3/6", "[1] Wordle 1,063 3/6",
    "From me to you:\nWordle 1,063 3/6", "<@1234> Wordle 1,063 3/6",
    "Name, time\nhello\nWordle 1,063 3/6",
  ])
  func `a text with a bracket, a comma or a sign in it is read as before`(text: String) throws {
    #expect(try ChatRecords(text).results.count == 1)
  }

  @Test func `a table of people with first and last names gives both`() throws {
    let text =
      #"{"response":{"items":[{"date":1715932800,"from_id":1001,"out":0,"text":"Wordle 1,063 3/6"},{"date":1715932900,"from_id":1002,"out":0,"text":"Wordle 1,063 4/6"}],"profiles":[{"id":1001,"first_name":"Ana","last_name":"Ruiz"},{"id":1002,"first_name":"Bo","last_name":"Ruiz"}]}}"#
    #expect(
      try ChatRecords(text).results.map { $0.prefix { $0 != "0" } }
        == ["Ana Ruiz wordle 2", "Bo Ruiz wordle 2"])
  }

  @Test func `the program says which command reads it, and that command does`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text =
      #"[{"sender":"Ana","author":"Bo","body":"Wordle 1,063 3/6","ts":1715932800},{"sender":"Bo","author":"Ana","body":"Wordle 1,063 4/6","ts":1715932900}]"#
    let file = try tool.write(text, to: "chat.json")
    let run = try tool.run(["parse", file])
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.talk.contains("--sender sender --text body --time ts"))
    let again = try tool.run([
      "parse", file, "--sender", "author", "--text", "body", "--time", "ts",
    ])
    #expect(again.status == 0)
    #expect(again.output.contains("Bo: Wordle 1,063 · 3/6"))
    let unknown = try tool.run(["parse", file, "--sender", "writer"])
    #expect(unknown.status == 65)
    #expect(unknown.talk.contains("writer"))
    let own = try tool.run(["parse", file, "--user", "dora"])
    #expect(own.status == 65)
  }

  @Test func `a typed user owns what names nobody, a user of the settings does not`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(
      #"[{"date":"2024-05-17T08:00:00Z","today":"Wordle 1,063 3/6"}]"#, to: "notes.json")
    _ = try tool.write("user: dora\n", to: "config/streakline/config.yaml")
    #expect(try tool.run(["parse", file]).status == 65)
    let run = try tool.run(["parse", file, "--user", "dora", "--output", "json"])
    #expect(run.status == 0)
    #expect(run.output.contains(#""userId":"dora""#))
  }
}

extension String {
  /// The text as a cell of a table.
  fileprivate var csv: String { "\"\(self)\"" }
}
