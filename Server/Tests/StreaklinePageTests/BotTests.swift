import Foundation
import ServerJSON
import Streakline
import StreaklinePage
import Testing
import ToolTesting

/// The bots of `Recipes/` between the page and servers that answer as Telegram and Discord do.
struct BotTests {
  private typealias Telegram = SimulatedTelegram
  private typealias Discord = SimulatedDiscord

  private func telegramBot(
    _ telegram: FaultServer, page: String, _ token: String, _ more: [String: String] = [:]
  ) throws -> Bot {
    let settings = [
      "TELEGRAM_API": "http://127.0.0.1:\(telegram.port)", "TELEGRAM_TOKEN": Telegram.token,
      "TELEGRAM_CHAT": String(Telegram.chat), "STREAKLINE_URL": page, "STREAKLINE_TOKEN": token,
    ]
    return try Bot("telegram-bot.py", settings.merging(more) { $1 })
  }

  private func discordBot(
    _ discord: FaultServer, _ page: RunningPage, _ token: String, _ more: [String: String] = [:]
  ) throws -> Bot {
    let settings = [
      "DISCORD_API": "http://127.0.0.1:\(discord.port)", "DISCORD_TOKEN": Discord.token,
      "DISCORD_CHANNEL": Discord.channel, "DISCORD_SECONDS": "0.1",
      "STREAKLINE_URL": "http://127.0.0.1:\(page.port)", "STREAKLINE_TOKEN": token,
    ]
    return try Bot("discord-bot.py", settings.merging(more) { $1 })
  }

  /// Who has a result of which day.
  private func stored(_ page: RunningPage) throws -> [String] {
    try page.store.results().map { "\($0.userId) \($0.day.dateInt)" }.sorted()
  }

  /// The time between the first two requests.
  private func waited(_ server: FaultServer) throws -> Duration {
    let times = server.requests.prefix(2).map(\.receivedAt)
    try #require(times.count == 2)
    return times[1] - times[0]
  }

  @Test func `a Telegram group's results become those of their writers, once, whatever happens`()
    async throws
  {
    try await RunningPage.run { page in
      let (anna, bert) = (Telegram.user("Anna", "Lang"), Telegram.user("Bert"))
      let share = JSON.string(TodayTests.solved)
      let chats = SimulatedTelegram()
      let first = [
        Telegram.update(1, anna, share), Telegram.update(2, bert, "good morning"),
        Telegram.update(
          3, anna, .string(TodayTests.before), origin: ["type": "user", "sender_user": bert]),
        Telegram.update(4, Telegram.user("Stranger"), share, chat: -7),
        Telegram.update(
          5, Telegram.user("Group", isBot: true), share, sender: ["id": .int(Telegram.chat)]),
        // Half a character, which JSON can hold and UTF-8 cannot.
        Telegram.update(6, bert, .encoded(Array(#""\ud83d""#.utf8))),
      ]
      chats.put(first)
      let telegram = try await FaultServer { _ in Telegram.tooMany(2) }
      let token = try page.token(of: "bot", .settles)
      let bot = try telegramBot(telegram, page: "http://127.0.0.1:\(page.port)", token)
      try bot.start()
      try await eventually { telegram.requests.count == 1 }
      telegram.answer { chats.reply(to: $0) }
      try await eventually { try page.store.results().count == 2 }
      #expect(try stored(page) == ["Anna Lang 20261004", "Bert 20261003"], "\(bot.talk)")
      #expect(try waited(telegram) >= .seconds(2))
      bot.kill()
      // Telegram sends again what was not confirmed when the bot died.
      chats.put(first + [Telegram.update(7, bert, share)])
      chats.put([Telegram.update(8, Telegram.user("Bert", number: 9), share)])
      try bot.start()
      try await eventually { try page.store.results().count == 4 }
      // All is confirmed, and after that no number is named.
      try await eventually { telegram.requests.suffix(2).map { $0.query["offset"] } == ["9", "0"] }
      #expect(telegram.requests.contains { $0.query["offset"] == "9" })
      #expect(telegram.requests.last?.query["offset"] == "0")
      #expect(
        try stored(page) == [
          "Anna Lang 20261004", "Bert (user9) 20261004", "Bert 20261003", "Bert 20261004",
        ], "\(bot.talk)")
      #expect(bot.talk.contains("Messages of the chat -7 are left out."))
      #expect(!bot.talk.contains(Telegram.token) && !bot.talk.contains(token))
      try await telegram.stop()
    }
  }

  @Test func `a Discord channel is read from its beginning, and on from the last message`()
    async throws
  {
    try await RunningPage.run { page in
      let (anna, bert) = (Discord.user("anna", shown: "Anna L."), Discord.user("bert"))
      let channel = SimulatedDiscord()
      channel.put([Discord.message(0, anna, TodayTests.solved)])
      channel.put((1...88).map { Discord.message($0, bert, "hello \($0)") })
      channel.put([
        Discord.message(89, Discord.user("helper", isBot: true), TodayTests.solved),
        Discord.message(90, bert, TodayTests.solved, type: 19),
        Discord.message(91, Discord.user("hook"), TodayTests.solved, more: [("webhook_id", "5")]),
        Discord.message(92, Discord.user("newcomer"), TodayTests.solved, type: 7),
      ])
      let discord = try await FaultServer { _ in Discord.tooMany }
      let token = try page.token(of: "bot", .settles)
      let bot = try discordBot(discord, page, token)
      try bot.start()
      try await eventually { discord.requests.count == 1 }
      discord.answer { channel.reply(to: $0) }
      try await eventually { discord.requests.last?.query["after"] == "10082" }
      #expect(try waited(discord) >= .seconds(2))
      #expect(
        try stored(page) == ["Anna L. 20261004", "bert 20261004"], "\(bot.talk)")
      bot.kill()
      let known = discord.requests.count
      channel.put([Discord.message(100, anna, TodayTests.before)])
      try bot.start()
      try await eventually { try page.store.results().count == 3 }
      #expect(discord.requests.dropFirst(known).first?.query["after"] == "10082")
      #expect(
        try stored(page) == ["Anna L. 20261003", "Anna L. 20261004", "bert 20261004"])
      #expect(!bot.talk.contains(Discord.token) && !bot.talk.contains(token))
      try await discord.stop()
    }
  }

