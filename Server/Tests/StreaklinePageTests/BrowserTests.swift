import Foundation
import ServerJSON
import Streakline
import StreaklinePage
import Testing
import ToolTesting

/// The page in Chromium, as readers see it.
@Suite(.serialized, .enabled(if: Browser.isInstalled)) struct BrowserTests {
  /// All pages that a reader can come to.
  private static let pages = [
    "/", "/?day=2026-10-03", "/paste", "/share?text=Wordle", "/streaks", "/players/alice",
    "/leaderboard", "/leaderboard?period=all", "/versus", "/achievements", "/check", "/sign-in",
    "/nothing",
  ]
  private static let other = TodayTests.solved.replacing("3/6\n", with: "4/6\n⬛⬛⬛⬛⬛\n")

  /// Two players, and a dispute between two results.
  private func fill(_ page: RunningPage) throws {
    for (user, text) in [
      ("alice", TodayTests.before), ("alice", TodayTests.solved), ("bob", TodayTests.solved),
      ("bob", Self.other), ("bob", "Wordle 1,931 3/6\n\n⬛⬛⬛🟨⬛\n"),
    ] {
      _ = try page.store.ingest(text, options: ImportOptions(user: user, now: RunningPage.now))
    }
  }

  private func address(_ page: RunningPage) -> String { "http://127.0.0.1:\(page.port)" }

  @Test(arguments: [true, false])
  func `what is pasted becomes a result and a streak, also without scripts`(
    hasScripts: Bool
  ) async throws {
    try await RunningPage.run { page in
      try await Browser.run(hasScripts: hasScripts) { browser in
        try await browser.open(address(page) + "/paste")
        try await browser.write("dora", into: "#player")
        // The field has "me" already.
        try await browser.write(TodayTests.solved, into: "#text")
        try await browser.click("form.card button")
        #expect(try await browser.waits(for: "1 result found, 1 new", in: "h2"))
        try await browser.open(address(page) + "/streaks")
        #expect(try await browser.text("tbody").contains("1 day"))
        #expect(try page.store.history.players() == ["medora"])
      }
    }
  }

  @Test(arguments: [true, false])
  func `a dispute is settled with a press, also without scripts`(hasScripts: Bool) async throws {
    try await RunningPage.run { page in
      try fill(page)
      try await Browser.run(hasScripts: hasScripts) { browser in
        try await browser.open(address(page) + "/check")
        #expect(try await browser.text("#disputes").hasSuffix("1"))
        try await browser.click("button[value=other]")
        #expect(try await browser.waits(for: "There is nothing to decide.", in: "main"))
        #expect(try page.store.disputes.all().isEmpty)
      }
    }
  }

  @Test func `a chat is imported by upload, and the page says what was found`() async throws {
    try await RunningPage.run { page in
      let folder = try TemporaryFolder()
      let lines = (1...20_000).map { number in
        "[04/10/2026, 08:0\(number % 10):00] bob: a message of usual length, number \(number)\n"
      }
      let chat = lines.joined() + "[04/10/2026, 09:01:00] alice: \(TodayTests.solved)\n"
      let path = try folder.write(chat, to: "_chat.txt")
      try await Browser.run { browser in
        try await browser.open(address(page) + "/paste")
        try await browser.write(path, into: "#file")
        #expect(try await browser.waits(for: "1 result found, 1 new", in: "#upload output"))
        // The import is news of its own, and must not take the box away.
        try await Task.sleep(for: .seconds(3))
        #expect(try await browser.text("#upload output") == "1 result found, 1 new")
        let bar = try await browser.value(of: "document.querySelector('#upload progress').position")
        #expect(bar.double == 1)
        #expect(try page.store.results().map(\.userId) == ["alice"])
      }
    }
  }

  @Test func `news do not take away what somebody writes or chooses`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      try await Browser.run { browser in
        try await browser.open(address(page) + "/paste")
        try await browser.write(TodayTests.solved, into: "#text")
        try await news(page, "eve")
        _ = try await browser.value(of: "document.activeElement.blur()")
        try await news(page, "frank")
        let text = try await browser.value(of: "document.querySelector('#text').value")
        #expect(text.string?.contains("3/6") == true, "\(text)")
        #expect(try await browser.value(of: "document.querySelector('#upload').hidden") == false)
        try await browser.open(address(page) + "/versus")
        let choose =
          "(() => { const list = document.querySelector('select'); list.selectedIndex = 1;"
          + " return list.value })()"
        let chosen = try await browser.value(of: choose)
        try await news(page, "gil")
        #expect(try await browser.value(of: "document.querySelector('select').value") == chosen)
        // A page that is only read shows the news.
        try await browser.open(address(page) + "/streaks")
        try await news(page, "hana")
        #expect(try await browser.waits(for: "hana", in: "tbody"))
      }
    }
  }

  /// Stores a result, as another program does, and waits until the page has heard of it.
  private func news(_ page: RunningPage, _ user: String) async throws {
    try await Task.sleep(for: .milliseconds(1_500))
    let other = try RecordStore(path: page.store.path)
    _ = try other.ingest(
      TodayTests.solved, options: ImportOptions(user: user, now: RunningPage.now))
    try await Task.sleep(for: .milliseconds(2_500))
  }

  @Test func `two people see what their roles allow`() async throws {
    try await RunningPage.run(door: .locked(isSecure: false)) { page in
      try fill(page)
      for (user, role) in [("anna", PageRole.reads), ("bert", .settles)] {
        let token = try page.token(of: user, role, expiresAt: .max)
        try await Browser.run { browser in
          try await browser.open(address(page) + "/check")
          #expect(try await browser.text("h1") == "Sign in")
          try await browser.write(token, into: "#token")
          try await browser.click("form.card button")
          #expect(try await browser.waits(for: "To check", in: "h1"))
          let isSettler = role == .settles
          #expect(try await browser.count("button[value=other]") == (isSettler ? 1 : 0))
          #expect(try await browser.count("a[href='/paste']") == (isSettler ? 1 : 0))
          try await browser.click("form[action='/sign-out'] button")
          #expect(try await browser.waits(for: "Sign in", in: "h1"))
          try await browser.open(address(page) + "/streaks")
          #expect(try await browser.text("h1") == "Sign in")
        }
      }
    }
  }

  @Test func `what a phone shares is stored after one press`() async throws {
    try await RunningPage.run { page in
      try await Browser.run { browser in
        let manifest = try await page.get("/manifest.webmanifest").text
        #expect(manifest.contains("\"share_target\":{\"action\":\"/share\",\"method\":\"GET\""))
        let text = RunningPage.encoded(TodayTests.solved)
        try await browser.open(address(page) + "/share?title=Wordle&text=" + text)
        try await browser.click("form.card button")
        #expect(try await browser.waits(for: "1 result found, 1 new", in: "h2"))
        #expect(try page.store.results().map(\.userId) == ["me"])
      }
    }
  }

  @Test func `a page that is open shows what somebody else stores`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      try await Browser.run { browser in
        try await browser.open(address(page) + "/?day=2026-10-04")
        #expect(!(try await browser.text("main").contains("zoe")))
        try await Task.sleep(for: .milliseconds(1_500))
        _ = try page.store.ingest(
          TodayTests.solved, options: ImportOptions(user: "zoe", now: RunningPage.now))
        #expect(try await browser.waits(for: "zoe", in: "main"))
      }
    }
  }

  @Test func `no page has a serious fault for a screen reader, keyboard or weak eyes`()
    async throws
  {
    try await RunningPage.run { page in
      try fill(page)
      try await Browser.run { browser in
        for look in ["light", "dark"] {
          try await browser.command(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(look)]]])
          for path in Self.pages {
            try await browser.open(address(page) + path)
            #expect(try await browser.accessibilityFaults() == "", "\(path) \(look)")
          }
        }
        try await browser.click("form[action='/colours'] button")
        #expect(try await browser.waits(for: "Usual colours", in: "footer"))
        for path in Self.pages {
          try await browser.open(address(page) + path)
          #expect(try await browser.accessibilityFaults() == "", "\(path) with high contrast")
        }
        // The checker finds what is there to be found.
        _ = try await browser.value(of: "document.querySelector('img').removeAttribute('alt')")
        #expect(try await browser.accessibilityFaults().contains("image-alt"))
      }
    }
  }

  @Test func `no page asks another host for anything, and each is small`() async throws {
    try await RunningPage.run { page in
      try fill(page)
      try await Browser.run { browser in
        try await browser.command("Network.enable")
        try await browser.command("Network.setCacheDisabled", ["cacheDisabled": true])
        for path in Self.pages {
          _ = try await browser.network()
          try await browser.open(address(page) + path)
          let messages = try await browser.network()
          let asked = messages.filter { $0["method"] == "Network.requestWillBeSent" }
            .compactMap { $0["params"]?["request"]?["url"]?.string }
          #expect(asked.contains { $0.hasPrefix(address(page)) })
          let foreign = asked.filter {
            !$0.hasPrefix(address(page) + "/") && !$0.hasPrefix("data:")
          }
          #expect(foreign == [], "\(path)")
          let bytes = messages.filter { $0["method"] == "Network.loadingFinished" }
            .compactMap { $0["params"]?["encodedDataLength"]?.double }.reduce(0, +)
          #expect((1_000..<100_000).contains(bytes), "\(path): \(bytes) bytes")
        }
      }
    }
  }

  @Test func `on a phone nothing is wider than the screen, and Tab first offers the content`()
    async throws
  {
    try await RunningPage.run { page in
      try fill(page)
      try await Browser.run { browser in
        try await browser.command(
          "Emulation.setDeviceMetricsOverride",
          ["width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true])
        for path in Self.pages {
          try await browser.open(address(page) + path)
          let width = try await browser.value(of: "document.documentElement.scrollWidth").int
          #expect(width ?? 0 <= 390, "\(path)")
          try await browser.press("\u{E004}")
          let first = try await browser.value(of: "document.activeElement.className").string
          #expect(first == "skip", "\(path)")
        }
      }
    }
  }
}