  @Test func `what Discord's own Wordle app says of a group is read`()
    async throws
  {
    try await RunningPage.run { page in
      let anna = Discord.user("anna", shown: "Anna L.")
      let app: JSON = [
        "id": "1211781489931452447", "username": "Wordle", "global_name": .null, "bot": true,
      ]
      let words = "**Your group is on a 2 day streak!** Here are yesterday's results:\n👑 3/6: "
      let channel = SimulatedDiscord()
      channel.put([
        Discord.message(
          1, app, words + "<@\(anna["id"]?.string ?? "")>", type: 20,
          more: [("webhook_id", "1211781489931452447"), ("mentions", [anna])])
      ])
      let discord = try await FaultServer { channel.reply(to: $0) }
      let bot = try discordBot(discord, page, try page.token(of: "bot", .settles))
      try bot.start()
      try await eventually { discord.requests.last?.query["after"] == "9991" }
      #expect(try stored(page) == ["Anna L. 20261003"], "\(bot.talk)")
      try await discord.stop()
    }
  }

  @Test func `what the page has not taken is sent again before anything else is read`()
    async throws
  {
    let chats = SimulatedTelegram()
    chats.put([Telegram.update(1, Telegram.user("Anna"), .string(TodayTests.solved))])
    let telegram = try await FaultServer { chats.reply(to: $0) }
    let taken = FaultServer.Reply.answer(200, [:], #"{"found":1,"added":1}"#)
    let page = try await FaultServer { request in
      let hasShare = String(decoding: request.body, as: UTF8.self).contains("Wordle")
      return hasShare ? .answer(503, ["Retry-After": "1"], "Stopping.\n") : taken
    }
    let bot = try telegramBot(telegram, page: "http://127.0.0.1:\(page.port)", "slk_x")
    try bot.start()
    try await eventually { page.requests.count == 2 }
    page.answer { _ in .reset }
    try await eventually { page.requests.count == 3 }
    #expect(telegram.requests.count == 1)
    page.answer { _ in taken }
    try await eventually { telegram.requests.count == 2 }
    #expect(telegram.requests.last?.query["offset"] == "2", "\(bot.talk)")
    let bodies = page.requests.dropFirst().map(\.body)
    #expect(Set(bodies).count == 1 && bodies.count == 3)
    try await telegram.stop()
    try await page.stop()
  }

  @Test func `a bot whose token is refused stops at once and says whose`() async throws {
    try await RunningPage.run { page in
      let chats = SimulatedTelegram()
      chats.put([Telegram.update(1, Telegram.user("Anna"), .string(TodayTests.solved))])
      let telegram = try await FaultServer { chats.reply(to: $0) }
      let token = try page.token(of: "bot", .posts)
      let address = "http://127.0.0.1:\(page.port)"
      let good = try page.token(of: "other", .settles)
      for (settings, words, requests) in [
        ([:], "The page: the token may not do this.", 0),
        (
          ["TELEGRAM_TOKEN": "1:wrong", "STREAKLINE_TOKEN": good],
          "Telegram: the token is wrong.", 1
        ),
        (["STREAKLINE_TOKEN": "slk_wrong"], "The page: the token is wrong.", 0),
        (["STREAKLINE_TOKEN": ""], "Set STREAKLINE_TOKEN, or STREAKLINE_TOKEN_FILE", 0),
      ] {
        let known = telegram.requests.count
        let bot = try telegramBot(telegram, page: address, token, settings)
        try bot.start()
        #expect(try await bot.ended() == 1)
        let talk = bot.talk
        #expect(talk.contains(words), "\(talk)")
        #expect(telegram.requests.count == known + requests)
        for secret in [token, good, Telegram.token, "1:wrong", "slk_wrong"] {
          #expect(!talk.contains(secret))
        }
      }
      #expect(try page.store.results().isEmpty)
      try await telegram.stop()
    }
  }

  @Test func `tokens may be in files, which others must not be able to read`() async throws {
    try await RunningPage.run { page in
      let chats = SimulatedTelegram()
      chats.put([Telegram.update(1, Telegram.user("Anna"), .string(TodayTests.solved))])
      let telegram = try await FaultServer { chats.reply(to: $0) }
      let token = try page.token(of: "bot", .settles)
      for (permissions, isRead) in [(0o644, false), (0o640, false), (0o600, true)] {
        let bot = try telegramBot(
          telegram, page: "http://127.0.0.1:\(page.port)", "unused",
          ["STREAKLINE_TOKEN_FILE": "token"])
        _ = try bot.write(token + "\n", to: "token", permissions: permissions)
        try bot.start()
        if isRead {
          try await eventually { try page.store.results().count == 1 }
          #expect(try stored(page) == ["Anna 20261004"], "\(bot.talk)")
        } else {
          #expect(try await bot.ended() == 1)
          #expect(bot.talk == "Others can read token. Run: chmod 600 token\n")
        }
      }
      try await telegram.stop()
    }
  }

  @Test func `a bot takes its token to no other server`() async throws {
    let other = try await FaultServer { _ in .answer(200, [:], #"{"ok":true,"result":[]}"#) }
    let telegram = try await FaultServer { _ in
      .answer(302, ["Location": "http://127.0.0.1:\(other.port)/"])
    }
    let page = try await FaultServer { _ in .answer(200, [:], #"{"found":0,"added":0}"#) }
    let bot = try telegramBot(telegram, page: "http://127.0.0.1:\(page.port)", "slk_x")
    try bot.start()
    #expect(try await bot.ended() == 1)
    #expect(bot.talk.hasSuffix("\nTelegram: its address is another one.\n"))
    #expect(other.requests.isEmpty && telegram.requests.count == 1)
    page.answer { _ in .answer(307, ["Location": "http://127.0.0.1:\(other.port)/"]) }
    try bot.start()
    #expect(try await bot.ended() == 1)
    #expect(bot.talk.hasSuffix("\nThe page: its address is another one.\n"))
    #expect(other.requests.isEmpty && telegram.requests.count == 1)
    try await page.stop()
    try await telegram.stop()
    try await other.stop()
  }
}
